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

/// Where everything of a server's world is: what the server has said of its movers and cameras, by their numbers, and
/// what a model has of it, by names. Plain data and no sockets; untrusted octets can do no harm.
class WorldMirror {
 public:
  /// The names of movers and cameras by their numbers, empty where one has gone.
  void set_names(std::vector<std::string> names);
  /// Takes over the contents of a `world` record. Entries without a name are kept until there is one. Returns false if
  /// something in them cannot be read; what stood before it is taken over.
  bool update(std::string_view contents);
  /// Where a mover or camera is, as its Transform has it: m, axis and angle in radians. Numbers that are not finite
  /// change nothing.
  void set_pose(std::size_t number, const std::array<float, 3>& translation, const std::array<float, 4>& rotation);
  /// The smaller angle that a camera sees, radians; what is no such angle changes nothing.
  void set_field_of_view(std::size_t number, float field_of_view);
  /// The simulation's step of the last contents.
  std::uint32_t step() const { return step_; }
  /// Grows with each `update`.
  std::uint64_t changes() const { return changes_; }

  /// The poses of a model's parts in its world: the last ones that the server has sent, else the model's own.
  std::vector<glm::mat4> poses(const monitor::Model& model) const;
  /// The field of view of a viewpoint of the model, radians: the last one that the server has sent for its part, else
  /// the model's own.
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
