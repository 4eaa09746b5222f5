// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the device dialect and what its ops share: element sizes,
// neutral elements of reductions, and the dependence analysis of kernel bodies.
// Kernels and programs have files of their own.

#include "amp/IR/Device.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace amp::device;

#include "device/DeviceDialect.cpp.inc"
#include "device/DeviceEnums.cpp.inc"

#define GET_OP_CLASSES
#include "device/DeviceOps.cpp.inc"

void DeviceDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "device/DeviceOps.cpp.inc"
      >();
}

int64_t amp::device::getElementBytes(Type elementType) {
  return (elementType.getIntOrFloatBitWidth() + 7) / 8;
}

TypedAttr amp::device::getNeutralElement(ReduceKind kind, Type type) {
  Builder builder(type.getContext());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case ReduceKind::Add:
      return FloatAttr::get(type, APFloat::getZero(semantics));
    case ReduceKind::Mul:
      return builder.getFloatAttr(type, 1.0);
    case ReduceKind::Max:
      return FloatAttr::get(type, APFloat::getInf(semantics, true));
    case ReduceKind::Min:
      return FloatAttr::get(type, APFloat::getInf(semantics));
    case ReduceKind::And:
    case ReduceKind::Or:
      break;
    }
    llvm_unreachable("the verifier refuses bitwise reductions of floats");
  }
  unsigned width = type.getIntOrFloatBitWidth();
  switch (kind) {
  case ReduceKind::Add:
  case ReduceKind::Or:
    return builder.getIntegerAttr(type, APInt::getZero(width));
  case ReduceKind::Mul:
    return builder.getIntegerAttr(type, APInt(width, 1));
  case ReduceKind::Max:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case ReduceKind::Min:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  case ReduceKind::And:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  }
  llvm_unreachable("all kinds are covered");
}

uint64_t KernelLevels::getDims(ArrayRef<int64_t> strides) {
  uint64_t dims = 0;
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (stride != 0)
      dims |= uint64_t(1) << dim;
  return dims;
}

KernelLevels::KernelLevels(KernelOp kernel)
    : reductionDim(kernel.getReductionDim() ? int64_t(*kernel.getReductionDim())
                                            : -1) {
  for (Operation &op : kernel.getBody().front()) {
    Dependence result;
    for (Value operand : op.getOperands()) {
      Dependence one = get(operand);
      result.dims |= one.dims;
      result.phase = std::max(result.phase, one.phase);
    }
    if (auto load = dyn_cast<LoadOp>(op)) {
      result.dims |= getDims(load.getStrides());
    } else if (auto gather = dyn_cast<GatherOp>(op)) {
      result.dims |= getDims(gather.getStrides());
    } else if (auto index = dyn_cast<IndexOp>(op)) {
      result.dims |= uint64_t(1) << index.getDim();
    } else if (isa<ReduceOp>(op)) {
      result.dims &= ~(uint64_t(1) << reductionDim);
      ++result.phase;
    }
    for (Value value : op.getResults())
      values[value] = result;
  }
}
