// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

/// Longer than any operation takes, even on a busy machine: a longer one hangs.
inline constexpr std::chrono::seconds kTimeout{100};
/// The same for `::poll`.
inline constexpr int kTimeoutMs = std::chrono::milliseconds(kTimeout).count();

/// Polls `condition` until it holds; returns false after `limit`. It polls often at first, so that immediate results
/// are noticed immediately, and then less and less often, because the condition may cost more than the pause.
template <typename Condition>
bool wait_until(Condition condition, std::chrono::milliseconds limit = kTimeout) {
  constexpr std::chrono::microseconds kLongestPause(2000);
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (std::chrono::microseconds pause(10); !condition(); pause = std::min(2 * pause, kLongestPause)) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}
