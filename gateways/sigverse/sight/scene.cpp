// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/sight/scene.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gateways/sigverse/sight/turns.h"

namespace sigverse::sight {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// The part of a ray that is inside a convex shape; empty if `begin` is greater than `end`.
struct Crossing {
  double begin = -kNever, end = kNever;

  void cut(double from, double to) {
    begin = std::max(begin, from);
    end = std::min(end, to);
  }
  /// Keeps the part where |eye + t · direction| <= half, along one axis.
  void cut_slab(double eye, double direction, double half) {
    if (direction == 0.0) {
      if (std::abs(eye) > half) end = -kNever;
      return;
    }
    const double a = (-half - eye) / direction, b = (half - eye) / direction;
    cut(std::min(a, b), std::max(a, b));
  }
  /// Keeps the part where a·t² + 2·b·t + c <= 0, a >= 0: between (−b ± sqrt(b² − a·c))/a.
  void cut_quadric(double a, double b, double c) {
    if (a == 0.0) {  // then b is 0, too
      if (c > 0.0) end = -kNever;
      return;
    }
    const double discriminant = b * b - a * c;
    if (discriminant < 0.0) {
      end = -kNever;
      return;
    }
    const double root = std::sqrt(discriminant);
    cut((-b - root) / a, (-b + root) / a);
  }
  double surface() const {
    if (begin > end || end < 0.0) return kNever;
    return begin >= 0.0 ? begin : end;
  }
};

/// Whether a ray misses a sphere. This decides nearly all cases.
bool passes(const Vector& centre, double radius, const Vector& eye, const Vector& direction) {
  const Vector to = centre - eye;
  const double ahead = dot(to, direction);
  const Vector beside = to - ahead * direction;
  return ahead < -radius || dot(beside, beside) > radius * radius;
}

}  // namespace

std::optional<Solid> Solid::of(const Shape& shape) {
  const std::size_t sizes = shape.kind == Shape::Kind::box ? 3 : shape.kind == Shape::Kind::cylinder ? 2 : 1;
  for (std::size_t i = 0; i < sizes; ++i)
    if (!(shape.size[i] > 0.0 && shape.size[i] <= kMaxLength)) return std::nullopt;
  const auto axes = axes_of(shape.turn);
  if (!is_place(shape.centre) || !axes) return std::nullopt;
  Solid solid;
  solid.kind_ = shape.kind;
  solid.centre_ = shape.centre;
  const auto& [a, b, c] = shape.size;
  switch (shape.kind) {
    case Shape::Kind::box:
      solid.axes_ = *axes;
      solid.half_ = {a / 2.0, b / 2.0, c / 2.0};
      solid.reach_ = length(solid.half_);
      break;
    case Shape::Kind::cylinder:
      solid.axes_ = *axes;
      solid.half_ = {a, b / 2.0, a};
      solid.reach_ = std::hypot(a, b / 2.0);
      break;
    case Shape::Kind::sphere:
      solid.half_ = {a, a, a};
      solid.reach_ = a;
      break;
  }
  return solid;
}

double Solid::meets(const Vector& eye, const Vector& direction) const {
  Crossing crossing;
  switch (kind_) {
    case Shape::Kind::box:
      for (std::size_t i = 0; i < 3; ++i) crossing.cut_slab(eye[i], direction[i], half_[i]);
      break;
    case Shape::Kind::cylinder:
      crossing.cut_slab(eye[1], direction[1], half_[1]);
      crossing.cut_quadric(direction[0] * direction[0] + direction[2] * direction[2],
                           eye[0] * direction[0] + eye[2] * direction[2],
                           eye[0] * eye[0] + eye[2] * eye[2] - half_[0] * half_[0]);
      break;
    case Shape::Kind::sphere:
      crossing.cut_quadric(dot(direction, direction), dot(eye, direction), dot(eye, eye) - reach_ * reach_);
      break;
  }
  return crossing.surface();
}

double Solid::meets_from(const Vector& eye, const Vector& direction) const {
  if (passes(centre_, reach_, eye, direction)) return kNever;
  return meets(axes_.inside(eye - centre_), axes_.inside(direction));
}

bool Solid::contains(const Vector& place) const {
  const Vector p = axes_.inside(place - centre_);
  switch (kind_) {
    case Shape::Kind::box:
      return std::abs(p[0]) <= half_[0] && std::abs(p[1]) <= half_[1] && std::abs(p[2]) <= half_[2];
    case Shape::Kind::cylinder:
      return std::abs(p[1]) <= half_[1] && std::hypot(p[0], p[2]) <= half_[0];
    case Shape::Kind::sphere:
      break;
  }
  return length(p) <= reach_;
}

Vector Solid::outward(const Vector& place) const {
  const Vector p = axes_.inside(place - centre_);
  Vector out = p;  // for a sphere
  if (kind_ == Shape::Kind::box) {
    // The distance beyond each pair of faces: 0 for the pair on which the point is, negative for the others.
    const Vector beyond{std::abs(p[0]) - half_[0], std::abs(p[1]) - half_[1], std::abs(p[2]) - half_[2]};
    const auto face = static_cast<std::size_t>(std::ranges::max_element(beyond) - beyond.begin());
    out = {};
    out[face] = p[face];
  } else if (kind_ == Shape::Kind::cylinder) {
    const bool is_end = std::abs(p[1]) - half_[1] > std::hypot(p[0], p[2]) - half_[0];
    out = is_end ? Vector{0.0, p[1], 0.0} : Vector{p[0], 0.0, p[2]};
  }
  return axes_.outside(1.0 / length(out) * out);
}

bool Scene::Object::contains(const Vector& place) const {
  return std::ranges::any_of(solids, [&](const Solid& solid) { return solid.contains(place); });
}

double Scene::Object::meets(const Vector& eye, const Vector& direction) const {
  double nearest = kNever;
  if (passes(centre(), reach, eye, direction)) return nearest;
  for (const Solid& solid : solids) nearest = std::min(nearest, solid.meets_from(eye, direction));
  return nearest;
}

bool Scene::add(std::string_view name, const std::vector<Shape>& shapes) {
  Object object{.name = std::string(name), .solids = {}};
  object.solids.reserve(shapes.size());
  for (const Shape& shape : shapes) {
    const auto solid = Solid::of(shape);
    if (!solid) return false;
    object.solids.push_back(*solid);
    object.reach = std::max(object.reach, length(solid->centre() - object.centre()) + solid->reach());
  }
  if (object.solids.empty()) return false;
  objects_.push_back(std::move(object));
  return true;
}

}  // namespace sigverse::sight
