// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spark::net {

/// How long the messages of a peer may be, bytes.
struct FrameLimits {
  /// The longest that is delivered.
  std::size_t max_message = 64 * 1024;
  /// A shorter message is skipped as a whole. From this length on it cannot be meant: the peer has lost the framing, or
  /// never had it. A length of 1 whose bytes are reversed is just as long.
  std::size_t max_skipped = 16 * 1024 * 1024;
};

/// Cuts the bytes of one peer into messages: each is a 4-byte big-endian length and that many bytes of text (protocol).
///
/// A cursor: give it bytes with `feed`, take messages with `next` until there is none, give it more. It copes with any
/// bytes, cut anywhere. Complete messages within the fed bytes are not copied; at most one unfinished message is kept.
class FrameReader {
 public:
  enum class Result {
    message,   ///< `text` is a message
    skipped,   ///< a message of `length()` bytes was too long; reported once, where it begins
    none,      ///< no further whole message yet
    senseless  ///< the framing is lost; nothing else will come from now on
  };

  /// The usual limits are those of an agent, whose messages have a few hundred bytes.
  explicit FrameReader(FrameLimits limits = {}) : limits_(limits) {}
  /// Applies to the messages to come.
  void set_limits(FrameLimits limits) { limits_ = limits; }
  const FrameLimits& limits() const { return limits_; }

  /// `bytes` must stay where they are until `next` returns `none`.
  void feed(std::string_view bytes) { fed_ = bytes; }
  /// `text` is valid until the next call of `feed` or `next`.
  Result next(std::string_view& text);
  /// The fed bytes not processed yet, for a caller that stops before `next` returns `none`: it must feed them again.
  std::string_view unread() const { return fed_; }
  /// Whether a message has begun and not ended, after `next` has returned `none`.
  bool is_midway() const { return skip_ > 0 || (!kept_.empty() && !kept_used_); }
  /// Length of the message that was `skipped` or `senseless`.
  std::uint32_t length() const { return length_; }
  /// The same in words: "a message of 70000 bytes". After `senseless` they also say what was meant if that can be
  /// seen: the four bytes of the length are in the wrong order, or are text.
  std::string described() const;
  /// What has come of a message that has begun and not ended, in words: "1 byte without a length ('I')". Empty if
  /// none has begun.
  std::string unfinished() const;

 private:
  Result refuse_message();
  void keep(std::size_t wanted);

  FrameLimits limits_;
  std::string_view fed_;
  std::string kept_;        ///< beginning of an unfinished message, its head included
  bool kept_used_ = false;  ///< the last message was delivered out of `kept_`
  std::uint32_t length_ = 0;
  std::size_t skip_ = 0;  ///< bytes still to pass over
  bool senseless_ = false;
};

}  // namespace spark::net
