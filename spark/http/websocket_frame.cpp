// SPDX-License-Identifier: Apache-2.0
#include "spark/http/websocket_frame.h"

#include <array>
#include <cstdint>
#include <random>

#include "spark/core/utf8.h"

namespace spark::http {

namespace {

/// A control frame has 125 octets at most, the code two of them.
constexpr std::size_t kMaxReason = 123;

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

std::string masked_frame(std::string_view payload, bool is_text) {
  constexpr char kMasked = '\x80';
  std::string frame = frame_head(payload.size(), is_text);
  frame[1] = static_cast<char>(frame[1] | kMasked);
  const std::uint32_t random = std::random_device()();
  std::array<char, 4> key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<char>(random >> (8 * i));
  frame.append(key.data(), key.size());
  const std::size_t head = frame.size();
  frame += payload;
  for (std::size_t i = 0; i < payload.size(); ++i) frame[head + i] = static_cast<char>(frame[head + i] ^ key[i % 4]);
  return frame;
}

std::string_view fitting_reason(std::string_view reason) {
  return utf8_beginning(reason, kMaxReason);
}

}  // namespace spark::http
