// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of tensors for the fuzz test, and words for what differs.

#ifndef AMP_TEST_FUZZ_COMPARETENSORS_H
#define AMP_TEST_FUZZ_COMPARETENSORS_H

#include "amp/Runtime/Tensor.h"

#include <string>

bool isFloatType(amp::ElementType type);

/// The first difference of two tensors in shape, type or bits, in words; empty
/// if there is none. All NaN are equal: the sign and payload of one that an
/// operation makes are exempt from P4.
std::string findDifference(const amp::Tensor &a, const amp::Tensor &b);

/// How element `index` differs, in words.
std::string describeDifference(const amp::Tensor &a, const amp::Tensor &b,
                               int64_t index);

/// A floating-point type as far as distances between its numbers need it.
struct Format {
  int digits;  // of the significand, the hidden one included
  int minimum; // exponent of the smallest normal number
  int maximum; // exponent of the largest number
};

Format formatOf(amp::ElementType type);

/// The distance of neighbours at `value`.
double ulpOf(double value, const Format &format);

/// `value`, or, in place of an infinity, the first number that is too large:
/// the distance to an overflow.
double finiteOf(double value, const Format &format);

/// The largest distance of two elements; of a NaN from a number it is infinite.
double findDistance(const amp::Tensor &a, const amp::Tensor &b);

#endif // AMP_TEST_FUZZ_COMPARETENSORS_H
