// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading of the library.

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
  get(call.algoCheck, "cublasLtMatmulAlgoCheck");
  get(call.algoGet, "cublasLtMatmulAlgoConfigGetAttribute");
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
