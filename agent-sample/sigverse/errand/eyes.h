// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "Controller.h"
#include "floor_map.h"

namespace errand {

/// The robot's eyes: what is seen by names, and distances, which fill the map of the floor. The view service does both;
/// where none is running, that is the server itself.
///
/// Camera 1 looks ahead and camera 2 down to the floor, wherever the head is turned. Cameras are as the world file has
/// them, on a part that stands upright or is turned in any way.
class Eyes {
 public:
  /// In onInit. The controller outlives it.
  void begin(Controller* controller);

  /// Looks once with both cameras: renews the map, and remembers where things are that are seen. `held` is what the
  /// hand holds: it is no obstacle. False if there is no service that sees.
  bool look(FloorMap& map, const std::string& held);

  /// Where each object was when it was last seen.
  const std::map<std::string, Vector3d>& seen() const { return seen_; }
  /// What was seen in the last look.
  bool sees(const std::string& object) const;
  void forget(const std::string& object) { seen_.erase(object); }

 private:
  struct Camera {
    Vector3d eye, left, up, ahead;
    double half_height, half_width;  ///< rad
  };
  Camera camera(int id);
  void look_for_things();
  bool look_at_floor(FloorMap& map, const std::string& held);

  Controller* controller_ = nullptr;
  ViewService* service_ = nullptr;
  std::map<std::string, Vector3d> seen_;
  std::vector<std::string> in_sight_;
};

}  // namespace errand
