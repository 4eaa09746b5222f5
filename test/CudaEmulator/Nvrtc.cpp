// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stand-in for NVRTC: the real one compiles the text for the architecture
// that was asked for and, the first time a text is seen, for all others; then
// clang compiles it for the host, checked. Any failure is the result. Results
// are kept in a folder, as the same texts come again and again.
//
// Environment: AMP_EMU_NVRTC, the real library's file; AMP_EMU_CACHE, the
// folder, by default a folder of the user's in the system's temporary one;
// AMP_EMU_COMPILE=fast for many small programs, each run once: only the
// architecture that was asked for, and no optimisation. What is checked while a
// kernel runs is the same; kernels may take other registers.

#include "Module.h"

#include "Target/CUDA/NvrtcBuiltins.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace amp::emulator;

extern char **environ;

/// The host's compiler and its options, without files.
static constexpr const char *hostCommand[] = {
    "/usr/lib/llvm-22/bin/clang++", "-x", "c++", "-std=c++20", "-fPIC",
    "-fvisibility=hidden", "-march=native", "-ffp-contract=off",
    "-fno-math-errno", "-nostdinc", "-fno-exceptions", "-fno-rtti",
    // A barrier must be neither copied nor merged.
    "-fconvergent-functions", "-O1", "-gline-tables-only", "-fsanitize=thread",
    "-mllvm", "-tsan-instrument-func-entry-exit=0",
    // Loads stay where the text has them, so that each is checked and counted.
    "-mllvm", "-instcombine-code-sinking=0",
    "-fsanitize=alignment,array-bounds", "-fno-vectorize",
    // Wider accesses than 16 bytes would get no callback.
    "-fno-slp-vectorize", "-Wno-pass-failed", "-shared", "-nostdlib",
    "-fuse-ld=lld", "-Wl,-z,defs"};

static constexpr char preludeText[] =
#include "Prelude.inc"
    ;

namespace {

using Code = int;
using RealProgram = struct OpaqueProgram *;
constexpr Code compilationError = 6, invalidProgram = 4;

/// The real library's functions.
struct RealNvrtc {
  Code (*createProgram)(RealProgram *, const char *, const char *, int,
                        const char *const *, const char *const *);
  Code (*destroyProgram)(RealProgram *);
  Code (*compileProgram)(RealProgram, int, const char *const *);
  Code (*getCUBINSize)(RealProgram, size_t *);
  Code (*getCUBIN)(RealProgram, char *);
  Code (*getPTXSize)(RealProgram, size_t *);
  Code (*getPTX)(RealProgram, char *);
  Code (*getProgramLogSize)(RealProgram, size_t *);
  Code (*getProgramLog)(RealProgram, char *);
  Code (*version)(int *, int *);
  const char *(*getErrorString)(Code);
};

/// A program on its way.
struct Program {
  std::string source, name;
  std::vector<std::string> headers, headerNames;
  std::string log, code, ptx;
};

struct Compiled {
  Code code = 0;
  std::string log, cubin, ptx;
};

} // namespace

/// The real library: never the stand-in, whose soname it shares, because it is
/// opened by its file.
static const RealNvrtc *getReal() {
  static RealNvrtc real;
  static bool isLoaded = [] {
    std::vector<std::string> files;
    if (const char *file = std::getenv("AMP_EMU_NVRTC"))
      files.push_back(file);
    std::vector<std::string> homes{"/usr/local/cuda"};
    if (const char *home = std::getenv("CUDA_HOME"))
      homes.insert(homes.begin(), home);
    for (const std::string &home : homes)
      for (const char *name : {"/lib64/libnvrtc.so.13", "/lib/libnvrtc.so.13",
                               "/lib64/libnvrtc.so.12", "/lib/libnvrtc.so.12"})
        files.push_back(home + name);
    void *handle = nullptr;
    for (const std::string &file : files) {
      if (handle || access(file.c_str(), R_OK) != 0)
        continue;
      handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle)
        amp::cuda::loadNvrtcBuiltins(file);
    }
    if (!handle)
      return false;
    auto get = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(
          dlsym(handle, name));
      return function != nullptr;
    };
    return get(real.createProgram, "nvrtcCreateProgram") &&
           get(real.destroyProgram, "nvrtcDestroyProgram") &&
           get(real.compileProgram, "nvrtcCompileProgram") &&
           get(real.getCUBINSize, "nvrtcGetCUBINSize") &&
           get(real.getCUBIN, "nvrtcGetCUBIN") &&
           get(real.getPTXSize, "nvrtcGetPTXSize") &&
           get(real.getPTX, "nvrtcGetPTX") &&
           get(real.getProgramLogSize, "nvrtcGetProgramLogSize") &&
           get(real.getProgramLog, "nvrtcGetProgramLog") &&
           get(real.version, "nvrtcVersion") &&
           get(real.getErrorString, "nvrtcGetErrorString");
  }();
  return isLoaded ? &real : nullptr;
}

/// Compiles with the real library.
static Compiled compileReal(const Program &program,
                            const std::vector<std::string> &options) {
  const RealNvrtc &real = *getReal();
  Compiled result;
  std::vector<const char *> texts, names, pointers;
  for (const std::string &text : program.headers)
    texts.push_back(text.c_str());
  for (const std::string &name : program.headerNames)
    names.push_back(name.c_str());
  for (const std::string &option : options)
    pointers.push_back(option.c_str());
  RealProgram handle = nullptr;
  result.code =
      real.createProgram(&handle, program.source.c_str(), program.name.c_str(),
                         int(texts.size()), texts.data(), names.data());
  if (result.code)
    return result;
  result.code =
      real.compileProgram(handle, int(pointers.size()), pointers.data());
  auto read = [&](auto size, auto get, std::string &text) {
    size_t bytes = 0;
    if (size(handle, &bytes) == 0 && bytes != 0) {
      text.resize(bytes);
      get(handle, text.data());
    }
  };
  read(real.getProgramLogSize, real.getProgramLog, result.log);
  while (!result.log.empty() && result.log.back() == '\0')
    result.log.pop_back();
  if (result.code == 0) {
    read(real.getCUBINSize, real.getCUBIN, result.cubin);
    read(real.getPTXSize, real.getPTX, result.ptx);
  }
  real.destroyProgram(&handle);
  return result;
}

static std::string readFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

static void writeFile(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Whether kernels run too rarely for their code to be worth the time.
static bool isFast() {
  const char *text = std::getenv("AMP_EMU_COMPILE");
  return text && std::strcmp(text, "fast") == 0;
}

/// Compiles the text for the host; returns the shared library, or nothing with
/// the compiler's output in `log`.
static std::string compileForHost(const Program &program,
                                  const std::string &capability,
                                  const std::vector<std::string> &kernels,
                                  std::string &log) {
  char folder[] = "/tmp/amp-emu-compile-XXXXXX";
  if (!mkdtemp(folder)) {
    log = "cannot make a folder";
    return "";
  }
  std::string at = std::string(folder) + "/";
  writeFile(at + "prelude.h", preludeText);
  for (size_t i = 0; i < program.headers.size(); ++i)
    writeFile(at + program.headerNames[i], program.headers[i]);
  std::string source = "#include \"prelude.h\"\n#line 1 \"" + program.name +
                       "\"\n" + program.source + "\n";
  for (const std::string &kernel : kernels)
    source += "AMP_EMU_ENTRY(" + kernel + ")\n";
  writeFile(at + "program.cpp", source);
  std::string output = at + "program.so", errors = at + "errors";
  std::vector<std::string> arguments(std::begin(hostCommand),
                                     std::end(hostCommand));
  for (std::string argument :
       {"-I" + std::string(folder), "-DAMP_EMU_ARCH=" + capability + "0",
        at + "program.cpp", std::string("-o"), output, std::string("-lm"),
        std::string("-lc")})
    arguments.push_back(argument);
  if (isFast())
    arguments.push_back("-O0");
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  int status = -1;
  if (posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ) ==
      0)
    waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  std::string code = status == 0 ? readFile(output) : "";
  if (code.empty())
    log = readFile(errors);
  for (const char *name : {"prelude.h", "program.cpp", "program.so", "errors"})
    unlink((at + name).c_str());
  for (const std::string &name : program.headerNames)
    unlink((at + name).c_str());
  rmdir(folder);
  return code;
}

/// A 128-bit FNV-like digest in two halves, for file names.
static std::string digest(const std::string &text) {
  uint64_t a = 0xcbf29ce484222325u, b = 0x9e3779b97f4a7c15u;
  for (unsigned char c : text) {
    a = (a ^ c) * 0x100000001b3u;
    b = (b + c) * 0xff51afd7ed558ccdu;
    b ^= b >> 29;
  }
  char name[40];
  snprintf(name, sizeof(name), "%016llx%016llx", (unsigned long long)a,
           (unsigned long long)b);
  return name;
}

static std::string getCacheFolder() {
  if (const char *folder = std::getenv("AMP_EMU_CACHE"))
    return folder;
  return "/tmp/amp-emulator-cache-" + std::to_string(getuid());
}

/// The number in `--gpu-architecture=sm_90`, and where it stands.
static std::string findCapability(const std::vector<std::string> &options,
                                  size_t &position) {
  for (position = 0; position < options.size(); ++position)
    for (const char *prefix :
         {"--gpu-architecture=sm_", "--gpu-architecture=compute_"})
      if (options[position].rfind(prefix, 0) == 0)
        return options[position].substr(std::strlen(prefix));
  return "";
}

/// Everything there is to a compilation, without the cache.
static Code compile(Program &program, std::vector<std::string> options) {
  size_t position;
  std::string capability = findCapability(options, position);
  // Options of libraries since CUDA 12.8.
  int major = 0, minor = 0;
  getReal()->version(&major, &minor);
  if (isFast() && 100 * major + minor >= 1208)
    options.push_back("--Ofast-compile=max");
  Compiled asked = compileReal(program, options);
  program.log = asked.log;
  if (asked.code)
    return asked.code;
  program.ptx = asked.ptx;
  if (capability.empty() || asked.cubin.empty())
    return 0;
  // What compiles here must compile everywhere.
  std::vector<std::string> all{"75", "80", "90", "100", "120"};
  if (isFast())
    all.clear();
  for (const std::string &other : all) {
    if (other == capability)
      continue;
    options[position] = "--gpu-architecture=sm_" + other;
    Compiled result = compileReal(program, options);
    if (result.code) {
      program.log = "[also checked for sm_" + other + "]\n" + result.log;
      return result.code;
    }
  }
  std::vector<std::string> kernels;
  for (auto &[name, facts] : readCubin(asked.cubin.data(), asked.cubin.size()))
    kernels.push_back(name);
  std::string log;
  std::string host = compileForHost(program, capability, kernels, log);
  if (host.empty()) {
    program.log = "[emulator host compile]\n" + log;
    return compilationError;
  }
  uint64_t bytes = host.size();
  asked.cubin.resize(getElfSize(asked.cubin.data()));
  program.code = asked.cubin + hostMark +
                 std::string(reinterpret_cast<char *>(&bytes), 8) + host;
  return 0;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT Code nvrtcVersion(int *major, int *minor) {
  return getReal() ? getReal()->version(major, minor) : 3;
}

EXPORT const char *nvrtcGetErrorString(Code code) {
  return getReal() ? getReal()->getErrorString(code)
                   : "the emulator finds no real NVRTC";
}

EXPORT Code nvrtcCreateProgram(Program **program, const char *source,
                               const char *name, int count,
                               const char *const *headers,
                               const char *const *names) {
  if (!getReal())
    return 3;
  *program =
      new Program{source, name ? name : "default_program", {}, {}, {}, {}, {}};
  for (int i = 0; i < count; ++i) {
    (*program)->headers.push_back(headers[i]);
    (*program)->headerNames.push_back(names[i]);
  }
  return 0;
}

EXPORT Code nvrtcDestroyProgram(Program **program) {
  delete *program;
  *program = nullptr;
  return 0;
}

EXPORT Code nvrtcCompileProgram(Program *program, int count,
                                const char *const *texts) {
  std::vector<std::string> options(texts, texts + count);
  std::string everything = preludeText;
  for (const char *argument : hostCommand)
    everything += argument;
  for (const auto *list : {&program->headers, &program->headerNames, &options})
    for (const std::string &text : *list)
      everything += text + '\0';
  int major = 0, minor = 0;
  getReal()->version(&major, &minor);
  everything += program->name + '\0' + program->source + '\0' +
                std::to_string(100 * major + minor) + (isFast() ? "fast" : "");
  std::string folder = getCacheFolder();
  mkdir(folder.c_str(), 0700);
  std::string file = folder + "/" + digest(everything);
  // One file: the sizes of code, PTX and log, then these.
  std::string kept = readFile(file);
  uint64_t sizes[3];
  if (kept.size() >= sizeof(sizes)) {
    std::memcpy(sizes, kept.data(), sizeof(sizes));
    if (kept.size() == sizeof(sizes) + sizes[0] + sizes[1] + sizes[2]) {
      size_t at = sizeof(sizes);
      program->code = kept.substr(at, sizes[0]);
      program->ptx = kept.substr(at + sizes[0], sizes[1]);
      program->log = kept.substr(at + sizes[0] + sizes[1]);
      return 0;
    }
  }
  Code code = compile(*program, options);
  if (code == 0) {
    sizes[0] = program->code.size();
    sizes[1] = program->ptx.size();
    sizes[2] = program->log.size();
    std::string unfinished = file + "." + std::to_string(getpid());
    writeFile(unfinished,
              std::string(reinterpret_cast<char *>(sizes), sizeof(sizes)) +
                  program->code + program->ptx + program->log);
    rename(unfinished.c_str(), file.c_str());
  }
  return code;
}

static Code getSize(const std::string &text, size_t *bytes, bool terminated) {
  *bytes = text.size() + terminated;
  return 0;
}

static Code getText(const std::string &text, char *out, bool terminated) {
  std::memcpy(out, text.data(), text.size());
  if (terminated)
    out[text.size()] = '\0';
  return 0;
}

EXPORT Code nvrtcGetCUBINSize(Program *program, size_t *bytes) {
  if (program->code.empty())
    return invalidProgram;
  return getSize(program->code, bytes, false);
}
EXPORT Code nvrtcGetCUBIN(Program *program, char *out) {
  return getText(program->code, out, false);
}
EXPORT Code nvrtcGetPTXSize(Program *program, size_t *bytes) {
  return getSize(program->ptx, bytes, false);
}
EXPORT Code nvrtcGetPTX(Program *program, char *out) {
  return getText(program->ptx, out, false);
}
EXPORT Code nvrtcGetProgramLogSize(Program *program, size_t *bytes) {
  return getSize(program->log, bytes, true);
}
EXPORT Code nvrtcGetProgramLog(Program *program, char *out) {
  return getText(program->log, out, true);
}
