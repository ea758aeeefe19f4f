// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "Controller.h"
#include "floor_map.h"

namespace errand {

/// The robot's eyes: the names of visible objects, and distances, which fill the map of the floor. Both come from the
/// view service, or from the server itself if none is running.
///
/// Camera 1 looks ahead and camera 2 down to the floor, relative to the head. The world file defines the cameras, on
/// parts in any attitude.
class Eyes {
 public:
  /// Called in onInit. The controller outlives it.
  void begin(Controller* controller);

  /// Looks once with both cameras: updates the map, and records the places of visible objects. `held` is the object in
  /// the hand, which is not an obstacle. Returns false if no service provides sight.
  bool look(FloorMap& map, const std::string& held);

  /// The place of each object when it was last seen.
  const std::map<std::string, Vector3d>& seen() const { return seen_; }
  /// The objects seen in the last look.
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
