// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test program of the embedding interface: runs one part of the checks on
// one target. Usage: embedding-test PART ref|cpu MODELS SCRATCH.

#include "EngineTest.h"

using namespace amp;

int main(int argc, char **argv) {
  if (argc != 5) {
    std::printf("error: expects PART TARGET MODELS SCRATCH\n");
    return 1;
  }
  std::string part = argv[1], models = argv[3], scratch = argv[4];
  CompileOptions options;
  options.target = std::string(argv[2]) == "cpu" ? Target::Cpu : Target::Ref;
  options.threads = 1;
  if (part == "training")
    testTraining(options, models, scratch);
  else if (part == "errors")
    testErrors(options, models);
  else if (part == "threads")
    testThreads(options, models);
  else if (part == "plans")
    testPlans(options, models);
  else if (part == "fusion")
    testFusion(options, models);
  else if (part == "copies")
    testCopies(options, models);
  else if (part == "scaling")
    testScaling(options);
  else if (part == "groups")
    testGroups(options);
  else if (part == "resuming")
    testResuming(options, models);
  else if (part == "masks")
    testMasks(options);
  else if (part == "sizes")
    testSizes(options, scratch);
  std::printf("%s: %ld checks, %ld failed\n", part.c_str(), checkCount.run,
              checkCount.failed);
  return checkCount.failed || !checkCount.run;
}
