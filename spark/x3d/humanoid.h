// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/walk.h"
#include "spark/x3d/warnings.h"

namespace x3d {

// The parts of a robot or person as a plain tree, in the units of the file. It borrows from the scene only the data of
// `PlacedShape`, and the names of files.

/// A rigid part. Its frame is that of the joint to which it belongs, or the file's if it belongs to none.
struct Segment {
  std::string name;  ///< not empty, and no other segment of the humanoid has it
  std::string_view file;
  Place place;
  std::optional<double> mass;  ///< > 0; `nullopt` if missing or 0
  std::optional<spark::Vec3> centre_of_mass;
  std::optional<spark::Mat3> inertia;  ///< about the centre of mass; symmetric and positive definite
  std::vector<PlacedShape> shapes;     ///< `placed`: to the frame of the segment
};

enum class JointType : std::uint8_t { fixed, rotate, sphere, free };
std::string_view to_string(JointType type);

/// The connection between its segment and that of the joint above. Its angle in the file counts as 0.
struct Joint {
  std::string name;  ///< not empty, and no other joint of the humanoid has it
  std::string_view file;
  Place place;
  /// The pose of its frame in that of the joint above, or in the file's. It combines the file's translation, rotation
  /// and `center` with the Transforms around the joint; their scale, if any, is in the poses and shapes below.
  spark::Pose pose;
  JointType type = JointType::free;
  spark::Vec3 axis{0, 0, 1};           ///< of length 1, in the frame of the joint
  int id = -1;                         ///< `jointId`
  std::optional<double> lower, upper;  ///< radians, as in the file (`llimit`, `ulimit`)
  std::optional<Segment> segment;
  std::vector<Joint> joints;
};

struct Humanoid {
  std::string name;  ///< may be empty
  std::string_view file;
  Place place;
  std::vector<Joint> joints;
  std::vector<Segment> segments;  ///< segments without a joint
};

/// The first humanoid of the scene; `nullopt` if it has none. A Joint or Segment node outside of a Humanoid does not
/// make one. A joint in a segment belongs to the joint of that segment. `humanoidBody` or `skeleton` defines the tree;
/// other fields of these nodes are ignored.
///
/// Replaced with a warning: a missing name (by the name of DEF, else "joint" or "segment"), a duplicate name (by NAME_2
/// …), an unknown jointType (fixed), a negative mass or one that is not a number, a centre of mass that is not a
/// number, moments of inertia that are not symmetric and positive definite (each as if it were missing). The default of
/// jointType is `free`, for an HAnimJoint `sphere`.
///
/// Throws `ReadError` for more than one segment below a joint, a joint of type `rotate` whose axis is zero or invalid,
/// a position that is not finite, and after `kMaxVisits` nodes.
std::optional<Humanoid> humanoid_of(const Scene& scene, Warnings& warnings);

}  // namespace x3d
