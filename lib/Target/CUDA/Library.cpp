// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dlopen with a report of the search.

#include "Library.h"

#include <cstdlib>
#include <dlfcn.h>
#include <link.h>

using namespace amp;
using namespace amp::cuda;

Result<Library> Library::open(llvm::StringRef what,
                              llvm::ArrayRef<llvm::StringRef> names,
                              llvm::ArrayRef<std::string> folders) {
  std::string searched;
  std::vector<std::string> files;
  for (llvm::StringRef name : names)
    files.push_back(name.str());
  for (const std::string &folder : folders)
    for (llvm::StringRef name : names)
      files.push_back(folder + "/" + name.str());
  for (const std::string &file : files) {
    Library library;
    library.handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library.handle) {
      searched += (searched.empty() ? "" : ", ") + file;
      continue;
    }
    link_map *map = nullptr;
    bool known = dlinfo(library.handle, RTLD_DI_LINKMAP, &map) == 0 && map &&
                 map->l_name && *map->l_name;
    library.path = known ? map->l_name : file;
    return library;
  }
  return Failure{"cannot load " + what.str() + "; searched " + searched};
}

void *Library::find(const char *name) const { return dlsym(handle, name); }

std::vector<std::string> amp::cuda::getToolkitFolders() {
  std::vector<std::string> folders;
  if (const char *home = std::getenv("CUDA_HOME"); home && *home)
    for (const char *part : {"/lib64", "/lib"})
      folders.push_back(std::string(home) + part);
  for (const char *part : {"/lib64", "/lib"})
    folders.push_back(std::string("/usr/local/cuda") + part);
  return folders;
}
