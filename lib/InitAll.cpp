// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of dialects, interface implementations and passes.

#include "amp/InitAll.h"

#include "amp/Conversion/Fusible.h"
#include "amp/Conversion/Passes.h"
#include "amp/IR/Amp.h"
#include "amp/IR/Check.h"
#include "amp/IR/Device.h"
#include "amp/Reference/Interpreter.h"
#include "amp/Transforms/Autodiff.h"
#include "amp/Transforms/Passes.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

void amp::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<AmpDialect, check::CheckDialect, device::DeviceDialect,
                  mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::LLVM::LLVMDialect, mlir::math::MathDialect,
                  mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                  mlir::ub::UBDialect, mlir::vector::VectorDialect>();
  registerReferenceModels(registry);
  registerAutodiffModels(registry);
  registerFusibleModels(registry);
}

void amp::registerAllPasses() {
  registerAmpConversionPasses();
  registerAmpTransformsPasses();
}
