// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace spark {

/// How many monitors there may be, and how much a monitor may cost that does not read.
struct MonitorLimits {
  static constexpr int kMaxMonitors = 10'000;
  static constexpr double kMinShare = 0.001;
  /// A message that has begun is to be complete within this time, whatever else comes; else its sender is disconnected.
  static constexpr std::chrono::seconds kSlowMessage{10};
  /// Places beyond the limits below that are reserved for peers that prove to know the trainers' secret, which a peer
  /// has to do within `kProofTakes`.
  static constexpr int kReservedPlaces = 8;
  static constexpr std::chrono::seconds kProofTakes{2};

  int monitors = 64;     ///< at the same time
  int per_address = 32;  ///< of these, from one address of the network
  /// Bytes that a monitor may leave unread, besides those in the buffers of the system. Beyond that it gets no frames;
  /// when it has read the rest, it gets the first line and a whole frame, as if it had just connected.
  std::size_t unsent_bytes = 16u << 20;
  /// Bytes that it may leave unread and miss together; beyond that it is disconnected.
  std::size_t missed_bytes = 64u << 20;
  /// Share of real time for which one processor may be busy with sending frames to all of them; beyond it all miss
  /// frames. At least `kMinShare`; 1: always.
  double serving_share = 0.15;
  /// So few monitors are served whatever it takes: trainers at full speed rely on every frame.
  std::size_t few = 8;
};

}  // namespace spark
