// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How amp-run speaks: errors and warnings, JSON numbers, a progress bar.

#include "Report.h"
#include "Interrupt.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

using namespace amp;
using namespace amp::run;

int amp::run::reportError(const std::string &message) {
  const char *prefix = "amp-run: error: ";
  if (message.starts_with("error: "))
    prefix = "amp-run: ";
  else if (message.find("error: ") != std::string::npos)
    prefix = "";
  std::fprintf(stderr, "%s%s\n", prefix, message.c_str());
  return exitFailure;
}

Failure amp::run::inFile(const std::string &path, const std::string &message) {
  if (message.find("error: ") != std::string::npos)
    return Failure{message};
  std::string prefix = path + ": ";
  return Failure{
      prefix + "error: " +
      (message.starts_with(prefix) ? message.substr(prefix.size()) : message)};
}

void amp::run::reportWarning(const std::string &message) {
  std::fprintf(stderr, "amp-run: warning: %s\n", message.c_str());
}

int amp::run::finishOutput(int exitCode) {
  bool failed = std::ferror(stdout) != 0;
  int code = failed ? EIO : 0;
  if (std::fflush(stdout) != 0) {
    failed = true;
    code = errno;
  }
  if (failed && exitCode == exitSuccess)
    return reportError(std::string("cannot write to standard output: ") +
                       std::strerror(code));
  return exitCode;
}

std::optional<int> amp::run::endBeforeResult(const Status &status,
                                             bool emitFailed, bool stopped) {
  if (emitFailed)
    return exitFailure;
  if (stopped)
    return finishOutput(exitSuccess);
  if (status.ok())
    return std::nullopt;
  // What fails for another reason is said, though a signal came too: it may be
  // that the result of the work so far could not be saved.
  if (int signal = pendingSignal(); signal && status.message() == interruption)
    return reportInterrupt(signal);
  return reportError(status.message());
}

int amp::run::reportInterrupt(int signal) {
  std::fprintf(stderr, "amp-run: interrupted by signal %d\n", signal);
  return 128 + signal;
}

Json amp::run::makeNumber(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  return value;
}

void amp::run::printJsonLine(const Json &json) {
  std::printf("%s\n", json.dump(/*indent=*/-1, ' ', /*ensure_ascii=*/false,
                                Json::error_handler_t::replace)
                          .c_str());
}

Status amp::run::checkWritable(const std::string &path) {
  struct stat info;
  if (::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
    return Failure{path + ": error: cannot write the file: it is a folder"};
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "."
                       : slash == 0               ? "/"
                                                  : path.substr(0, slash);
  if (::stat(folder.c_str(), &info) != 0)
    return Failure{path +
                   ": error: cannot write the file: " + std::strerror(errno)};
  if (!S_ISDIR(info.st_mode))
    return Failure{path + ": error: cannot write the file: " + folder +
                   " is not a folder"};
  if (::access(folder.c_str(), W_OK) != 0)
    return Failure{path +
                   ": error: cannot write the file: " + std::strerror(errno)};
  return Status::success();
}

/// Whether two paths lead to one file, be it there or not.
static bool leadToOneFile(const std::string &first, const std::string &second) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::equivalent(first, second, ignored))
    return true;
  // Empty where it cannot be told.
  fs::path path = fs::weakly_canonical(first, ignored);
  return !path.empty() && path == fs::weakly_canonical(second, ignored);
}

Status amp::run::checkApart(const NamedFile &output,
                            std::span<const NamedFile> others) {
  if (output.path.empty())
    return Status::success();
  for (const NamedFile &other : others)
    if (!other.path.empty() && leadToOneFile(output.path, other.path))
      return Failure{output.path + ": error: " + output.option +
                     " expects a file of its own, got that of " + other.option};
  return Status::success();
}

double amp::run::secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

ProgressBar::ProgressBar(bool enabled)
    : enabled(enabled && ::isatty(STDERR_FILENO)) {}

void ProgressBar::update(const std::string &label, int64_t done,
                         int64_t total) {
  constexpr double interval = 0.1;
  if (!enabled || (visible && secondsSince(drawn) < interval))
    return;
  constexpr int width = 30;
  int filled = total > 0 ? int(width * done / total) : 0;
  std::string bar = std::string(filled, '#') + std::string(width - filled, '.');
  std::fprintf(stderr, "\r\033[K%s [%s] %lld/%lld", label.c_str(), bar.c_str(),
               static_cast<long long>(done), static_cast<long long>(total));
  std::fflush(stderr);
  visible = true;
  drawn = std::chrono::steady_clock::now();
}

void ProgressBar::clear() {
  if (visible)
    std::fputs("\r\033[K", stderr);
  visible = false;
}
