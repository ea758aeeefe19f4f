// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spark {

/// Cuts what a monitor sends into messages: a 4-byte big-endian length, then that many bytes, a letter and a text
/// (protocol). The bytes may come in any pieces. Memory grows with what has arrived, never with what a length promises.
class CommandReader {
 public:
  static constexpr std::size_t kMaxTextSize = 64u << 10;  ///< bytes; far above any sensible trainer command
  static constexpr std::size_t kMaxSkippedSize = 16u
                                                 << 20;  ///< bytes; a longer message is no mistake but another protocol

  enum class Found {
    nothing,   ///< more bytes are needed
    message,   ///< `letter()` and `text()` are valid until the next call
    empty,     ///< a message of length 0
    too_long,  ///< more than kMaxTextSize; its bytes will be skipped
    hopeless,  ///< more than kMaxSkippedSize; nothing sensible can follow
  };

  /// Takes bytes off the front of `bytes` until something is found or none are left.
  Found next(std::string_view& bytes);

  char letter() const { return message_.front(); }
  std::string_view text() const { return std::string_view(message_).substr(1); }
  /// What the last length field said.
  std::uint32_t length() const { return length_; }

 private:
  Found begin_message();

  int length_bytes_ = 0;
  std::uint32_t length_ = 0;
  std::size_t skip_ = 0;
  std::string message_;
};

}  // namespace spark
