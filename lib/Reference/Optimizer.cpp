// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimizer steps, in the order of PyTorch's operations: scalar factors in f64,
// then rounded once to the compute type of the tensors.

#include "Reference/Evaluate.h"

using namespace mlir;
using namespace amp;
using namespace amp::reference;

/// Operands widened to the compute type of the parameter, and the results that
/// are computed there.
namespace {
struct Update {
  SmallVector<Tensor> from, to;

  static FailureOr<Update> create(Operation *op, ArrayRef<Tensor> tensors,
                                  size_t resultCount) {
    Update update;
    ElementType type = computeTypeOf(tensors[0].elementType());
    for (const Tensor &tensor : tensors)
      if (tensor.shape() != tensors[0].shape())
        return op->emitOpError("expects tensors of one shape, got ")
               << describeType(tensors[0].shape(), type) << " and "
               << describeType(tensor.shape(), type);
      else if (failed(append(op, tensor.convertTo(type), update.from)))
        return failure();
    for (size_t i = 0; i < resultCount; ++i)
      if (failed(
              append(op, Tensor::create(tensors[0].shape(), type), update.to)))
        return failure();
    return update;
  }

  LogicalResult appendResults(Operation *op,
                              SmallVectorImpl<Tensor> &results) const {
    for (auto [index, tensor] : llvm::enumerate(to))
      if (failed(append(op, tensor.convertTo(resultElementType(op, index)),
                        results)))
        return failure();
    return success();
  }
};
} // namespace

/// The gradient with weight decay; without decay as it is, since 0 times an
/// infinite parameter would be NaN.
template <typename T> static T decayed(T gradient, double decay, T parameter) {
  return decay == 0 ? gradient : gradient + T(decay) * parameter;
}

static LogicalResult evaluateSgd(SgdOp op, ArrayRef<Tensor> operands,
                                 SmallVectorImpl<Tensor> &results) {
  bool hasBuffer = bool(op.getBuffer());
  ArrayRef<Tensor> tensors = operands.take_front(hasBuffer ? 3 : 2);
  ArrayRef<Tensor> scalars = operands.drop_front(tensors.size());
  double lr = scalars[0].getDouble(0), decay = scalars[1].getDouble(0);
  if (scalars[2].getDouble(0) != 0) {
    results.push_back(tensors[0]);
    if (hasBuffer)
      results.push_back(tensors[2]);
    return success();
  }
  FailureOr<Update> update = Update::create(op, tensors, hasBuffer ? 2 : 1);
  if (failed(update))
    return failure();
  double momentum = op.getMomentum().convertToDouble();
  return withFloatType(update->from[0].elementType(), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < update->from[0].elementCount(); ++i) {
      T parameter = update->from[0].data<T>()[i];
      T step = decayed(update->from[1].data<T>()[i], decay, parameter);
      if (hasBuffer) {
        T buffer = T(momentum) * update->from[2].data<T>()[i] + step;
        update->to[1].data<T>()[i] = buffer;
        step = op.getNesterov() ? step + T(momentum) * buffer : buffer;
      }
      update->to[0].data<T>()[i] = parameter + T(-lr) * step;
    }
    return update->appendResults(op, results);
  });
}

/// adam and adamw differ in where the weight decay goes.
template <bool decoupled, typename ConcreteOp>
static LogicalResult evaluateAdam(ConcreteOp op, ArrayRef<Tensor> operands,
                                  SmallVectorImpl<Tensor> &results) {
  int64_t step = operands[4].getInteger(0);
  double lr = operands[5].getDouble(0), decay = operands[6].getDouble(0);
  if (operands[7].getDouble(0) != 0) {
    for (unsigned kept : {0, 2, 3, 4})
      results.push_back(operands[kept]);
    return success();
  }
  FailureOr<Update> update = Update::create(op, operands.take_front(4), 3);
  if (failed(update))
    return failure();

  // Steps count from 0 and never reach the largest integer in practice; wrap
  // instead of overflowing should a file say so.
  int64_t newStep = int64_t(uint64_t(step) + 1);
  double beta1 = op.getBeta1().convertToDouble();
  double beta2 = op.getBeta2().convertToDouble();
  double epsilon = op.getEpsilon().convertToDouble();
  double stepSize = lr / (1 - std::pow(beta1, double(newStep)));
  double correction = std::sqrt(1 - std::pow(beta2, double(newStep)));
  LogicalResult done =
      withFloatType(update->from[0].elementType(), [&](auto zero) {
        using T = decltype(zero);
        for (int64_t i = 0; i < update->from[0].elementCount(); ++i) {
          T parameter = update->from[0].template data<T>()[i];
          T gradient = update->from[1].template data<T>()[i];
          T m = update->from[2].template data<T>()[i];
          T v = update->from[3].template data<T>()[i];
          if constexpr (decoupled)
            parameter = parameter * T(1 - lr * decay);
          else
            gradient = decayed(gradient, decay, parameter);
          m = m + (gradient - m) * T(1 - beta1);
          v = v * T(beta2) + T(1 - beta2) * gradient * gradient;
          T denominator = std::sqrt(v) / T(correction) + T(epsilon);
          update->to[0].template data<T>()[i] =
              parameter + T(-stepSize) * m / denominator;
          update->to[1].template data<T>()[i] = m;
          update->to[2].template data<T>()[i] = v;
        }
        return update->appendResults(op, results);
      });
  if (failed(done))
    return failure();
  return append(op, Tensor::fromData({}, std::vector<int64_t>{newStep}),
                results);
}

void reference::registerOptimizer(MLIRContext *context) {
  SgdOp::attachInterface<Model<SgdOp, evaluateSgd>>(*context);
  AdamOp::attachInterface<Model<AdamOp, evaluateAdam<false>>>(*context);
  AdamwOp::attachInterface<Model<AdamwOp, evaluateAdam<true>>>(*context);
}
