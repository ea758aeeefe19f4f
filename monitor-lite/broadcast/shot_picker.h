// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Chooses the camera of a running match, with calm cuts.
///
/// The whole field is the usual shot; near a goal and at restarts a nearer one. No shot is shorter than kMinLength, and
/// the previous camera is not used again within kReturn; a reason for another camera has to last for kSure.
class ShotPicker {
 public:
  static constexpr double kMinLength = 4.0;  ///< s
  static constexpr double kReturn = 6.0;
  static constexpr double kSure = 0.7;
  static constexpr double kMaxLength = 18.0;  ///< of the whole field, while play is in midfield

  /// The camera, `seconds` after the last call; one of kCameraNames.
  std::string_view pick(const Game& game, const Snapshot& snapshot, double seconds);
  /// Begins a shot with that camera, regardless of the previous one.
  void begin(std::string_view camera);
  std::string_view camera() const { return camera_; }

 private:
  std::string_view wanted(const Game& game, const Snapshot& snapshot);

  std::string_view camera_ = "side", before_, wanted_ = "side";
  double age_ = 0.0;   ///< of the shot, s
  double sure_ = 0.0;  ///< the time for which `wanted_` has been preferred
  bool near_goal_ = false;
};

}  // namespace monitor
