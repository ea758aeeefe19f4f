// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "spark/core/log.h"

namespace sigverse::server {

/// Limits the log lines of one client, so that it cannot fill the disk, without losing important lines among frequent
/// ones: for example, a judge may log every collision as well as the points.
///
/// Two lines are of the same kind if they differ only in numbers; a thousand lines "x 3.5" do not limit "points 12".
/// The first `kInFull` lines of each kind are written at once. After that, lines of a kind are written at least 1 s
/// apart, at increasing intervals: n s after another 100 n lines, so in T s about 14 sqrt(T) lines are written. The
/// latest held line of a kind is written when the interval is over, or by `flush`, with the number of omitted lines.
/// Times are SIG time, so that the speed of a run makes no difference.
class LineThrottle {
 public:
  static constexpr std::uint64_t kInFull = 100;
  /// All kinds beyond this number share one limit.
  static constexpr std::size_t kMaxKinds = 32;
  using Sink = std::function<void(spark::LogLevel level, std::string_view line)>;

  explicit LineThrottle(Sink sink) : sink_(std::move(sink)) {}

  /// Writes a line, or holds it back. `now` in s.
  void write(spark::LogLevel level, std::string_view line, double now);
  /// Writes lines that have been held back long enough.
  void attend(double now);
  /// Writes all lines that are held back.
  void flush();

 private:
  struct Kind {
    std::uint64_t written = 0, left_out = 0;
    double last = 0.0;  ///< when the last one was written, s
    std::string held;   ///< the latest, if one was held back
    spark::LogLevel level{};

    double due() const;
  };

  void write_held(Kind& kind, double now);

  Sink sink_;
  std::map<std::string, Kind, std::less<>> kinds_;
  std::string key_;
  double next_ = std::numeric_limits<double>::infinity();  ///< when the first held line is due
  double now_ = 0.0;                                       ///< the time of the last call
};

}  // namespace sigverse::server
