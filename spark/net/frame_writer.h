// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "spark/core/clock.h"

namespace spark::net {

/// The output buffer for one peer: framed messages (4-byte big-endian length, then the text), possibly partly sent.
/// Reuses its memory.
///
/// Old agents consume a message that exactly fills their receive buffer of 1024, 2048, 4096 or 8192 bytes and then hang
/// (protocol, length trap); a message whose length is a power of two from 1024 on therefore gets a blank at its end.
class FrameWriter {
 public:
  /// Begins a frame in `frame`, replacing its content; the text is to be appended.
  static void begin(std::string& frame);
  /// Completes a frame: pads the text and writes its length in front.
  static void finish(std::string& frame);
  /// The same without padding, for peers without that defect.
  static void finish_bare(std::string& frame);

  /// Adds a message without padding: a letter, and a text or a number if there is one.
  void add(char letter);
  void add(char letter, std::string_view text);
  void add(char letter, Step number);
  /// Adds a completed frame.
  void add_frame(std::string_view frame) { bytes_ += frame; }

  /// The bytes that are still to be sent.
  std::string_view pending() const { return std::string_view(bytes_).substr(sent_); }
  /// The first `count` bytes of `pending()` have been sent.
  void sent(std::size_t count);
  void clear();

  /// Bytes that have been sent, or dropped with `clear`, since the beginning; and the sum of these and the pending
  /// ones.
  std::uint64_t sent_in_all() const { return before_ + sent_; }
  std::uint64_t added_in_all() const { return before_ + bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t sent_ = 0;
  std::uint64_t before_ = 0;  ///< bytes that were sent before those in `bytes_`
};

}  // namespace spark::net
