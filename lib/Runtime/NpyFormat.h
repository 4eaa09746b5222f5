// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One array in NumPy's .npy encoding, from and to any sequence of bytes.
// Private to the .npy and .npz readers and writers.

#ifndef AMP_LIB_RUNTIME_NPYFORMAT_H
#define AMP_LIB_RUNTIME_NPYFORMAT_H

#include "FileIO.h"
#include "amp/Runtime/Tensor.h"

#include <string_view>

namespace amp {

/// What the header of a .npy array says.
struct NpyHeader {
  /// 'f', 'i', 'u' or 'b' and the bytes of an element.
  char kind = 0;
  unsigned width = 0;
  bool bigEndian = false;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Parses the text of a header, a literal of Python's dict with the three keys
/// descr, fortran_order and shape.
Result<NpyHeader> parseNpyHeader(std::string_view text);

/// Reads one array that takes exactly `bytes` bytes of `read`. Nothing is
/// allocated before the header agrees with that size.
Result<Tensor> readNpy(const ReadFunction &read, uint64_t bytes);

/// The magic string and header that precede the elements of `tensor`.
Result<std::string> makeNpyPreamble(const Tensor &tensor);

/// The tensor in a type that NumPy has: bf16 is widened to f32.
Result<Tensor> toNumpyType(const Tensor &tensor);

} // namespace amp

#endif // AMP_LIB_RUNTIME_NPYFORMAT_H
