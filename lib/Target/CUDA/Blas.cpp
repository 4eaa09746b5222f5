// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products as cuBLASLt wants them: it thinks in columns, our matrices lie in
// rows, so it is asked for the transposed product of the exchanged operands.
// Sums are made in f32 (f64 for f64) and rounded once, bias included (P3).
// An activation is no epilogue here: the documentation does not say what the
// library's max(x, 0) makes of a NaN, which a check of gradients must meet.

#include "Blas.h"

using namespace amp;
using namespace amp::cuda;

Status Blas::resolveAll() {
  Status status = Status::success();
  auto get = [&](auto &function, const char *name) {
    if (status.ok())
      status = library.resolve(function, name);
  };
  get(call.getVersion, "cublasLtGetVersion");
  get(call.create, "cublasLtCreate");
  get(call.destroy, "cublasLtDestroy");
  get(call.descCreate, "cublasLtMatmulDescCreate");
  get(call.descDestroy, "cublasLtMatmulDescDestroy");
  get(call.descSet, "cublasLtMatmulDescSetAttribute");
  get(call.layoutCreate, "cublasLtMatrixLayoutCreate");
  get(call.layoutDestroy, "cublasLtMatrixLayoutDestroy");
  get(call.layoutSet, "cublasLtMatrixLayoutSetAttribute");
  get(call.preferenceCreate, "cublasLtMatmulPreferenceCreate");
  get(call.preferenceDestroy, "cublasLtMatmulPreferenceDestroy");
  get(call.preferenceSet, "cublasLtMatmulPreferenceSetAttribute");
  get(call.heuristic, "cublasLtMatmulAlgoGetHeuristic");
  get(call.matmul, "cublasLtMatmul");
  return status;
}

Result<std::shared_ptr<Blas>> Blas::create(std::shared_ptr<Driver> driver) {
  Result<Library> library =
      Library::open("cuBLASLt", {"libcublasLt.so.13", "libcublasLt.so.12"},
                    getToolkitFolders());
  if (!library.ok())
    return library.takeFailure();
  auto blas = std::make_shared<Blas>();
  blas->library = library.take();
  blas->driver = std::move(driver);
  if (Status status = blas->resolveAll(); !status.ok())
    return status.takeFailure();
  if (Status status = blas->driver->makeCurrent(); !status.ok())
    return status.takeFailure();
  if (Status status = blas->check(blas->call.create(&blas->handle),
                                  "cannot start " + blas->getDescription());
      !status.ok())
    return status.takeFailure();
  return blas;
}

Blas::~Blas() {
  if (handle && driver->makeCurrent().ok())
    call.destroy(handle);
}

Status Blas::check(api::BlasStatus status, const std::string &what) const {
  if (status == 0)
    return Status::success();
  return Failure{what + ": cuBLASLt status " + std::to_string(status)};
}

std::string Blas::getDescription() const {
  size_t version = call.getVersion();
  // Up to 12 a version is 10000 * major + 100 * minor + patch, as from 13 on.
  return "cuBLASLt " + std::to_string(version / 10000) + "." +
         std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

static api::DataType getDataType(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return api::r16F;
  case ElementType::BF16:
    return api::r16BF;
  case ElementType::F64:
    return api::r64F;
  default:
    return api::r32F;
  }
}

Result<std::unique_ptr<Product>>
Product::create(std::shared_ptr<Blas> blas, const ProductDescriptor &descriptor,
                size_t workspaceLimit) {
  auto product = std::make_unique<Product>();
  product->blas = std::move(blas);
  product->name = "the product " + std::to_string(descriptor.m) + "x" +
                  std::to_string(descriptor.n) + "x" +
                  std::to_string(descriptor.k);
  if (Status status = product->prepare(descriptor, workspaceLimit);
      !status.ok())
    return status.takeFailure();
  return product;
}

Status Product::prepare(const ProductDescriptor &descriptor,
                        size_t workspaceLimit) {
  const BlasFunctions &call = blas->call;
  Status status = blas->driver->makeCurrent();
  auto then = [&](api::BlasStatus code) {
    if (status.ok())
      status = blas->check(code, "cannot prepare " + name);
  };
  isDouble = descriptor.operands == ElementType::F64;
  hasBias = descriptor.bias.has_value();
  if (hasBias && *descriptor.bias != descriptor.output)
    return Failure{"expects the bias of " + name +
                   " to have the result's type on this target"};
  int compute = isDouble              ? api::compute64F
                : descriptor.usesTF32 ? api::compute32FFastTF32
                                      : api::compute32F;
  int scale = isDouble ? api::r64F : api::r32F;
  then(call.descCreate(&desc, compute, scale));
  if (!status.ok())
    return status;
  auto set = [&](int attribute, auto value) {
    then(call.descSet(desc, attribute, &value, sizeof(value)));
  };
  // The first operand of the library is b, the second a.
  set(api::descTransA,
      int32_t(descriptor.transposeB ? api::operationT : api::operationN));
  set(api::descTransB,
      int32_t(descriptor.transposeA ? api::operationT : api::operationN));
  if (hasBias) {
    set(api::descEpilogue, uint32_t(api::epilogueBias));
    set(api::descBiasDataType, int32_t(getDataType(*descriptor.bias)));
  }
  auto layout = [&](api::MatrixLayout &out, ElementType type, int64_t rows,
                    int64_t columns, int64_t stride) {
    then(call.layoutCreate(&out, getDataType(type), rows, columns, rows));
    if (!status.ok() || descriptor.batch == 1)
      return;
    int32_t count = int32_t(descriptor.batch);
    then(call.layoutSet(out, api::layoutBatchCount, &count, sizeof(count)));
    then(call.layoutSet(out, api::layoutBatchStride, &stride, sizeof(stride)));
  };
  int64_t m = descriptor.m, n = descriptor.n, k = descriptor.k;
  layout(first, descriptor.operands, descriptor.transposeB ? k : n,
         descriptor.transposeB ? n : k, descriptor.strideB);
  layout(second, descriptor.operands, descriptor.transposeA ? m : k,
         descriptor.transposeA ? k : m, descriptor.strideA);
  layout(result, descriptor.output, n, m, m * n);

  api::MatmulPreference preference = nullptr;
  then(call.preferenceCreate(&preference));
  if (!status.ok())
    return status;
  auto prefer = [&](int attribute, auto value) {
    then(call.preferenceSet(preference, attribute, &value, sizeof(value)));
  };
  prefer(api::preferenceMaxWorkspace, uint64_t(workspaceLimit));
  prefer(api::preferenceReductionSchemes, api::reductionSchemes);
  // The library's first operand is b.
  prefer(api::preferenceAlignmentA, descriptor.alignmentB);
  prefer(api::preferenceAlignmentB, descriptor.alignmentA);
  prefer(api::preferenceAlignmentC, descriptor.alignmentResult);
  prefer(api::preferenceAlignmentD, descriptor.alignmentResult);
  int found = 0;
  if (status.ok())
    then(call.heuristic(blas->handle, desc, first, second, result, result,
                        preference, 1, &heuristic, &found));
  call.preferenceDestroy(preference);
  if (status.ok() && found == 0)
    return Failure{"cuBLASLt has no algorithm for " + name};
  if (status.ok())
    then(heuristic.state);
  return status;
}

Product::~Product() {
  const BlasFunctions &call = blas->call;
  for (api::MatrixLayout layout : {first, second, result})
    if (layout)
      call.layoutDestroy(layout);
  if (desc)
    call.descDestroy(desc);
}

Status Product::enqueue(api::Address a, api::Address b, api::Address bias,
                        api::Address output, api::Address workspace) {
  if (hasBias)
    if (Status status = blas->check(
            blas->call.descSet(desc, api::descBiasPointer, &bias, sizeof(bias)),
            "cannot set the bias of " + name);
        !status.ok())
      return status;
  float one = 1, zero = 0;
  double oneDouble = 1, zeroDouble = 0;
  auto pointer = [](api::Address address) {
    return reinterpret_cast<void *>(address);
  };
  const void *alpha = isDouble ? static_cast<void *>(&oneDouble) : &one;
  const void *beta = isDouble ? static_cast<void *>(&zeroDouble) : &zero;
  return blas->check(blas->call.matmul(blas->handle, desc, alpha, pointer(b),
                                       first, pointer(a), second, beta,
                                       pointer(output), result, pointer(output),
                                       result, &heuristic.algo,
                                       pointer(workspace), heuristic.workspace,
                                       blas->driver->stream),
                     "cannot run " + name);
}
