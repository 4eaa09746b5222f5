// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where values live: arguments and results in the caller's memory, variables in
// the store, renewed in place where no one needs the old value any more, all
// else in the arena.

#include "Conversion/AmpToDevice/ProgramBuilder.h"

#include "Analysis/BufferLiveness.h"

using namespace mlir;
using namespace amp;
using device::BufferSpace;

Value ProgramBuilder::createBuffer(BufferSpace space, StringAttr name,
                                   Value like) {
  MemRefType &type = bufferTypes[like.getType()];
  if (!type) {
    auto tensor = cast<RankedTensorType>(like.getType());
    type = MemRefType::get({tensor.getNumElements()}, tensor.getElementType());
  }
  return device::BufferOp::create(
      bufferBuilder, like.getLoc(), type,
      device::BufferSpaceAttr::get(bufferBuilder.getContext(), space), name,
      /*offset=*/getInteger(-1), ElementsAttr());
}

IntegerAttr ProgramBuilder::getInteger(int64_t value) {
  IntegerAttr &attribute = integers[value];
  if (!attribute)
    attribute = builder.getI64IntegerAttr(value);
  return attribute;
}

ProgramBuilder::Number ProgramBuilder::getNumber(Value root) {
  auto [it, isNew] = numberOf.try_emplace(root, roots.size());
  if (isNew)
    roots.emplace_back().value = root;
  return it->second;
}

Value ProgramBuilder::getRootBuffer(Number number) {
  Root &root = roots[number];
  if (root.buffer)
    return root.buffer;
  if (ElementsAttr elements; root.value.getDefiningOp() &&
                             matchPattern(root.value, m_Constant(&elements)))
    return root.buffer = device::BufferOp::create(
               bufferBuilder, root.value.getLoc(), elements);
  return root.buffer =
             createBuffer(BufferSpace::Arena, StringAttr(), root.value);
}

Value ProgramBuilder::getMatrix(Value value, bool &isTransposed) {
  if (TransposeOp transpose = getMatrixTranspose(value)) {
    isTransposed ^= true;
    value = transpose.getInput();
  }
  return getBuffer(value);
}

void ProgramBuilder::createBoundaryBuffers(device::ProgramOp program) {
  auto nameOf = [&](Attribute attribute, const llvm::Twine &otherwise) {
    auto name = dyn_cast_or_null<StringAttr>(attribute);
    return name ? name : bufferBuilder.getStringAttr(otherwise);
  };
  // The caller's tensors are checked against these shapes.
  auto keepShape = [&](Value buffer, Value like) {
    buffer.getDefiningOp()->setAttr(
        "shape", bufferBuilder.getDenseI64ArrayAttr(shapeOf(like)));
  };
  for (BlockArgument argument : block.getArguments()) {
    unsigned number = argument.getArgNumber();
    StringAttr name = nameOf(function.getArgAttr(number, "amp.name"),
                             "arg" + llvm::Twine(number));
    Value buffer = createBuffer(BufferSpace::Input, name, argument);
    roots[getNumber(argument)].buffer = buffer;
    keepShape(buffer, argument);
  }
  for (auto [number, value] :
       llvm::enumerate(block.getTerminator()->getOperands())) {
    StringAttr name = nameOf(function.getResultAttr(number, "amp.name"),
                             "result" + llvm::Twine(number));
    outputs.push_back(createBuffer(BufferSpace::Output, name, value));
    keepShape(outputs.back(), value);
  }
  DenseMap<SymbolRefAttr, size_t> variableOf;
  variables.reserve(accesses.size());
  variableOf.reserve(accesses.size());
  auto addVariable = [&](FlatSymbolRefAttr name, Value like) {
    auto [it, isNew] = variableOf.try_emplace(name, variables.size());
    if (isNew)
      variables.emplace_back().buffer =
          createBuffer(BufferSpace::Variable, name.getAttr(), like);
    return it->second;
  };
  for (Access &access : accesses) {
    if (auto read = dyn_cast<ReadOp>(access.op)) {
      access.variable = addVariable(read.getVariableAttr(), read.getResult());
      Root &root = roots[getNumber(read.getResult())];
      root.variable = access.variable;
      root.buffer = variables[access.variable].buffer;
    } else if (auto write = dyn_cast<WriteOp>(access.op)) {
      access.variable = addVariable(write.getVariableAttr(), write.getValue());
      variables[access.variable].isWritten = true;
    }
  }
}

ProgramBuilder::Variable *ProgramBuilder::findVariable(Number root) {
  std::optional<size_t> variable = roots[root].variable;
  return variable ? &variables[*variable] : nullptr;
}

void ProgramBuilder::findReaders() {
  for (auto [index, step] : llvm::enumerate(steps))
    for (auto [position, root] : llvm::enumerate(step.reads))
      if (Variable *variable = findVariable(root))
        variable->readers.push_back({Node(index), unsigned(position)});
  for (const Access &access : accesses)
    if (access.op->getNumResults() == 0)
      for (Value operand : access.op->getOperands())
        if (Variable *variable = findVariable(getRootNumber(operand)))
          variable->isCopiedOut = true;
}

bool ProgramBuilder::mayRenewInPlace(const Root &root,
                                     const Variable &variable) {
  // Copies at the end would find the new value.
  if (variable.isCopiedOut)
    return false;
  Node node = *root.maker;
  for (auto [reader, position] : variable.readers) {
    // The order is that of the schedule, which put readers first if it could.
    if (reader > node)
      return false;
    if (reader < node)
      continue;
    const RegionKernel *kernel = steps[node].kernel;
    if (!kernel)
      return false;
    unsigned output =
        kernel->inputs.size() + cast<OpResult>(root.value).getResultNumber();
    if (!areAccessedAlike(kernel->kernel, position, output))
      return false;
  }
  return true;
}

void ProgramBuilder::bindOrCopy(Value value, Value target, bool mayBind) {
  Number number = getRootNumber(value);
  Root &root = roots[number];
  if (mayBind && root.maker && !root.buffer) {
    root.buffer = target;
    return;
  }
  Value source = getRootBuffer(number);
  if (source == target)
    return;
  if (Variable *variable = findVariable(number);
      variable && variable->isWritten) {
    // The old value is gone at the end: it is saved at the start.
    Value saved = createBuffer(BufferSpace::Arena, StringAttr(), root.value);
    first.push_back({source, saved});
    source = saved;
  }
  last.push_back({source, target});
}

void ProgramBuilder::placeWrites() {
  for (const Access &access : accesses) {
    auto write = dyn_cast<WriteOp>(access.op);
    if (!write)
      continue;
    Variable &variable = variables[access.variable];
    const Root &root = roots[getRootNumber(write.getValue())];
    bool mayBind =
        root.maker && !root.buffer && mayRenewInPlace(root, variable);
    if (mayBind)
      variable.renewedBy = root.maker;
    bindOrCopy(write.getValue(), variable.buffer, mayBind);
  }
}

void ProgramBuilder::placeReturns() {
  for (auto [value, output] :
       llvm::zip_equal(block.getTerminator()->getOperands(), outputs))
    bindOrCopy(value, output, /*mayBind=*/true);
}

void ProgramBuilder::placeResults() {
  findReaders();
  placeWrites();
  placeReturns();
}
