// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda-source FILE [SM...]: prints the kernels of FILE's device programs as
// CUDA C++ and has NVRTC compile the text for each given compute capability.

#include "amp/InitAll.h"
#include "amp/Target/CUDA.h"

#include "Target/CUDA/Nvrtc.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>

using namespace amp;

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  if (argc < 2)
    return 1;
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  auto text = cuda::printKernels(*module);
  if (failed(text))
    return 1;
  llvm::outs() << *text;
  if (argc == 2)
    return 0;
  auto nvrtc = cuda::Nvrtc::load();
  if (!nvrtc.ok()) {
    llvm::errs() << nvrtc.message() << '\n';
    return 1;
  }
  for (int i = 2; i < argc; ++i) {
    cuda::NvrtcOptions options;
    options.capability = std::atoi(argv[i]);
    auto output = (*nvrtc)->compile(*text, "kernels.cu", options);
    if (!output.ok()) {
      llvm::errs() << output.message() << '\n';
      return 1;
    }
    llvm::outs() << "// sm_" << argv[i] << ": " << output->code.size()
                 << " bytes\n"
                 << output->log;
  }
  return 0;
}
