// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decomposition of composite ops leaves their names in the locations of
// what it makes; all other ops speak for themselves.

#include "Conversion/AmpToDevice/KernelNames.h"

#include "Analysis/FusionRoles.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace amp;

/// The op that was written, without its dialect.
static StringRef getWrittenName(Operation *op) {
  StringRef name = op->getName().stripDialect();
  // The outermost name comes from the last decomposition, the innermost from
  // what the graph held at first.
  Location location = op->getLoc();
  while (auto named = dyn_cast<NameLoc>(location)) {
    auto composite =
        RegisteredOperationName::lookup(named.getName(), op->getContext());
    if (composite && composite->getDialectNamespace() == "amp")
      name = composite->stripDialect();
    location = named.getChildLoc();
  }
  return name;
}

/// Whether the op says little about what a kernel does.
static bool isIncidental(Operation *op) {
  return isa<CastOp>(op) || !isComputation(getFusionRole(op));
}

std::string amp::getKernelName(ArrayRef<Operation *> ops) {
  constexpr size_t mostNames = 4;
  llvm::SetVector<StringRef> names, incidental;
  for (Operation *op : ops) {
    StringRef name = getWrittenName(op);
    bool isWritten = name == op->getName().stripDialect();
    (isWritten && isIncidental(op) ? incidental : names).insert(name);
  }
  ArrayRef<StringRef> chosen =
      names.empty() ? incidental.getArrayRef() : names.getArrayRef();
  std::string name = llvm::join(chosen.take_front(mostNames), "_");
  if (chosen.size() > mostNames)
    name += "_more";
  return name;
}
