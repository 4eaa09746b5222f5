// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products on the host: f32 sums (f64 for f64) in the order of an algorithm,
// one rounding.

#include "CublasLt.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace amp::emulator;

namespace {

size_t bytesOf(int type) { return type == r64F ? 8 : type == r32F ? 4 : 2; }

double load(const char *data, int type, int64_t index) {
  switch (type) {
  case r64F: {
    double value;
    std::memcpy(&value, data + 8 * index, 8);
    return value;
  }
  case r32F: {
    float value;
    std::memcpy(&value, data + 4 * index, 4);
    return value;
  }
  case r16F: {
    _Float16 value;
    std::memcpy(&value, data + 2 * index, 2);
    return float(value);
  }
  default: {
    uint16_t half;
    std::memcpy(&half, data + 2 * index, 2);
    uint32_t bits = uint32_t(half) << 16;
    float value;
    std::memcpy(&value, &bits, 4);
    return value;
  }
  }
}

void store(char *data, int type, int64_t index, double value) {
  float single = float(value);
  switch (type) {
  case r64F:
    std::memcpy(data + 8 * index, &value, 8);
    return;
  case r32F:
    std::memcpy(data + 4 * index, &single, 4);
    return;
  case r16F: {
    auto half = _Float16(single);
    std::memcpy(data + 2 * index, &half, 2);
    return;
  }
  default: {
    uint32_t bits;
    std::memcpy(&bits, &single, 4);
    uint32_t rounded = bits + 0x7fff + (bits >> 16 & 1);
    auto half = uint16_t((single != single ? bits | 0x400000 : rounded) >> 16);
    std::memcpy(data + 2 * index, &half, 2);
  }
  }
}

/// A matrix of one batch, or of all, in memory.
size_t spanBytes(const Layout &layout) {
  if (layout.rows == 0 || layout.columns == 0)
    return 0;
  int64_t last = int64_t(layout.columns - 1) * layout.leading +
                 int64_t(layout.rows) + (layout.batch - 1) * layout.stride;
  return size_t(last) * bytesOf(layout.type);
}

/// `value` with TF32's 10 bits after the point, to nearest, ties away from
/// zero, as the conversion instruction rounds. What the library does with the
/// last bit is not documented; tests must not depend on it.
float roundToTF32(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  if ((bits & 0x7f800000) != 0x7f800000)
    bits = (bits + 0x1000) & 0xffffe000;
  std::memcpy(&value, &bits, 4);
  return value;
}

/// The sum of a[i] * b[i], in parts of so many if `part` is not 0, which are
/// added in order.
template <typename T>
T sumProducts(const T *a, const T *b, int64_t count, int64_t part) {
  T total = 0;
  for (int64_t begin = 0, end = 0; begin < count; begin = end) {
    end = part == 0 ? count : std::min(begin + part, count);
    T sum = 0;
    for (int64_t i = begin; i < end; ++i)
      sum += a[i] * b[i];
    total = begin == 0 ? sum : total + sum;
  }
  return total;
}

/// The milliseconds that AMP_EMU_PRODUCT_MS states for an algorithm, or 0.
double getStatedTime(int algorithm) {
  const char *text = std::getenv("AMP_EMU_PRODUCT_MS");
  for (; text && algorithm > 0; --algorithm)
    if ((text = std::strchr(text, ',')))
      ++text;
  return text ? std::atof(text) : 0;
}

} // namespace

std::string amp::emulator::multiply(void *argument) {
  Call &call = *static_cast<Call *>(argument);
  auto check = [](const char *what, Address address, size_t bytes) {
    std::string wrong = ampEmuCheck(address, bytes);
    return wrong.empty()
               ? wrong
               : "cublasLtMatmul: " + std::string(what) + ": " + wrong;
  };
  for (std::string wrong : {check("A", call.aData, spanBytes(call.a)),
                            check("B", call.bData, spanBytes(call.b)),
                            check("D", call.dData, spanBytes(call.d))})
    if (!wrong.empty())
      return wrong;
  bool hasBias = call.desc.epilogue == epilogueBias;
  int biasType = call.desc.biasType < 0 ? call.d.type : call.desc.biasType;
  if (hasBias)
    if (std::string wrong =
            check("bias", call.desc.bias, call.d.rows * bytesOf(biasType));
        !wrong.empty())
      return wrong;
  // A matrix that all products of a batch share is read once.
  auto bytesIn = [](const Layout &layout) {
    return uint64_t(layout.stride == 0 ? 1 : layout.batch) * layout.rows *
           layout.columns * bytesOf(layout.type);
  };
  std::string name = "algorithm " + std::to_string(call.algorithm) +
                     ", epilogue " + std::to_string(call.desc.epilogue);
  ampEmuNoteProduct(name.c_str(),
                    bytesIn(call.a) + bytesIn(call.b) +
                        (hasBias ? call.d.rows * bytesOf(biasType) : 0),
                    bytesIn(call.d));
  ampEmuPass(getStatedTime(call.algorithm));
  int64_t part = getAlgorithms()[call.algorithm].part;
  bool isDouble = call.desc.compute == compute64F;
  int64_t m = call.d.rows, n = call.d.columns;
  int64_t k = call.desc.transA ? call.a.rows : call.a.columns;
  auto *a = reinterpret_cast<const char *>(call.aData);
  auto *b = reinterpret_cast<const char *>(call.bData);
  auto *d = reinterpret_cast<char *>(call.dData);
  auto *bias = reinterpret_cast<const char *>(call.desc.bias);
  // Operands as rows of numbers that follow each other along k.
  std::vector<float> left(m * k), right(n * k);
  std::vector<double> leftWide(isDouble ? m * k : 0),
      rightWide(isDouble ? n * k : 0);
  for (int32_t batch = 0; batch < call.d.batch; ++batch) {
    int64_t aFirst = batch * call.a.stride, bFirst = batch * call.b.stride;
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < k; ++j) {
        double x = load(a, call.a.type,
                        aFirst + (call.desc.transA ? j + i * call.a.leading
                                                   : i + j * call.a.leading));
        left[i * k + j] = float(x);
        if (isDouble)
          leftWide[i * k + j] = x;
      }
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < k; ++j) {
        double x = load(b, call.b.type,
                        bFirst + (call.desc.transB ? i + j * call.b.leading
                                                   : j + i * call.b.leading));
        right[i * k + j] = float(x);
        if (isDouble)
          rightWide[i * k + j] = x;
      }
    if (call.desc.compute == compute32FFastTF32)
      for (std::vector<float> *operand : {&left, &right})
        for (float &value : *operand)
          value = roundToTF32(value);
    for (int64_t column = 0; column < n; ++column)
      for (int64_t row = 0; row < m; ++row) {
        double total =
            isDouble ? sumProducts(&leftWide[row * k], &rightWide[column * k],
                                   k, part)
                     : sumProducts(&left[row * k], &right[column * k], k, part);
        int64_t index = batch * call.d.stride + row + column * call.d.leading;
        total *= call.alpha;
        if (call.beta != 0)
          total += call.beta * load(reinterpret_cast<const char *>(call.cData),
                                    call.d.type, index);
        if (hasBias) {
          double offset = load(bias, biasType, row);
          total = isDouble ? total + offset : float(total) + float(offset);
        }
        store(d, call.d.type, index, total);
      }
  }
  return "";
}
