// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbering of random ops. Relies on calls being inlined: two calls of one
// function draw different numbers.

#include "Transforms/Autocast/Numbering.h"

#include "amp/IR/Amp.h"

#include <set>

using namespace mlir;
using namespace amp;

void amp::numberRandomOps(func::FuncOp function) {
  std::set<int64_t> taken;
  SmallVector<DropoutOp> unnumbered;
  function.walk([&](DropoutOp op) {
    if (std::optional<int64_t> number = op.getNumber())
      taken.insert(*number);
    else
      unnumbered.push_back(op);
  });
  int64_t next = 0;
  for (DropoutOp op : unnumbered) {
    while (taken.count(next))
      ++next;
    op.setNumber(next++);
  }
}
