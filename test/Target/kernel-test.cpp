// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program behind the tests of compiled kernels: runs the part named on the
// command line and says whether all of it held.

#include "KernelHarness.h"

using namespace amp::test;

int main(int argc, char **argv) {
  std::string part = argc == 2 ? argv[1] : "";
  if (part == "forms")
    testForms();
  else if (part == "transposes")
    testTransposes();
  else if (part == "stages")
    testStages();
  else if (part == "types")
    testTypes();
  else if (part == "formats")
    testFormats();
  else if (part == "targets")
    testTargets();
  else
    fail("expects one of forms, transposes, stages, types, formats, targets, "
         "got " +
         part);
  std::printf(failures ? "%d failures\n" : "all passed\n", failures);
  return failures != 0;
}
