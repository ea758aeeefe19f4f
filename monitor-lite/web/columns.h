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

/// Encodes frames as columns of whole numbers (docs/play/web.md, "packed logs").
std::string columns_of(const std::vector<PageFrame>& frames);
/// Decodes them. Throws `std::runtime_error` with one line if the text is invalid, or for more than `most` frames.
std::vector<PageFrame> frames_of(std::string_view columns, std::size_t most);

/// Writes whole numbers, those near zero in one octet: zigzag, seven bits at a time, the lowest first.
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
  /// Throws `std::runtime_error` if there is none, or if it is longer than 64 bits.
  std::int64_t next();
  /// Also throws if it is out of this range.
  std::int64_t next(std::int64_t least, std::int64_t most);
  bool is_done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace monitor
