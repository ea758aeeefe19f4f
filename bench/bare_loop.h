// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "bench/islands.h"
#include "bench/play.h"

namespace bench {

/// The reference for comparisons: a match written directly with ODE, without anything else that a server needs. 22
/// spheres, a ball, a floor and two goals.
class BareLoop {
 public:
  explicit BareLoop(Motion motion);
  ~BareLoop();
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  void run(int steps);
  std::uint64_t hash() const;
  double contacts_per_step() const { return static_cast<double>(contacts_made_) / static_cast<double>(steps_); }
  const Islands& islands() const { return islands_; }

 private:
  /// `number` identifies the body for `Islands`.
  dBodyID make_sphere(std::size_t number, const spark::Vec3& position, double mass, double radius);
  void push();
  static void look_at_pair(void* loop, dGeomID a, dGeomID b);

  static constexpr std::size_t kBall = kPlayers;
  Play play_;
  Islands islands_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  dBodyID ball_;
  std::array<dBodyID, kPlayers> players_;
  long contacts_made_ = 0;
  long steps_ = 0;
};

}  // namespace bench
