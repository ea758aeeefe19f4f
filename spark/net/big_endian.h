// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spark::net {

/// The size of the length field of a frame, bytes.
inline constexpr std::size_t kFrameHead = 4;

/// The big-endian number at the beginning of `bytes`, which must be long enough.
template <typename Number>
Number read_big_endian(std::string_view bytes) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    value = static_cast<Number>(value << 8 | static_cast<unsigned char>(bytes[i]));
  return value;
}

/// Overwrites the bytes from `at` on with `value`.
template <typename Number>
void write_big_endian(std::string& bytes, std::size_t at, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    bytes[at + i] = static_cast<char>(value >> (8 * (sizeof(Number) - 1 - i)) & 0xff);
}

template <typename Number>
void append_big_endian(std::string& bytes, Number value) {
  bytes.resize(bytes.size() + sizeof(Number));
  write_big_endian(bytes, bytes.size() - sizeof(Number), value);
}

}  // namespace spark::net
