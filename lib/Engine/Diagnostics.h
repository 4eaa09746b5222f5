// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns MLIR's diagnostics into error values and log lines. Private.

#ifndef AMP_LIB_ENGINE_DIAGNOSTICS_H
#define AMP_LIB_ENGINE_DIAGNOSTICS_H

#include "amp/Runtime/Status.h"

#include "mlir/IR/Diagnostics.h"

#include <functional>
#include <string>
#include <string_view>

namespace amp {

/// While it lives, keeps the errors of a context and hands warnings and remarks
/// to a log callback.
class DiagnosticCollector {
public:
  using Log = std::function<void(std::string_view)>;

  explicit DiagnosticCollector(mlir::MLIRContext &context,
                               const Log *log = nullptr);

  /// The errors so far, one a line, as `file:line:column: error: text`;
  /// `otherwise` if there were none.
  Failure takeFailure(std::string_view otherwise);

private:
  std::string errors;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace amp

#endif // AMP_LIB_ENGINE_DIAGNOSTICS_H
