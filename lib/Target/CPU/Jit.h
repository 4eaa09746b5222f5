// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine code end of the CPU target: an LLVM module becomes object code,
// object code becomes functions of this process. Knows nothing of kernels.

#ifndef AMP_LIB_TARGET_CPU_JIT_H
#define AMP_LIB_TARGET_CPU_JIT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace amp::cpu {

/// A CPU's name and features in LLVM's notation.
struct CPUFeatures {
  std::string cpu;
  std::string features;
};

/// The CPU of this process, with what the operating system lets it use.
CPUFeatures getHostFeatures();

/// Code generation for one CPU, on one thread at a time.
class CodeGenerator {
public:
  static llvm::Expected<std::unique_ptr<CodeGenerator>>
  create(const CPUFeatures &cpu);
  ~CodeGenerator();

  /// Optimizes `module` with a short list of passes that keep every bit of
  /// every result, and returns its object code.
  llvm::Expected<llvm::SmallVector<char, 0>> generate(llvm::Module &module);

private:
  explicit CodeGenerator(std::unique_ptr<llvm::TargetMachine> machine);

  std::unique_ptr<llvm::TargetMachine> machine;
};

/// Linking of object code into this process.
class Jit {
public:
  static llvm::Expected<std::unique_ptr<Jit>> create(const CPUFeatures &cpu);
  ~Jit();

  /// Links object code whose symbols differ from all earlier ones. External
  /// symbols are looked up in this process.
  llvm::Error link(llvm::ArrayRef<char> object, llvm::StringRef name);
  /// The address of a linked symbol.
  llvm::Expected<void *> lookup(llvm::StringRef symbol);

private:
  explicit Jit(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace amp::cpu

#endif // AMP_LIB_TARGET_CPU_JIT_H
