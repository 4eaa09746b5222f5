// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mistakes in a policy file are reported with file and line.
//
// RUN: echo "matmul fast" > %t.1
// RUN: not amp-opt %s --amp-autocast=policy=%t.1 2>&1 | FileCheck %s --check-prefix=CLASS
// CLASS: .1:1:1: error: expects a cast class (low, full, full_output, promote, inherit, banned, follow, clear), a role in painting (allow, infer, deny, clear) or parts after 'matmul', got 'fast'

// RUN: echo "# nothing" > %t.2
// RUN: echo "matmull low" >> %t.2
// RUN: not amp-opt %s --amp-autocast=policy=%t.2 2>&1 | FileCheck %s --check-prefix=OP
// OP: .2:2:1: error: expects the name of an amp op, got 'matmull'

// RUN: echo "reshape low" > %t.3
// RUN: not amp-opt %s --amp-autocast=policy=%t.3 2>&1 | FileCheck %s --check-prefix=PERMIT
// PERMIT: .3:1:1: error: expects a class that reshape permits (inherit, clear, follow), got low

// RUN: not amp-opt %s --amp-autocast=policy=torch-gpu 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: expects the name of a policy (all-low, none, tensorflow, torch-cpu, torch-cuda, torch-cuda-exact) or of a readable file, got 'torch-gpu'

// RUN: echo "softmax parts" > %t.4
// RUN: not amp-opt %s --amp-autocast=policy=%t.4 2>&1 | FileCheck %s --check-prefix=PARTS
// PARTS: .4:1:1: error: expects an op that has parts (cross_entropy), got 'softmax'

// RUN: echo "extends torch-tpu" > %t.5
// RUN: not amp-opt %s --amp-autocast=policy=%t.5 2>&1 | FileCheck %s --check-prefix=BASE
// BASE: .5:1:1: error: expects 'extends' to name a built-in policy (all-low, none, tensorflow, torch-cpu, torch-cuda, torch-cuda-exact), got 'torch-tpu'

// RUN: echo "name:head[ low" > %t.6
// RUN: not amp-opt %s --amp-autocast=policy=%t.6 2>&1 | FileCheck %s --check-prefix=GLOB
// GLOB: .6:1:1: error: expects a name pattern, got 'head[': invalid glob pattern, unmatched '['
