// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's run-time compiler for CUDA C++, loaded at run time. Private.

#ifndef AMP_LIB_TARGET_CUDA_NVRTC_H
#define AMP_LIB_TARGET_CUDA_NVRTC_H

#include "Library.h"

#include <memory>

namespace amp::cuda {

/// What to compile for.
struct NvrtcOptions {
  /// The compute capability, 10 * major + minor: 90 for sm_90.
  int capability = 80;
  /// Whether to return PTX in place of a cubin.
  bool emitPtx = false;
};

/// One compiled program.
struct NvrtcOutput {
  /// The cubin, or the text of the PTX.
  std::string code;
  /// What the compiler printed, warnings and resource figures.
  std::string log;
};

/// The compiler. May be used by several threads at once.
class Nvrtc {
public:
  /// Loads the library; fails if there is none or if it is older than 12.0.
  static Result<std::unique_ptr<Nvrtc>> load();

  /// The version, 1000 * major + 10 * minor.
  int getVersion() const { return version; }

  /// Compiles `source`, which the log calls `name`, with the device header
  /// within reach. A failure holds the compiler's log.
  Result<NvrtcOutput> compile(const std::string &source,
                              const std::string &name,
                              const NvrtcOptions &options) const;

  /// The command line that compiles a file as compile does, for a report.
  static std::string describeCommand(const std::string &file,
                                     const NvrtcOptions &options);

private:
  /// The library's opaque handle and result code.
  using Program = struct OpaqueProgram *;
  using Code = int;

  Status resolveAll();
  std::string describe(Code code) const;

  Library library;
  int version = 0;
  Code (*versionFunction)(int *major, int *minor) = nullptr;
  const char *(*errorString)(Code) = nullptr;
  Code (*createProgram)(Program *, const char *source, const char *name,
                        int headers, const char *const *headerTexts,
                        const char *const *headerNames) = nullptr;
  Code (*destroyProgram)(Program *) = nullptr;
  Code (*compileProgram)(Program, int count,
                         const char *const *options) = nullptr;
  Code (*getCubinSize)(Program, size_t *) = nullptr;
  Code (*getCubin)(Program, char *) = nullptr;
  Code (*getPtxSize)(Program, size_t *) = nullptr;
  Code (*getPtx)(Program, char *) = nullptr;
  Code (*getLogSize)(Program, size_t *) = nullptr;
  Code (*getLog)(Program, char *) = nullptr;
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_NVRTC_H
