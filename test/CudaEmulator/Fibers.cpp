// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stack switching for x86-64 (System V: rbx, rbp and r12 to r15 are preserved).

#include "Fibers.h"

#include <cstdlib>
#include <sys/mman.h>

using namespace amp::emulator;

asm(R"(
  .text
  .globl amp_emu_switch
  .hidden amp_emu_switch
  .type amp_emu_switch, @function
amp_emu_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size amp_emu_switch, .-amp_emu_switch

  .globl amp_emu_start
  .hidden amp_emu_start
  .type amp_emu_start, @function
amp_emu_start:
  movq %r12, %rdi
  callq *%r13
  ud2
  .size amp_emu_start, .-amp_emu_start
)");

extern "C" __attribute__((visibility("hidden"))) void amp_emu_start();

Stacks::Stacks() {
  void *memory = mmap(nullptr, maximum * stackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    std::abort();
  base = static_cast<char *>(memory);
}

Stacks::~Stacks() { munmap(base, maximum * stackBytes); }

void *Stacks::prepare(size_t number, void (*entry)(void *), void *argument) {
  // Tops at the same distance would share cache lines: they are staggered.
  char *top = base + (number + 1) * stackBytes - number % 61 * 64;
  auto *slot = reinterpret_cast<uintptr_t *>(top);
  // As the switch leaves a stack: r15, r14, r13, r12, rbx, rbp, return address,
  // such that the stack pointer is a multiple of 16 before the call.
  slot -= 2;
  *--slot = reinterpret_cast<uintptr_t>(&amp_emu_start);
  *--slot = 0;
  *--slot = 0;
  *--slot = reinterpret_cast<uintptr_t>(argument);
  *--slot = reinterpret_cast<uintptr_t>(entry);
  *--slot = 0;
  *--slot = 0;
  return slot;
}
