// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target `cpu` as a backend.

#include "Backend.h"

using namespace amp;

Result<std::unique_ptr<Backend>>
amp::createCpuBackend(const CompileOptions &options) {
  return Failure{"target cpu is not built in"};
}
