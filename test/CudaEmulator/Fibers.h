// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks that can be left and resumed: one for each thread of a block. A switch
// saves the registers that a call preserves and exchanges the stack pointer.

#ifndef AMP_TEST_CUDAEMULATOR_FIBERS_H
#define AMP_TEST_CUDAEMULATOR_FIBERS_H

#include <cstddef>
#include <cstdint>

namespace amp::emulator {

/// The stacks of all threads of a block, in one piece of memory.
class Stacks {
public:
  static constexpr size_t maximum = 1024;
  static constexpr size_t stackBytes = 128 * 1024;

  Stacks();
  ~Stacks();

  bool contains(const void *address) const {
    auto *byte = static_cast<const char *>(address);
    return byte >= base && byte < base + maximum * stackBytes;
  }
  /// Makes stack `number` ready to run `entry(argument)`, which must not
  /// return, and returns the stack pointer to resume.
  void *prepare(size_t number, void (*entry)(void *), void *argument);

private:
  char *base;
};

/// Leaves the running stack, storing its pointer in `*from`, and resumes `to`.
extern "C" void amp_emu_switch(void **from, void *to);

} // namespace amp::emulator

#endif // AMP_TEST_CUDAEMULATOR_FIBERS_H
