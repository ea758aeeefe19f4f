// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spark/x3d/ear_cutter.h"
#include "spark/x3d/face_normals.h"
#include "spark/x3d/face_set.h"
#include "spark/x3d/mesh_builder.h"
#include "spark/x3d/simple_meshes.h"

namespace x3d {

using spark::Vec3;

namespace {

Vec3f to_float(const Vec3& vector) {
  return {static_cast<float>(vector.x), static_cast<float>(vector.y), static_cast<float>(vector.z)};
}

/// A list of normals, colours or texture coordinates of an IndexedFaceSet, with the entry of each corner.
class FaceAttribute {
 public:
  /// `node` has the list in its field `list`, with `width` numbers for each entry. It may be null, in which case there
  /// is none.
  FaceAttribute(const SceneNode& geometry, const SceneNode* node, std::string_view list, std::size_t width,
                std::string_view index, bool is_per_vertex)
      : geometry_(geometry), index_name_(index), width_(width), is_per_vertex_(is_per_vertex) {
    if (!node) return;
    values_ = &node->floats(list);
    index_ = &geometry.integers(index);
  }

  bool is_given() const { return values_ && !values_->empty(); }

  /// The numbers of a corner. Throws `ReadError` if the index is outside of the list.
  const float* of(const FaceSet& faces, const FaceSet::Face& face, std::size_t corner) const {
    const std::size_t at = is_per_vertex_ ? corner : face.number;
    std::int64_t number = is_per_vertex_ ? faces.point_of(corner) : face.number;
    if (!index_->empty()) {
      if (at >= index_->size())
        refuse(geometry_,
               fmt::format("{} of this {} has only {} entries", index_name_, geometry_.type, index_->size()));
      number = (*index_)[at];
    }
    const auto count = static_cast<std::int64_t>(values_->size() / width_);
    if (number < 0 || number >= count)
      refuse(geometry_,
             fmt::format("{} of this {} leads to {}; there are {}", index_name_, geometry_.type, number, count));
    return &(*values_)[static_cast<std::size_t>(number) * width_];
  }

 private:
  const SceneNode& geometry_;
  std::string_view index_name_;
  std::size_t width_;
  bool is_per_vertex_;
  const Floats* values_ = nullptr;
  const Integers* index_ = nullptr;
};

/// Texture coordinates for a set without any: from 0 to 1 along the longest side of its bounding box, and at the same
/// scale along the second longest one.
class UsualTexture {
 public:
  explicit UsualTexture(const FaceSet& faces) {
    constexpr double kFar = 1e300;
    std::array<double, 3> low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
    for (const FaceSet::Face& face : faces.faces()) {
      for (std::size_t corner = face.begin; corner < face.end; ++corner) {
        const auto at = parts(faces.point(faces.point_of(corner)));
        for (std::size_t i = 0; i < 3; ++i) {
          low[i] = std::min(low[i], at[i]);
          high[i] = std::max(high[i], at[i]);
        }
      }
    }
    std::array<std::size_t, 3> axes{0, 1, 2};
    std::ranges::stable_sort(axes, std::greater<>(), [&](std::size_t axis) { return high[axis] - low[axis]; });
    along_ = axes[0];
    across_ = axes[1];
    low_ = low;
    const double size = high[along_] - low[along_];
    scale_ = size > 0 ? 1.0 / size : 0.0;
  }

  Vec2f at(const Vec3& point) const {
    const auto at = parts(point);
    return {static_cast<float>((at[along_] - low_[along_]) * scale_),
            static_cast<float>((at[across_] - low_[across_]) * scale_)};
  }

 private:
  static std::array<double, 3> parts(const Vec3& point) { return {point.x, point.y, point.z}; }

  std::size_t along_ = 0, across_ = 1;
  std::array<double, 3> low_{};
  double scale_ = 0;
};

/// Makes the mesh of one IndexedFaceSet.
class FaceSetMesh {
 public:
  explicit FaceSetMesh(const SceneNode& geometry)
      : geometry_(geometry),
        faces_(geometry),
        is_ccw_(geometry.boolean("ccw", true)),
        normals_given_(geometry, geometry.node("normal"), "vector", 3, "normalIndex", per_vertex("normalPerVertex")),
        colours_(geometry, geometry.node("color"), "color", 3, "colorIndex", per_vertex("colorPerVertex")),
        texture_(geometry, geometry.node("texCoord"), "point", 2, "texCoordIndex", true),
        usual_texture_(faces_),
        normals_(faces_, normals_given_.is_given() || !per_vertex("normalPerVertex") ? 0 : crease(), is_ccw_),
        builder_(faces_.point_count(), colours_.is_given()) {}

  Mesh make(Warnings& warnings) {
    builder_.mesh().triangles.reserve(faces_.triangle_count());
    for (std::size_t number = 0; number < faces_.faces().size(); ++number) add_face(number);
    if (builder_.mesh().vertices.size() > kMaxVertices)
      refuse(geometry_, fmt::format("IndexedFaceSet has more than {} vertices", kMaxVertices));
    if (cutter_.is_exhausted())
      warnings.add(geometry_.file, geometry_.place,
                   "these concave polygons are too large: they are cut as convex ones");
    if (normals_.is_exhausted())
      warnings.add(geometry_.file, geometry_.place, "too many faces meet at one point: they are flat");
    builder_.mesh().is_solid = geometry_.boolean("solid", true);
    return builder_.take();
  }

 private:
  bool per_vertex(std::string_view field) const { return geometry_.boolean(field, true); }

  double crease() const {
    const float angle = geometry_.number("creaseAngle", 0);
    return std::isfinite(angle) && angle > 0 ? angle : 0;
  }

  void add_face(std::size_t number) {
    const FaceSet::Face& face = faces_.faces()[number];
    points_.clear();
    vertices_.clear();
    for (std::size_t corner = face.begin; corner < face.end; ++corner) {
      const std::uint32_t point = faces_.point_of(corner);
      points_.push_back(faces_.point(point));
      vertices_.push_back(builder_.vertex(point, to_float(points_.back()), corner_of(number, corner)));
    }
    for (const auto& [a, b, c] : cutter_.cut(points_)) {
      if (is_ccw_)
        builder_.triangle(vertices_[a], vertices_[b], vertices_[c]);
      else
        builder_.triangle(vertices_[a], vertices_[c], vertices_[b]);
    }
  }

  MeshCorner corner_of(std::size_t number, std::size_t corner) {
    const FaceSet::Face& face = faces_.faces()[number];
    MeshCorner made;
    made.normal = to_float(normal_of(number, corner));
    if (colours_.is_given()) {
      const float* colour = colours_.of(faces_, face, corner);
      made.colour = {colour[0], colour[1], colour[2]};
    }
    if (texture_.is_given()) {
      const float* at = texture_.of(faces_, face, corner);
      made.texture_coordinate = {at[0], at[1]};
    } else {
      made.texture_coordinate = usual_texture_.at(faces_.point(faces_.point_of(corner)));
    }
    return made;
  }

  Vec3 normal_of(std::size_t number, std::size_t corner) {
    if (!normals_given_.is_given()) return normals_.at_corner(number, corner);
    const float* given = normals_given_.of(faces_, faces_.faces()[number], corner);
    const Vec3 normal{given[0], given[1], given[2]};
    const double length = spark::length(normal);
    return length > 0 && std::isfinite(length) ? normal * (1.0 / length) : normals_.of_face(number);
  }

  const SceneNode& geometry_;
  FaceSet faces_;
  bool is_ccw_;
  FaceAttribute normals_given_, colours_, texture_;
  UsualTexture usual_texture_;
  FaceNormals normals_;
  EarCutter cutter_;
  MeshBuilder builder_;
  std::vector<Vec3> points_;             ///< of the face that is being added
  std::vector<std::uint32_t> vertices_;  ///< likewise
};

/// The mesh of any geometry except an IndexedFaceSet; `nullopt` if its type is unknown.
std::optional<Mesh> simple_mesh(const SceneNode& geometry) {
  if (geometry.type == "Box") return box_mesh(geometry);
  if (geometry.type == "Sphere") return sphere_mesh(geometry);
  if (geometry.type == "Cylinder") return cylinder_mesh(geometry);
  if (geometry.type == "Cone") return cone_mesh(geometry);
  return std::nullopt;
}

void warn_of_kind(const SceneNode& geometry, Warnings& warnings) {
  warnings.add(geometry.file, geometry.place, fmt::format("{} is skipped", geometry.type));
}

}  // namespace

std::optional<Mesh> mesh_of(const SceneNode& geometry, Warnings& warnings) {
  if (geometry.type == "IndexedFaceSet") return FaceSetMesh(geometry).make(warnings);
  auto mesh = simple_mesh(geometry);
  if (!mesh) warn_of_kind(geometry, warnings);
  return mesh;
}

std::size_t triangle_count(const SceneNode& geometry) {
  if (geometry.type == "IndexedFaceSet") return FaceSet(geometry).triangle_count();
  const auto mesh = simple_mesh(geometry);
  return mesh ? mesh->triangles.size() : 0;
}

bool for_each_vertex(const SceneNode& geometry, const std::function<void(const Vec3&)>& take, Warnings& warnings) {
  if (geometry.type == "IndexedFaceSet") {
    const FaceSet faces(geometry);
    std::vector<bool> is_used(faces.point_count());
    for (const FaceSet::Face& face : faces.faces())
      for (std::size_t corner = face.begin; corner < face.end; ++corner) is_used[faces.point_of(corner)] = true;
    for (std::size_t point = 0; point < is_used.size(); ++point)
      if (is_used[point]) take(faces.point(point));
    return true;
  }
  const auto mesh = simple_mesh(geometry);
  if (!mesh) {
    warn_of_kind(geometry, warnings);
    return false;
  }
  for (const Vec3f& vertex : mesh->vertices) take({vertex.x, vertex.y, vertex.z});
  return true;
}

}  // namespace x3d
