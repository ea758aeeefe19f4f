// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "gateways/rctp/pictures/picture_messages.h"
#include "gateways/rtm/pictures/world_moments.h"

namespace rtm {

/// Tracks the part of the world that the camera program has received: it gets the scene once, and then only the poses
/// that have changed.
class PictureScene {
 public:
  /// m, by which floors extend beyond everything else, so that robots that drive on a floor see it continue.
  static constexpr double kFloorMargin = 100.0;

  /// Called when another program has been started, which has received nothing yet.
  void forget();

  /// Whether the scene of that moment has to be sent first; if so, writes its frame.
  bool renew(const Moment& moment, std::string& frame);
  /// Adds the poses that have changed since the last order.
  void add_poses(const Moment& moment, std::vector<rctp::MoverPose>& poses);

 private:
  std::shared_ptr<const WorldLooks> sent_looks_;
  std::vector<rctp::MoverPose> sent_;  ///< by number; entries that have been sent have that number
};

}  // namespace rtm
