// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstddef>

#include "spark/physics/geom_set.h"

namespace spark {

/// Finds the pairs of a few geoms whose bounding boxes overlap, exactly those of dSpaceCollide and in its order.
///
/// What moves stays near the same others for many steps. So each geom of a body has a wider box around its bounding
/// box, and whose wider boxes overlap is remembered: a step only looks at these pairs, and looks for others around
/// geoms that have left their wider box. The past decides how long a step takes, never what is found.
///
/// Belongs to a `Space`, whose promises it relies on (`Space::geoms_changed`). Its memory is part of it. There are
/// NearPairs<1> and NearPairs<2>; with one word a step of few geoms takes four fifths of the time.
template <std::size_t kWords>
class NearPairs {
 public:
  static constexpr int kMaxGeoms = static_cast<int>(64 * kWords);

  /// All that is known of the geoms may be wrong.
  void forget() { known_ = false; }
  /// As `Space::collide`, for a simple space of at most kMaxGeoms; cleans it.
  void collide(dSpaceID space, void* data, dNearCallback* look);

 private:
  using Bounds = std::array<dReal, 6>;  ///< least and greatest x, y, z
  using Set = GeomSet<kWords>;          ///< of geoms, by their numbers
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
  Set moving_;  ///< those of bodies
  // By the number of the geom, which is its place in ODE's list when that was learnt.
  PerGeom<dGeomID> geoms_{};
  PerGeom<Set> may_meet_{};  ///< by bits, bodies and what is enabled
  PerGeom<Set> near_{};
  PerGeom<Bounds> bounds_{}, wide_{};
  PerGeom<std::size_t> place_{};  ///< in ODE's list
  // By places in ODE's list.
  PerGeom<std::size_t> order_{};
  std::size_t moving_end_ = 0;  ///< behind the last one of a body
};

}  // namespace spark
