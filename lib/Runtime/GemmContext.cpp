// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting up oneDNN, and compiling the code of one tile.

#include "GemmContext.h"

#include <dlfcn.h>
#include <oneapi/dnnl/dnnl_debug.h>

using namespace amp;

Status amp::checkDnnl(dnnl_status_t status, const char *what) {
  if (status == dnnl_success)
    return Status::success();
  return Failure{std::string("oneDNN cannot ") + what + ": " +
                 dnnl_status2str(status)};
}

SingleThreaded::SingleThreaded(const GemmProvider::Context &context)
    : context(context), saved(context.getThreads ? context.getThreads() : 1) {
  if (saved != 1)
    context.setThreads(1);
}

SingleThreaded::~SingleThreaded() {
  if (saved != 1)
    context.setThreads(saved);
}

/// The description of a row-major matrix, or of the transpose of one, whose
/// stored rows are `stride` elements apart.
static Status describe(dnnl_memory_desc_t &desc, int64_t rows, int64_t columns,
                       int64_t stride, bool transposed, ElementType type) {
  dnnl_dims_t dims = {rows, columns};
  dnnl_dims_t strides = {stride, 1};
  if (transposed)
    std::swap(strides[0], strides[1]);
  return checkDnnl(dnnl_memory_desc_init_by_strides(
                       &desc, 2, dims,
                       type == ElementType::BF16 ? dnnl_bf16 : dnnl_f32,
                       strides),
                   "describe a matrix");
}

/// The description of a packed right operand (PackedLayout).
static Status describePacked(dnnl_memory_desc_t &desc, int64_t rows,
                             int64_t columns, ElementType type) {
  dnnl_dims_t dims = {rows, columns};
  bool low = type == ElementType::BF16;
  return checkDnnl(
      dnnl_memory_desc_init_by_tag(&desc, 2, dims, low ? dnnl_bf16 : dnnl_f32,
                                   low ? dnnl_BA16a64b2a : dnnl_BA16a64b),
      "describe a packed matrix");
}

static Status makeAttributes(DnnlAttributes &attributes) {
  if (Status status = checkDnnl(dnnl_primitive_attr_create(attributes.out()),
                                "create attributes");
      !status.ok())
    return status;
  if (Status status =
          checkDnnl(dnnl_primitive_attr_set_scratchpad_mode(
                        attributes.get(), dnnl_scratchpad_mode_user),
                    "use our scratch memory");
      !status.ok())
    return status;
  // The environment could otherwise make f32 mean something less (P14).
  return checkDnnl(dnnl_primitive_attr_set_fpmath_mode(attributes.get(),
                                                       dnnl_fpmath_mode_strict),
                   "keep the precision");
}

static Status compile(const GemmTileKey &key, dnnl_engine_t engine,
                      GemmTileCode &code) {
  Status status = describe(code.a, key.rows, key.depth, key.strideA,
                           key.transposeA, key.operands);
  if (status.ok())
    status = key.packedB
                 ? describePacked(code.b, key.depth, key.columns, key.operands)
                 : describe(code.b, key.depth, key.columns, key.strideB,
                            key.transposeB, key.operands);
  if (status.ok())
    status = describe(code.out, key.rows, key.columns, key.strideOut, false,
                      key.output);
  if (status.ok() && key.hasBias)
    status = describe(code.bias, 1, key.columns, key.columns, false, key.bias);
  DnnlAttributes attributes;
  if (status.ok())
    status = makeAttributes(attributes);
  dnnl_matmul_desc_t matmul;
  if (status.ok())
    status = checkDnnl(dnnl_matmul_desc_init(&matmul, &code.a, &code.b,
                                             key.hasBias ? &code.bias : nullptr,
                                             &code.out),
                       "describe a matrix product");
  DnnlPrimitiveDesc desc;
  if (status.ok())
    status =
        checkDnnl(dnnl_primitive_desc_create(desc.out(), &matmul,
                                             attributes.get(), engine, nullptr),
                  "multiply matrices of these types on this CPU");
  if (status.ok())
    status = checkDnnl(dnnl_primitive_create(code.primitive.out(), desc.get()),
                       "compile a matrix product");
  if (!status.ok())
    return status;
  code.scratch =
      *dnnl_primitive_desc_query_md(desc.get(), dnnl_query_scratchpad_md, 0);
  code.scratchBytes = dnnl_memory_desc_get_size(&code.scratch);
  const char *name = nullptr;
  if (dnnl_primitive_desc_query(desc.get(), dnnl_query_impl_info_str, 0,
                                &name) == dnnl_success &&
      name)
    code.implementation = name;
  // Anything else is a plain loop.
  if (key.packedB && !code.implementation.starts_with("brg"))
    return Failure{"oneDNN has no fast code for a packed operand"};
  return status;
}

Result<std::unique_ptr<GemmProvider>> GemmProvider::create() {
  auto context = std::make_shared<Context>();
  // oneDNN brings its OpenMP along; asking the loader finds the very one it
  // uses, whichever the host has loaded.
  context->getThreads =
      reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
  context->setThreads = reinterpret_cast<void (*)(int)>(
      dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  const dnnl_version_t *version = dnnl_version();
  if (version->cpu_runtime == DNNL_RUNTIME_OMP &&
      (!context->getThreads || !context->setThreads))
    return Failure{"cannot find the OpenMP library that oneDNN uses"};
  if (version->cpu_runtime != DNNL_RUNTIME_OMP)
    context->getThreads = nullptr;
  if (version->cpu_runtime != DNNL_RUNTIME_OMP &&
      version->cpu_runtime != DNNL_RUNTIME_SEQ)
    return Failure{"expects a oneDNN that uses OpenMP or no threads"};
  if (Status status = checkDnnl(
          dnnl_engine_create(context->engine.out(), dnnl_cpu, 0), "start");
      !status.ok())
    return status;
  dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
  // Each instruction set's value has the bits of those it contains.
  constexpr unsigned bf16 = dnnl_cpu_isa_avx512_core_bf16;
  constexpr unsigned amx = dnnl_cpu_isa_avx512_core_amx;
  GemmCapabilities &capabilities = context->capabilities;
  capabilities.nativeBf16 = (unsigned(isa) & bf16) == bf16;
  capabilities.amxBf16 = (unsigned(isa) & amx) == amx;
  capabilities.provider = "oneDNN";
  capabilities.version = std::to_string(version->major) + "." +
                         std::to_string(version->minor) + "." +
                         std::to_string(version->patch);
  capabilities.isa = dnnl_cpu_isa2str(isa);
  if (capabilities.isa.starts_with("cpu_isa_"))
    capabilities.isa.erase(0, 8);
  // Asking is the only way to know.
  GemmTileCode probe;
  GemmTileKey key{64,
                  64,
                  64,
                  64,
                  64,
                  64,
                  false,
                  false,
                  ElementType::F32,
                  ElementType::F32,
                  false,
                  ElementType::F32,
                  true};
  capabilities.packs = compile(key, context->engine.get(), probe).ok();
  return std::unique_ptr<GemmProvider>(new GemmProvider(std::move(context)));
}

GemmProvider::GemmProvider(std::shared_ptr<Context> context)
    : context(std::move(context)) {}
GemmProvider::~GemmProvider() = default;

const GemmCapabilities &GemmProvider::capabilities() const {
  return context->capabilities;
}

Result<std::shared_ptr<const GemmTileCode>>
GemmProvider::Context::getCode(const GemmTileKey &key) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = cache.find(key);
  if (found != cache.end())
    if (auto code = found->second.lock())
      return code;
  // The number of threads goes into the choice of code.
  SingleThreaded singleThreaded(*this);
  auto code = std::make_shared<GemmTileCode>();
  if (Status status = compile(key, engine.get(), *code); !status.ok())
    return status;
  std::erase_if(cache, [](auto &entry) { return entry.second.expired(); });
  cache[key] = code;
  return std::shared_ptr<const GemmTileCode>(std::move(code));
}
