// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "spark/core/transform.h"
#include "spark/numerics/near_pairs.h"

namespace spark {

/// The collision space of one scene. It is a sibling of the `World`. Borrows the geoms of the colliders.
///
/// A dSimpleSpace keeps the geoms, in the order of its list, and their bounding boxes. It would compare all pairs. For
/// up to `kMaxCompared` geoms `NearPairs` caches which are near each other; for more the pairs are found by sorting the
/// bounding boxes along an axis. ODE's own spaces for many geoms were measured, too
/// (docs/house/performance-physics.md): the hash space takes several times as long. The sweep-and-prune space takes
/// half as long, but its order depends on the past; sorted into the order below it is no longer faster.
///
/// Pairs have the same order in all of these cases: that of ODE's list, where moved geoms come first. So the number of
/// shapes in a scene affects the time of a step, never its result. Debug builds compare the pairs of each step with
/// those of dSpaceCollide.
class Space : public BaseNode {
 public:
  static constexpr int kMaxCompared = NearPairs<2>::kMaxGeoms;

  Space();
  ~Space() override;
  dSpaceID id() const { return space_; }

  /// Calls `look(data, a, b)` for all pairs of geoms whose bounding boxes overlap, if they are enabled, their bits
  /// match and they do not belong to one body.
  ///
  /// The space must not change meanwhile. Geoms must have a size, as those of all colliders do.
  void collide(void* data, dNearCallback* look);
  /// To be called before the next `collide` when geoms have changed other than by the motion of their bodies: added or
  /// removed, another shape, body, offset or bits, enabled or disabled, or moved without a body.
  void geoms_changed() {
    few_.forget();
    many_.forget();
  }
  /// For measurements and tests: the number of geoms above which boxes are sorted; at most kMaxCompared.
  void set_max_compared(int geoms) { max_compared_ = std::min(geoms, kMaxCompared); }

  /// The order of ODE's list, which is the order of pairs. A geom goes to the front when it moves, but only once until
  /// the next step searches for pairs: the first `moved` geoms have done that already. If a plane has changed just
  /// before, it is unknown which geoms these are; then all count as not moved.
  struct Order {
    std::vector<dGeomID> geoms;
    std::size_t moved = 0;
  };
  /// Does not change anything.
  Order order();
  /// `order` must have all geoms of the space, once each.
  void set_order(const Order& order);

 protected:
  void unlinking() override;

 private:
  struct Box {
    dGeomID geom;
    unsigned long category, collides;
    dReal bounds[6];  ///< min and max of x, of y, of z
  };
  struct Extent {
    double min, max;
    std::size_t box;
  };
  void find_pairs(void* data, dNearCallback* look);
  void take_boxes(int count);
  void sweep();
  std::size_t widest_axis() const;

  dSpaceID space_ = nullptr;
  NearPairs<1> few_;
  NearPairs<2> many_;
  int max_compared_ = kMaxCompared;
  // Used only during `collide`. Members, so that their memory is reused. Boxes are in the order of ODE's list, others
  // are indices into it.
  std::vector<Box> boxes_;
  std::vector<Extent> sorted_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace spark
