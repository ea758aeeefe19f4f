// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/assigned_objects.h"
#include "gateways/rctp/protocol/record_reader.h"
#include "gateways/rctp/protocol/record_writer.h"
#include "tests/gateways/rctp/protocol/objects.h"

namespace rctp_test {

using namespace rctp;

/// Converts text such as "02 00 42" to bytes.
inline std::string octets(const std::string& text) {
  std::istringstream words(text);
  std::string bytes, word;
  while (words >> word) bytes.push_back(static_cast<char>(std::stoi(word, nullptr, 16)));
  return bytes;
}

inline std::string shown(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    if (!text.empty()) text += ' ';
    text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  return text;
}

/// The records in those bytes, in words, and what ended them: "drive@100 0:100 1:0 2:0 | stop | more".
inline std::string read_all(RecordReader& reader, std::string_view bytes) {
  std::string words;
  Record record;
  while (!bytes.empty()) {
    const RecordReader::Result result = reader.next(bytes, record);
    if (!words.empty()) words += " | ";
    if (result == RecordReader::Result::broken) return words + reader.what();
    if (result == RecordReader::Result::more) return words + "more";
    if (record.is_system()) {
      constexpr const char* kNames[] = {"bye", "stop", "ping", "pong", "error", "release", "changed"};
      words += kNames[static_cast<int>(record.code)];
      if (record.code == SystemCode::ping || record.code == SystemCode::pong)
        words += " " + shown({record.token.data(), record.token.size()});
      if (record.code == SystemCode::pong) words += fmt::format(" @{}", record.stamp);
      if (record.code == SystemCode::error) words += fmt::format(" '{}'", record.octets);
      continue;
    }
    words += record.object->name;
    if (record.object->time_stamp) words += fmt::format("@{}", record.stamp);
    if (record.object->is_control()) {
      for (std::size_t i = 0; i < record.object->parameters.size(); ++i)
        if (record.has(i)) words += fmt::format(" {}:{}", i, record.values[i]);
    } else {
      words += record.object->is_text() ? fmt::format(" '{}'", record.octets) : " " + shown(record.octets);
    }
    if (record.flaw != Record::Flaw::none) words += " (" + sentence(record) + ")";
  }
  return words;
}

}  // namespace rctp_test
