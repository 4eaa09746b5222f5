// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All families in reading order; the dialect class is generated from this file,
// the ops one family at a time.

#ifndef AMP_OPS_TD
#define AMP_OPS_TD

include "amp/Elementwise.td"
include "amp/Math.td"
include "amp/Contraction.td"
include "amp/Reduction.td"
include "amp/Normalization.td"
include "amp/Loss.td"
include "amp/Shape.td"
include "amp/Index.td"
include "amp/Control.td"
include "amp/Random.td"
include "amp/Optimizer.td"
include "amp/Scaling.td"
include "amp/Layout.td"

#endif // AMP_OPS_TD
