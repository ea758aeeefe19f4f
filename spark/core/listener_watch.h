// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "spark/core/poll_set.h"

namespace spark {

/// Watches a listening socket in a `PollSet`, with pauses. A listener whose next connection cannot be accepted (no
/// descriptors left) stays readable, so whoever waits for it would be woken again at once, for ever: it is left out for
/// a while then. Whoever waits does so for no longer than such a pause matters to it.
class ListenerWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{200};

  /// Watches from now on. The socket is the user's; the set must outlive this. Throws `std::runtime_error`.
  ListenerWatch(PollSet& polls, int listener, std::uint64_t key);
  ~ListenerWatch();
  ListenerWatch(const ListenerWatch&) = delete;
  ListenerWatch& operator=(const ListenerWatch&) = delete;

  bool is_pausing() const { return again_.has_value(); }
  /// Nobody could be accepted.
  void pause(Clock::time_point now = Clock::now());
  /// Watches again if a pause is over; to be called now and then.
  void attend(Clock::time_point now = Clock::now());
  /// For good; to be called before the socket is closed.
  void end();

 private:
  PollSet& polls_;
  int listener_;
  std::uint64_t key_;
  bool watching_ = false;
  std::optional<Clock::time_point> again_;
};

}  // namespace spark
