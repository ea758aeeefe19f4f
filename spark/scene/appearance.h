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
class SeenScene;

/// What a scene looks like, as plain data: for monitors, gateways and dumps alike. Lengths in metres; nothing here
/// refers to the scene, so it may go to other threads and outlive it.

/// Red, green and blue, each from 0 to 1.
using Colour = std::array<double, 3>;

/// The colour behind the name of a material that needs no script: `matWhite`, `matGrey`, `matRed` … Nothing for
/// `default` and no name, grey for unknown names.
std::optional<Colour> colour_of_material(std::string_view name);

struct ShapeAppearance {
  /// The kinds with their sizes: a sphere's radius; a box's edges along x, y and z; radius and length of a cylinder,
  /// and of a capsule, whose length is that of its cylindrical part. Both stand along z. A plane has no size: it is z =
  /// 0.
  enum class Kind { sphere, box, capsule, cylinder, plane };
  Kind kind = Kind::sphere;
  std::array<double, 3> sizes{};
  Pose pose;                     ///< of its middle: in the frame of what it moves with, scenery's in the world
  std::optional<Colour> colour;  ///< nothing: what the viewer chooses
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t material = kNone;  ///< of `Appearance::materials`, where that colour is from

  /// Whether they are seen alike, whatever their materials are called.
  bool operator==(const ShapeAppearance& other) const;
};

/// "sphere", "box" …
std::string_view to_string(ShapeAppearance::Kind kind);
/// How many of the sizes that kind has.
std::size_t size_count(ShapeAppearance::Kind kind);

/// A material that shapes have: one that a script has made below kerosin/MaterialServer, or one that is known by its
/// name.
struct MaterialAppearance {
  std::string name;
  Colour colour{};
  double transparency = 0.0;  ///< 0 to 1
};

/// Something that moves by itself: a body, with all that is shown where it is. An effector that turns something turns a
/// body by its joint, so there are no others but cameras.
struct MoverAppearance {
  std::uint64_t serial = 0;  ///< of the body (`Leaf::serial`)
  std::string path;          ///< `path_below` the scene
  Pose pose;                 ///< of the body in the world
  std::vector<ShapeAppearance> shapes;
  std::string name;        ///< of the Transform that the body moves; as it is, maybe empty or not the only one
  std::uint64_t node = 0;  ///< serial of that Transform
  std::uint64_t top = 0;   ///< serial of the object right below the scene that it belongs to: of an agent, its node
  std::size_t number = kNoNumber;  ///< of a `MoverList`
  std::size_t order = 0;           ///< among all in `Appearance` that have one: the order of the tree
  static constexpr std::size_t kNoNumber = static_cast<std::size_t>(-1);
};

/// A camera, which moves by itself, too: its node may be turned, or it may look from elsewhere.
struct CameraAppearance {
  std::uint64_t serial = 0;
  std::string path;
  Pose pose;                   ///< in the world; x points forwards, y to the left, z up
  double field_of_view = 0.0;  ///< the smaller angle, radians
  std::string name;            ///< of the camera
  std::string top_name;        ///< of the object right below the scene
  std::uint64_t top = 0;
  std::size_t number = MoverAppearance::kNoNumber;
  std::size_t order = 0;
};

/// A place of the scenery: a Transform that nothing moves and nothing moves anything above, if it has a name or shapes;
/// or a shape that stands in the frame of the world by itself, like a plane.
struct PlaceAppearance {
  std::string name;                 ///< of the Transform, or of what has the shape
  std::uint64_t serial = 0;         ///< likewise
  Pose pose;                        ///< in the world
  std::vector<std::size_t> shapes;  ///< which of `Appearance::scenery` are its own
  std::size_t order = 0;
};

struct JointAppearance {
  enum class Kind { ball, hinge, hinge2, universal, slider, fixed };
  static constexpr std::size_t kWorld = static_cast<std::size_t>(-1);
  Kind kind = Kind::ball;
  std::string path;
  std::array<std::size_t, 2> movers{kWorld, kWorld};  ///< which of `Appearance::movers` it holds, or the static world
  /// In the world. Sliders and fixed joints have no anchor: theirs is the middle between what they hold.
  Vec3 anchor;
  std::vector<Vec3> axes;  ///< of length 1, in the world
};

std::string_view to_string(JointAppearance::Kind kind);

/// What a part of the world says about itself (`Noted`).
struct NoteAppearance {
  std::string text;
  std::uint64_t top = 0;  ///< serial of the object right below the scene that the part belongs to; 0: of none
};

struct Appearance {
  std::vector<MoverAppearance> movers;   ///< in the order of the tree, like all here
  std::vector<ShapeAppearance> scenery;  ///< what nothing moves
  std::vector<JointAppearance> joints;   ///< those that hold something
  std::vector<CameraAppearance> cameras;
  std::vector<PlaceAppearance> places;
  std::vector<MaterialAppearance> materials;  ///< that shapes have, in the order in which they are met
  std::vector<NoteAppearance> notes;          ///< of the scene and of everything beside it
};

/// The present appearance, between two steps. A Transform is seen by its drawing nodes (kerosin/Box …); one without any
/// by its colliders, sensors left out (which have recorders only). Planes are always seen. Changes nothing.
Appearance appearance_of(const Scene& scene);
/// The same of what has been found there before, and is up to date (`SeenScene::refresh`); nothing if there is no
/// scene.
Appearance appearance_of(const SeenScene& seen);

/// The names of the nodes below `scene` down to `leaf`, with `/` between, those without a name left out.
std::string path_below(const Leaf& scene, const Leaf& leaf);

}  // namespace spark
