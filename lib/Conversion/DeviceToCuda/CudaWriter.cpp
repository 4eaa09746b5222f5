// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The writer: lines, names, positions and accesses. Single arith and math ops
// are in ScalarOps.cpp, loops in the forms' own files.

#include "CudaWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

std::string Scope::lookup(Value value) const {
  for (const Scope *scope = this; scope; scope = scope->parent)
    if (auto found = scope->names.find(value); found != scope->names.end())
      return found->second;
  return {};
}

CudaWriter::CudaWriter(llvm::raw_ostream &stream, device::KernelOp kernel,
                       const CudaKernelOptions &options)
    : kernel(kernel), levels(kernel), options(options),
      indexType(options.isWide ? "long long" : "int"), stream(stream) {}

void CudaWriter::line(const Twine &text) {
  stream.indent(2 * depth) << text << '\n';
}

void CudaWriter::open(const Twine &text) {
  line(text + " {");
  ++depth;
}

void CudaWriter::close() {
  --depth;
  line("}");
}

void CudaWriter::reopen(const Twine &text) {
  --depth;
  open("} " + text);
}

std::string CudaWriter::fresh(StringRef prefix) {
  return (prefix + Twine(nextName++)).str();
}

std::optional<int64_t> CudaWriter::staticExtent(int64_t dim) const {
  int64_t extent = device::KernelOp(kernel).getExtents()[dim];
  if (extent == device::runTimeExtent)
    return std::nullopt;
  return extent;
}

std::string CudaWriter::extent(int64_t dim) const {
  if (std::optional<int64_t> extent = staticExtent(dim))
    return std::to_string(*extent) + (options.isWide ? "ll" : "");
  return "extent";
}

void CudaWriter::setIndices(Scope &scope, std::string flat,
                            ArrayRef<int64_t> dims) {
  setIndices(scope, std::move(flat), dims, kernel.getExtents());
}

void CudaWriter::setIndices(Scope &scope, std::string flat,
                            ArrayRef<int64_t> dims, ArrayRef<int64_t> counts) {
  for (int64_t dim : llvm::reverse(dims.drop_front(dims.empty() ? 0 : 1))) {
    // An empty domain has no blocks; 1 only keeps the division defined.
    std::string extent = std::to_string(std::max<int64_t>(counts[dim], 1));
    std::string name = fresh("i");
    line("const " + indexType + " " + name + " = " + flat + " % " + extent +
         ";");
    scope.indices[dim] = name;
    std::string rest = fresh("i");
    line("const " + indexType + " " + rest + " = " + flat + " / " + extent +
         ";");
    flat = rest;
  }
  if (!dims.empty())
    scope.indices[dims.front()] = flat;
}

std::string CudaWriter::bufferName(Value buffer) {
  return "p" + std::to_string(cast<BlockArgument>(buffer).getArgNumber());
}

std::string CudaWriter::offset(ArrayRef<int64_t> strides, int64_t offset,
                               Scope &scope) {
  std::string text;
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    if (stride == 0)
      continue;
    if (!text.empty())
      text += " + ";
    text += scope.indices[dim];
    if (stride != 1)
      text += " * " + std::to_string(stride);
  }
  if (offset != 0)
    text += (text.empty() ? "" : " + ") + std::to_string(offset);
  return text.empty() ? "0" : text;
}

std::string CudaWriter::element(Value buffer, ArrayRef<int64_t> strides,
                                int64_t offset, Scope &scope) {
  return bufferName(buffer) + "[" + this->offset(strides, offset, scope) + "]";
}

void CudaWriter::declare(Value value, const Twine &expression, Scope &scope) {
  std::string name = fresh("v");
  line("const " + registerType(value.getType()) + " " + name + " = " +
       expression + ";");
  scope.names[value] = name;
}

std::string CudaWriter::get(Value value, Scope &scope) {
  if (std::string found = scope.lookup(value); !found.empty())
    return found;
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return printConstant(constant.getValue());
  if (auto index = dyn_cast<device::IndexOp>(op))
    return "(long long)" + scope.indices[index.getDim()];
  if (auto size = dyn_cast<device::SizeOp>(op))
    return "size" + std::to_string(size.getNumber());
  if (auto extent = dyn_cast<device::ExtentOp>(op))
    return "(long long)" + this->extent(extent.getDim());
  if (auto extended = dyn_cast<arith::MulUIExtendedOp>(op)) {
    std::string lhs = get(extended.getLhs(), scope);
    std::string rhs = get(extended.getRhs(), scope);
    declare(extended.getLow(),
            printWrapping(extended.getLow().getType(), lhs, "*", rhs), scope);
    declare(extended.getHigh(), "amp_mulhui(" + lhs + ", " + rhs + ")", scope);
    return scope.names[value];
  }
  declare(value, print(op, scope), scope);
  return scope.names[value];
}

/// Zero of a type, so that both sides of a choice have one type.
static std::string zero(Type type) {
  return "(" + registerType(type).str() + ")0";
}

std::string CudaWriter::print(Operation *op, Scope &scope) {
  if (auto load = dyn_cast<device::LoadOp>(op)) {
    std::string text =
        element(load.getBuffer(), load.getStrides(), load.getOffset(), scope);
    return load.getType().isInteger(1) ? text + " != 0" : text;
  }
  if (auto gather = dyn_cast<device::GatherOp>(op)) {
    std::string condition = get(gather.getCondition(), scope);
    std::string place =
        this->offset(gather.getStrides(), gather.getOffset(), scope);
    if (gather.getIndex())
      place = get(gather.getIndex(), scope) +
              (place == "0" ? std::string() : " + " + place);
    // Where the condition does not hold no memory is touched.
    bool isBool = gather.getType().isInteger(1);
    return condition + " ? " + bufferName(gather.getBuffer()) + "[" + place +
           "]" + (isBool ? " != 0 : false" : " : " + zero(gather.getType()));
  }
  SmallVector<std::string> operands;
  for (Value operand : op->getOperands())
    operands.push_back(get(operand, scope));
  std::string text = printScalarOp(op, operands);
  if (text.empty()) {
    if (!hasFailed)
      op->emitOpError("has no counterpart in CUDA kernels");
    hasFailed = true;
  }
  return text;
}

void CudaWriter::hoist(ArrayRef<Value> roots, Scope &scope, uint64_t dims,
                       int64_t phase) {
  SmallVector<Value> stack(roots);
  llvm::DenseSet<Value> seen;
  while (!stack.empty()) {
    Value value = stack.pop_back_val();
    if (!seen.insert(value).second || !scope.lookup(value).empty())
      continue;
    if ((levels.getDims(value) & dims) == 0 &&
        levels.getPhase(value) <= phase) {
      get(value, scope);
      continue;
    }
    for (Value operand : value.getDefiningOp()->getOperands())
      if (!isa<BlockArgument>(operand))
        stack.push_back(operand);
  }
}

void CudaWriter::store(device::StoreOp store, Scope &scope) {
  std::string value = get(store.getValue(), scope);
  line(
      element(store.getBuffer(), store.getStrides(), store.getOffset(), scope) +
      " = " + value + ";");
}

bool CudaWriter::takesSeveral(ArrayRef<device::StoreOp> stores) {
  constexpr int64_t shortBody = 24;
  return stores.empty() &&
         llvm::count_if(kernel.getBody().front(), [](Operation &op) {
           return !isa<arith::ConstantOp>(op);
         }) <= shortBody;
}

/// What the header's functions on a kind of reduction are called.
static StringRef getCombinerName(device::ReduceOp reduce) {
  bool real = isa<FloatType>(reduce.getType());
  switch (reduce.getKind()) {
  case device::ReduceKind::Add:
    return real ? "addf" : "addi";
  case device::ReduceKind::Mul:
    return real ? "mulf" : "muli";
  case device::ReduceKind::Max:
    return real ? "maximum" : "maxi";
  case device::ReduceKind::Min:
    return real ? "minimum" : "mini";
  case device::ReduceKind::And:
    return "and";
  case device::ReduceKind::Or:
    return "or";
  }
  llvm_unreachable("all kinds are covered");
}

std::string CudaWriter::combine(device::ReduceOp reduce, StringRef a,
                                StringRef b) {
  Type type = reduce.getType();
  auto infix = [&](StringRef sign) {
    return isa<FloatType>(type) ? (a + " " + sign + " " + b).str()
                                : printWrapping(type, a, sign, b);
  };
  if (reduce.getKind() == device::ReduceKind::Add)
    return infix("+");
  if (reduce.getKind() == device::ReduceKind::Mul)
    return infix("*");
  return ("amp_" + getCombinerName(reduce) + "(" + a + ", " + b + ")").str();
}

std::string CudaWriter::combineLanes(device::ReduceOp reduce, StringRef value) {
  return ("amp_warp_" + getCombinerName(reduce) + "(" + value + ")").str();
}

std::string CudaWriter::neutral(device::ReduceOp reduce) {
  return printConstant(
      device::getNeutralElement(reduce.getKind(), reduce.getType()));
}
