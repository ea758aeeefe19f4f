// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstddef>

#include "spark/numerics/geom_set.h"

namespace spark {

/// Finds the pairs of a few geoms whose bounding boxes overlap, exactly those of dSpaceCollide and in its order.
///
/// A moving geom stays near the same others for many steps. So each geom of a body has a wider box around its bounding
/// box, and the pairs whose wider boxes overlap are cached: a step tests these pairs only, and searches again around
/// geoms that have left their wider box. Earlier steps affect only the time of a step, never its result.
///
/// Belongs to a `Space` and relies on its calls of `forget` (`Space::geoms_changed`). It allocates nothing. There are
/// NearPairs<1>, for up to 64 geoms, and NearPairs<2>; with one word a step of few geoms takes four fifths of the time.
template <std::size_t kWords>
class NearPairs {
 public:
  static constexpr int kMaxGeoms = static_cast<int>(64 * kWords);

  /// To be called when the cache may be wrong: the next `collide` rebuilds it.
  void forget() { known_ = false; }
  /// Does the same as `Space::collide` for a simple space of at most kMaxGeoms, and cleans it.
  void collide(dSpaceID space, void* data, dNearCallback* look);

 private:
  using Bounds = std::array<dReal, 6>;  ///< min and max of x, of y, of z
  using Set = GeomSet<kWords>;          ///< of geoms, by number
  template <typename T>
  using PerGeom = std::array<T, kMaxGeoms>;

  void learn(dSpaceID space);
  bool take_order(dSpaceID space);
  bool reorder(dSpaceID space, std::size_t same);
  void take_bounds(std::size_t geom);
  void draw_wide(std::size_t geom);
  void note(std::size_t a, std::size_t b);
  void find_neighbours(std::size_t geom);

  bool known_ = false;
  std::size_t count_ = 0;
  Set moving_;  ///< geoms of bodies
  // By number of the geom, which is its index in ODE's list at the time of `learn`.
  PerGeom<dGeomID> geoms_{};
  PerGeom<Set> may_meet_{};  ///< not excluded by bits, bodies or disabled geoms
  PerGeom<Set> near_{};
  PerGeom<Bounds> bounds_{}, wide_{};
  PerGeom<std::size_t> place_{};  ///< index in ODE's list
  // By index in ODE's list.
  PerGeom<std::size_t> order_{};
  std::size_t moving_end_ = 0;  ///< after the last geom of a body
};

}  // namespace spark
