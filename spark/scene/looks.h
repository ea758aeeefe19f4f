// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/vec3.h"

namespace spark {

class Leaf;
class Scene;

/// What a scene looks like, as plain data: for monitors, gateways and dumps alike. Lengths in metres; nothing here
/// refers to the scene, so it may go to other threads and outlive it.

/// Red, green and blue, each from 0 to 1.
using Colour = std::array<double, 3>;

/// The colour behind the name of a material: `matWhite`, `matGrey`, `matRed` … Nothing for `default` and no name, grey
/// for names that nobody knows.
std::optional<Colour> colour_of_material(std::string_view name);

struct ShapeLook {
  /// With their sizes: a sphere's radius; a box's edges along x, y and z; radius and length of a cylinder, and of a
  /// capsule, whose length is that of its cylindrical part. Both stand along z. A plane has no size: it is z = 0.
  enum class Kind { sphere, box, capsule, cylinder, plane };
  Kind kind = Kind::sphere;
  std::array<double, 3> sizes{};
  Pose pose;                     ///< of its middle: in the frame of what it moves with, scenery's in the world
  std::optional<Colour> colour;  ///< nothing: what the viewer chooses

  bool operator==(const ShapeLook& other) const;
};

/// "sphere", "box" …
std::string_view to_string(ShapeLook::Kind kind);
/// How many of the sizes that kind has.
std::size_t size_count(ShapeLook::Kind kind);

/// What moves by itself: a body, with all that is shown where it is.
struct MoverLook {
  std::uint64_t serial = 0;  ///< of the body (`Leaf::serial`)
  std::string path;          ///< `path_below` the scene
  Pose pose;                 ///< of the body in the world
  std::vector<ShapeLook> shapes;
};

struct JointLook {
  enum class Kind { ball, hinge, hinge2, universal, slider, fixed };
  static constexpr std::size_t kWorld = static_cast<std::size_t>(-1);
  Kind kind = Kind::ball;
  std::string path;
  std::array<std::size_t, 2> movers{kWorld, kWorld};  ///< which of `Looks::movers` it holds, or the static world
  /// In the world. Sliders and fixed joints have none: theirs is the middle between what they hold.
  Vec3 anchor;
  std::vector<Vec3> axes;  ///< of length 1, in the world
};

std::string_view to_string(JointLook::Kind kind);

struct Looks {
  std::vector<MoverLook> movers;   ///< in the order of the tree, like all here
  std::vector<ShapeLook> scenery;  ///< what nothing moves
  std::vector<JointLook> joints;   ///< those that hold something
};

/// As it stands between two steps. A Transform is seen by its drawing nodes (kerosin/Box …); one without any by its
/// colliders, sensors left out (which have recorders only). Planes are always seen. Changes nothing.
Looks looks_of(const Scene& scene);

/// Whether an object of that kind counts in `looks_of`: bodies, colliders, joints, drawing nodes.
bool has_look(const Leaf& leaf);

/// The names of the nodes below `scene` down to `leaf`, with `/` between, those without a name left out.
std::string path_below(const Leaf& scene, const Leaf& leaf);

}  // namespace spark
