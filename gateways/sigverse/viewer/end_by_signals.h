// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace sigverse::viewer {

/// Ends a mode in an orderly way at the first SIGINT, SIGTERM or SIGHUP. A second one ends the program at once if it
/// arrives a second later or more (`spark::EndingSignals`), and so does a timeout of the orderly end, because a server
/// or a graphics driver may hang. Create only one per process, on the main thread: its handlers stay installed, so that
/// a signal while the program ends does not interrupt that.
class EndBySignals {
 public:
  /// `end` is called in a signal handler, on any thread, at most once.
  explicit EndBySignals(std::function<void()> end);
  /// From now on `end` is not called.
  ~EndBySignals();
  EndBySignals(const EndBySignals&) = delete;
  EndBySignals& operator=(const EndBySignals&) = delete;

 private:
  std::function<void()> end_;
};

}  // namespace sigverse::viewer
