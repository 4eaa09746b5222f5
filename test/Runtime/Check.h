// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assertions of the runtime's own test program: each failure is printed
// with its place, counted, and does not stop the others.

#ifndef AMP_TEST_RUNTIME_CHECK_H
#define AMP_TEST_RUNTIME_CHECK_H

#include <cstdio>
#include <string>

/// How many checks ran and failed in this program.
struct CheckCount {
  long run = 0;
  long failed = 0;
};
inline CheckCount checkCount;

inline void check(bool holds, const char *text, const char *file, int line) {
  ++checkCount.run;
  if (holds)
    return;
  if (++checkCount.failed <= 50)
    std::printf("%s:%d: failed: %s\n", file, line, text);
}

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)

/// Checks that a status or result failed with a message that contains `part`.
#define CHECK_MESSAGE(outcome, part)                                           \
  do {                                                                         \
    auto &&checked = (outcome);                                                \
    CHECK(!checked.ok());                                                      \
    bool contains =                                                            \
        !checked.ok() && checked.message().find(part) != std::string::npos;    \
    check(contains, #outcome " says " #part, __FILE__, __LINE__);              \
    if (!contains && !checked.ok())                                            \
      std::printf("  it says: %s\n", checked.message().c_str());               \
  } while (false)

// The parts of the program, one per file.
void testFloat16();
void testTensor();
void testNumpyFile(const std::string &folder);
void testSafetensors(const std::string &folder);
void testThreadPool();
void testPhilox();
void testVariableStore();
void testGemm();
void testScatterAdd();

// What the hardware gives; printed, not judged.
void measureThreadPool();
void measureGemm();

#endif // AMP_TEST_RUNTIME_CHECK_H
