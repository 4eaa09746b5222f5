// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the NVRTC stand-in makes and the driver stand-in loads: a real cubin, of
// which the facts about each kernel are read, followed by the same text
// compiled for the host.

#ifndef AMP_TEST_CUDAEMULATOR_MODULE_H
#define AMP_TEST_CUDAEMULATOR_MODULE_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace amp::emulator {

/// What the real compiler says about a kernel.
struct KernelFacts {
  unsigned registers = 0;
  unsigned sharedBytes = 0;
  /// The largest block it was compiled for; 0 if it names none.
  unsigned maxThreads = 0;
  /// Offset and size of each parameter.
  std::vector<std::pair<unsigned, unsigned>> parameters;
};

/// The kernels in a cubin, by name; empty if it is none.
std::map<std::string, KernelFacts> readCubin(const char *image, size_t bytes);

/// The size of the ELF image at `image`, from its own headers.
size_t getElfSize(const char *image);

/// The mark between cubin and host code.
inline constexpr char hostMark[] = "AMPEMU01";

/// A module in memory.
class LoadedModule {
public:
  /// Loads an image; null with `error` set if it is not one of ours.
  static std::shared_ptr<LoadedModule> load(const void *image,
                                            std::string &error);
  ~LoadedModule();

  std::map<std::string, KernelFacts> kernels;
  /// The file of the host code, for source positions.
  std::string path;
  int *position = nullptr;
  char *sharedStart = nullptr, *sharedStop = nullptr;

  /// The host's entry of a kernel.
  using Entry = void (*)(void **);
  Entry findEntry(const std::string &kernel) const;

private:
  void *handle = nullptr;
};

/// The functions that host code calls; the driver stand-in's.
extern const struct HostTable hostTable;

} // namespace amp::emulator

#endif // AMP_TEST_CUDAEMULATOR_MODULE_H
