// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header of a .npy array: a small parser of the one Python literal that
// NumPy writes there, strict about everything that could change the meaning of
// the bytes that follow, and the writer of the same.

#include "NpyFormat.h"

#include <bit>

using namespace amp;

/// NumPy's own limit on the number of axes.
static constexpr size_t maximumRank = 64;

namespace {
/// A cursor over the header text. The take functions return whether they found
/// what they look for, and skip blanks before it.
class Cursor {
public:
  explicit Cursor(std::string_view text) : text(text) {}

  bool take(char wanted) {
    skipBlanks();
    if (text.empty() || text.front() != wanted)
      return false;
    text.remove_prefix(1);
    return true;
  }

  bool takeWord(std::string_view word) {
    skipBlanks();
    if (!text.starts_with(word))
      return false;
    text.remove_prefix(word.size());
    return true;
  }

  /// A quoted string without escapes, which none of the keys and types has.
  bool takeString(std::string_view &value) {
    skipBlanks();
    if (text.empty() || (text.front() != '\'' && text.front() != '"'))
      return false;
    size_t end = text.find(text.front(), 1);
    if (end == std::string_view::npos)
      return false;
    value = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    return true;
  }

  /// A decimal number from 0 to 2^63 - 1. Python 2 wrote an L behind it.
  bool takeNumber(int64_t &value) {
    skipBlanks();
    size_t digits = 0;
    value = 0;
    for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9';
         ++digits)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, text[digits] - '0', &value))
        return false;
    text.remove_prefix(digits);
    if (digits && !text.empty() && text.front() == 'L')
      text.remove_prefix(1);
    return digits != 0;
  }

  bool atEnd() {
    skipBlanks();
    return text.empty();
  }

private:
  void skipBlanks() {
    size_t next = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(next == std::string_view::npos ? text.size() : next);
  }

  std::string_view text;
};
} // namespace

static Status parseType(std::string_view descr, NpyHeader &header) {
  Failure failure{"expects elements of type bool, f2, f4, f8, i1 to i8 or u1 "
                  "to u8, got '" +
                  std::string(descr.substr(0, 40)) + "'"};
  char order = descr.empty() ? 0 : descr.front();
  if (order == '<' || order == '>' || order == '=' || order == '|')
    descr.remove_prefix(1);
  else
    order = '=';
  if (descr.size() != 2)
    return failure;
  header.kind = descr[0];
  header.width = unsigned(descr[1] - '0');
  header.bigEndian =
      order == '>' || (order != '<' && std::endian::native == std::endian::big);
  unsigned width = header.width;
  bool integer = width == 1 || width == 2 || width == 4 || width == 8;
  switch (header.kind) {
  case 'b':
    return width == 1 ? Status::success() : failure;
  case 'f':
    return integer && width != 1 && order != '|' ? Status::success() : failure;
  case 'i':
  case 'u':
    return integer && (width == 1 || order != '|') ? Status::success()
                                                   : failure;
  default:
    return failure;
  }
}

static Status parseShape(Cursor &cursor, std::vector<int64_t> &shape) {
  if (!cursor.take('('))
    return Failure{"expects the shape to be a tuple"};
  bool comma = true;
  while (!cursor.take(')')) {
    int64_t extent;
    if (!comma || !cursor.takeNumber(extent))
      return Failure{"expects the shape to hold numbers from 0 to 2^63 - 1"};
    if (shape.size() == maximumRank)
      return Failure{"expects at most " + std::to_string(maximumRank) +
                     " axes"};
    shape.push_back(extent);
    comma = cursor.take(',');
  }
  // A number in parentheses is no tuple.
  if (shape.size() == 1 && !comma)
    return Failure{"expects the shape to be a tuple"};
  return Status::success();
}

Result<NpyHeader> amp::parseNpyHeader(std::string_view text) {
  NpyHeader header;
  bool hasType = false, hasOrder = false, hasShape = false;
  Cursor cursor(text);
  if (!cursor.take('{'))
    return Failure{"expects an array header, got something else"};
  bool comma = true;
  while (!cursor.take('}')) {
    std::string_view key, descr;
    if (!comma || !cursor.takeString(key) || !cursor.take(':'))
      return Failure{"expects a well-formed array header"};
    if (key == "descr" && !hasType) {
      hasType = true;
      if (!cursor.takeString(descr))
        return Failure{"expects elements of a plain type, got a record"};
      if (Status status = parseType(descr, header); !status.ok())
        return status;
    } else if (key == "fortran_order" && !hasOrder) {
      hasOrder = true;
      header.fortranOrder = cursor.takeWord("True");
      if (!header.fortranOrder && !cursor.takeWord("False"))
        return Failure{"expects fortran_order to be True or False"};
    } else if (key == "shape" && !hasShape) {
      hasShape = true;
      if (Status status = parseShape(cursor, header.shape); !status.ok())
        return status;
    } else {
      return Failure{"expects descr, fortran_order and shape once each in the "
                     "array header, got '" +
                     std::string(key.substr(0, 40)) + "'"};
    }
    comma = cursor.take(',');
  }
  if (!hasType || !hasOrder || !hasShape)
    return Failure{
        "expects descr, fortran_order and shape in the array header"};
  if (!cursor.atEnd())
    return Failure{"expects nothing behind the array header"};
  return header;
}

Result<std::string> amp::makeNpyPreamble(const Tensor &tensor) {
  static constexpr std::string_view names[] = {"f2", "",   "f4", "f8", "b1",
                                               "i1", "u1", "i2", "i4", "i8"};
  std::string_view name = names[size_t(tensor.elementType())];
  assert(!name.empty() && "type that NumPy does not have");
  if (tensor.rank() > maximumRank)
    return Failure{"expects at most " + std::to_string(maximumRank) +
                   " axes, got " + std::to_string(tensor.rank())};
  bool oneByte = byteSize(tensor.elementType()) == 1;
  bool little = std::endian::native == std::endian::little;
  std::string header = "{'descr': '";
  header += oneByte ? '|' : little ? '<' : '>';
  header += name;
  header += "', 'fortran_order': False, 'shape': (";
  for (size_t axis = 0; axis < tensor.rank(); ++axis)
    header += (axis ? ", " : "") + std::to_string(tensor.extent(axis));
  header += tensor.rank() == 1 ? ",), }" : "), }";
  // The elements start at a multiple of 64 bytes, as NumPy has it; 64 extents
  // of 19 digits stay far below version 1's limit of 65535.
  size_t used = 10 + header.size() + 1;
  header.append((64 - used % 64) % 64, ' ');
  header += '\n';
  std::string preamble("\x93NUMPY\x01\x00", 8);
  preamble += char(header.size() & 0xff);
  preamble += char(header.size() >> 8);
  return preamble + header;
}
