// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stand-in for cuBLASLt: every descriptor is checked against the limits that
// the library's documentation states, then the product is computed on the host
// with f32 sums (f64 for f64) and one rounding.

#include "Target/CUDA/Api.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using namespace amp::cuda::api;

#define EXPORT extern "C" __attribute__((visibility("default")))

extern "C" void ampEmuEnqueue(Stream stream, std::string (*work)(void *),
                              void *argument, void (*release)(void *));
extern "C" void ampEmuNoteProduct(uint64_t read, uint64_t written);
extern "C" const char *ampEmuCheck(Address address, size_t bytes);

namespace {

constexpr BlasStatus invalid = 7, notSupported = 15;

BlasStatus refuse(BlasStatus status, const std::string &why) {
  fprintf(stderr, "emu: cuBLASLt: %s\n", why.c_str());
  return status;
}

struct Desc {
  int compute = 0, scale = 0;
  int32_t transA = 0, transB = 0;
  uint32_t epilogue = epilogueDefault;
  Address bias = 0;
  int32_t biasType = -1;
};

struct Layout {
  int type = 0;
  uint64_t rows = 0, columns = 0;
  int64_t leading = 0;
  int32_t batch = 1;
  int64_t stride = 0;
};

struct Preference {
  uint64_t workspace = 0;
  uint32_t schemes = 7;
  uint32_t alignment[4] = {256, 256, 256, 256};
};

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

/// A product as it was called.
struct Call {
  Desc desc;
  Layout a, b, d;
  Address aData, bData, dData;
  double alpha, beta;
  Address cData;
};

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

std::string multiply(void *argument) {
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
  ampEmuNoteProduct(bytesIn(call.a) + bytesIn(call.b) +
                        (hasBias ? call.d.rows * bytesOf(biasType) : 0),
                    bytesIn(call.d));
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
        double total = 0;
        if (isDouble) {
          for (int64_t j = 0; j < k; ++j)
            total += leftWide[row * k + j] * rightWide[column * k + j];
        } else {
          float sum = 0;
          for (int64_t j = 0; j < k; ++j)
            sum += left[row * k + j] * right[column * k + j];
          total = sum;
        }
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

/// What the documentation of cublasLtMatmul says about types, sizes and
/// strides.
BlasStatus checkMatmul(const Desc &desc, const Layout &a, const Layout &b,
                       const Layout &c, const Layout &d) {
  uint64_t m = d.rows, n = d.columns;
  uint64_t k = desc.transA ? a.rows : a.columns;
  if ((desc.transA ? a.columns : a.rows) != m ||
      (desc.transB ? b.rows : b.columns) != n ||
      (desc.transB ? b.columns : b.rows) != k || c.rows != m || c.columns != n)
    return refuse(invalid, "sizes of the matrices do not fit");
  if (m == 0 || n == 0 || k == 0)
    return refuse(invalid, "an empty matrix");
  if (a.type != b.type || c.type != d.type)
    return refuse(notSupported, "operands of different types");
  bool isDouble = desc.compute == compute64F;
  if (isDouble != (a.type == r64F) || isDouble != (d.type == r64F) ||
      isDouble != (desc.scale == r64F))
    return refuse(notSupported, "a compute type that does not fit");
  if (!isDouble && d.type != a.type && d.type != r32F)
    return refuse(notSupported, "a result type that does not fit");
  int biasType = desc.biasType < 0 ? d.type : desc.biasType;
  if (desc.epilogue == epilogueBias && biasType != d.type)
    return refuse(notSupported, "a bias of another type than the result");
  if (desc.epilogue != epilogueBias && desc.epilogue != epilogueDefault)
    return refuse(notSupported, "an epilogue that is not emulated");
  for (const Layout *layout : {&a, &b, &c, &d}) {
    if (layout->leading < int64_t(layout->rows))
      return refuse(invalid, "a leading dimension below the rows");
    if (layout->batch != d.batch)
      return refuse(invalid, "batches of different lengths");
  }
  if (d.batch > 1 && d.stride < int64_t(d.rows * d.columns))
    return refuse(invalid, "results of a batch that overlap");
  return 0;
}

template <typename T> T *cast(void *handle) { return static_cast<T *>(handle); }

/// Copies a value of the exact size that an attribute has.
template <typename T>
BlasStatus take(T &field, const void *value, size_t bytes) {
  if (!value || bytes != sizeof(T))
    return refuse(invalid, "an attribute of another size");
  std::memcpy(&field, value, bytes);
  return 0;
}

} // namespace

EXPORT size_t cublasLtGetVersion() { return 130100; }
EXPORT BlasStatus cublasLtCreate(void **handle) {
  *handle = new int(0);
  return 0;
}
EXPORT BlasStatus cublasLtDestroy(void *handle) {
  delete cast<int>(handle);
  return 0;
}

EXPORT BlasStatus cublasLtMatmulDescCreate(void **desc, int compute,
                                           int scale) {
  if (compute != compute32F && compute != compute64F &&
      compute != compute32FFastTF32)
    return refuse(invalid, "an unknown compute type");
  *desc = new Desc{compute, scale};
  return 0;
}
EXPORT BlasStatus cublasLtMatmulDescDestroy(void *desc) {
  delete cast<Desc>(desc);
  return 0;
}
EXPORT BlasStatus cublasLtMatmulDescSetAttribute(void *handle, int attribute,
                                                 const void *value,
                                                 size_t bytes) {
  Desc &desc = *cast<Desc>(handle);
  switch (attribute) {
  case descTransA:
    return take(desc.transA, value, bytes);
  case descTransB:
    return take(desc.transB, value, bytes);
  case descEpilogue:
    return take(desc.epilogue, value, bytes);
  case descBiasPointer:
    return take(desc.bias, value, bytes);
  case descBiasDataType:
    return take(desc.biasType, value, bytes);
  default:
    return refuse(invalid, "an attribute that is not emulated");
  }
}

EXPORT BlasStatus cublasLtMatrixLayoutCreate(void **layout, int type,
                                             uint64_t rows, uint64_t columns,
                                             int64_t leading) {
  if (type != r32F && type != r64F && type != r16F && type != r16BF)
    return refuse(invalid, "an unknown type of a matrix");
  *layout = new Layout{type, rows, columns, leading};
  return 0;
}
EXPORT BlasStatus cublasLtMatrixLayoutDestroy(void *layout) {
  delete cast<Layout>(layout);
  return 0;
}
EXPORT BlasStatus cublasLtMatrixLayoutSetAttribute(void *handle, int attribute,
                                                   const void *value,
                                                   size_t bytes) {
  Layout &layout = *cast<Layout>(handle);
  switch (attribute) {
  case layoutBatchCount:
    return take(layout.batch, value, bytes);
  case layoutBatchStride:
    return take(layout.stride, value, bytes);
  default:
    return refuse(invalid, "an attribute that is not emulated");
  }
}

EXPORT BlasStatus cublasLtMatmulPreferenceCreate(void **preference) {
  *preference = new Preference;
  return 0;
}
EXPORT BlasStatus cublasLtMatmulPreferenceDestroy(void *preference) {
  delete cast<Preference>(preference);
  return 0;
}
EXPORT BlasStatus cublasLtMatmulPreferenceSetAttribute(void *handle,
                                                       int attribute,
                                                       const void *value,
                                                       size_t bytes) {
  Preference &preference = *cast<Preference>(handle);
  switch (attribute) {
  case preferenceMaxWorkspace:
    return take(preference.workspace, value, bytes);
  case preferenceReductionSchemes:
    return take(preference.schemes, value, bytes);
  case preferenceAlignmentA:
  case preferenceAlignmentB:
  case preferenceAlignmentC:
  case preferenceAlignmentD:
    return take(preference.alignment[attribute - preferenceAlignmentA], value,
                bytes);
  default:
    return refuse(invalid, "an attribute that is not emulated");
  }
}

EXPORT BlasStatus cublasLtMatmulAlgoGetHeuristic(void *, void *desc, void *a,
                                                 void *b, void *c, void *d,
                                                 void *preference, int wanted,
                                                 MatmulHeuristic *results,
                                                 int *found) {
  *found = 0;
  const Preference &wish = *cast<Preference>(preference);
  // Sums combined in the type of the result round more than once.
  if (wish.schemes & 5)
    return refuse(invalid, "reduction schemes that round more than once");
  if (wanted < 1)
    return invalid;
  if (BlasStatus status =
          checkMatmul(*cast<Desc>(desc), *cast<Layout>(a), *cast<Layout>(b),
                      *cast<Layout>(c), *cast<Layout>(d)))
    return status;
  MatmulHeuristic &result = results[0];
  result = {};
  // The alignments that were promised travel with the algorithm.
  for (int i = 0; i < 4; ++i)
    result.algo.data[i] = wish.alignment[i];
  result.algo.data[7] = 0x414d50;
  result.workspace = wish.workspace < 4096 ? 0 : 4096;
  *found = 1;
  return 0;
}

EXPORT BlasStatus cublasLtMatmul(void *, void *desc, const void *alpha,
                                 const void *aData, void *a, const void *bData,
                                 void *b, const void *beta, const void *cData,
                                 void *c, void *dData, void *d,
                                 const MatmulAlgo *algo, void *workspace,
                                 size_t workspaceBytes, Stream stream) {
  if (!algo || algo->data[7] != 0x414d50)
    return refuse(invalid, "an algorithm that no heuristic chose");
  if (BlasStatus status =
          checkMatmul(*cast<Desc>(desc), *cast<Layout>(a), *cast<Layout>(b),
                      *cast<Layout>(c), *cast<Layout>(d)))
    return status;
  const void *pointers[] = {aData, bData, cData, dData};
  for (int i = 0; i < 4; ++i)
    if (uint64_t(pointers[i]) % algo->data[i] != 0)
      return refuse(notSupported, "an operand below the promised alignment");
  if (workspaceBytes != 0)
    if (std::string wrong = ampEmuCheck(Address(workspace), workspaceBytes);
        !wrong.empty())
      return refuse(invalid, "workspace: " + wrong);
  auto *call = new Call{*cast<Desc>(desc),
                        *cast<Layout>(a),
                        *cast<Layout>(b),
                        *cast<Layout>(d),
                        Address(aData),
                        Address(bData),
                        Address(dData),
                        0,
                        0,
                        Address(cData)};
  bool isDouble = call->desc.scale == r64F;
  call->alpha = isDouble ? *static_cast<const double *>(alpha)
                         : *static_cast<const float *>(alpha);
  call->beta = isDouble ? *static_cast<const double *>(beta)
                        : *static_cast<const float *>(beta);
  ampEmuEnqueue(stream, multiply, call,
                [](void *call) { delete static_cast<Call *>(call); });
  return 0;
}
