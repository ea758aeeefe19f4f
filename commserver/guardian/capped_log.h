// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "spark/core/descriptor.h"

namespace commserver {

/// A log file that never grows beyond a limit. The first half has the beginning; the second half is a ring buffer with
/// the end, which `finish` puts in order. As long as nothing is left out, the file is always complete and in order. No
/// text is buffered in memory. The log ends when the file can no longer be written, usually because the disk is full.
class CappedLog {
 public:
  /// `file` must be empty, readable and writable, and `limit` at least `kMinSize`.
  CappedLog(spark::Descriptor file, std::uint64_t limit);
  static constexpr std::uint64_t kMinSize = 4096;

  void append(std::string_view bytes);
  /// Puts the ring buffer in order, after a line with the number of bytes that were left out. Text appended later is
  /// lost.
  void finish();
  /// The errno of the write that failed and ended it early; 0 if none failed.
  int failure() const { return failure_; }
  int descriptor() const { return file_.get(); }

 private:
  spark::Descriptor file_;
  std::uint64_t limit_;
  std::uint64_t head_;
  std::uint64_t written_ = 0;  ///< bytes ever appended
  int failure_ = 0;
};

}  // namespace commserver
