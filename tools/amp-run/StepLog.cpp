// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of a training run, one JSON object a line.

#include "StepLog.h"

#include "Report.h"

#include <cerrno>
#include <cstring>

using namespace amp;
using namespace amp::run;

Failure StepLog::fail(int code) const {
  return Failure{path +
                 ": error: cannot write the log: " + std::strerror(code)};
}

Status StepLog::open(const std::string &name) {
  path = name;
  file.reset(std::fopen(path.c_str(), "we"));
  return file ? Status::success() : fail(errno);
}

Status StepLog::write(const StepInfo &info, const StepResult &result) {
  if (!file)
    return Status::success();
  Json line = {{"step", info.step},
               {"epoch", info.epoch},
               {"loss", makeNumber(result.loss)},
               {"scale", makeNumber(result.scale)},
               {"scale_after", makeNumber(result.scaleAfter)},
               {"growth_tracker", result.growthTracker},
               {"skipped", result.skipped},
               {"grad_norm", makeNumber(result.gradNorm)},
               {"lr", makeNumber(info.learningRate)},
               {"ms", makeNumber(info.milliseconds)}};
  std::string text = line.dump() + "\n";
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0)
    return fail(errno);
  return Status::success();
}
