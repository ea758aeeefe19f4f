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

/// The appearance of a scene as plain data, for monitors, gateways and dumps. Lengths in metres; nothing here refers to
/// the scene, so it may be passed to other threads and outlive it.

/// Red, green and blue, each from 0 to 1.
using Colour = std::array<double, 3>;

/// The colour of a material name that needs no script: `matWhite`, `matGrey`, `matRed` … `nullopt` for `default` and an
/// empty name, grey for unknown names.
std::optional<Colour> colour_of_material(std::string_view name);

struct ShapeAppearance {
  /// The kinds with their sizes: a sphere's radius; a box's edges along x, y and z; radius and length of a cylinder,
  /// and of a capsule, whose length is that of its cylindrical part. The axis of both is z. A plane has no size: it is
  /// the plane z = 0.
  enum class Kind { sphere, box, capsule, cylinder, plane };
  Kind kind = Kind::sphere;
  std::array<double, 3> sizes{};
  Pose pose;                     ///< of its centre: in the frame of its mover, or in the world for scenery
  std::optional<Colour> colour;  ///< empty: the viewer chooses
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t material = kNone;  ///< in `Appearance::materials`, the source of that colour

  /// Whether they look alike, regardless of the names of their materials.
  bool operator==(const ShapeAppearance& other) const;
};

/// "sphere", "box" …
std::string_view to_string(ShapeAppearance::Kind kind);
/// The number of sizes of that kind.
std::size_t size_count(ShapeAppearance::Kind kind);

/// A material of shapes: one that a script has made below kerosin/MaterialServer, or a known name.
struct MaterialAppearance {
  std::string name;
  Colour colour{};
  double transparency = 0.0;  ///< 0 to 1
};

/// An independently moving object: a body, with all shapes that move with it. Cameras (`CameraAppearance`) are the only
/// others, because effectors turn bodies by joints.
struct MoverAppearance {
  std::uint64_t serial = 0;  ///< of the body (`Leaf::serial`)
  std::string path;          ///< `path_below` the scene
  Pose pose;                 ///< of the body in the world
  std::vector<ShapeAppearance> shapes;
  std::string name;                ///< of the Transform that the body moves; may be empty or ambiguous
  std::uint64_t node = 0;          ///< serial of that Transform
  std::uint64_t top = 0;           ///< serial of its ancestor right below the scene; for an agent, its node
  std::size_t number = kNoNumber;  ///< in a `MoverList`
  std::size_t order = 0;           ///< index among all numbered entries of `Appearance`, in the order of the tree
  static constexpr std::size_t kNoNumber = static_cast<std::size_t>(-1);
};

/// A camera, which also moves independently: its node may be turned, or its pose may differ from that of its node.
struct CameraAppearance {
  std::uint64_t serial = 0;
  std::string path;
  Pose pose;                   ///< in the world; x points forwards, y to the left, z up
  double field_of_view = 0.0;  ///< the smaller angle, radians
  std::string name;            ///< of the camera
  std::string top_name;        ///< of its ancestor right below the scene
  std::uint64_t top = 0;
  std::size_t number = MoverAppearance::kNoNumber;
  std::size_t order = 0;
};

/// A place of the scenery: a Transform without moving ancestors that is not moved itself, if it has a name or shapes;
/// or a shape that is in the world frame by itself, like a plane.
struct PlaceAppearance {
  std::string name;                 ///< of the Transform, or of the object that has the shape
  std::uint64_t serial = 0;         ///< of the same
  Pose pose;                        ///< in the world
  std::vector<std::size_t> shapes;  ///< indices of its own shapes in `Appearance::scenery`
  std::size_t order = 0;
};

struct JointAppearance {
  enum class Kind { ball, hinge, hinge2, universal, slider, fixed };
  static constexpr std::size_t kWorld = static_cast<std::size_t>(-1);
  Kind kind = Kind::ball;
  std::string path;
  /// Indices of the connected movers in `Appearance::movers`, or the static world.
  std::array<std::size_t, 2> movers{kWorld, kWorld};
  /// In the world. For sliders and fixed joints, which have no anchor, the middle between the bodies.
  Vec3 anchor;
  std::vector<Vec3> axes;  ///< of length 1, in the world
};

std::string_view to_string(JointAppearance::Kind kind);

/// The notes of a part of the world (`Noted`).
struct NoteAppearance {
  std::string text;
  std::uint64_t top = 0;  ///< serial of the part's ancestor right below the scene; 0: none
};

struct Appearance {
  std::vector<MoverAppearance> movers;   ///< in the order of the tree, like all lists here
  std::vector<ShapeAppearance> scenery;  ///< shapes that are not moved
  std::vector<JointAppearance> joints;   ///< attached ones
  std::vector<CameraAppearance> cameras;
  std::vector<PlaceAppearance> places;
  std::vector<MaterialAppearance> materials;  ///< used by shapes, in the order of their first use
  std::vector<NoteAppearance> notes;          ///< of the scene and of all objects beside it
};

/// The current appearance, between two steps. A Transform is shown by its drawing nodes (kerosin/Box …); one without
/// any by its colliders, except sensors (which have recorders only). Planes are always shown. No side effects.
Appearance appearance_of(const Scene& scene);
/// The same for objects that were found earlier, and are up to date (`SeenScene::refresh`); empty if there is no scene.
Appearance appearance_of(const SeenScene& seen);

/// The names of the nodes below `scene` down to `leaf`, separated by `/`, without unnamed ones.
std::string path_below(const Leaf& scene, const Leaf& leaf);

}  // namespace spark
