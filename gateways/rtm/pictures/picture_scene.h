// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "gateways/rctp/pictures/picture_messages.h"
#include "gateways/rtm/pictures/world_moments.h"

namespace rtm {

/// What the camera program knows of the world, as far as it has been sent: it gets the scene once, and of what moves
/// only what has moved.
class PictureScene {
 public:
  /// m, by which floors are larger than everything else: a robot drives on them, and sees them end there.
  static constexpr double kFloorMargin = 100.0;

  /// Another program has come, which knows nothing.
  void forget();

  /// Whether the scene of that moment has to be sent first; writes its frame then.
  bool renew(const Moment& moment, std::string& frame);
  /// Fills in what has moved since the last order.
  void add_poses(const Moment& moment, std::vector<rctp::MoverPose>& poses);

 private:
  std::shared_ptr<const WorldLooks> sent_looks_;
  std::vector<rctp::MoverPose> sent_;  ///< by number; those that have been sent have that number
};

}  // namespace rtm
