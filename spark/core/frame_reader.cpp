// SPDX-License-Identifier: Apache-2.0
#include "spark/core/frame_reader.h"

#include <algorithm>

namespace spark {
namespace {

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

/// Moves fed bytes to the kept ones until those are `wanted` many or the fed ones are used up.
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

  // The head: in one piece if nothing is kept, else completed among the kept bytes.
  std::string_view head = fed_;
  if (!kept_.empty() || fed_.size() < kHead) {
    keep(kHead);
    if (kept_.size() < kHead) return Result::none;
    head = kept_;
  }
  length_ = big_endian(head);
  if (length_ > kMaxMessageSize) return refuse_message();

  if (kept_.empty() && fed_.size() >= kHead + length_) {
    text = fed_.substr(kHead, length_);
    fed_.remove_prefix(kHead + length_);
    return Result::message;
  }
  keep(kHead + length_);
  if (kept_.size() < kHead + length_) return Result::none;
  text = std::string_view(kept_).substr(kHead);
  kept_used_ = true;
  return Result::message;
}

/// The message that begins here is too long to be delivered.
FrameReader::Result FrameReader::refuse_message() {
  if (length_ > kMaxSkippedSize) {
    senseless_ = true;
    return Result::senseless;
  }
  // The head is passed over as well, wherever it lies.
  skip_ = length_ + (kept_.empty() ? kHead : 0);
  kept_.clear();
  return Result::skipped;
}

}  // namespace spark
