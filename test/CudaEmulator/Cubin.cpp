// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading of cubins. Their records are those that NVIDIA's own tools print.

#include "Module.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

using namespace amp::emulator;

size_t amp::emulator::getElfSize(const char *image) {
  auto *header = reinterpret_cast<const Elf64_Ehdr *>(image);
  size_t end = std::max<size_t>(
      header->e_shoff + size_t(header->e_shnum) * sizeof(Elf64_Shdr),
      header->e_phoff + size_t(header->e_phnum) * sizeof(Elf64_Phdr));
  auto *sections =
      reinterpret_cast<const Elf64_Shdr *>(image + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; ++i)
    if (sections[i].sh_type != SHT_NOBITS)
      end = std::max<size_t>(end, sections[i].sh_offset + sections[i].sh_size);
  return end;
}

namespace {

/// The attributes of .nv.info that are of interest.
enum Attribute : uint8_t {
  maxThreadsAttribute = 0x05,
  parameterAttribute = 0x17,
  registersAttribute = 0x2f
};

/// Calls `visit(attribute, words)` for each record of an .nv.info section.
template <typename F>
void forEachRecord(const char *data, size_t bytes, F visit) {
  size_t at = 0;
  while (at + 4 <= bytes) {
    uint8_t format = data[at], attribute = data[at + 1];
    uint16_t size;
    std::memcpy(&size, data + at + 2, 2);
    at += 4;
    // Only format 4 has a payload behind its size.
    if (format != 4)
      continue;
    if (at + size > bytes)
      return;
    std::vector<uint32_t> words(size / 4);
    std::memcpy(words.data(), data + at, words.size() * 4);
    visit(attribute, words);
    at += size;
  }
}

} // namespace

std::map<std::string, KernelFacts> amp::emulator::readCubin(const char *image,
                                                            size_t bytes) {
  std::map<std::string, KernelFacts> kernels;
  auto *header = reinterpret_cast<const Elf64_Ehdr *>(image);
  if (bytes < sizeof(*header) || std::memcmp(image, ELFMAG, SELFMAG) != 0)
    return kernels;
  auto *sections =
      reinterpret_cast<const Elf64_Shdr *>(image + header->e_shoff);
  const char *names = image + sections[header->e_shstrndx].sh_offset;
  std::vector<std::string> symbolNames;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const Elf64_Shdr &section = sections[i];
    if (section.sh_type != SHT_SYMTAB)
      continue;
    const char *strings = image + sections[section.sh_link].sh_offset;
    auto *symbols =
        reinterpret_cast<const Elf64_Sym *>(image + section.sh_offset);
    for (size_t j = 0; j < section.sh_size / sizeof(Elf64_Sym); ++j) {
      symbolNames.push_back(strings + symbols[j].st_name);
      // The bit that marks an entry of the device.
      if (ELF64_ST_TYPE(symbols[j].st_info) == STT_FUNC &&
          (symbols[j].st_other & 0x10))
        kernels[symbolNames.back()];
    }
  }
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const Elf64_Shdr &section = sections[i];
    std::string name = names + section.sh_name;
    const char *data = image + section.sh_offset;
    if (name == ".nv.info") {
      forEachRecord(data, section.sh_size, [&](uint8_t attribute, auto &words) {
        if (words.size() < 2 || words[0] >= symbolNames.size())
          return;
        auto found = kernels.find(symbolNames[words[0]]);
        if (found == kernels.end())
          return;
        if (attribute == registersAttribute)
          found->second.registers = words[1];
      });
      continue;
    }
    auto suffixOf = [&](const char *prefix) -> KernelFacts * {
      size_t length = std::strlen(prefix);
      if (name.compare(0, length, prefix) != 0)
        return nullptr;
      auto found = kernels.find(name.substr(length));
      return found == kernels.end() ? nullptr : &found->second;
    };
    if (KernelFacts *facts = suffixOf(".nv.shared."))
      facts->sharedBytes = section.sh_size;
    if (KernelFacts *facts = suffixOf(".nv.info."))
      forEachRecord(data, section.sh_size, [&](uint8_t attribute, auto &words) {
        if (attribute == maxThreadsAttribute && words.size() >= 3)
          facts->maxThreads = words[0] * words[1] * words[2];
        if (attribute != parameterAttribute || words.size() < 3)
          return;
        unsigned ordinal = words[1] & 0xffff, offset = words[1] >> 16;
        if (facts->parameters.size() <= ordinal)
          facts->parameters.resize(ordinal + 1);
        facts->parameters[ordinal] = {offset, words[2] >> 18};
      });
  }
  return kernels;
}
