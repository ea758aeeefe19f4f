// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/space.h"

#include <algorithm>
#include <cmath>

#include "spark/physics/ode_library.h"
#include "spark/physics/world.h"

namespace spark {

Space::Space() {
  start_ode();
  space_ = dSimpleSpaceCreate(nullptr);
  dSpaceSetCleanup(space_, 0);
}

Space::~Space() {
  dSpaceDestroy(space_);
}

void Space::unlinking() {
  if (World* world = World::find(*this)) world->forget(*this);
}

void Space::collide(void* data, dNearCallback* look) {
  const int count = dSpaceGetNumGeoms(space_);
  if (count <= max_compared_) {
    dSpaceCollide(space_, data, look);
    return;
  }
  take_boxes(count);
  sweep();
  std::sort(pairs_.begin(), pairs_.end());
  // Not a call of `look`: ODE's own test is the one that counts.
  for (const auto& [a, b] : pairs_) dSpaceCollide2(boxes_[a].geom, boxes_[b].geom, data, look);
}

void Space::take_boxes(int count) {
  dSpaceClean(space_);
  boxes_.clear();
  for (int i = 0; i < count; ++i) {
    dGeomID geom = dSpaceGetGeom(space_, i);
    Box box{geom, dGeomGetCategoryBits(geom), dGeomGetCollideBits(geom), {}};
    dGeomGetAABB(geom, box.bounds);
    boxes_.push_back(box);
  }
}

/// The axis along which the boxes lie farthest apart, so that towers and rows are sorted as well as fields.
std::size_t Space::widest_axis() const {
  std::size_t widest = 0;
  double greatest = -1.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (const Box& box : boxes_) {
      const double centre = 0.5 * (box.bounds[2 * axis] + box.bounds[2 * axis + 1]);
      if (!std::isfinite(centre)) continue;  // a plane
      sum += centre, squares += centre * centre, count += 1.0;
    }
    const double spread = count > 0.0 ? squares - sum * sum / count : 0.0;
    if (spread > greatest) greatest = spread, widest = axis;
  }
  return widest;
}

void Space::sweep() {
  const std::size_t x = 2 * widest_axis(), y = (x + 2) % 6, z = (x + 4) % 6;
  sorted_.resize(boxes_.size());
  for (std::size_t i = 0; i < sorted_.size(); ++i) sorted_[i] = i;
  std::sort(sorted_.begin(), sorted_.end(),
            [&](std::size_t a, std::size_t b) { return boxes_[a].bounds[x] < boxes_[b].bounds[x]; });
  pairs_.clear();
  for (auto first = sorted_.begin(); first != sorted_.end(); ++first) {
    const Box& a = boxes_[*first];
    for (auto second = first + 1; second != sorted_.end(); ++second) {
      const Box& b = boxes_[*second];
      if (b.bounds[x] > a.bounds[x + 1]) break;
      if (!(a.category & b.collides) && !(b.category & a.collides)) continue;
      if (a.bounds[y] > b.bounds[y + 1] || b.bounds[y] > a.bounds[y + 1]) continue;
      if (a.bounds[z] > b.bounds[z + 1] || b.bounds[z] > a.bounds[z + 1]) continue;
      pairs_.push_back(std::minmax(*first, *second));
    }
  }
}

}  // namespace spark
