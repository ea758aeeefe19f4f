// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/sight/sight.h"

/// Words to build scenes with.
namespace sigverse::sight::room {

using Names = std::vector<std::string>;

inline Shape box(const Vector& centre, const Vector& size, const Quaternion& turn = {1.0, 0.0, 0.0, 0.0}) {
  return {Shape::Kind::box, centre, turn, size};
}
inline Shape sphere(const Vector& centre, double radius) {
  return {Shape::Kind::sphere, centre, {1.0, 0.0, 0.0, 0.0}, {radius, 0.0, 0.0}};
}
inline Shape cylinder(const Vector& centre, double radius, double height,
                      const Quaternion& turn = {1.0, 0.0, 0.0, 0.0}) {
  return {Shape::Kind::cylinder, centre, turn, {radius, height, 0.0}};
}

inline Quaternion about(const Vector& axis, double angle) {
  const double s = std::sin(angle / 2.0);
  return {std::cos(angle / 2.0), s * axis[0], s * axis[1], s * axis[2]};
}

struct Thing {
  std::string_view name;
  std::vector<Shape> shapes;
};

inline Scene scene_of(std::initializer_list<Thing> things) {
  Scene scene;
  for (const Thing& thing : things) REQUIRE(scene.add(thing.name, thing.shapes));
  return scene;
}

inline Names seen(const Scene& scene, const View& view, std::string_view own = "") {
  const auto names = detect(scene, view, own);
  return {names.begin(), names.end()};
}

}  // namespace sigverse::sight::room
