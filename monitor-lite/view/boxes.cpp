// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/boxes.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>
#include <glm/gtc/type_ptr.hpp>
#include <utility>

#include "monitor-lite/view/shader_texts.h"
#include "monitor-lite/view/vertex_layout.h"

namespace monitor {
namespace {

constexpr float kNear = 0.1F;   // the depth in front of which an edge is cut off
constexpr float kPlain = 3.0F;  // pixels: narrower faces blend their light with that of their neighbours

glm::vec3 along(int axis, float length) {
  glm::vec3 way(0);
  way[axis] = length;
  return way;
}

/// The direction in which a place moves on the picture when it moves by `way`; the length has no meaning.
glm::vec2 seen_way(const glm::vec4& place, const glm::vec4& way) {
  return glm::vec2(way) * place.w - glm::vec2(place) * way.w;
}

}  // namespace

Boxes::Boxes() : shader_(shader_texts::boxes()) {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  for (const unsigned attribute : {0U, 1U, 2U}) glEnableVertexAttribArray(attribute);
  lay_out_floats(0, 4, sizeof(Corner), offsetof(Corner, place));
  lay_out_floats(1, 3, sizeof(Corner), offsetof(Corner, normal));
  lay_out_floats(2, 4, sizeof(Corner), offsetof(Corner, colour));
}

Boxes::~Boxes() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteBuffers(1, &buffer_);
}

void Boxes::begin(const glm::mat4& view, const glm::vec4& eye, const glm::vec2& size, bool is_smooth) {
  bodies_.clear();
  rims_.clear();
  view_ = view;
  eye_ = eye;
  size_ = size;
  pixel_ = is_smooth ? 2.0F / (glm::length(glm::vec3(view[0].y, view[1].y, view[2].y)) * size.y) : 0.0F;
}

Boxes::Faces Boxes::seen_faces(const glm::vec3& centre, const glm::vec3& half) const {
  Faces seen{};
  for (int axis = 0; axis < 3; ++axis) {
    const float away = eye_[axis] - eye_.w * centre[axis], edge = eye_.w * half[axis];
    seen[static_cast<std::size_t>(axis)] = away > edge ? 1 : away < -edge ? -1 : 0;
  }
  return seen;
}

/// A corner half a pixel inside the box. Behind the eye it is as far outside, so that everything between the two is
/// right.
Boxes::Knot Boxes::knot(const glm::vec3& centre, const glm::vec3& half, const glm::vec3& end, const Faces& seen) const {
  const float depth = (view_ * glm::vec4(centre + end * half, 1)).w;
  const glm::vec3 inner = glm::max(half - depth * pixel_ / 2, glm::vec3(0));
  return {view_ * glm::vec4(centre + end * inner, 1), normals(view_ * glm::vec4(centre + end * half, 1), half, seen)};
}

/// Faces narrower than some pixels would flicker, so their normals tend to the mean of the visible faces.
std::array<glm::vec3, 3> Boxes::normals(const glm::vec4& place, const glm::vec3& half, const Faces& seen) const {
  std::array<glm::vec3, 3> own{}, all{};
  std::array<glm::vec2, 3> sides;
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    own[i] = along(axis, static_cast<float>(seen[i]));
    sides[i] = seen_way(place, view_ * glm::vec4(along(axis, half[axis]), 0)) * size_ / (place.w * place.w);
  }
  if (place.w < kNear) return own;
  glm::vec3 mean(1e-6F * own[0]);
  float areas[3] = {}, whole = 1e-6F;
  for (std::size_t i = 0; i < 3; ++i) {
    const glm::vec2 &a = sides[(i + 1) % 3], &b = sides[(i + 2) % 3];
    areas[i] = seen[i] ? std::abs(a.x * b.y - a.y * b.x) : 0.0F;
    mean += areas[i] * own[i];
    whole += areas[i];
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const float longest = std::max({glm::length(sides[(i + 1) % 3]), glm::length(sides[(i + 2) % 3]), 1e-6F});
    all[i] = glm::mix(mean / whole, own[i], std::min(areas[i] / longest / kPlain, 1.0F));
  }
  return all;
}

void Boxes::light(const glm::vec4& camera_light) {
  shader_.use();
  glUniform4fv(shader_.uniform("camera_light"), 1, glm::value_ptr(camera_light));
}

void Boxes::add(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour) {
  const glm::vec3 half = size * 0.5F;
  const Faces seen = seen_faces(centre, half);
  std::array<Knot, 8> knots;  // bit i of the index is set for the greater end along axis i
  for (unsigned i = 0; i < 8; ++i)
    knots[i] = knot(centre, half, {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1}, seen);
  for (int axis = 0; axis < 3; ++axis) {
    const auto one = static_cast<std::size_t>((axis + 1) % 3), two = static_cast<std::size_t>((axis + 2) % 3);
    if (const int end = seen[static_cast<std::size_t>(axis)]) add_face(knots, axis, end, colour);
    // The edges along this axis with a visible face on one side only.
    for (const int a : {-1, 1})
      for (const int b : {-1, 1}) {
        if ((seen[one] == a) == (seen[two] == b)) continue;
        const std::size_t face = seen[one] == a ? one : two;
        const glm::vec3 outwards = face == one ? along(static_cast<int>(two), static_cast<float>(b))
                                               : along(static_cast<int>(one), static_cast<float>(a));
        const std::size_t from = (a > 0 ? 1U << one : 0U) | (b > 0 ? 1U << two : 0U), to = from | 1U << axis;
        add_rim({knots[from].place, knots[from].normals[face], colour},
                {knots[to].place, knots[to].normals[face], colour}, outwards);
      }
  }
}

void Boxes::add(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour, const glm::mat3& turn) {
  // The box is axis-aligned in its own frame, and the eye is converted to that frame; only the light uses the world's.
  const glm::mat4 view = view_;
  const glm::vec4 eye = eye_;
  const std::size_t bodies = bodies_.size(), rims = rims_.size();
  glm::mat4 frame(turn);
  frame[3] = glm::vec4(centre, 1);
  view_ = view * frame;
  eye_ = glm::vec4(glm::transpose(turn) * (glm::vec3(eye) - eye.w * centre), eye.w);
  add(glm::vec3(0), size, colour);
  view_ = view;
  eye_ = eye;
  for (auto corner = bodies_.begin() + static_cast<std::ptrdiff_t>(bodies); corner != bodies_.end(); ++corner)
    corner->normal = turn * corner->normal;
  for (auto corner = rims_.begin() + static_cast<std::ptrdiff_t>(rims); corner != rims_.end(); ++corner)
    corner->normal = turn * corner->normal;
}

void Boxes::add_face(const std::array<Knot, 8>& knots, int axis, int end, const glm::vec4& colour) {
  const unsigned one = 1U << (axis + 1) % 3, two = 1U << (axis + 2) % 3;
  const unsigned a = end > 0 ? 1U << axis : 0U, b = a | one, c = b | two, d = a | two;
  for (const unsigned i : {a, b, c, a, c, d})
    bodies_.push_back({knots[i].place, knots[i].normals[static_cast<std::size_t>(axis)], colour});
}

/// Adds a rim along the edge of a visible face; `outwards` is the normal of the invisible one.
void Boxes::add_rim(Corner from, Corner to, const glm::vec3& outwards) {
  if (from.place.w < to.place.w) std::swap(from, to);
  if (from.place.w <= kNear) return;
  if (to.place.w < kNear)
    to.place = glm::mix(from.place, to.place, (from.place.w - kNear) / (from.place.w - to.place.w));
  const glm::vec2 line = (glm::vec2(to.place) / to.place.w - glm::vec2(from.place) / from.place.w) * size_;
  const float length = glm::length(line);
  if (!(length > 1e-3F)) return;
  glm::vec2 across = glm::vec2(-line.y, line.x) / length;
  if (glm::dot(across, seen_way(from.place, view_ * glm::vec4(outwards, 0)) * size_) < 0) across = -across;
  const auto beside = [pixel = across * 2.0F / size_](Corner corner) {
    corner.place += glm::vec4(pixel * corner.place.w, 0, 0);
    corner.colour.a = 0;
    return corner;
  };
  rims_.insert(rims_.end(), {from, to, beside(to), from, beside(to), beside(from)});
}

void Boxes::draw() {
  if (is_empty()) return;
  shader_.use();
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  draw(bodies_);
  glDepthMask(GL_FALSE);
  draw(rims_);
  glDepthMask(GL_TRUE);
  bodies_.clear();
  rims_.clear();
}

void Boxes::draw(const std::vector<Corner>& corners) const {
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(Corner)), corners.data(),
               GL_STREAM_DRAW);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(corners.size()));
}

}  // namespace monitor
