// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace spark {

/// How many monitors there may be, and what one costs that does not read.
struct MonitorLimits {
  static constexpr int kMostMonitors = 10'000;
  static constexpr double kLeastShare = 0.001;
  /// A message that has begun is to be complete within this time, whatever else comes; else its sender is disconnected.
  static constexpr std::chrono::seconds kSlowMessage{10};
  /// Places beyond the limits below for those that prove to know the trainers' secret. Whoever takes one has to prove
  /// it within `kProofTakes`.
  static constexpr int kKeptPlaces = 8;
  static constexpr std::chrono::seconds kProofTakes{2};

  int monitors = 64;     ///< at the same time
  int per_address = 32;  ///< of these, from one address of the network
  /// What a monitor may leave unread, in bytes, besides what the system keeps. From then on it gets no frames; when it
  /// has read the rest, it gets the first line and a whole frame, as if it had just connected.
  std::size_t unsent_bytes = 16u << 20;
  /// What it may leave unread and miss so together; then it is disconnected.
  std::size_t missed_bytes = 64u << 20;
  /// Of real time, for which one processor may be busy with sending frames to all of them; beyond it all miss frames.
  /// At least `kLeastShare`; 1: always.
  double serving_share = 0.15;
  /// So few are served whatever it takes: trainers at full speed rely on every frame.
  std::size_t few = 8;
};

}  // namespace spark
