// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/physics/joint_kinds.h"
#include "tests/spark/physics/playground.h"

/// A playground for joints: tests create the bodies `A` and `B`, without shapes, where they need them, and a joint
/// below the transform `Joint`.
class JointBench : public Playground {
 public:
  /// A transform `name` with the body `physics`: a box of these lengths.
  spark::Body& make_box(const std::string& name, spark::Vec3 position, double mass = 1.0,
                        spark::Vec3 size = {0.2, 0.2, 0.2}, spark::Vec3 degrees = {}) {
    make_transform(name, position, degrees);
    auto& body = make<spark::Body>("Body", name + "/physics");
    body.set_box_total(mass, size);
    return body;
  }
  /// A joint of that class at `position`, with the path Joint/joint.
  template <typename T>
  T& make_joint(const std::string& class_name, spark::Vec3 position = {}, spark::Vec3 degrees = {}) {
    make_transform("Joint", position, degrees);
    return make<T>(class_name, "Joint/joint");
  }
  /// `../../NAME/physics`, as scene files write it; an empty name stays empty.
  static spark::Value path(const std::string& name) { return name.empty() ? "" : "../../" + name + "/physics"; }
  void at_rest(const std::string& name, spark::Vec3 position) {
    dynamic_cast<spark::Body&>(*core.root().find("/scene/" + name + "/physics")).place_at_rest(position);
  }
  static bool attach(spark::Joint& joint, const std::string& first, const std::string& second = "") {
    return joint.attach({path(first), path(second)});
  }
};
