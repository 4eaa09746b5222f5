// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cast policy: the table that gives each op its cast class, parsed from text.
// README.md beside this file describes the format.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_POLICY_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_POLICY_H

#include "amp/Transforms/Autocast.h"

#include "llvm/ADT/StringMap.h"

namespace amp {

class Policy {
public:
  /// Loads the policy that `source` names: a built-in one, a file, or text of
  /// more than one line. Emits an error at the place of the mistake and fails
  /// if it cannot be read or parsed.
  static llvm::FailureOr<Policy> load(llvm::StringRef source,
                                      mlir::MLIRContext *context);

  /// The class of an op and what in the table gave it.
  struct Choice {
    CastClass castClass;
    /// Whether the op is typed by its parts instead, each by its own choice.
    bool byParts = false;
    /// "FILE:LINE"; null where the table does not list the op.
    const std::string *place = nullptr;
    /// The pattern that matched; null for the entry of the op's kind.
    const std::string *glob = nullptr;

    /// Why `op` has this class, for remarks.
    std::string explain(Castable op) const;
  };

  /// Returns the class of `op`: the last name pattern that matches its name,
  /// else the entry of its kind, else the op's default. Emits a located error
  /// and fails if a pattern gives a class that the op does not permit.
  llvm::FailureOr<Choice> choose(Castable op) const;

private:
  struct Entry {
    CastClass castClass;
    bool byParts;
    /// "FILE:LINE".
    std::string place;
  };
  struct NamePattern {
    std::string glob;
    Entry entry;
  };

  llvm::LogicalResult parse(llvm::StringRef text, llvm::StringRef file,
                            mlir::MLIRContext *context, unsigned depth);
  llvm::LogicalResult parseLine(llvm::StringRef line, llvm::StringRef file,
                                mlir::Location location, llvm::StringRef place,
                                unsigned depth);
  llvm::LogicalResult include(llvm::StringRef name, mlir::Location location,
                              unsigned depth);

  llvm::StringMap<Entry> ops;
  std::vector<NamePattern> names;
};

/// Returns whether `op` lets a policy give it `castClass`.
bool permits(Castable op, CastClass castClass);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_POLICY_H
