// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From vector loops to the LLVM dialect: the calling convention of kernels,
// bodies of math functions, then one conversion of everything.

#include "amp/Conversion/DeviceToLLVM.h"
#include "amp/Conversion/MathBodies.h"
#include "amp/Conversion/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace amp {
#define GEN_PASS_DEF_DEVICETOLLVMPASS
#include "ConversionPasses.h.inc"
} // namespace amp

using namespace amp;

/// Gives a kernel function its calling convention: four arguments whatever the
/// number of buffers and sizes, which the entry block unpacks.
static void packArguments(func::FuncOp function,
                          const LLVMTypeConverter &converter) {
  Block &entry = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  Location loc = function.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type word = builder.getI64Type();
  unsigned count = entry.getNumArguments();
  Value buffers = entry.addArgument(pointer, loc);
  Value params = entry.addArgument(pointer, loc);
  Value begin = entry.addArgument(word, loc);
  Value end = entry.addArgument(word, loc);

  auto element = [&](Value base, Type type, int64_t number) -> Value {
    Value address =
        LLVM::GEPOp::create(builder, loc, pointer, type, base,
                            ArrayRef<LLVM::GEPArg>{int32_t(number)});
    return LLVM::LoadOp::create(builder, loc, type, address);
  };
  int64_t nextBuffer = 0, nextParam = 0;
  for (unsigned i = 0; i != count; ++i) {
    BlockArgument argument = entry.getArgument(i);
    Type type = argument.getType();
    Value value;
    if (isa<MemRefType>(type)) {
      // Accesses use the aligned pointer only: offset 0, stride 1.
      auto descriptor =
          MemRefDescriptor::poison(builder, loc, converter.convertType(type));
      Value address = element(buffers, pointer, nextBuffer++);
      descriptor.setAllocatedPtr(builder, loc, address);
      descriptor.setAlignedPtr(builder, loc, address);
      descriptor.setConstantOffset(builder, loc, 0);
      value = UnrealizedConversionCastOp::create(builder, loc, type,
                                                 Value(descriptor))
                  .getResult(0);
    } else if (i + 2 < count) {
      value = element(params, word, nextParam++);
    } else {
      value = i + 1 == count ? end : begin;
    }
    if (isa<IndexType>(type))
      value = arith::IndexCastOp::create(builder, loc, type, value);
    argument.replaceAllUsesWith(value);
  }
  entry.eraseArguments(0, count);
  function.setFunctionType(
      builder.getFunctionType(entry.getArgumentTypes(), {}));
}

/// Turns what is left of the math functions (f64, and those without a body of
/// our own) into calls of the C library, lane by lane.
static LogicalResult callMathLibrary(ModuleOp module) {
  MLIRContext *context = module.getContext();
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalOp<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
                      math::AtanOp, math::Atan2Op, math::AtanhOp, math::CbrtOp,
                      math::CosOp, math::CoshOp, math::ErfOp, math::ErfcOp,
                      math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
                      math::Log10Op, math::Log1pOp, math::Log2Op, math::PowFOp,
                      math::SinOp, math::SinhOp, math::TanOp, math::TanhOp>();
  RewritePatternSet patterns(context);
  populateMathToLibmConversionPatterns(patterns);
  return applyPartialConversion(module, target, std::move(patterns));
}

/// Breaks vector ops into those that have a counterpart in LLVM, and structured
/// loops into branches.
static LogicalResult lowerVectorsAndLoops(ModuleOp module) {
  MLIRContext *context = module.getContext();
  RewritePatternSet patterns(context);
  populateSCFToControlFlowConversionPatterns(patterns);
  // Masks never cover more than one vector, so 32 bits hold every position.
  vector::populateVectorMaskMaterializationPatterns(
      patterns, /*force32BitVectorIndices=*/true);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  return applyPatternsGreedily(module, std::move(patterns));
}

LogicalResult amp::lowerKernelFunctions(ModuleOp module) {
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  LLVMTypeConverter converter(context, options);
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isDeclaration())
      packArguments(function, converter);
  expandMathBodies(module);
  if (failed(callMathLibrary(module)))
    return failure();
  if (failed(lowerVectorsAndLoops(module)))
    return module.emitError("cannot break vectors and loops into parts that "
                            "LLVM has");

  RewritePatternSet patterns(context);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/false);
  populateVectorToLLVMConversionPatterns(converter, patterns,
                                         /*reassociateFPReductions=*/false,
                                         /*force32BitVectorIndices=*/true);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp, UnrealizedConversionCastOp>();
  if (failed(applyFullConversion(module, target, std::move(patterns))))
    return failure();

  SmallVector<UnrealizedConversionCastOp> casts, left;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  reconcileUnrealizedCasts(casts, &left);
  if (!left.empty())
    return left.front().emitError("cannot be lowered to LLVM");
  return success();
}

namespace {

struct DeviceToLLVMPass
    : public amp::impl::DeviceToLLVMPassBase<DeviceToLLVMPass> {
  void runOnOperation() override {
    auto isTensor = [](Type type) { return isa<TensorType>(type); };
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (llvm::any_of(function.getArgumentTypes(), isTensor) ||
          llvm::any_of(function.getResultTypes(), isTensor)) {
        function.emitError("expects kernels, got a function over tensors");
        return signalPassFailure();
      }
    OpPassManager pipeline(ModuleOp::getOperationName());
    pipeline.addPass(createDeviceToVectorPass());
    if (failed(runPipeline(pipeline, getOperation())) ||
        failed(lowerKernelFunctions(getOperation())))
      signalPassFailure();
  }
};

} // namespace
