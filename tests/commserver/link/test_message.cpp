// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/message.h"

#include <catch2/catch.hpp>
#include <limits>
#include <string>

using namespace commserver;

namespace {

/// A message of all kinds of parts, without its length.
std::string sample() {
  std::string bytes;
  MessageWriter writer(bytes);
  writer.begin(MessageKind::sensation).agent(7).number(-3).number(std::numeric_limits<std::int64_t>::max());
  writer.begin_text();
  bytes += "(Vision)";
  writer.end_text().text(std::string("\0x", 2)).end();
  return bytes.substr(4);
}

/// Reads it; true if all was as it was written.
bool reads_sample(std::string_view bytes) {
  MessageReader message(bytes);
  const bool same = message.kind() == MessageKind::sensation && message.agent() == 7 && message.number() == -3 &&
                    message.number() == std::numeric_limits<std::int64_t>::max() && message.text(8) == "(Vision)" &&
                    message.text(100) == std::string("\0x", 2);
  return message.is_good() && same;
}

}  // namespace

TEST_CASE("messages are read as they were written") {
  CHECK(reads_sample(sample()));
  std::string bytes;
  MessageWriter writer(bytes);
  writer.begin(MessageKind::ready).agent(1).begin(MessageKind::alive).end();
  // Length 9: a byte for the kind and eight for the number; then length 1.
  CHECK(bytes == std::string("\0\0\0\x09\x0a\0\0\0\0\0\0\0\x01\0\0\0\x01\x10", 18));
}

TEST_CASE("a message that is cut anywhere, or has bytes left over, is bad") {
  const std::string whole = sample();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK_FALSE(reads_sample(std::string_view(whole).substr(0, length)));
  }
  CHECK_FALSE(reads_sample(whole + "x"));
}

TEST_CASE("numbers outside of their range and texts that are too long are bad") {
  std::string bytes;
  MessageWriter(bytes).begin(MessageKind::start).number(10000).text("12345").end();
  const std::string_view message = std::string_view(bytes).substr(4);
  MessageReader ranged(message);
  ranged.agent();
  ranged.text(5);
  CHECK_FALSE(ranged.is_good());
  MessageReader wide(message);
  wide.number();
  wide.text(5);
  CHECK(wide.is_good());
  MessageReader shorter(message);
  shorter.number();
  CHECK(shorter.text(4).empty());
  CHECK_FALSE(shorter.is_good());
}
