// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/x3d/scene.h"

namespace x3d {

/// The polygons of an IndexedFaceSet, whose indices have been checked. Borrows from the scene.
class FaceSet {
 public:
  /// Throws `ReadError` with the place of the geometry for an index out of range, a corner that is not finite, and more
  /// than `kMaxVertices` points or corners.
  explicit FaceSet(const SceneNode& geometry);

  struct Face {
    std::uint32_t begin = 0, end = 0;  ///< its corners, as positions in `coordIndex`; at least three
    std::uint32_t number = 0;          ///< among all faces, including those that have too few corners
  };
  const std::vector<Face>& faces() const { return faces_; }
  std::size_t point_count() const { return points_.size() / 3; }
  std::size_t triangle_count() const { return triangle_count_; }

  std::uint32_t point_of(std::size_t corner) const { return static_cast<std::uint32_t>(index_[corner]); }
  spark::Vec3 point(std::size_t number) const {
    return {points_[3 * number], points_[3 * number + 1], points_[3 * number + 2]};
  }

 private:
  void add_face(std::size_t begin, std::size_t end, std::uint32_t number);

  const SceneNode& geometry_;
  const Floats& points_;
  const Integers& index_;
  std::vector<Face> faces_;
  std::size_t triangle_count_ = 0;
};

}  // namespace x3d
