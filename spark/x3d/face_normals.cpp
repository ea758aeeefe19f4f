// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/face_normals.h"

#include <cmath>

#include "spark/x3d/polygon.h"

namespace x3d {

using spark::Vec3;

namespace {

constexpr double kPi = 3.14159265358979323846;

Vec3 of_length_one(const Vec3& vector, const Vec3& fallback) {
  const double length = spark::length(vector);
  return length > 0 && std::isfinite(length) ? vector * (1.0 / length) : fallback;
}

}  // namespace

FaceNormals::FaceNormals(const FaceSet& faces, double crease, bool is_ccw)
    : faces_(faces), crease_(crease), crease_cosine_(std::cos(crease)) {
  std::vector<Vec3> corners;
  normals_.reserve(faces.faces().size());
  for (const FaceSet::Face& face : faces.faces()) {
    corners.clear();
    for (std::size_t corner = face.begin; corner < face.end; ++corner)
      corners.push_back(faces.point(faces.point_of(corner)));
    const Vec3 normal = of_length_one(polygon_normal(corners), {0, 0, 1});
    normals_.push_back(is_ccw ? normal : -normal);
  }
  if (!(crease > 0)) return;
  first_.assign(faces.point_count() + 2, 0);
  for (const FaceSet::Face& face : faces.faces())
    for (std::size_t corner = face.begin; corner < face.end; ++corner) ++first_[faces.point_of(corner) + 2];
  for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
  meeting_.resize(first_.back());
  for (std::uint32_t number = 0; number < faces.faces().size(); ++number) {
    const FaceSet::Face& face = faces.faces()[number];
    for (std::size_t corner = face.begin; corner < face.end; ++corner)
      meeting_[first_[faces.point_of(corner) + 1]++] = number;
  }
}

Vec3 FaceNormals::at_corner(std::size_t face, std::size_t corner) {
  const Vec3& own = normals_[face];
  if (!(crease_ > 0) || is_exhausted()) return own;
  const std::uint32_t point = faces_.point_of(corner);
  Vec3 sum;
  for (std::uint32_t i = first_[point]; i < first_[point + 1]; ++i) {
    const Vec3& other = normals_[meeting_[i]];
    if (crease_ >= kPi || spark::dot(own, other) >= crease_cosine_) sum = sum + other;
  }
  pairs_ += first_[point + 1] - first_[point];
  return of_length_one(sum, own);
}

}  // namespace x3d
