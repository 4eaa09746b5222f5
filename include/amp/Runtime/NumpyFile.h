// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's data files: .npy (one array) and .npz (a zip archive of them). Files
// are untrusted: every size is checked against the file before memory is
// allocated, and every message names the file and the entry. Format: NumPy
// Enhancement Proposal 1, versions 1.0 to 3.0.

#ifndef AMP_RUNTIME_NUMPYFILE_H
#define AMP_RUNTIME_NUMPYFILE_H

#include "amp/Runtime/Tensor.h"

#include <string>
#include <utility>
#include <vector>

namespace amp {

/// Tensors with their names, in the order of the file.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// Reads a .npy file. Takes f2 f4 f8, bool, i1 u1 i2 i4 i8 of either byte and
/// memory order; u2 becomes i32 and u4 i64, exactly; u8 becomes i64 and fails
/// if a value does not fit. Bools are normalised to 0 and 1.
Result<Tensor> loadNpy(const std::string &path);

/// Reads all arrays of a .npz file, names without ".npy", in archive order.
/// Archives that are stored or deflated are read.
Result<NamedTensors> loadNpz(const std::string &path);

/// Reads the one array called `name`; fails, listing the names there are, if
/// there is none.
Result<Tensor> loadNpzEntry(const std::string &path, const std::string &name);

/// The names of the arrays of a .npz file, in archive order, without reading
/// the arrays.
Result<std::vector<std::string>> listNpz(const std::string &path);

/// Writes a .npy file in C order and the machine's byte order. NumPy has no
/// bf16, so such a tensor is written as f4, which holds it exactly. The file
/// is replaced as a whole, or left as it was on failure.
Status saveNpy(const std::string &path, const Tensor &tensor);

/// Writes a .npz file of stored entries, each as saveNpy does; equal tensors
/// give equal bytes. Fails on a name that occurs twice or is empty.
Status saveNpz(const std::string &path, const NamedTensors &tensors);

} // namespace amp

#endif // AMP_RUNTIME_NUMPYFILE_H
