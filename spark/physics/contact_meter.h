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

/// Where a body was touched in a step, and how it was pushed there.
struct ContactForce {
  Vec3 point;  ///< m, world frame, where the shapes met at the beginning of the step
  Vec3 force;  ///< N on the body, world frame, friction included; the mean of the step
};

/// Measures the contacts of single bodies, for steps in which a part asks for it: ODE then notes what these contacts'
/// joints do, and the bodies are left to ODE in those steps. It moves them with the same bits (`IsolatedBodies`), but
/// for those in large islands of spheres (`SphereIslands`). Steps in which no one asks cost nothing.
class ContactMeter {
 public:
  /// Measures the contacts of `body` in the coming step. To be asked for in each step, from
  /// `ForceSource::apply_forces`.
  void measure(const Body& body);
  /// Fills in the contacts of that body in the last step, in the order in which they were found; none if it was not
  /// measured.
  void read(const Body& body, std::vector<ContactForce>& forces) const;

  // Called by the world and its solver, in this order.
  /// The bodies to be measured in this step.
  const std::vector<const Body*>& bodies() const { return asked_; }
  void begin_step() { measured_.clear(), feedback_.clear(); }
  /// No more than so many contacts will be noted.
  void expect(std::size_t contacts);
  bool measures(const Touch& touch) const;
  /// A contact joint of a touch that it measures.
  void note(dJointID joint, const Touch& touch, const dContact& contact);
  void end_step() { asked_.clear(); }

 private:
  /// A measured contact. Bodies stand here by the number of their entry, as they may leave before the forces are read.
  struct Measured {
    std::uint64_t first, second;  ///< 0 for scenery
    Vec3 point;
  };
  std::vector<const Body*> asked_;
  std::vector<Measured> measured_;
  std::vector<dJointFeedback> feedback_;  ///< of the same contacts; ODE writes to them, so they stay where they are
};

}  // namespace spark
