// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/text_places.h"

#include <algorithm>

namespace x3d {
namespace {

constexpr std::size_t kStride = 256;

}  // namespace

Place TextPlaces::at(std::size_t offset) {
  if (offset < counted_) {
    const std::size_t at = std::min(offset / kStride, known_.size() - 1);
    counted_ = at * kStride;
    place_ = known_[at];
  }
  for (; counted_ < offset; ++counted_) {
    if (counted_ == known_.size() * kStride) known_.push_back(place_);
    const char c = text_[counted_];
    if (c == '\n' || (c == '\r' && text_.substr(counted_ + 1, 1) != "\n")) {
      ++place_.line;
      place_.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++place_.column;
    }
  }
  return place_;
}

}  // namespace x3d
