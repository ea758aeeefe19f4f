// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

/// Longer than any operation takes, even on a busy machine: a longer one hangs.
inline constexpr std::chrono::seconds kTimeout{100};
/// The same for `::poll`.
inline constexpr int kTimeoutMs = std::chrono::milliseconds(kTimeout).count();

/// Polls `condition` until it holds; returns false after `limit`.
template <typename Condition>
bool wait_until(Condition condition, std::chrono::milliseconds limit = kTimeout) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}
