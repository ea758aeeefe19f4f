// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/gateways/sigverse/world/world_stage.h"

// Bodies with joints, defined in code.

/// A part with a box, of `mass` kg.
inline sigverse::PartPlan box_part(const std::string& name, const sigverse::SigVector& place,
                                   const sigverse::SigVector& size, const sigverse::SigVector& middle = {},
                                   double mass = 1.0) {
  sigverse::PartPlan part;
  part.name = name;
  part.place = place;
  part.shape = sigverse::SimpleShape{sigverse::ShapeKind::box, middle, size};
  part.mass = mass;
  return part;
}

inline sigverse::PartPlan blind_part(const std::string& name, const sigverse::SigVector& place) {
  sigverse::PartPlan part;
  part.name = name;
  part.place = place;
  return part;
}

inline sigverse::JointPlan hinge(const std::string& name, std::size_t parent, std::size_t child,
                                 const sigverse::SigVector& axis) {
  return {name, sigverse::JointPlan::Type::hinge, parent, child, axis};
}

/// An upright box of 20 x 40 x 20 cm, and on it an arm of `links` boxes of 30 cm and 1 kg, each on a hinge `J1`, `J2` …
/// in its lower end; the axes are z, x, y, z … With `is_blind` each joint has a blind part and a hinge `B1` … about the
/// next axis before it.
inline sigverse::BodyPlan arm_plan(int links, bool is_blind = false) {
  const sigverse::SigVector axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  sigverse::BodyPlan plan;
  plan.parts.push_back(box_part("body", {}, {20, 40, 20}));
  for (int i = 1; i <= links; ++i) {
    const std::string number = std::to_string(i);
    const sigverse::SigVector place{0.0, 20.0 + 30.0 * (i - 1), 0.0};
    std::size_t parent = plan.parts.size() - 1;
    if (is_blind) {
      plan.parts.push_back(blind_part("BLIND" + number, place));
      plan.joints.push_back(hinge("B" + number, parent, parent + 1, axes[i % 3]));
      ++parent;
    }
    plan.parts.push_back(box_part("LINK" + number, place, {4, 30, 4}, {0, 15, 0}));
    plan.joints.push_back(hinge("J" + number, parent, parent + 1, axes[(i - 1) % 3]));
  }
  return plan;
}

/// An object of that body. `values`: numbers of its attributes.
inline sigverse::ObjectPlan jointed_object(const std::string& name, const sigverse::BodyPlan& body, bool dynamics,
                                           const std::vector<std::pair<std::string, double>>& values = {}) {
  sigverse::ObjectPlan object;
  object.where = "plan:1";
  object.attributes.add("name", {"", name});
  object.attributes.add("class", {"", std::string("Arm")});
  object.attributes.add("dynamics", {"physics", dynamics});
  for (const char* number :
       {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "avx", "avy", "avz", "mass", "maxJointTorque"})
    object.attributes.add(number, {"", 0.0});
  object.attributes.add("qw", {"", 1.0});
  object.attributes.add("mass", {"", 1.0});
  object.attributes.add("maxJointTorque", {"", 1e6});
  for (const auto& [attribute, value] : values) object.attributes.add(attribute, {"", value});
  object.body = body;
  return object;
}

/// A stage with objects of planned bodies.
struct JointedStage : WorldStage {
  explicit JointedStage(const std::vector<sigverse::ObjectPlan>& objects, double gravity = 0.0, bool is_quick = false) {
    sigverse::WorldPlan plan;
    plan.gravity = {0.0, gravity, 0.0};
    plan.objects = objects;
    plan.is_quick = is_quick;
    sim->build(plan, ".");
  }
  /// Fixes the part body of an object at its place.
  void nail(const std::string& name) {
    spark::Body& body = at(name).part_body(0);
    auto made = core.classes.create("oxygen/FixedJoint");
    made->set_name("nail");
    auto& joint = dynamic_cast<spark::Joint&>(body.node().append(std::move(made)));
    REQUIRE(joint.attach(&body, nullptr));
  }
};
