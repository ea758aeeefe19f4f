// SPDX-License-Identifier: Apache-2.0
#include "spark/net/frame_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/net/big_endian.h"

namespace spark::net {
namespace {

bool is_text(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) { return c >= ' ' && c < '\x7f'; });
}

}  // namespace

/// Moves fed bytes to the stored ones until there are `wanted` of those or the fed ones are used up.
void FrameReader::keep(std::size_t wanted) {
  const std::size_t count = std::min(wanted - std::min(wanted, kept_.size()), fed_.size());
  kept_.append(fed_.substr(0, count));
  fed_.remove_prefix(count);
}

FrameReader::Result FrameReader::next(std::string_view& text) {
  if (kept_used_) {
    kept_.clear();
    kept_used_ = false;
  }
  if (senseless_) return Result::senseless;
  const std::size_t passed = std::min(skip_, fed_.size());
  skip_ -= passed;
  fed_.remove_prefix(passed);
  if (fed_.empty()) return Result::none;

  // The length: in one piece if nothing is stored, else completed in the stored bytes.
  std::string_view head = fed_;
  if (!kept_.empty() || fed_.size() < kFrameHead) {
    keep(kFrameHead);
    if (kept_.size() < kFrameHead) return Result::none;
    head = kept_;
  }
  length_ = read_big_endian<std::uint32_t>(head);
  if (length_ > limits_.max_message) return refuse_message();

  if (kept_.empty() && fed_.size() >= kFrameHead + length_) {
    text = fed_.substr(kFrameHead, length_);
    fed_.remove_prefix(kFrameHead + length_);
    return Result::message;
  }
  keep(kFrameHead + length_);
  if (kept_.size() < kFrameHead + length_) return Result::none;
  text = std::string_view(kept_).substr(kFrameHead);
  kept_used_ = true;
  return Result::message;
}

/// The message that begins here is too long to be delivered.
FrameReader::Result FrameReader::refuse_message() {
  if (length_ >= limits_.max_skipped) {
    senseless_ = true;
    return Result::senseless;
  }
  // The length is skipped as well, wherever it is.
  skip_ = length_ + (kept_.empty() ? kFrameHead : 0);
  kept_.clear();
  return Result::skipped;
}

std::string FrameReader::described() const {
  std::string words = fmt::format("a message of {} bytes", length_);
  if (!senseless_) return words;
  std::string bytes;
  append_big_endian(bytes, length_);
  std::reverse(bytes.begin(), bytes.end());
  const auto reversed = read_big_endian<std::uint32_t>(bytes);
  if (reversed > 0 && reversed <= limits_.max_message)
    return words + fmt::format("; the most significant byte of a length comes first: reversed, it is {}", reversed);
  std::reverse(bytes.begin(), bytes.end());
  return is_text(bytes) ? words + fmt::format("; its first four bytes are the text '{}', not a length", bytes) : words;
}

std::string FrameReader::unfinished() const {
  if (!is_midway()) return {};
  if (skip_ > 0)
    return fmt::format("{} of the {} bytes of a message", length_ - std::min<std::size_t>(skip_, length_), length_);
  if (kept_.size() >= kFrameHead)
    return fmt::format("{} of the {} bytes of a message", kept_.size() - kFrameHead, length_);
  return fmt::format("{} byte{} without a length{}", kept_.size(), kept_.size() == 1 ? "" : "s",
                     is_text(kept_) ? fmt::format(" ('{}')", kept_) : "");
}

}  // namespace spark::net
