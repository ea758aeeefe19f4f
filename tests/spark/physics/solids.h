// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/spark/physics/playground.h"

/// A transform `name` with `physics` (a box of that mass) and `geometry` (its shape), and a handler `contact` of the
/// class `handler` that does not bounce.
inline spark::Body& make_solid_box(Playground& ground, const std::string& name, spark::Vec3 position, double mass,
                                   spark::Vec3 size, spark::Vec3 degrees = {},
                                   const std::string& handler = "ContactJointHandler") {
  ground.make_transform(name, position, degrees);
  auto& body = ground.make<spark::Body>("Body", name + "/physics");
  body.set_box_total(mass, size);
  ground.make<spark::BoxCollider>("BoxCollider", name + "/geometry").set_box_lengths(size);
  ground.make<spark::ContactJointHandler>(handler, name + "/geometry/contact").set_bounce_mode(false);
  return body;
}

/// The node at that path below the scene.
template <typename T>
T& at(Playground& ground, const std::string& path) {
  return dynamic_cast<T&>(*ground.core.root().find("/scene/" + path));
}
