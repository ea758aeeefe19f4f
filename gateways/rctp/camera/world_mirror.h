// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/model/model.h"

namespace rctp::camera {

/// A copy of the poses in a server's world: the server reports movers and cameras by number, and a model has them by
/// name. Plain data without sockets; untrusted octets cannot harm it.
class WorldMirror {
 public:
  /// The names of movers and cameras by their numbers, empty where one has been removed.
  void set_names(std::vector<std::string> names);
  /// Applies the contents of a `world` record. Entries without a name are stored until there is one. Returns false if
  /// an entry cannot be read; those before it have been applied.
  bool update(std::string_view contents);
  /// Sets the pose of a mover or camera, as in its Transform: m, axis and angle in radians. Ignored unless all numbers
  /// are finite.
  void set_pose(std::size_t number, const std::array<float, 3>& translation, const std::array<float, 4>& rotation);
  /// The smaller angle of view of a camera, radians; other values are ignored.
  void set_field_of_view(std::size_t number, float field_of_view);
  /// The simulation step of the last contents.
  std::uint32_t step() const { return step_; }
  /// Grows with each `update`.
  std::uint64_t changes() const { return changes_; }

  /// The poses of a model's parts in its world: the last ones that the server sent, else the model's own.
  std::vector<glm::mat4> poses(const monitor::Model& model) const;
  /// The field of view of a viewpoint of the model, radians: the last one that the server sent for its part, else the
  /// model's own.
  float field_of_view(const monitor::Model& model, std::size_t viewpoint) const;

 private:
  struct Mover {
    std::string name;
    std::optional<glm::mat4> pose;
    std::optional<float> field_of_view;
  };
  Mover& mover(std::size_t number);

  std::vector<Mover> movers_;
  std::uint32_t step_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace rctp::camera
