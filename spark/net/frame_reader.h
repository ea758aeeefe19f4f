// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spark::net {

/// Limits for the length of a peer's messages, bytes.
struct FrameLimits {
  /// The longest message that is delivered.
  std::size_t max_message = 64 * 1024;
  /// A longer message is skipped as a whole. A length from this one on is an error: the peer has lost the framing, or
  /// never used it. (16 MiB is a length of 1 with its bytes reversed.)
  std::size_t max_skipped = 16 * 1024 * 1024;
};

/// Cuts the bytes of one peer into messages: each is a 4-byte big-endian length and that many bytes of text (protocol).
///
/// Usage: `feed` it bytes, take messages with `next` until there are none, feed more. It accepts any bytes, cut
/// anywhere. Complete messages within the fed bytes are not copied; at most one unfinished message is stored.
class FrameReader {
 public:
  enum class Result {
    message,   ///< `text` is a message
    skipped,   ///< a message of `length()` bytes was too long; reported once, at its beginning
    none,      ///< no further complete message yet
    senseless  ///< the framing is lost; there will be no more messages
  };

  /// The default limits are for agents, whose messages have a few hundred bytes.
  explicit FrameReader(FrameLimits limits = {}) : limits_(limits) {}
  /// Applies to future messages.
  void set_limits(FrameLimits limits) { limits_ = limits; }
  const FrameLimits& limits() const { return limits_; }

  /// `bytes` must stay where they are until `next` returns `none`.
  void feed(std::string_view bytes) { fed_ = bytes; }
  /// `text` is valid until the next call of `feed` or `next`.
  Result next(std::string_view& text);
  /// The fed bytes that are not processed yet, for a caller that stops before `next` returns `none`: it must feed them
  /// again.
  std::string_view unread() const { return fed_; }
  /// Whether a message is incomplete, after `next` has returned `none`.
  bool is_midway() const { return skip_ > 0 || (!kept_.empty() && !kept_used_); }
  /// Length of the message that was `skipped` or `senseless`.
  std::uint32_t length() const { return length_; }
  /// The same in words: "a message of 70000 bytes". After `senseless` they include the likely cause: the four bytes of
  /// the length are in the wrong order, or are text.
  std::string described() const;
  /// The received part of an incomplete message, in words: "1 byte without a length ('I')". Empty if there is none.
  std::string unfinished() const;

 private:
  Result refuse_message();
  void keep(std::size_t wanted);

  FrameLimits limits_;
  std::string_view fed_;
  std::string kept_;        ///< beginning of an incomplete message, with its length
  bool kept_used_ = false;  ///< the last message was delivered from `kept_`
  std::uint32_t length_ = 0;
  std::size_t skip_ = 0;  ///< remaining bytes to skip
  bool senseless_ = false;
};

}  // namespace spark::net
