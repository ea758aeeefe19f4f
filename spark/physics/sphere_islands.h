// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/numerics/island_solver.h"
#include "spark/physics/islands.h"

namespace spark {

class CollisionPass;
class IsolatedBodies;

/// Solves large islands without ODE if they consist of spheres that would be isolated bodies without their contacts,
/// and all their contacts have unlimited friction that is the same in all directions. `IslandSolver` computes the
/// effect of the contacts; then the spheres are stepped like isolated bodies.
class SphereIslands {
 public:
  /// Moves the suitable islands from `islands` to `isolated`, which must have chosen its bodies before. False if none
  /// is left for ODE. ERP and CFM are the world's.
  bool take(Islands& islands, const CollisionPass& pass, IsolatedBodies& isolated, double erp, double cfm);
  /// Adds the effect of the contacts to the forces of their bodies, before these are stepped.
  void push(const IsolatedBodies& isolated, const Vec3& gravity, double seconds, int passes);

 private:
  bool is_in_suitable(const Touch& touch, Islands& islands) const;
  void add(const Touch& touch, const CollisionPass& pass, double erp, double cfm);

  IslandSolver solver_;
  // Members, so that their memory is reused.
  std::vector<IslandContact> contacts_;
  std::vector<bool> is_suitable_;       ///< by island
  std::vector<std::uint32_t> numbers_;  ///< by body: its index among the taken ones
};

}  // namespace spark
