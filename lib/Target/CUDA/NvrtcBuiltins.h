// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVRTC opens a second library by its bare name, which the loader's search
// finds only where a toolkit was installed system-wide. Private; relies on the
// standard library alone, as the emulator uses it too.

#ifndef AMP_LIB_TARGET_CUDA_NVRTCBUILTINS_H
#define AMP_LIB_TARGET_CUDA_NVRTCBUILTINS_H

#include <dlfcn.h>
#include <filesystem>
#include <string>

namespace amp::cuda {

/// Loads the library of built-in functions that lies beside the NVRTC at
/// `path`, so that NVRTC finds it loaded. Does nothing where there is none:
/// NVRTC then says what it misses.
inline void loadNvrtcBuiltins(const std::string &path) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::filesystem::directory_iterator file(folder, error), end;
  for (; !error && file != end; file.increment(error))
    if (file->path().filename().string().starts_with("libnvrtc-builtins.so."))
      dlopen(file->path().c_str(), RTLD_NOW | RTLD_LOCAL);
}

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_NVRTCBUILTINS_H
