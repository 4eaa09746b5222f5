// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Safetensors files: named tensors and a table of strings, the format that
// weights and checkpoints travel in. Files are untrusted: the header is checked
// as a whole, against the size of the file, before a tensor is allocated.

#ifndef AMP_RUNTIME_SAFETENSORS_H
#define AMP_RUNTIME_SAFETENSORS_H

#include "amp/Runtime/Tensor.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace amp {

/// What a safetensors file holds.
struct SafetensorsFile {
  /// In the order of their data in the file.
  std::vector<std::pair<std::string, Tensor>> tensors;
  /// The entries of __metadata__.
  std::map<std::string, std::string> metadata;
};

/// Reads a file whose tensors have the types F16, BF16, F32, F64, BOOL, I8, U8,
/// I16, I32 and I64. Fails, with the file and the tensor named, on any other
/// type, on data that overlaps, leaves gaps or exceeds the file, on a name or
/// key that occurs twice and on a malformed header.
Result<SafetensorsFile> loadSafetensors(const std::string &path);

/// Writes a file, tensors of wider elements first so that all are aligned, else
/// in the order given; equal content gives equal bytes. The file is replaced
/// as a whole, or left as it was on failure. Fails on a name that occurs twice,
/// is "__metadata__", or is not UTF-8.
Status saveSafetensors(const std::string &path, const SafetensorsFile &content);

} // namespace amp

#endif // AMP_RUNTIME_SAFETENSORS_H
