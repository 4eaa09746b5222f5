// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables keep their order, refuse wrong values, and are replaced without
// changing tensors that were looked up before.

#include "amp/Runtime/VariableStore.h"
#include "Check.h"

using namespace amp;

void testVariableStore() {
  VariableStore store;
  Tensor one = Tensor::fromData({2}, std::vector<float>{1, 1}).take();
  Tensor two = Tensor::fromData({2}, std::vector<float>{2, 2}).take();
  CHECK(store.create("b", one).ok());
  CHECK(store.create("a", two).ok());
  CHECK((store.names() == std::vector<std::string>{"b", "a"}));
  CHECK(store.size() == 2);
  CHECK_MESSAGE(store.create("b", two), "variable 'b' exists already");
  CHECK_MESSAGE(store.create("c", Tensor()), "a value for variable 'c'");
  CHECK(store.lookup("c") == nullptr);

  Tensor before = *store.lookup("b");
  CHECK(store.assign("b", two).ok());
  CHECK(before.data<float>()[0] == 1);
  CHECK(store.lookup("b")->data<float>()[0] == 2);
  CHECK_MESSAGE(store.assign("x", two), "there is no variable 'x'");
  CHECK_MESSAGE(store.assign("a", Tensor::zeros({3}, ElementType::F32).take()),
                "variable 'a' expects 2xf32, got 3xf32");
  CHECK_MESSAGE(store.assign("a", Tensor::zeros({2}, ElementType::F16).take()),
                "variable 'a' expects 2xf32, got 2xf16");
  CHECK_MESSAGE(store.assign("a", Tensor()), "got no value");
}
