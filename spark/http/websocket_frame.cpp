// SPDX-License-Identifier: Apache-2.0
#include "spark/http/websocket_frame.h"

#include <cstdint>

namespace spark::http {

namespace {

/// A control frame has 125 octets at most, the code two of them.
constexpr std::size_t kMaxReason = 123;

/// Octets that follow the first one of a character.
bool is_inside_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

}  // namespace

std::string frame_head(std::size_t payload_size, bool is_text) {
  constexpr int kFinal = 0x80, kText = 1, kBinary = 2;
  std::string head(1, static_cast<char>(kFinal | (is_text ? kText : kBinary)));
  const auto add = [&](std::uint64_t value, int octets) {
    for (int i = octets - 1; i >= 0; --i) head += static_cast<char>(value >> (8 * i));
  };
  if (payload_size < 126) {
    add(payload_size, 1);
  } else if (payload_size <= 0xffff) {
    add(126, 1);
    add(payload_size, 2);
  } else {
    add(127, 1);
    add(payload_size, 8);
  }
  return head;
}

std::string_view fitting_reason(std::string_view reason) {
  if (reason.size() <= kMaxReason) return reason;
  std::size_t size = kMaxReason;
  while (size > 0 && is_inside_character(reason[size])) --size;
  return reason.substr(0, size);
}

}  // namespace spark::http
