// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace sigverse::viewer {

/// Ends a mode in order at the first SIGINT, SIGTERM or SIGHUP. Another one ends the program at once, if it comes a
/// second later or more (`spark::EndingSignals`), and so does the time that an orderly end may take: a server or a
/// graphics driver may hang. Make one, on the main thread, and only one in the life of a program: its handlers stay, so
/// that a signal that comes while the program ends anyway does not cut that short.
class EndBySignals {
 public:
  /// `end` is called in a signal handler, on any thread, at most once.
  explicit EndBySignals(std::function<void()> end);
  /// `end` is not called from now on.
  ~EndBySignals();
  EndBySignals(const EndBySignals&) = delete;
  EndBySignals& operator=(const EndBySignals&) = delete;

 private:
  std::function<void()> end_;
};

}  // namespace sigverse::viewer
