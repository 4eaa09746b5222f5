// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes, ownership and conversions of the runtime tensor.

#include "amp/Runtime/Tensor.h"
#include "Check.h"

#include <cmath>
#include <limits>

using namespace amp;

static void testShapes() {
  Result<Tensor> scalar = Tensor::zeros({}, ElementType::F32);
  CHECK(scalar.ok() && scalar->elementCount() == 1 && scalar->bytes() == 4);
  Result<Tensor> empty = Tensor::create({3, 0, 5}, ElementType::I64);
  CHECK(empty.ok() && empty->elementCount() == 0 && empty->rawData());
  CHECK(empty->clone().ok());
  for (int64_t size : {1, 63, 64, 65}) {
    Result<Tensor> tensor = Tensor::create({size}, ElementType::U8);
    CHECK(tensor.ok() && uintptr_t(tensor->rawData()) % 64 == 0);
  }
  int64_t huge = int64_t(1) << 62;
  CHECK_MESSAGE(Tensor::create({-1}, ElementType::F32), "at least 0, got -1");
  CHECK_MESSAGE(Tensor::create({huge, 4}, ElementType::U8), "elements fits");
  CHECK_MESSAGE(Tensor::create({huge, 4, 0}, ElementType::U8), "elements fits");
  CHECK_MESSAGE(Tensor::create({huge}, ElementType::F64), "bytes fits");
  CHECK_MESSAGE(Tensor::create({huge}, ElementType::U8), "out of memory");
  // More than any machine has, but not more than some allocators promise.
  CHECK_MESSAGE(Tensor::create({int64_t(1) << 45}, ElementType::U8),
                "out of memory");
  CHECK_MESSAGE(Tensor::fromData<float>({2, 2}, std::vector<float>{1, 2, 3}),
                "expects 16 bytes for a tensor of type 2x2xf32, got 12");
  CHECK_MESSAGE(scalar->reshaped({2}), "expects a shape of 1 elements, got 2");
  CHECK(scalar->reshaped({1, 1})->rawData() == scalar->rawData());
  for (int i = 0; i < 10; ++i) {
    ElementType type = ElementType(i);
    CHECK(parseElementType(elementTypeName(type)) == type);
  }
  CHECK(!parseElementType("f8") && elementTypeName(ElementType::Bool) == "i1");
}

static void testWrap() {
  float memory[6] = {0, 1, 2, 3, 4, 5};
  int released = 0;
  auto release = [&](void *data) { released += data == memory; };
  {
    Result<Tensor> wrapped =
        Tensor::wrap({2, 3}, ElementType::F32, memory, release);
    CHECK(wrapped.ok() && wrapped->data<float>() == memory);
    Tensor copy = *wrapped;
    CHECK(copy.useCount() == 2);
    copy.data<float>()[0] = 7;
    CHECK(wrapped->getDouble(0) == 7 && released == 0);
  }
  CHECK(released == 1);
  CHECK(!Tensor::wrap({-2}, ElementType::F32, memory, release).ok());
  CHECK(released == 2);
  CHECK_MESSAGE(Tensor::wrap({1}, ElementType::F32,
                             reinterpret_cast<char *>(memory) + 1, {}),
                "aligned to 4 bytes");
}

static void testConversions() {
  using limits = std::numeric_limits<float>;
  std::vector<float> values = {1.5f,
                               -2.5f,
                               300.f,
                               -300.f,
                               3e9f,
                               -3e9f,
                               1e30f,
                               -limits::infinity(),
                               limits::quiet_NaN(),
                               -0.0f};
  Tensor tensor = Tensor::fromData<float>({10}, values).take();
  auto expect = [&](ElementType type, std::vector<int64_t> expected) {
    Result<Tensor> to = tensor.convertTo(type);
    CHECK(to.ok());
    for (size_t i = 0; i < expected.size(); ++i)
      CHECK(to->getInteger(int64_t(i)) == expected[i]);
  };
  expect(ElementType::I8, {1, -2, 127, -128, 127, -128, 127, -128, 0, 0});
  expect(ElementType::U8, {1, 0, 255, 0, 255, 0, 255, 0, 0, 0});
  expect(ElementType::I32,
         {1, -2, 300, -300, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, 0, 0});
  expect(ElementType::I64, {1, -2, 300, -300, 3000000000, -3000000000,
                            INT64_MAX, INT64_MIN, 0, 0});
  expect(ElementType::Bool, {1, 1, 1, 1, 1, 1, 1, 1, 1, 0});

  // The first values that do not fit.
  for (ElementType type :
       {ElementType::I8, ElementType::I32, ElementType::I64}) {
    int bits = int(byteSize(type)) * 8 - 1;
    float beyond = std::ldexp(1.0f, bits);
    Tensor edge =
        Tensor::fromData<float>({2}, std::vector<float>{beyond, -beyond})
            .take();
    Tensor to = edge.convertTo(type).take();
    int64_t most = int64_t((uint64_t(1) << bits) - 1);
    CHECK(to.getInteger(0) == most && to.getInteger(1) == -most - 1);
  }

  Tensor wide =
      Tensor::fromData<int64_t>({3}, std::vector<int64_t>{257, -1, 1 << 16})
          .take();
  CHECK(wide.convertTo(ElementType::I8)->getInteger(0) == 1);
  CHECK(wide.convertTo(ElementType::U8)->getInteger(1) == 255);
  CHECK(wide.convertTo(ElementType::Bool)->getInteger(2) == 1);
  CHECK(wide.convertTo(ElementType::F16)->data<Float16>()[2].bits == 0x7C00);

  // One rounding from f64, where two would differ.
  Tensor tie =
      Tensor::fromData<double>({1}, std::vector<double>{1 + 0x1p-11 + 0x1p-40})
          .take();
  CHECK(tie.convertTo(ElementType::F16)->data<Float16>()[0].bits == 0x3C01);
  Tensor half =
      Tensor::fromData<Float16>({1}, std::vector<Float16>{{1}}).take();
  CHECK(half.convertTo(ElementType::F64)->getDouble(0) == 0x1p-24);
  CHECK(half.convertTo(ElementType::BF16)->getDouble(0) == 0x1p-24);
  CHECK(half.convertTo(ElementType::F16)->rawData() == half.rawData());
}

void testTensor() {
  testShapes();
  testWrap();
  testConversions();
}
