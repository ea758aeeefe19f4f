// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/numerics/ode_library.h"
#include "spark/physics/bad_states.h"

namespace spark {

/// The settings of a world's steps: plain data, with the range of each number. Upper bounds keep ODE's arithmetic
/// finite.
struct WorldSettings {
  static constexpr double kMaxGravity = 1e6;
  static constexpr double kMaxCfm = 1e6;
  static constexpr double kMinArena = 1.0;     ///< m
  static constexpr double kMinMaxSpeed = 0.1;  ///< m/s
  static constexpr int kMaxContactsPerPair = 64;
  static constexpr int kMaxQuickStepAbove = 1000000;
  static constexpr int kMaxQuickStepIterations = 1000;

  Vec3 gravity;      ///< m/s², up to kMaxGravity
  double erp = 0.2;  ///< 0 … 1: the share of a joint's error that a step corrects
  /// 0 … kMaxCfm: the softness of joints and contacts. The default is that of 0.5.2 (behaviour 2.1); that of an ODE in
  /// double precision is 1e-10, which makes contacts stiffer.
  double cfm = 1e-5;
  /// Maximum distance of bodies from the origin, kMinArena … kMaxDistance, and speed, kMinMaxSpeed … kMaxBodySpeed.
  MotionLimits limits{kMaxDistance, kMaxBodySpeed};
  int contacts_per_pair = 6;  ///< maximum number of contact points per pair of shapes (behaviour 2.1); 1 … 64
  /// Whether bodies that touch no other body are computed without ODE (`IsolatedBodies`): several times faster, and
  /// bit-identical. Has no effect on quick steps.
  bool isolated_bodies = true;
  /// Whether all steps are solved by iteration (`quick_step`): faster for islands of many bodies, softer, and just as
  /// repeatable, with random numbers from the match seed and the world's path. Large islands (`Islands`) are always
  /// solved in this way.
  bool quick_step = false;
  /// Islands with more contacts than this are solved by iteration, as if they were large; the others as usual. 0 …
  /// kMaxQuickStepAbove; 0 is never, and values above `Islands::kMaxExactContacts` have no effect. Bodies in such an
  /// island yield more than in an exact solution, so the match takes another course, which is as repeatable as any
  /// quick step. Islands of spheres are then solved without ODE (`SphereIslands`), in as many passes as a quick step
  /// has iterations, unless `isolated_bodies` is off.
  int quick_step_above = 0;
  int quick_step_iterations = 20;  ///< 1 … kMaxQuickStepIterations; the default is ODE's

  /// Whether all numbers are in range. False for numbers that are not finite.
  bool is_valid() const {
    return within(gravity, kMaxGravity) && erp >= 0.0 && erp <= 1.0 && cfm >= 0.0 && cfm <= kMaxCfm &&
           limits.distance >= kMinArena && limits.distance <= kMaxDistance && limits.speed >= kMinMaxSpeed &&
           limits.speed <= kMaxBodySpeed && contacts_per_pair >= 1 && contacts_per_pair <= kMaxContactsPerPair &&
           quick_step_above >= 0 && quick_step_above <= kMaxQuickStepAbove && quick_step_iterations >= 1 &&
           quick_step_iterations <= kMaxQuickStepIterations;
  }
};

}  // namespace spark
