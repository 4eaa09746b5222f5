// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilation through NVRTC. The options are those that keep one rounding per
// operation: no contraction, IEEE division and square root, subnormals kept.

#include "Nvrtc.h"
#include "NvrtcBuiltins.h"

#include "amp/Conversion/DeviceToCuda.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

using namespace amp;
using namespace amp::cuda;

Status Nvrtc::resolveAll() {
  auto all = [&](auto &...pairs) {
    Status status = Status::success();
    auto one = [&](auto &pair) {
      if (status.ok())
        status = library.resolve(*pair.first, pair.second);
    };
    (one(pairs), ...);
    return status;
  };
  std::pair version{&versionFunction, "nvrtcVersion"};
  std::pair error{&errorString, "nvrtcGetErrorString"};
  std::pair create{&createProgram, "nvrtcCreateProgram"};
  std::pair destroy{&destroyProgram, "nvrtcDestroyProgram"};
  std::pair compile{&compileProgram, "nvrtcCompileProgram"};
  std::pair cubinSize{&getCubinSize, "nvrtcGetCUBINSize"};
  std::pair cubin{&getCubin, "nvrtcGetCUBIN"};
  std::pair ptxSize{&getPtxSize, "nvrtcGetPTXSize"};
  std::pair ptx{&getPtx, "nvrtcGetPTX"};
  std::pair logSize{&getLogSize, "nvrtcGetProgramLogSize"};
  std::pair log{&getLog, "nvrtcGetProgramLog"};
  return all(version, error, create, destroy, compile, cubinSize, cubin,
             ptxSize, ptx, logSize, log);
}

Result<std::unique_ptr<Nvrtc>> Nvrtc::load() {
  Result<Library> library = Library::open(
      "NVRTC", {"libnvrtc.so.13", "libnvrtc.so.12"}, getToolkitFolders());
  if (!library.ok())
    return library.takeFailure();
  auto nvrtc = std::make_unique<Nvrtc>();
  nvrtc->library = library.take();
  loadNvrtcBuiltins(nvrtc->library.getPath());
  if (Status status = nvrtc->resolveAll(); !status.ok())
    return Failure{status.message()};
  int major = 0, minor = 0;
  nvrtc->versionFunction(&major, &minor);
  nvrtc->version = 1000 * major + 10 * minor;
  if (major < 12)
    return Failure{"expects NVRTC 12.0 or later, got " + std::to_string(major) +
                   "." + std::to_string(minor) + " in " +
                   nvrtc->library.getPath()};
  return nvrtc;
}

std::string Nvrtc::describe(Code code) const {
  const char *text = errorString(code);
  return text ? text : std::to_string(code);
}

/// The options of any compiler, without the program's name.
static std::vector<std::string> getOptions(const NvrtcOptions &options) {
  std::string target = options.emitPtx ? "compute_" : "sm_";
  return {"--gpu-architecture=" + target + std::to_string(options.capability),
          "--std=c++17",
          "--fmad=false",
          "--prec-div=true",
          "--prec-sqrt=true",
          "--ftz=false",
          "--ptxas-options=-v"};
}

std::string Nvrtc::describeCommand(const std::string &file,
                                   const NvrtcOptions &options) {
  std::vector<std::string> parts = getOptions(options);
  parts.insert(parts.begin(), options.emitPtx ? "nvcc --ptx" : "nvcc --cubin");
  parts.push_back(file);
  return llvm::join(parts, " ");
}

Result<NvrtcOutput> Nvrtc::compile(const std::string &source,
                                   const std::string &name,
                                   const NvrtcOptions &options) const {
  std::string header = getCudaDeviceHeader().str();
  const char *headerText = header.c_str(), *headerName = "amp_device.h";
  Program program = nullptr;
  if (Code code = createProgram(&program, source.c_str(), name.c_str(), 1,
                                &headerText, &headerName))
    return Failure{"NVRTC cannot take " + name + ": " + describe(code)};
  llvm::scope_exit destroy([&] { destroyProgram(&program); });
  std::vector<std::string> texts = getOptions(options);
  // Leaves out declarations of textures and of the runtime, which no kernel
  // uses and which every program would be read with; NVRTC has it since 12.4.
  if (version >= 12040)
    texts.push_back("--minimal");
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  Code code = compileProgram(program, int(pointers.size()), pointers.data());

  auto read = [&](auto size, auto get, std::string &text) -> Code {
    size_t bytes = 0;
    if (Code code = size(program, &bytes))
      return code;
    text.resize(bytes);
    return get(program, text.data());
  };
  NvrtcOutput output;
  read(getLogSize, getLog, output.log);
  // The log and PTX come with their terminating zero.
  auto trim = [](std::string &text) {
    while (!text.empty() && text.back() == '\0')
      text.pop_back();
  };
  trim(output.log);
  if (code)
    return Failure{"NVRTC cannot compile " + name + ": " + describe(code) +
                   "\n" + output.log +
                   "to reproduce: " + describeCommand(name, options)};
  code = options.emitPtx ? read(getPtxSize, getPtx, output.code)
                         : read(getCubinSize, getCubin, output.code);
  if (code)
    return Failure{"NVRTC gives no code for " + name + ": " + describe(code)};
  if (options.emitPtx)
    trim(output.code);
  return output;
}
