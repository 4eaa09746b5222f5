// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products as cuBLASLt wants them: it thinks in columns, our matrices lie in
// rows, so it is asked for the transposed product of the exchanged operands.
// Sums are made in f32 (f64 for f64) and rounded once, bias included (P3).
//
// The only epilogue is the bias, in the type of the result. Activations are
// none here, though P6 would allow relu, which commutes with rounding: the
// library is documented to compute max(x, 0) and reported to make 0 of a NaN,
// where relu keeps it. Its gelu rounds once less than a gelu of rounded numbers
// does and is not the same function bit for bit (P6, P7). Gradients of
// activations inherit both, and its sums over rows for the gradient of a bias
// have an order of its own, where P4 states one.

#include "Product.h"

using namespace amp;
using namespace amp::cuda;

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

std::string cuda::describe(const ProductDescriptor &product) {
  std::string text;
  for (int64_t value :
       {product.m, product.n, product.k, product.batch, product.strideA,
        product.strideB, int64_t(product.transposeA),
        int64_t(product.transposeB), int64_t(product.alignmentA),
        int64_t(product.alignmentB), int64_t(product.alignmentResult),
        int64_t(getDataType(product.operands)),
        int64_t(getDataType(product.output)),
        product.bias ? int64_t(getDataType(*product.bias)) : int64_t(-1),
        int64_t(product.usesTF32)})
    text += std::to_string(value) + " ";
  return text;
}

Result<std::unique_ptr<Product>>
Product::create(std::shared_ptr<Blas> blas, const ProductDescriptor &descriptor,
                size_t workspaceLimit) {
  auto product = std::make_unique<Product>();
  product->blas = std::move(blas);
  product->name = "the product " + std::to_string(descriptor.m) + "x" +
                  std::to_string(descriptor.n) + "x" +
                  std::to_string(descriptor.k);
  product->descriptor = descriptor;
  product->workspaceLimit = workspaceLimit;
  if (Status status = product->describeOperands(); !status.ok())
    return status.takeFailure();
  std::vector<api::MatmulHeuristic> best;
  if (Status status = product->search(1, best); !status.ok())
    return status.takeFailure();
  product->algorithm = best.front();
  return product;
}

Status Product::describeOperands() {
  const BlasFunctions &call = blas->call;
  Status status = blas->driver->makeCurrent();
  auto then = [&](api::BlasStatus code) {
    if (status.ok())
      status = blas->check(code, "cannot prepare " + name);
  };
  if (descriptor.bias && *descriptor.bias != descriptor.output)
    return Failure{"expects the bias of " + name +
                   " to have the result's type on this target"};
  bool isDouble = descriptor.operands == ElementType::F64;
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
  if (descriptor.bias) {
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
  return status;
}

Status Product::search(int count,
                       std::vector<api::MatmulHeuristic> &results) const {
  const BlasFunctions &call = blas->call;
  Status status = Status::success();
  auto then = [&](api::BlasStatus code) {
    if (status.ok())
      status = blas->check(code, "cannot prepare " + name);
  };
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
  results.resize(count);
  int found = 0;
  if (status.ok())
    then(call.heuristic(blas->handle, desc, first, second, result, result,
                        preference, count, results.data(), &found));
  call.preferenceDestroy(preference);
  if (!status.ok())
    return status;
  if (found == 0)
    return Failure{"cuBLASLt has no algorithm for " + name};
  results.resize(found);
  then(results.front().state);
  return status;
}

Result<std::vector<api::MatmulAlgo>> Product::findAlgorithms(int count) const {
  std::vector<api::MatmulHeuristic> results;
  if (Status status = search(count, results); !status.ok())
    return status.takeFailure();
  std::vector<api::MatmulAlgo> algorithms;
  for (const api::MatmulHeuristic &one : results)
    if (one.state == 0)
      algorithms.push_back(one.algo);
  return algorithms;
}

std::optional<api::MatmulHeuristic>
Product::check(const api::MatmulAlgo &algo) const {
  const BlasFunctions &call = blas->call;
  uint32_t scheme = 0;
  size_t written = 0;
  api::MatmulHeuristic checked = {};
  if (call.algoGet(&algo, api::algoReductionScheme, &scheme, sizeof(scheme),
                   &written) != 0 ||
      (scheme & ~api::reductionSchemes) != 0 ||
      call.algoCheck(blas->handle, desc, first, second, result, result, &algo,
                     &checked) != 0 ||
      checked.workspace > workspaceLimit)
    return std::nullopt;
  // The library's answer leaves the algorithm out.
  checked.algo = algo;
  return checked;
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
  if (descriptor.bias)
    if (Status status = blas->check(
            blas->call.descSet(desc, api::descBiasPointer, &bias, sizeof(bias)),
            "cannot set the bias of " + name);
        !status.ok())
      return status;
  bool isDouble = descriptor.operands == ElementType::F64;
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
                                       result, &algorithm.algo,
                                       pointer(workspace), algorithm.workspace,
                                       blas->driver->stream),
                     "cannot run " + name);
}
