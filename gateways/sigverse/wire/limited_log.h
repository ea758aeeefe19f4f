// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace sigverse::wire {

/// Limits lines about peers for a program that prints them on a terminal: however much peers send, at most `kLines` are
/// written per period, and at its end one more with the number of omitted lines. It has no clock: the owner reports the
/// end of a period. Thread-safe.
class LimitedLog {
 public:
  using Sink = std::function<void(const std::string& line)>;
  static constexpr unsigned kLines = 20;
  static constexpr std::size_t kLongestLine = 400;

  /// `sink` is called with one line at a time.
  explicit LimitedLog(Sink sink) : sink_(std::move(sink)) {}

  /// Control characters become `?`, because a line may contain text of a peer.
  void write(std::string_view line);
  void begin_period();

 private:
  std::mutex mutex_;
  Sink sink_;
  unsigned written_ = 0;
  unsigned long long omitted_ = 0;
};

}  // namespace sigverse::wire
