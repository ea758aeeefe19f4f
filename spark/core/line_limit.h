// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spark {

/// Decides which of any number of lines of one kind are written to the log: the first `in_full`, then the 10th, 100th,
/// 1000th … (unless they are among the first). The limit is a count, not a rate, so that provoking lines achieves
/// nothing.
class LineLimit {
 public:
  explicit LineLimit(std::uint64_t in_full) : in_full_(in_full) {}

  /// Counts one more line; true if it is to be written.
  bool next() { return is_written(++count_, in_full_); }
  std::uint64_t count() const { return count_; }
  /// Whether some were not written; lines should then include their number.
  bool is_thinned() const { return count_ > in_full_; }

  static bool is_written(std::uint64_t count, std::uint64_t in_full) {
    if (count <= in_full) return true;
    while (count >= 10 && count % 10 == 0) count /= 10;
    return count == 1;
  }

 private:
  std::uint64_t in_full_;
  std::uint64_t count_ = 0;
};

}  // namespace spark
