// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/sight/slow_sight.h"

#include <algorithm>
#include <limits>

namespace sigverse::sight::slow {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// v turned by q of length 1: q v q*.
Vector turned(const Quaternion& q, const Vector& v) {
  const Vector u{q[1], q[2], q[3]};
  return v + 2.0 * (q[0] * cross(u, v) + cross(u, cross(u, v)));
}

std::vector<Vector> axes(const Shape& shape) {
  if (shape.kind == Shape::Kind::sphere) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return {turned(shape.turn, {1, 0, 0}), turned(shape.turn, {0, 1, 0}), turned(shape.turn, {0, 0, 1})};
}

std::vector<double> halves(const Shape& shape) {
  const auto& [a, b, c] = shape.size;
  if (shape.kind == Shape::Kind::box) return {a / 2, b / 2, c / 2};
  if (shape.kind == Shape::Kind::cylinder) return {a, b / 2, a};
  return {a, a, a};
}

/// Where the ray goes through the plane, if that place is `on` the surface.
template <typename On>
double through(const Vector& point, const Vector& normal, const Vector& eye, const Vector& direction, On on) {
  const double t = dot(point - eye, normal) / dot(direction, normal);
  return t >= 0.0 && on(eye + t * direction) ? t : kNever;
}

double meets_box(const Shape& shape, const Vector& eye, const Vector& direction) {
  double nearest = kNever;
  const auto a = axes(shape);
  const auto h = halves(shape);
  for (std::size_t i = 0; i < 3; ++i)
    for (const double side : {-1.0, 1.0}) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      nearest = std::min(
          nearest, through(shape.centre + side * h[i] * a[i], a[i], eye, direction, [&](const Vector& p) {
            return std::abs(dot(p - shape.centre, a[j])) <= h[j] && std::abs(dot(p - shape.centre, a[k])) <= h[k];
          }));
    }
  return nearest;
}

/// |p + t d|² = r², for t >= 0: both solutions.
std::vector<double> at_radius(const Vector& p, const Vector& d, double r) {
  const double a = dot(d, d), b = 2.0 * dot(p, d), c = dot(p, p) - r * r;
  const double discriminant = b * b - 4.0 * a * c;
  if (!(discriminant >= 0.0) || a == 0.0) return {};
  std::vector<double> found;
  for (const double sign : {-1.0, 1.0})
    if (const double t = (-b + sign * std::sqrt(discriminant)) / (2.0 * a); t >= 0.0) found.push_back(t);
  return found;
}

double meets_cylinder(const Shape& shape, const Vector& eye, const Vector& direction) {
  const Vector axis = axes(shape)[1];
  const double radius = shape.size[0], half = shape.size[1] / 2;
  const auto across = [&](const Vector& v) { return v - dot(v, axis) * axis; };
  double nearest = kNever;
  for (const double t : at_radius(across(eye - shape.centre), across(direction), radius))
    if (std::abs(dot(eye + t * direction - shape.centre, axis)) <= half) nearest = std::min(nearest, t);
  for (const double side : {-half, half})
    nearest = std::min(nearest, through(shape.centre + side * axis, axis, eye, direction,
                                        [&](const Vector& p) { return length(across(p - shape.centre)) <= radius; }));
  return nearest;
}

bool is_inside(const Shape& shape, const Vector& place) {
  const Vector p = place - shape.centre;
  if (shape.kind == Shape::Kind::sphere) return length(p) <= shape.size[0];
  const auto a = axes(shape);
  const auto h = halves(shape);
  if (shape.kind == Shape::Kind::cylinder)
    return length(p - dot(p, a[1]) * a[1]) <= h[0] && std::abs(dot(p, a[1])) <= h[1];
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(dot(p, a[i])) > h[i]) return false;
  return true;
}

/// Where dot(normal, p) <= limit.
struct HalfSpace {
  Vector normal;
  double limit;
};

std::vector<HalfSpace> pyramid(const View& view) {
  const double w = std::tan(view.half_width()), h = std::tan(view.half_height());
  const Axes& a = view.axes;
  std::vector<HalfSpace> spaces;
  for (const Vector& normal : {a.x - w * a.z, -1.0 * a.x - w * a.z, a.y - h * a.z, -1.0 * a.y - h * a.z})
    spaces.push_back({normal, dot(normal, view.eye)});
  spaces.push_back({a.z, dot(a.z, view.eye) + 3000.0});
  spaces.push_back({-1.0 * a.z, -dot(a.z, view.eye) - 1.0});
  return spaces;
}

/// Whether bounded half spaces have a point in common: then they have a corner, which is on three of their planes.
bool have_common_point(const std::vector<HalfSpace>& spaces) {
  for (std::size_t i = 0; i < spaces.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        const auto& [a, u] = spaces[i];
        const auto& [b, v] = spaces[j];
        const auto& [c, w] = spaces[k];
        const double determinant = dot(a, cross(b, c));
        if (std::abs(determinant) < 1e-9) continue;
        const Vector corner = 1.0 / determinant * (u * cross(b, c) + v * cross(c, a) + w * cross(a, b));
        if (std::ranges::all_of(spaces, [&](const HalfSpace& s) { return dot(s.normal, corner) <= s.limit + 1e-7; }))
          return true;
      }
  return false;
}

bool is_in_view(const Shape& shape, const View& view) {
  std::vector<HalfSpace> spaces = pyramid(view);
  const auto a = axes(shape);
  const auto h = halves(shape);
  for (std::size_t i = 0; i < 3; ++i) {
    spaces.push_back({a[i], dot(a[i], shape.centre) + h[i]});
    spaces.push_back({-1.0 * a[i], -dot(a[i], shape.centre) + h[i]});
  }
  return have_common_point(spaces);
}

double nearest(const std::vector<Shape>& shapes, const Vector& eye, const Vector& direction) {
  double found = kNever;
  for (const Shape& shape : shapes) found = std::min(found, meets(shape, eye, direction));
  return found;
}

}  // namespace

double meets(const Shape& shape, const Vector& eye, const Vector& direction) {
  if (shape.kind == Shape::Kind::box) return meets_box(shape, eye, direction);
  if (shape.kind == Shape::Kind::cylinder) return meets_cylinder(shape, eye, direction);
  const auto found = at_radius(eye - shape.centre, direction, shape.size[0]);
  return found.empty() ? kNever : *std::ranges::min_element(found);
}

room::Names detect(const std::vector<room::Thing>& things, const View& view, std::string_view own) {
  room::Names names;
  for (const room::Thing& thing : things) {
    if (thing.name == own) continue;
    if (std::ranges::none_of(thing.shapes, [&](const Shape& s) { return is_in_view(s, view); })) continue;
    const bool is_within = std::ranges::any_of(thing.shapes, [&](const Shape& s) { return is_inside(s, view.eye); });
    const Vector to = thing.shapes.front().centre - view.eye;
    const Vector direction = 1.0 / length(to) * to;
    const double there = nearest(thing.shapes, view.eye, direction);
    bool is_hidden = false;
    for (const room::Thing& other : things)
      is_hidden = is_hidden || (!is_within && other.name != own && other.name != thing.name &&
                                nearest(other.shapes, view.eye, direction) < there);
    if (!is_hidden) names.emplace_back(thing.name);
  }
  std::ranges::sort(names);
  return names;
}

double distance(const std::vector<room::Thing>& things, const View& view, std::string_view own, double azimuth,
                double elevation) {
  const Vector direction = std::sin(azimuth) * std::cos(elevation) * view.axes.x + std::sin(elevation) * view.axes.y +
                           std::cos(azimuth) * std::cos(elevation) * view.axes.z;
  double found = kNever;
  for (const room::Thing& thing : things)
    if (thing.name != own) found = std::min(found, nearest(thing.shapes, view.eye, direction));
  return found;
}

}  // namespace sigverse::sight::slow
