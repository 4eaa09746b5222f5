// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How amp-run speaks: errors and warnings, JSON numbers, a progress bar. Relies
// on the C library's streams, so that output and its errors are in one place.

#ifndef AMP_TOOLS_AMP_RUN_REPORT_H
#define AMP_TOOLS_AMP_RUN_REPORT_H

#include "amp/Runtime/Status.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>

namespace amp::run {

/// Exit codes.
constexpr int exitSuccess = 0, exitFailure = 1, exitUsage = 2;

/// A JSON object whose keys keep their order.
using Json = nlohmann::ordered_json;

/// Prints one diagnostic to stderr and returns exitFailure. Messages that do
/// not say where the error is get the program's name in front.
int reportError(const std::string &message);

/// A message with the file it is about in front, "FILE: error: TEXT"; messages
/// that say where the error is stay as they are.
Failure inFile(const std::string &path, const std::string &message);

/// Prints a warning to stderr.
void reportWarning(const std::string &message);

/// Flushes stdout; reports what could not be written and turns success into
/// failure then.
int finishOutput(int exitCode);

/// What ends a run before its result is printed, as an exit code; none when
/// there is a result. `emitFailed`: a stage could not be written out, which has
/// been said already. `stopped`: the stage that was asked for is reached.
std::optional<int> endBeforeResult(const Status &status, bool emitFailed,
                                   bool stopped);

/// Says that a signal ended the run and returns the exit code of that.
int reportInterrupt(int signal);

/// A number for JSON, which has no infinities and no NaN: those become the
/// strings "inf", "-inf" and "nan".
Json makeNumber(double value);

/// Prints `json` as one line; bytes that are not UTF-8, as file names may have
/// them, are replaced.
void printJsonLine(const Json &json);

/// Fails if no file could be created at `path`, as far as that can be told
/// without creating one.
Status checkWritable(const std::string &path);

/// A file and the option that names it; an empty path names none.
struct NamedFile {
  const char *option;
  std::string path;
};

/// Fails if `output` is one of `others`, under whatever name: what is written
/// would take the place of what the run reads or writes there.
Status checkApart(const NamedFile &output, std::span<const NamedFile> others);

/// Seconds since `start`.
double secondsSince(std::chrono::steady_clock::time_point start);

/// A line at the bottom of a terminal that says how far something is; does
/// nothing where stderr is no terminal.
class ProgressBar {
public:
  explicit ProgressBar(bool enabled);
  ~ProgressBar() { clear(); }

  /// Redraws the line if the last time is long enough ago.
  void update(const std::string &label, int64_t done, int64_t total);
  void clear();

private:
  bool enabled;
  bool visible = false;
  std::chrono::steady_clock::time_point drawn;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_REPORT_H
