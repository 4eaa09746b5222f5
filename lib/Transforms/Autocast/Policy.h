// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cast policy: the table that gives each op its cast class, parsed from text.
// README.md beside this file describes the format.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_POLICY_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_POLICY_H

#include "amp/Transforms/Autocast.h"

#include "llvm/ADT/StringMap.h"

namespace amp {

/// What an op is to the painting of a function (Painting.h). A policy whose
/// table names `allow`, `infer` or `deny` paints; in it, `clear` is a role too.
enum class PaintRole { Allow, Infer, Deny, Clear };

/// Returns the word that stands for `role` in a policy.
llvm::StringRef stringifyPaintRole(PaintRole role);

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
    /// Set where the class follows from painting, which has yet to give it.
    std::optional<PaintRole> role = {};
    /// "FILE:LINE"; null where the table does not list the op.
    const std::string *place = nullptr;
    /// The pattern that matched; null for the entry of the op's kind.
    const std::string *glob = nullptr;

    /// Why `op` has this class, for remarks.
    std::string explain(Castable op) const;
  };

  /// Returns the class of `op` where the low type is `low`: the last name
  /// pattern that matches its name, else the entry of its kind, else the op's
  /// default. Emits a located error and fails if a pattern gives a class that
  /// the op does not permit.
  llvm::FailureOr<Choice> choose(Castable op, mlir::Type low) const;

  /// Returns whether the classes of some ops follow from painting.
  bool paints() const { return f16.paints || bf16.paints; }
  /// Returns whether an op that is to infer is painted low when it stands right
  /// behind a painted one, where the low type is `low`.
  bool paintsBehindAllow(mlir::Type low) const {
    return tableOf(low).behindAllow;
  }

private:
  /// What a line says after its subject.
  struct Entry {
    CastClass castClass;
    bool byParts;
    std::optional<PaintRole> role;
    /// "FILE:LINE".
    std::string place;
  };
  struct NamePattern {
    std::string glob;
    Entry entry;
  };
  /// What the policy says where one type is the low one.
  struct Table {
    llvm::StringMap<Entry> ops;
    std::vector<NamePattern> names;
    bool paints = false;
    bool behindAllow = false;
  };

  const Table &tableOf(mlir::Type low) const {
    return low.isF16() ? f16 : bf16;
  }

  llvm::LogicalResult parse(llvm::StringRef text, llvm::StringRef file,
                            mlir::MLIRContext *context, unsigned depth);
  llvm::LogicalResult parseLine(llvm::StringRef line, llvm::StringRef file,
                                mlir::Location location, llvm::StringRef place,
                                unsigned depth);
  llvm::LogicalResult include(llvm::StringRef name, mlir::Location location,
                              unsigned depth);

  Table f16;
  Table bf16;
};

/// Returns whether `op` lets a policy give it `castClass`.
bool permits(Castable op, CastClass castClass);
/// Returns whether `op` lets a policy give it `role`: an op that computes must
/// be able to do so in the low type and in f32.
bool permits(Castable op, PaintRole role);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_POLICY_H
