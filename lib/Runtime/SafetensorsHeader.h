// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON header of a safetensors file as a list of entries. Private to the
// reader and the writer.

#ifndef AMP_LIB_RUNTIME_SAFETENSORSHEADER_H
#define AMP_LIB_RUNTIME_SAFETENSORSHEADER_H

#include "amp/Runtime/Tensor.h"

#include <map>

namespace amp {

/// One tensor: bytes [begin, end) of the data that follows the header.
struct SafetensorsEntry {
  std::string name;
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  uint64_t begin = 0;
  uint64_t end = 0;
};

struct SafetensorsHeader {
  /// By position.
  std::vector<SafetensorsEntry> entries;
  std::map<std::string, std::string> metadata;
};

/// Parses and checks a header: the entries cover `dataBytes` bytes without gap
/// or overlap, each as many as its shape needs.
Result<SafetensorsHeader> parseSafetensorsHeader(const std::string &text,
                                                 uint64_t dataBytes);

/// The text of a header, padded with blanks so that the data after it and its
/// 8 bytes of length are aligned to 64 bytes.
Result<std::string> makeSafetensorsHeader(const SafetensorsHeader &header);

} // namespace amp

#endif // AMP_LIB_RUNTIME_SAFETENSORSHEADER_H
