// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/x3d/face_set.h"

namespace x3d {

/// Normals computed from the faces: at an edge between faces whose normals differ by less than an angle, both have the
/// same ones. Borrows the faces.
class FaceNormals {
 public:
  /// Maximum number of pairs of faces at points that are examined: some 0.2 s. Later ones have flat normals.
  static constexpr std::size_t kMaxPairs = 50'000'000;

  /// `crease` in radians; 0 makes all faces flat.
  FaceNormals(const FaceSet& faces, double crease, bool is_ccw);

  /// The normal of a face, which has length 1; any direction if the face has no area.
  const spark::Vec3& of_face(std::size_t face) const { return normals_[face]; }
  /// The normal at a corner of a face, given as a position in `coordIndex`.
  spark::Vec3 at_corner(std::size_t face, std::size_t corner);
  bool is_exhausted() const { return pairs_ >= kMaxPairs; }

 private:
  const FaceSet& faces_;
  double crease_, crease_cosine_;
  std::vector<spark::Vec3> normals_;
  std::vector<std::uint32_t> first_;    ///< index in `meeting_` for each point, and one after the last
  std::vector<std::uint32_t> meeting_;  ///< the faces that meet at a point, point by point
  std::size_t pairs_ = 0;
};

}  // namespace x3d
