// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing, checking and printing the header of a safetensors file. JSON comes
// from nlohmann's library, in its mode without exceptions; duplicate keys,
// which it would merge, are found while it parses.

#include "SafetensorsHeader.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

using namespace amp;
using nlohmann::json;

static constexpr std::string_view typeNames[] = {
    "F16", "BF16", "F32", "F64", "BOOL", "I8", "U8", "I16", "I32", "I64"};
static constexpr const char *metadataKey = "__metadata__";

static std::string quote(const std::string &name) {
  // Dumping escapes what a terminal would obey.
  return json(name.substr(0, 200))
      .dump(-1, ' ', true, json::error_handler_t::replace);
}

static Failure inTensor(const std::string &name, const std::string &message) {
  return Failure{"tensor " + quote(name) + ": " + message};
}

/// Parses `text`; discarded if it is not JSON. Sets `duplicate` to a key that
/// occurs twice in one object.
static json parseUnique(const std::string &text,
                        std::optional<std::string> &duplicate) {
  std::vector<std::set<std::string>> keys;
  auto callback = [&](int, json::parse_event_t event, json &parsed) {
    if (event == json::parse_event_t::object_start)
      keys.emplace_back();
    else if (event == json::parse_event_t::object_end)
      keys.pop_back();
    else if (event == json::parse_event_t::key &&
             !keys.back().insert(parsed.get<std::string>()).second)
      duplicate = parsed.get<std::string>();
    return true;
  };
  return json::parse(text, callback, /*allow_exceptions=*/false);
}

static Result<SafetensorsEntry> parseEntry(const std::string &name,
                                           const json &value) {
  if (!value.is_object() || value.size() != 3 || !value.contains("dtype") ||
      !value.contains("shape") || !value.contains("data_offsets"))
    return inTensor(name, "expects dtype, shape and data_offsets");
  const json &dtype = value["dtype"], &shape = value["shape"],
             &offsets = value["data_offsets"];
  auto isCount = [](const json &number) {
    return number.is_number_unsigned() &&
           number.get<uint64_t>() <= uint64_t(INT64_MAX);
  };
  if (!dtype.is_string() || !shape.is_array() ||
      !std::all_of(shape.begin(), shape.end(), isCount))
    return inTensor(name, "expects a type name and a shape of counts");
  if (!offsets.is_array() || offsets.size() != 2 || !isCount(offsets[0]) ||
      !isCount(offsets[1]))
    return inTensor(name, "expects two counts as data_offsets");
  SafetensorsEntry entry;
  entry.name = name;
  std::string typeName = dtype.get<std::string>();
  auto found = std::find(std::begin(typeNames), std::end(typeNames), typeName);
  if (found == std::end(typeNames))
    return inTensor(name, "expects a type from F16, BF16, F32, F64, BOOL, I8, "
                          "U8, I16, I32 and I64, got " +
                              quote(typeName));
  entry.type = ElementType(found - std::begin(typeNames));
  for (const json &extent : shape)
    entry.shape.push_back(extent.get<int64_t>());
  entry.begin = offsets[0].get<uint64_t>();
  entry.end = offsets[1].get<uint64_t>();
  Result<size_t> bytes = tensorBytes(entry.shape, entry.type);
  if (!bytes.ok())
    return inTensor(name, bytes.message());
  if (entry.end < entry.begin || entry.end - entry.begin != *bytes)
    return inTensor(name, "expects " + std::to_string(*bytes) + " bytes for " +
                              describeType(entry.shape, entry.type) +
                              ", got offsets " + std::to_string(entry.begin) +
                              " to " + std::to_string(entry.end));
  return entry;
}

static Status parseMetadata(const json &value,
                            std::map<std::string, std::string> &metadata) {
  if (!value.is_object())
    return Failure{"expects __metadata__ to be an object"};
  for (auto &[key, text] : value.items()) {
    if (!text.is_string())
      return Failure{"expects the metadata " + quote(key) + " to be a string"};
    metadata[key] = text.get<std::string>();
  }
  return Status::success();
}

Result<SafetensorsHeader> amp::parseSafetensorsHeader(const std::string &text,
                                                      uint64_t dataBytes) {
  if (text.empty() || text.front() != '{')
    return Failure{"expects a safetensors header that begins with '{'"};
  std::optional<std::string> duplicate;
  json parsed = parseUnique(text, duplicate);
  if (parsed.is_discarded() || !parsed.is_object())
    return Failure{"expects a safetensors header in JSON"};
  if (duplicate)
    return Failure{"expects names and keys once each, got " +
                   quote(*duplicate) + " twice"};
  SafetensorsHeader header;
  for (auto &[name, value] : parsed.items()) {
    if (name == metadataKey) {
      if (Status status = parseMetadata(value, header.metadata); !status.ok())
        return status;
      continue;
    }
    Result<SafetensorsEntry> entry = parseEntry(name, value);
    if (!entry.ok())
      return entry.takeFailure();
    header.entries.push_back(entry.take());
  }
  auto key = [](const SafetensorsEntry &entry) {
    return std::tie(entry.begin, entry.end, entry.name);
  };
  std::sort(header.entries.begin(), header.entries.end(),
            [&](const SafetensorsEntry &a, const SafetensorsEntry &b) {
              return key(a) < key(b);
            });
  uint64_t position = 0;
  for (const SafetensorsEntry &entry : header.entries) {
    if (entry.begin != position)
      return inTensor(entry.name,
                      "expects data without gap or overlap, from byte " +
                          std::to_string(position) + ", got " +
                          std::to_string(entry.begin));
    position = entry.end;
  }
  if (position != dataBytes)
    return Failure{"expects " + std::to_string(position) +
                   " bytes of data, got " + std::to_string(dataBytes)};
  return header;
}

/// Whether JSON, which is UTF-8, can hold the text.
static bool isUtf8(const std::string &text) {
  std::string dumped =
      json(text).dump(-1, ' ', false, json::error_handler_t::ignore);
  return json::parse(dumped, nullptr, false) == json(text);
}

Result<std::string>
amp::makeSafetensorsHeader(const SafetensorsHeader &header) {
  // Unlike json, ordered_json keeps the entries in the order of their data.
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (auto &[key, text] : header.metadata) {
    if (!isUtf8(key) || !isUtf8(text))
      return Failure{"expects metadata in UTF-8, got " + quote(key)};
    object[metadataKey][key] = text;
  }
  std::set<std::string> seen;
  for (const SafetensorsEntry &entry : header.entries) {
    if (!isUtf8(entry.name))
      return inTensor(entry.name, "expects a name in UTF-8");
    if (entry.name == metadataKey)
      return inTensor(entry.name, "expects another name");
    if (!seen.insert(entry.name).second)
      return inTensor(entry.name, "occurs twice");
    // Looking a name up would take time linear in the entries.
    object.push_back({entry.name,
                      {{"dtype", typeNames[size_t(entry.type)]},
                       {"shape", entry.shape},
                       {"data_offsets", std::array{entry.begin, entry.end}}}});
  }
  std::string text = object.dump();
  text.append((64 - (8 + text.size()) % 64) % 64, ' ');
  return text;
}
