// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stand-in's algorithms. When it is asked for several, its heuristic lists
// them all, also those that the preferences exclude: callers have to look at
// what they get. Asked for one, it gives the first.

#include "CublasLt.h"

#include <cstdlib>
#include <cstring>

using namespace amp::emulator;

static constexpr uint64_t mark = 0x414d50;

const std::vector<Algorithm> &amp::emulator::getAlgorithms() {
  static const std::vector<Algorithm> list = {
      // The whole sum in order.
      {0, 0, 4096, 0},
      // Parts of the sum, combined in order without memory for them.
      {8, 0, 0, 0},
      // Parts that are combined in f32 by a second kernel.
      {16, 2, 0, 16},
      // Parts that are combined in the result itself.
      {4, 1, 64, 0},
      // More workspace than anybody has.
      {2, 2, size_t(1) << 40, 0}};
  return list;
}

int amp::emulator::findAlgorithm(const MatmulAlgo *algo) {
  if (!algo || algo->data[7] != mark ||
      algo->data[4] >= getAlgorithms().size()) {
    refuse(invalid, "an algorithm that no heuristic chose");
    return -1;
  }
  if (algo->data[5] != getVersion()) {
    refuse(invalid, "an algorithm of another version");
    return -1;
  }
  return int(algo->data[4]);
}

bool amp::emulator::isRunnable(int algorithm) {
  const char *refused = std::getenv("AMP_EMU_BLAS_REFUSE");
  return !refused || std::atoi(refused) != algorithm;
}

size_t amp::emulator::getWorkspace(const Algorithm &algorithm,
                                   const Layout &d) {
  return algorithm.workspace +
         algorithm.workspacePerResult * d.rows * d.columns * size_t(d.batch);
}

EXPORT BlasStatus cublasLtMatmulAlgoGetHeuristic(void *, void *desc, void *a,
                                                 void *b, void *c, void *d,
                                                 void *preference, int wanted,
                                                 MatmulHeuristic *results,
                                                 int *found) {
  *found = 0;
  const Preference &wish = *static_cast<Preference *>(preference);
  // Sums combined in the type of the result round more than once.
  if (wish.schemes & 5)
    return refuse(invalid, "reduction schemes that round more than once");
  if (wanted < 1)
    return invalid;
  const Layout &result = *static_cast<Layout *>(d);
  if (BlasStatus status = checkMatmul(
          *static_cast<Desc *>(desc), *static_cast<Layout *>(a),
          *static_cast<Layout *>(b), *static_cast<Layout *>(c), result))
    return status;
  for (const Algorithm &algorithm : getAlgorithms()) {
    // With no workspace at all the second one is the first that fits.
    size_t workspace = getWorkspace(algorithm, result);
    if (wanted == 1 && workspace > wish.workspace)
      continue;
    if (*found == wanted)
      break;
    MatmulHeuristic &one = results[*found];
    one = {};
    // The alignments that were promised travel with the algorithm.
    for (int i = 0; i < 4; ++i)
      one.algo.data[i] = wish.alignment[i];
    one.algo.data[4] = &algorithm - getAlgorithms().data();
    one.algo.data[5] = getVersion();
    one.algo.data[7] = mark;
    one.workspace = workspace;
    ++*found;
  }
  return 0;
}

EXPORT BlasStatus cublasLtMatmulAlgoCheck(void *, void *desc, void *a, void *b,
                                          void *c, void *d,
                                          const MatmulAlgo *algo,
                                          MatmulHeuristic *checked) {
  const Layout &result = *static_cast<Layout *>(d);
  if (BlasStatus status = checkMatmul(
          *static_cast<Desc *>(desc), *static_cast<Layout *>(a),
          *static_cast<Layout *>(b), *static_cast<Layout *>(c), result))
    return status;
  int number = findAlgorithm(algo);
  if (number < 0 || !isRunnable(number))
    return notSupported;
  checked->workspace = getWorkspace(getAlgorithms()[number], result);
  checked->state = 0;
  return 0;
}

EXPORT BlasStatus cublasLtMatmulAlgoConfigGetAttribute(const MatmulAlgo *algo,
                                                       int attribute,
                                                       void *value,
                                                       size_t bytes,
                                                       size_t *written) {
  int number = findAlgorithm(algo);
  if (number < 0)
    return invalid;
  const uint32_t &scheme = getAlgorithms()[number].scheme;
  if (attribute != algoReductionScheme || bytes != sizeof(scheme))
    return refuse(invalid, "an attribute that is not emulated");
  std::memcpy(value, &scheme, sizeof(scheme));
  *written = sizeof(scheme);
  return 0;
}
