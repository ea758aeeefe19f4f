// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spark/core/vec3.h"
#include "spark/physics/islands.h"

namespace spark {

class Body;

/// Where a body was touched in a step, and the force on it there.
struct ContactForce {
  Vec3 point;  ///< m, world frame, at the beginning of the step
  Vec3 force;  ///< N on the body, world frame, friction included; averaged over the step
};

/// Measures the contacts of single bodies, for steps in which a part requests it: ODE then records the forces of these
/// contacts' joints, and the bodies are left to ODE in those steps. ODE moves them with the same bits
/// (`IsolatedBodies`), except those in large islands of spheres (`SphereIslands`). Steps without a request cost
/// nothing.
class ContactMeter {
 public:
  /// Measures the contacts of `body` in the coming step. To be called for each step, from `ForceSource::apply_forces`.
  void measure(const Body& body);
  /// Returns the contacts of that body in the last step, in the order in which they were found; none if it was not
  /// measured.
  void read(const Body& body, std::vector<ContactForce>& forces) const;

  // Called by the world and its solver, in this order.
  /// The bodies to be measured in this step.
  const std::vector<const Body*>& bodies() const { return asked_; }
  void begin_step() { measured_.clear(), feedback_.clear(); }
  /// Reserves memory for this many contacts, which must not be exceeded.
  void expect(std::size_t contacts);
  bool measures(const Touch& touch) const;
  /// Adds the contact joint of a touch that it measures.
  void note(dJointID joint, const Touch& touch, const dContact& contact);
  void end_step() { asked_.clear(); }

 private:
  /// A measured contact. Bodies are identified by the number of their entry, because they may leave before the forces
  /// are read.
  struct Measured {
    std::uint64_t first, second;  ///< 0 for scenery
    Vec3 point;
  };
  std::vector<const Body*> asked_;
  std::vector<Measured> measured_;
  std::vector<dJointFeedback> feedback_;  ///< of the same contacts; ODE writes to them, so they must not move
};

}  // namespace spark
