// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and comparisons in the metadata of a training state.

#include "amp/Engine/StateMetadata.h"

#include <charconv>

using namespace amp;

std::string amp::formatStateNumber(double value) {
  // Long enough for every double's shortest form.
  char text[32];
  std::to_chars_result end = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, end.ptr);
}

/// Keys read as words in messages, without the prefix that sets them apart.
static std::string describeKey(const std::string &key) {
  return key.substr(key.rfind('.') + 1);
}

void StateReader::note(const std::string &problem) {
  problems += (problems.empty() ? "" : "; ") + problem;
}

const std::string *StateReader::find(const std::string &key) {
  auto entry = metadata.find(key);
  if (entry != metadata.end())
    return &entry->second;
  note("expects the metadata " + key);
  return nullptr;
}

void StateReader::expect(const std::string &key, const std::string &value) {
  const std::string *saved = find(key);
  if (saved && *saved != value)
    note("expects " + describeKey(key) + " " + *saved + " as saved, got " +
         value);
}

template <typename T>
bool StateReader::parse(const std::string &key, T &value) {
  const std::string *text = find(key);
  if (!text)
    return false;
  const char *end = text->data() + text->size();
  std::from_chars_result result = std::from_chars(text->data(), end, value);
  if (result.ec == std::errc() && result.ptr == end && !text->empty())
    return true;
  note("expects a number in the metadata " + key + ", got '" + *text + "'");
  return false;
}

int64_t StateReader::readInteger(const std::string &key, int64_t minimum) {
  int64_t value;
  if (!parse(key, value))
    return minimum;
  if (value >= minimum)
    return value;
  note("expects " + std::to_string(minimum) + " or more in the metadata " +
       key + ", got " + std::to_string(value));
  return minimum;
}

uint64_t StateReader::readUnsigned(const std::string &key) {
  uint64_t value;
  return parse(key, value) ? value : 0;
}

double StateReader::readNumber(const std::string &key) {
  double value;
  return parse(key, value) ? value : 0.0;
}

Status StateReader::finish() const {
  return problems.empty() ? Status::success() : Failure{problems};
}
