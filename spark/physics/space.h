// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "spark/core/transform.h"
#include "spark/numerics/near_pairs.h"

namespace spark {

/// The collision space of one scene. Hangs beside its `World`. Borrows the geoms of the colliders.
///
/// A dSimpleSpace keeps the geoms, in the order of its list, and their bounding boxes. It would compare all with all.
/// For up to `kMaxCompared` geoms `NearPairs` remembers which are near each other; for more the pairs are found by
/// sorting the bounding boxes along an axis. ODE's own spaces for many were measured, too
/// (docs/house/performance-physics.md): the hash space takes several times as long. The sweep-and-prune space takes
/// half as long, but in an order of its own that depends on the past; brought into the one below it is no faster any
/// more.
///
/// Pairs come in one order however they are found: that of ODE's list, where geoms that have moved come first. So the
/// number of shapes in a scene decides how long a step takes, never what happens in it. Debug builds compare the pairs
/// of each step with those that dSpaceCollide finds.
class Space : public BaseNode {
 public:
  static constexpr int kMaxCompared = NearPairs<2>::kMaxGeoms;

  Space();
  ~Space() override;
  dSpaceID id() const { return space_; }

  /// Calls `look(data, a, b)` for all pairs of geoms whose bounding boxes overlap, if they are enabled, their bits
  /// match and they do not belong to one body.
  ///
  /// Nothing may change in the space meanwhile. Geoms have a size, as those of all colliders do.
  void collide(void* data, dNearCallback* look);
  /// To be called before the next `collide` when geoms here have changed in a way that the motion of their bodies does
  /// not explain: one has come or gone, has another shape, body, offset or bits, was enabled or disabled, or stands
  /// elsewhere though it has no body.
  void geoms_changed() {
    few_.forget();
    many_.forget();
  }
  /// For measurements and tests: above how many geoms boxes are sorted; no more than kMaxCompared.
  void set_max_compared(int geoms) { max_compared_ = std::min(geoms, kMaxCompared); }

  /// The order of ODE's list, in which pairs come. What moves goes to the front, once until the next step looks for
  /// pairs: the first `moved` have done that already. If a plane has changed just before it is unknown which have;
  /// then all count as not moved.
  struct Order {
    std::vector<dGeomID> geoms;
    std::size_t moved = 0;
  };
  /// Leaves everything as it was.
  Order order();
  /// `order` has all geoms of the space, once each.
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
  // Only used during `collide`; members so that their memory is used again. Boxes are in the order of ODE's list,
  // others are places in it.
  std::vector<Box> boxes_;
  std::vector<Extent> sorted_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace spark
