// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of a training run, one JSON object a line.

#include "StepLog.h"

#include "Report.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <unistd.h>

using namespace amp;
using namespace amp::run;

Failure StepLog::fail(int code) const {
  return Failure{path +
                 ": error: cannot write the log: " + std::strerror(code)};
}

/// How many bytes the lines of the first `kept` steps take.
static int64_t measureLines(const std::string &path, int64_t kept) {
  std::ifstream lines(path);
  std::string text;
  int64_t bytes = 0;
  // A line without an end was cut off and does not count.
  while (std::getline(lines, text) && !lines.eof()) {
    Json line = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!line.is_object() || !line.contains("step") ||
        !line["step"].is_number_integer() || line["step"] > kept)
      break;
    bytes += int64_t(text.size()) + 1;
  }
  return bytes;
}

Status StepLog::open(const std::string &name, int64_t kept) {
  path = name;
  int64_t bytes = kept > 0 ? measureLines(path, kept) : 0;
  file.reset(std::fopen(path.c_str(), bytes > 0 ? "r+e" : "we"));
  if (file && bytes > 0 &&
      (::ftruncate(::fileno(file.get()), bytes) != 0 ||
       std::fseek(file.get(), bytes, SEEK_SET) != 0))
    return fail(errno);
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
