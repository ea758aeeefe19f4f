// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/ray.h"

#include <algorithm>
#include <cmath>

namespace sigverse::visuals {
namespace {

/// Whether the ray, given in the shape's frame, meets the box around the shape.
bool meets_box(const Ray& ray, const monitor::Model::Shape& shape) {
  float begin = ray.nearest, end = ray.farthest;
  for (int axis = 0; axis < 3; ++axis) {
    const float from = ray.from[axis] - shape.middle[axis], along = ray.along[axis];
    // A flat shape gets some thickness here; otherwise rounding might make the ray miss it.
    const float half = shape.half[axis] * 1.0001F + 1e-5F * (1.0F + std::abs(shape.middle[axis]));
    if (along == 0.0F) {
      if (std::abs(from) > half) return false;
      continue;
    }
    const float a = (-half - from) / along, b = (half - from) / along;
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  }
  return begin <= end;
}

}  // namespace

std::optional<float> meets(const Ray& ray, const monitor::Model& model, const monitor::Model::Shape& shape,
                           const glm::mat4& frame) {
  const glm::mat4 back = glm::inverse(frame);
  const Ray local{glm::vec3(back * glm::vec4(ray.from, 1)), glm::vec3(back * glm::vec4(ray.along, 0)), ray.nearest,
                  ray.farthest};
  if (!meets_box(local, shape)) return std::nullopt;
  const monitor::Model::Triangles& mesh = model.meshes[shape.mesh];
  const float front = glm::determinant(glm::mat3(frame)) < 0 ? -1.0F : 1.0F;  // mirroring swaps front and back
  std::optional<float> nearest;
  for (const monitor::Mesh::Triangle& triangle : mesh.triangles) {
    const glm::vec3& corner = mesh.vertices[triangle[0]].place;
    const glm::vec3 a = mesh.vertices[triangle[1]].place - corner, b = mesh.vertices[triangle[2]].place - corner;
    // Solves corner + u · a + v · b = from + t · along by Cramer's rule (Möller and Trumbore).
    const glm::vec3 across = glm::cross(local.along, b);
    const float determinant = glm::dot(a, across);
    if (mesh.is_solid ? front * determinant <= 0 : determinant == 0) continue;
    const glm::vec3 to = local.from - corner, other = glm::cross(to, a);
    const float u = glm::dot(to, across) / determinant, v = glm::dot(local.along, other) / determinant;
    if (!(u >= 0 && v >= 0 && u + v <= 1)) continue;
    const float t = glm::dot(b, other) / determinant;
    if (t >= local.nearest && t <= nearest.value_or(local.farthest)) nearest = t;
  }
  return nearest;
}

}  // namespace sigverse::visuals
