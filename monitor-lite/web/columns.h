// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "monitor-lite/web/page_frame.h"

namespace monitor {

/// Frames as columns of whole numbers, and back (docs/play/web.md, "packed logs").
std::string columns_of(const std::vector<PageFrame>& frames);
/// Throws `std::runtime_error` with one line if they are none, or more than `most` frames.
std::vector<PageFrame> frames_of(std::string_view columns, std::size_t most);

/// Whole numbers one after the other, those near zero in one octet: zigzag, seven bits at a time, the lowest first.
class NumberWriter {
 public:
  void add(std::int64_t number);
  std::string take() { return std::exchange(octets_, {}); }

 private:
  std::string octets_;
};

class NumberReader {
 public:
  explicit NumberReader(std::string_view octets) : rest_(octets) {}
  /// Throws `std::runtime_error` if there is none, or it is longer than 64 bits.
  std::int64_t next();
  /// Throws as well if it is not within these.
  std::int64_t next(std::int64_t least, std::int64_t most);
  bool is_done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace monitor
