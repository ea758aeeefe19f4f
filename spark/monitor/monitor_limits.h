// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace spark {

/// Limits for the number of monitors, and for the cost of a monitor that does not read.
struct MonitorLimits {
  static constexpr int kMaxMonitors = 10'000;
  static constexpr double kMinShare = 0.001;
  /// A message must be complete within this time after its beginning; else its sender is disconnected.
  static constexpr std::chrono::seconds kSlowMessage{10};
  /// Places in addition to the limits below, for peers that prove to know the trainers' secret, which a peer has to do
  /// within `kProofTakes`.
  static constexpr int kReservedPlaces = 8;
  static constexpr std::chrono::seconds kProofTakes{2};

  int monitors = 64;     ///< at the same time
  int per_address = 32;  ///< from one network address
  /// Bytes that a monitor may leave unread, besides those in the buffers of the system. Beyond that it gets no frames;
  /// when it has read everything, it gets the first line and a complete frame, as if it had just connected.
  std::size_t unsent_bytes = 16u << 20;
  /// Bytes that it may leave unread and miss in total; beyond that it is disconnected.
  std::size_t missed_bytes = 64u << 20;
  /// Share of real time in which one processor may send frames to all monitors together; beyond it all miss frames. At
  /// least `kMinShare`; 1: no limit.
  double serving_share = 0.15;
  /// Up to this number of monitors are always served: trainers at full speed rely on every frame.
  std::size_t few = 8;
};

}  // namespace spark
