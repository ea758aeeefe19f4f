// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/physics/heap_solver.h"
#include "spark/physics/heaps.h"

namespace spark {

class CollisionPass;
class LoneBodies;

/// Takes those heaps from ODE that are of nothing but spheres which could be alone, and whose contacts have friction
/// without limit, the same in all directions. Where `HeapSolver` has found what the contacts do to them, they are
/// stepped as bodies that are alone.
class SphereHeaps {
 public:
  /// After `lone.choose`. Heaps that are taken are none any more; false if none is left. ERP and CFM are the world's.
  bool take(Heaps& heaps, const CollisionPass& pass, LoneBodies& lone, double erp, double cfm);
  /// Pushes their bodies, before these are stepped.
  void push(const LoneBodies& lone, const Vec3& gravity, double seconds, int passes);

 private:
  bool is_in_fitting(const Touch& touch, Heaps& heaps) const;
  void add(const Touch& touch, const CollisionPass& pass, double erp, double cfm);

  HeapSolver solver_;
  // Kept for their memory.
  std::vector<HeapContact> contacts_;
  std::vector<bool> fits_;              ///< of each set of bodies
  std::vector<std::uint32_t> numbers_;  ///< of each body that is taken, among these
};

}  // namespace spark
