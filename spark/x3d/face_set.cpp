// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/face_set.h"

#include <fmt/format.h>

#include "spark/x3d/mesh.h"

namespace x3d {
namespace {

const Floats& points_of(const SceneNode& geometry) {
  static const Floats none;
  const SceneNode* coord = geometry.node("coord");
  return coord && coord->type == "Coordinate" ? coord->floats("point") : none;
}

}  // namespace

FaceSet::FaceSet(const SceneNode& geometry)
    : geometry_(geometry), points_(points_of(geometry)), index_(geometry.integers("coordIndex")) {
  if (point_count() > kMaxVertices || index_.size() > 4 * kMaxVertices)
    refuse(geometry, fmt::format("IndexedFaceSet has more than {} vertices", kMaxVertices));
  std::size_t begin = 0;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i <= index_.size(); ++i) {
    if (i < index_.size() && index_[i] != -1) continue;
    if (i > begin) add_face(begin, i, number++);
    begin = i + 1;
  }
}

void FaceSet::add_face(std::size_t begin, std::size_t end, std::uint32_t number) {
  for (std::size_t corner = begin; corner < end; ++corner) {
    const std::int32_t at = index_[corner];
    if (at < 0 || static_cast<std::size_t>(at) >= point_count())
      refuse(geometry_,
             fmt::format("coordIndex of this IndexedFaceSet has {}; there are {} points", at, point_count()));
    if (!spark::is_finite(point(static_cast<std::size_t>(at))))
      refuse(geometry_, fmt::format("point {} of this IndexedFaceSet is not finite", at));
  }
  if (end - begin < 3) return;
  faces_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), number});
  triangle_count_ += end - begin - 2;
}

}  // namespace x3d
