// SPDX-License-Identifier: Apache-2.0
#include "spark/net/frame_writer.h"

#include <bit>

#include "spark/core/check.h"
#include "spark/core/number_text.h"
#include "spark/net/big_endian.h"

namespace spark::net {
namespace {

constexpr std::size_t kSmallestTrap = 1024;
/// Sent bytes at the front of a buffer that never becomes empty are removed when there are this many.
constexpr std::size_t kMaxSentKept = 64 * 1024;

/// Writes the length of the complete frame from `at` to the end of `bytes` to its front.
void write_length(std::string& bytes, std::size_t at) {
  write_big_endian(bytes, at, static_cast<std::uint32_t>(bytes.size() - at - kFrameHead));
}

}  // namespace

void FrameWriter::begin(std::string& frame) {
  frame.assign(kFrameHead, '\0');
}

void FrameWriter::finish(std::string& frame) {
  SPARK_DEMAND(frame.size() >= kFrameHead);
  const std::size_t length = frame.size() - kFrameHead;
  if (length >= kSmallestTrap && std::has_single_bit(length)) frame += ' ';
  write_length(frame, 0);
}

void FrameWriter::finish_bare(std::string& frame) {
  SPARK_DEMAND(frame.size() >= kFrameHead);
  write_length(frame, 0);
}

void FrameWriter::add(char letter) {
  const std::size_t at = bytes_.size();
  bytes_.append(kFrameHead, '\0') += letter;
  write_length(bytes_, at);
}

void FrameWriter::add(char letter, std::string_view text) {
  const std::size_t at = bytes_.size();
  bytes_.append(kFrameHead, '\0') += letter;
  bytes_ += text;
  write_length(bytes_, at);
}

void FrameWriter::add(char letter, Step number) {
  const std::size_t at = bytes_.size();
  bytes_.append(kFrameHead, '\0') += letter;
  append_integer(bytes_, number);
  write_length(bytes_, at);
}

void FrameWriter::sent(std::size_t count) {
  sent_ += count;
  SPARK_DEMAND(sent_ <= bytes_.size());
  if (sent_ == bytes_.size()) {
    clear();
  } else if (sent_ >= kMaxSentKept) {
    bytes_.erase(0, sent_);
    before_ += sent_;
    sent_ = 0;
  }
}

void FrameWriter::clear() {
  before_ += bytes_.size();
  bytes_.clear();
  sent_ = 0;
}

}  // namespace spark::net
