// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spark/net/checksum.h"

namespace server {

/// The summary in actions.log of several commands of one trainer that came faster than they are written in full:
/// "commands: 12, bytes: 3400, SHA-256: 0a1b…". The hash is that of their texts, each followed by a newline.
class CommandDigest {
 public:
  void add(std::string_view command);
  std::uint64_t count() const { return count_; }
  std::string text() const;
  /// The same for commands that only control the clock: "clock commands: 12, …". They are in no record.
  std::string clock_text() const { return std::string(kClock) + text(); }
  static bool is_clock_text(std::string_view text) {
    return text.starts_with(kClock) && read_count(text.substr(kClock.size()));
  }
  /// The number of commands that such a text sums up; nothing if the text has another form.
  static std::optional<std::uint64_t> read_count(std::string_view text);

 private:
  static constexpr std::string_view kClock = "clock ", kCommands = "commands: ";

  std::uint64_t count_ = 0, bytes_ = 0;
  spark::Sha256 sum_;
};

}  // namespace server
