// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "gateways/sigverse/world/body_plan.h"
#include "tests/fuzz/target.h"

namespace fuzz {

inline bool is_finite_vector(const sigverse::SigVector& v, double limit) {
  for (const double x : v)
    if (!(std::abs(x) <= limit)) return false;
  return true;
}

inline bool is_turn(const sigverse::SigQuaternion& q) {
  double square = 0.0;
  for (const double x : q) square += x * x;
  return std::abs(square - 1.0) < 1e-9;
}

/// Checks what body_plan.h guarantees for every plan.
inline void demand_sound(const sigverse::BodyPlan& body) {
  demand(!body.parts.empty() && body.parts.front().name == "body" && !body.parts.front().carried_by);
  std::set<std::string> names, joints;
  std::vector<int> parents(body.parts.size(), 0);
  for (const sigverse::PartPlan& part : body.parts) {
    demand(names.insert(part.name).second && !part.name.empty());
    demand(is_finite_vector(part.place, 1e6) && is_turn(part.turn));
    if (part.carried_by) demand(*part.carried_by < body.parts.size() && !body.parts[*part.carried_by].carried_by);
    if (part.mass) demand(*part.mass > 0.0 && *part.mass <= 1e6);
    if (part.centre_of_mass) demand(is_finite_vector(*part.centre_of_mass, 1e6));
    if (part.inertia)
      for (const std::size_t i : {0, 4, 8}) demand((*part.inertia)[i] > 0.0 && std::isfinite((*part.inertia)[i]));
    if (part.is_blind()) continue;
    const std::size_t lengths = part.shape->kind == sigverse::ShapeKind::box        ? 3
                                : part.shape->kind == sigverse::ShapeKind::cylinder ? 2
                                                                                    : 1;
    for (std::size_t i = 0; i < lengths; ++i) demand(part.shape->size[i] > 0.0 && part.shape->size[i] <= 1e6);
    demand(is_finite_vector(part.shape->place, 1e6) && is_turn(part.shape->turn));
  }
  for (const sigverse::JointPlan& joint : body.joints) {
    demand(joints.insert(joint.name).second && !joint.name.empty());
    demand(joint.parent < joint.child && joint.child < body.parts.size());
    demand(!body.parts[joint.parent].carried_by);
    demand(is_finite_vector(joint.axis, 1.0 + 1e-9));
    ++parents[joint.child];
  }
  for (std::size_t i = 1; i < body.parts.size(); ++i) demand(parents[i] == (body.parts[i].carried_by ? 0 : 1));
}

}  // namespace fuzz
