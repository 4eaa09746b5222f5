// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cubins are ELF files whose sections .nv.info (of all kernels) and
// .nv.info.NAME (of one) hold attribute records: a format, an attribute, and
// for format 4 a size and a payload of 32-bit words. The numbers are those that
// cuobjdump -elf shows by name.

#include "Cubin.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"

using namespace amp;
using namespace amp::cuda;

namespace {

/// EIATTR_MAX_THREADS, _MIN_STACK_SIZE and _REGCOUNT.
enum Attribute : uint8_t {
  maxThreads = 0x05,
  minStackSize = 0x12,
  registerCount = 0x2f
};

using Words = llvm::SmallVector<uint32_t, 4>;

} // namespace

/// Calls `visit(attribute, words)` for each record with a payload.
static void
forEachRecord(llvm::ArrayRef<uint8_t> data,
              llvm::function_ref<void(uint8_t, const Words &)> visit) {
  constexpr uint8_t sizedFormat = 4;
  constexpr size_t headBytes = 4;
  while (data.size() >= headBytes) {
    uint8_t format = data[0], attribute = data[1];
    uint16_t bytes = llvm::support::endian::read16le(data.data() + 2);
    data = data.drop_front(headBytes);
    // In other formats the size is the value.
    if (format != sizedFormat)
      continue;
    if (bytes > data.size())
      return;
    Words words;
    for (size_t at = 0; at + 4 <= bytes; at += 4)
      words.push_back(llvm::support::endian::read32le(data.data() + at));
    visit(attribute, words);
    data = data.drop_front(bytes);
  }
}

/// The value, or nothing with the error dropped: the caller reports its own.
template <typename T> static std::optional<T> take(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return std::nullopt;
}

Result<llvm::StringMap<CubinKernel>> cuda::readCubin(llvm::StringRef image) {
  using File = llvm::object::ELFFile<llvm::object::ELF64LE>;
  Failure damaged{"expects a cubin, got a damaged file"};
  std::optional<File> file = take(File::create(image));
  if (!file)
    return damaged;
  auto sections = take(file->sections());
  if (!sections)
    return damaged;
  llvm::StringMap<CubinKernel> kernels;
  std::vector<llvm::StringRef> symbols;
  // The bit of `other` that marks a function that the host can launch.
  constexpr uint8_t entryBit = 0x10;
  for (const auto &section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_SYMTAB)
      continue;
    auto entries = take(file->symbols(&section));
    auto names = take(file->getStringTableForSymtab(section));
    if (!entries || !names)
      return damaged;
    for (const auto &symbol : *entries) {
      std::optional<llvm::StringRef> name = take(symbol.getName(*names));
      if (!name)
        return damaged;
      symbols.push_back(*name);
      if (symbol.getType() == llvm::ELF::STT_FUNC &&
          (symbol.st_other & entryBit))
        kernels[*name];
    }
  }
  for (const auto &section : *sections) {
    std::optional<llvm::StringRef> name = take(file->getSectionName(section));
    if (!name)
      return damaged;
    llvm::StringRef suffix = *name;
    if (suffix.consume_front(".nv.shared.")) {
      if (auto found = kernels.find(suffix); found != kernels.end())
        found->second.sharedBytes = section.sh_size;
      continue;
    }
    if (!suffix.consume_front(".nv.info"))
      continue;
    auto data = take(file->getSectionContents(section));
    if (!data)
      return damaged;
    if (suffix.empty()) {
      forEachRecord(*data, [&](uint8_t attribute, const Words &words) {
        if (words.size() < 2 || words[0] >= symbols.size())
          return;
        auto found = kernels.find(symbols[words[0]]);
        if (found == kernels.end())
          return;
        if (attribute == registerCount)
          found->second.registers = words[1];
        else if (attribute == minStackSize)
          found->second.stackBytes = words[1];
      });
      continue;
    }
    suffix.consume_front(".");
    if (auto found = kernels.find(suffix); found != kernels.end())
      forEachRecord(*data, [&](uint8_t attribute, const Words &words) {
        if (attribute == maxThreads && words.size() >= 3)
          found->second.maxThreads =
              int64_t(words[0]) * int64_t(words[1]) * int64_t(words[2]);
      });
  }
  return kernels;
}

llvm::StringMap<int64_t> cuda::readSpills(llvm::StringRef log) {
  llvm::StringMap<int64_t> spills;
  llvm::StringRef function;
  llvm::SmallVector<llvm::StringRef> lines;
  log.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    // "Function properties for NAME", then "N bytes stack frame, N bytes spill
    // stores, N bytes spill loads".
    auto [before, name] = line.split("Function properties for ");
    if (!name.empty()) {
      function = name.trim();
      continue;
    }
    llvm::SmallVector<llvm::StringRef> parts;
    line.split(parts, ',');
    for (llvm::StringRef part : parts) {
      int64_t bytes = 0;
      llvm::StringRef rest = part.trim();
      if (!rest.consumeInteger(10, bytes) && rest.starts_with(" bytes spill"))
        spills[function] += bytes;
    }
  }
  return spills;
}
