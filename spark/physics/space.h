// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <utility>
#include <vector>

#include "spark/core/transform.h"

namespace spark {

/// The collision space of one scene. Hangs beside its `World`. Borrows the geoms of the colliders.
///
/// A dSimpleSpace keeps the geoms. It compares all with all, which is fastest for few; for more than `kMaxCompared` the
/// pairs are found by sorting the bounding boxes along an axis. ODE's own spaces for many were measured, too
/// (docs/performance.md): the hash space takes several times as long. The sweep-and-prune space takes half as long, but
/// in an order of its own that depends on the past; brought into the one below it is no faster any more.
///
/// Pairs come in one order whichever way they are found: that of ODE's list, where what has moved comes first. So the
/// number of shapes in a scene decides how long a step takes, never what happens in it.
class Space : public BaseNode {
 public:
  static constexpr int kMaxCompared = 64;  ///< where the two ways take about the same time

  Space();
  ~Space() override;
  dSpaceID id() const { return space_; }

  /// Calls `look(data, a, b)` for all pairs of geoms whose bounding boxes overlap, if they are enabled, their bits
  /// match and they do not belong to one body.
  void collide(void* data, dNearCallback* look);
  /// For measurements and tests: above how many geoms boxes are sorted.
  void set_max_compared(int geoms) { max_compared_ = geoms; }

  /// The order of ODE's list, in which pairs come. What moves goes to the front, once until the next step looks for
  /// pairs: the first `moved` have done that already. Should a plane have changed just before, it is not known who has;
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
    dReal bounds[6];  ///< least and greatest x, y, z
  };
  struct Extent {
    double least, greatest;
    std::size_t box;
  };
  void take_boxes(int count);
  void sweep();
  std::size_t widest_axis() const;

  dSpaceID space_ = nullptr;
  int max_compared_ = kMaxCompared;
  // Only used during `collide`; kept for their memory. Boxes are in the order of ODE's list, others are places in it.
  std::vector<Box> boxes_;
  std::vector<Extent> sorted_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace spark
