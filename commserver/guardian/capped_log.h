// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "spark/core/descriptor.h"

namespace commserver {

/// A log file that never grows beyond a limit. The first half keeps the beginning; the second half is a ring buffer
/// with the end, put in order by `finish`. As long as nothing had to be left out, the file is complete and in order at
/// any time. Keeps no text in memory. Where the system takes no more of it, above all on a full disk, it ends.
class CappedLog {
 public:
  /// `file` is empty and can be read and written. `limit` is at least `kMinSize`.
  CappedLog(spark::Descriptor file, std::uint64_t limit);
  static constexpr std::uint64_t kMinSize = 4096;

  void append(std::string_view bytes);
  /// Puts the ring in order, with a line in front of it that says how many bytes are left out there. Text appended
  /// after that is lost.
  void finish();
  /// The errno for which it has ended early; 0 if it has not.
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
