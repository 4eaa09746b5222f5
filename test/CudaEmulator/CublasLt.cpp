// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stand-in for cuBLASLt: every descriptor is checked against the limits that
// the library's documentation states before the product is computed.

#include "CublasLt.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace amp::emulator;

BlasStatus amp::emulator::refuse(BlasStatus status, const std::string &why) {
  fprintf(stderr, "emu: cuBLASLt: %s\n", why.c_str());
  return status;
}

BlasStatus amp::emulator::checkMatmul(const Desc &desc, const Layout &a,
                                      const Layout &b, const Layout &c,
                                      const Layout &d) {
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

namespace {

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

size_t amp::emulator::getVersion() {
  const char *text = std::getenv("AMP_EMU_BLAS_VERSION");
  return text ? std::strtoull(text, nullptr, 10) : 130100;
}

EXPORT size_t cublasLtGetVersion() { return getVersion(); }
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

EXPORT BlasStatus cublasLtMatmul(void *, void *desc, const void *alpha,
                                 const void *aData, void *a, const void *bData,
                                 void *b, const void *beta, const void *cData,
                                 void *c, void *dData, void *d,
                                 const MatmulAlgo *algo, void *workspace,
                                 size_t workspaceBytes, Stream stream) {
  int number = findAlgorithm(algo);
  if (number < 0)
    return invalid;
  if (BlasStatus status =
          checkMatmul(*cast<Desc>(desc), *cast<Layout>(a), *cast<Layout>(b),
                      *cast<Layout>(c), *cast<Layout>(d)))
    return status;
  const void *pointers[] = {aData, bData, cData, dData};
  for (int i = 0; i < 4; ++i)
    if (uint64_t(pointers[i]) % algo->data[i] != 0)
      return refuse(notSupported, "an operand below the promised alignment");
  const Algorithm &algorithm = getAlgorithms()[number];
  if (!isRunnable(number))
    return refuse(notSupported, "an algorithm that the check refuses");
  if (workspaceBytes < getWorkspace(algorithm, *cast<Layout>(d)))
    return refuse(invalid, "a workspace that is too small");
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
                        Address(cData),
                        number};
  bool isDouble = call->desc.scale == r64F;
  call->alpha = isDouble ? *static_cast<const double *>(alpha)
                         : *static_cast<const float *>(alpha);
  call->beta = isDouble ? *static_cast<const double *>(beta)
                        : *static_cast<const float *>(beta);
  ampEmuEnqueue(stream, multiply, call,
                [](void *call) { delete static_cast<Call *>(call); });
  return 0;
}
