// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading of the host code that follows a cubin.

#include "Module.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <unistd.h>

using namespace amp::emulator;

std::shared_ptr<LoadedModule> LoadedModule::load(const void *image,
                                                 std::string &error) {
  auto *bytes = static_cast<const char *>(image);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0) {
    error = "the image is no cubin";
    return nullptr;
  }
  size_t size = getElfSize(bytes);
  if (std::memcmp(bytes + size, hostMark, 8) != 0) {
    error = "the cubin was not made by the emulator's compiler";
    return nullptr;
  }
  uint64_t hostBytes;
  std::memcpy(&hostBytes, bytes + size + 8, 8);
  auto module = std::make_shared<LoadedModule>();
  module->kernels = readCubin(bytes, size);
  char path[] = "/tmp/amp-emulator-XXXXXX";
  int file = mkstemp(path);
  if (file < 0 ||
      write(file, bytes + size + 16, hostBytes) != ssize_t(hostBytes)) {
    error = "cannot write the host code of a module";
    return nullptr;
  }
  close(file);
  module->path = path;
  module->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!module->handle) {
    error = dlerror();
    return nullptr;
  }
  auto attach =
      reinterpret_cast<void (*)(const HostTable *, int **, char **, char **)>(
          dlsym(module->handle, "amp_emu_attach"));
  if (!attach) {
    error = "the host code has no entry";
    return nullptr;
  }
  attach(&hostTable, &module->position, &module->sharedStart,
         &module->sharedStop);
  return module;
}

LoadedModule::~LoadedModule() {
  if (handle)
    dlclose(handle);
  if (!path.empty())
    unlink(path.c_str());
}

LoadedModule::Entry LoadedModule::findEntry(const std::string &kernel) const {
  return reinterpret_cast<Entry>(
      dlsym(handle, ("amp_emu_entry_" + kernel).c_str()));
}
