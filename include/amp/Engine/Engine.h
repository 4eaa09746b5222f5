// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ interface for programs that embed Amp: one header for all of it.
//
//   amp::Result<amp::Model> model = amp::Model::load("model.mlir");
//   amp::Result<amp::Trainer> trainer =
//       amp::Trainer::create(model.value(), compileOptions, trainOptions);
//   amp::Result<amp::StepResult> step = trainer.value().step(batch);
//
// Errors are values; nothing throws, prints, aborts or exits.

#ifndef AMP_ENGINE_ENGINE_H
#define AMP_ENGINE_ENGINE_H

#include "amp/Engine/CompileOptions.h"
#include "amp/Engine/Dataset.h"
#include "amp/Engine/Executable.h"
#include "amp/Engine/MachineRates.h"
#include "amp/Engine/Model.h"
#include "amp/Engine/StateMetadata.h"
#include "amp/Engine/Trainer.h"

#endif // AMP_ENGINE_ENGINE_H
