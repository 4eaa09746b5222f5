// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attaches Fusible, family by family, when a context loads the amp dialect.

#include "FusibleModels.h"

#include "amp/Conversion/Fusible.h"

using namespace mlir;
using namespace amp;

void amp::registerFusibleModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpDialect *) {
    lowering::registerElementwise(context);
    lowering::registerActivations(context);
    lowering::registerMath(context);
    lowering::registerContraction(context);
    lowering::registerReduction(context);
    lowering::registerNormalization(context);
    lowering::registerLoss(context);
    lowering::registerShape(context);
    lowering::registerIndex(context);
    lowering::registerControl(context);
    lowering::registerOptimizer(context);
    lowering::registerScaling(context);
    lowering::registerRandom(context);
    lowering::registerLayout(context);
  });
}
