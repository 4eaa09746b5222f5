// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random ops draw inside of the kernel, from the position of the element, so
// that they fuse like any elementwise op. Their numbers lie in memory: layers
// that differ in nothing else share a kernel. Words of 32 bits are kept in
// 64-bit integers: the generator multiplies 32 by 32 bits, and every target
// does that well when it sees that the upper halves are zero.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

namespace {

/// The generator of amp/Runtime/Philox.h as scalar arithmetic.
class PhiloxEmitter {
public:
  explicit PhiloxEmitter(Scalars &b)
      : b(b), word(b.getI64Type()), mask(constant(0xFFFFFFFF)),
        half(constant(32)) {}

  Value constant(uint64_t value) {
    return arith::ConstantOp::create(b, IntegerAttr::get(word, value));
  }
  Value low(Value value) { return arith::AndIOp::create(b, value, mask); }
  Value high(Value value) { return arith::ShRUIOp::create(b, value, half); }
  Value exclusiveOr(Value lhs, Value rhs) {
    return arith::XOrIOp::create(b, lhs, rhs);
  }

  /// The first word that belongs to a counter and a key.
  Value emitFirstWord(std::array<Value, 4> counter, std::array<Value, 2> key);

private:
  Value times(Value value, uint64_t factor) {
    return arith::MulIOp::create(b, value, constant(factor));
  }
  Value plus(Value value, uint64_t summand) {
    return low(arith::AddIOp::create(b, value, constant(summand)));
  }

  Scalars &b;
  IntegerType word;
  Value mask, half;
};

} // namespace

Value PhiloxEmitter::emitFirstWord(std::array<Value, 4> counter,
                                   std::array<Value, 2> key) {
  constexpr int rounds = 10;
  for (int round = 0;; ++round) {
    Value odd = times(counter[2], 0xCD9E8D57);
    Value first = exclusiveOr(exclusiveOr(high(odd), counter[1]), key[0]);
    if (round == rounds - 1)
      return first;
    Value even = times(counter[0], 0xD2511F53);
    Value third = exclusiveOr(exclusiveOr(high(even), counter[3]), key[1]);
    counter = {first, low(odd), third, low(even)};
    key = {plus(key[0], 0x9E3779B9), plus(key[1], 0xBB67AE85)};
  }
}

/// Operands: the element, seed, counter, number, the element's position.
static Value emitDropout(DropoutOp op, Scalars &b, ValueRange operands) {
  PhiloxEmitter random(b);
  Value seed = operands[1], counter = operands[2], position = operands[4];
  Value word = random.emitFirstWord(
      {random.low(position), random.high(position), random.low(counter),
       random.low(operands[3])},
      {random.low(seed),
       random.exclusiveOr(random.high(seed), random.high(counter))});
  Value isKept = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, word,
                                       random.constant(op.getThreshold()));
  Type compute = scalarComputeType(elementType(op.getInput()));
  Value factor = b.constant(1.0 / (1.0 - op.getP().convertToDouble()), compute);
  Value scaled =
      arith::MulFOp::create(b, b.convert(operands[0], compute), factor);
  Value kept =
      arith::SelectOp::create(b, isKept, scaled, b.constant(0, compute));
  return b.convert(kept, elementType(op.getResult()));
}

namespace {

/// Elementwise where it draws, nothing where it does not.
struct DropoutModel : Fusible::ExternalModel<DropoutModel, DropoutOp> {
  FusionKind getFusionKind(Operation *op) const {
    auto dropout = cast<DropoutOp>(op);
    return dropout.isTraining() && dropout.getKeys().size() == 3
               ? FusionKind::Elementwise
               : FusionKind::Composite;
  }
  LogicalResult decompose(Operation *op, RewriterBase &rewriter) const {
    auto dropout = cast<DropoutOp>(op);
    if (!dropout.isTraining()) {
      rewriter.replaceOp(op, dropout.getInput());
      return success();
    }
    if (dropout.getKeys().empty())
      return op->emitOpError("expects a seed and a counter to draw from; a "
                             "training step brings them");
    auto type = RankedTensorType::get({}, rewriter.getI64Type());
    auto number = amp::ConstantOp::create(
        rewriter, op->getLoc(), type,
        cast<ElementsAttr>(DenseElementsAttr::get(
            type, int64_t(dropout.getNumber().value_or(0)))));
    number->setAttr(inMemory, rewriter.getUnitAttr());
    SmallVector<Value> keys(dropout.getKeys());
    keys.push_back(number.getResult());
    rewriter.replaceOpWithNewOp<DropoutOp>(
        op, dropout.getInput(), keys, dropout.getPAttr(),
        /*number=*/IntegerAttr(), dropout.getModeAttr());
    return success();
  }
  bool readsPosition(Operation *) const { return true; }
  Value emitScalar(Operation *op, OpBuilder &builder,
                   ValueRange operands) const {
    Scalars scalars(op->getLoc(), builder);
    return emitDropout(cast<DropoutOp>(op), scalars, operands);
  }
};

} // namespace

void amp::lowering::registerRandom(MLIRContext *context) {
  DropoutOp::attachInterface<DropoutModel>(*context);
}
