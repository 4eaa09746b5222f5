// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over a program's buffers. Intermediate tensors share memory, so their
// sum is the plan's peak, and the largest of them are shown beside the others.

#include "MemoryReport.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace amp;

static std::string describeBytes(int64_t bytes) {
  constexpr int64_t readable = 100000;
  if (bytes < readable)
    return std::to_string(bytes) + " bytes";
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.1f MB", double(bytes) / 1e6);
  return text;
}

/// What an error calls a buffer.
static std::string describe(device::BufferOp buffer) {
  switch (buffer.getSpace()) {
  case device::BufferSpace::Variable:
    return "variable " + buffer.getName()->str();
  case device::BufferSpace::Input:
    return "input " + buffer.getName()->str();
  case device::BufferSpace::Output:
    return "output " + buffer.getName()->str();
  case device::BufferSpace::Constant:
    return "a constant";
  case device::BufferSpace::Arena:
    break;
  }
  // An intermediate tensor is written before it is read.
  Operation *maker = nullptr;
  for (Operation *user : buffer.getResult().getUsers())
    if (!maker ||
        (user->getBlock() == maker->getBlock() && user->isBeforeInBlock(maker)))
      maker = user;
  if (auto launch = dyn_cast_or_null<device::LaunchOp>(maker))
    return "a result of kernel " + launch.getKernel().str();
  if (auto gemm = dyn_cast_or_null<device::GemmOp>(maker))
    return "the product " + std::to_string(gemm.getM()) + "x" +
           std::to_string(gemm.getN()) + "x" + std::to_string(gemm.getK());
  return "an intermediate tensor";
}

std::string cuda::describeMemory(device::ProgramOp program) {
  constexpr size_t mostShown = 5;
  int64_t variables = 0, ports = 0, constants = 0, arena = 0;
  if (auto peak = program->getAttrOfType<IntegerAttr>("peak_bytes"))
    arena = peak.getInt();
  SmallVector<device::BufferOp> buffers(
      program.getBody().front().getOps<device::BufferOp>());
  for (device::BufferOp buffer : buffers)
    switch (buffer.getSpace()) {
    case device::BufferSpace::Variable:
      variables += buffer.getByteSize();
      break;
    case device::BufferSpace::Input:
    case device::BufferSpace::Output:
      ports += buffer.getByteSize();
      break;
    case device::BufferSpace::Constant:
      constants += buffer.getByteSize();
      break;
    case device::BufferSpace::Arena:
      break;
    }
  // Of equal ones the first.
  llvm::sort(buffers, [](device::BufferOp a, device::BufferOp b) {
    return a.getByteSize() != b.getByteSize()
               ? a.getByteSize() > b.getByteSize()
               : a->isBeforeInBlock(b);
  });
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "the program needs "
         << describeBytes(variables + ports + constants + arena) << ": "
         << describeBytes(variables) << " for variables, "
         << describeBytes(arena) << " for intermediate tensors, "
         << describeBytes(ports) << " for inputs and outputs, "
         << describeBytes(constants) << " for constants; largest: ";
  llvm::interleaveComma(ArrayRef(buffers).take_front(mostShown), stream,
                        [&](device::BufferOp buffer) {
                          stream << describe(buffer) << " ("
                                 << describeBytes(buffer.getByteSize()) << ')';
                        });
  return text;
}
