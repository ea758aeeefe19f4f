// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/space.h"

#include <algorithm>
#include <cmath>

#include "spark/core/check.h"
#include "spark/numerics/ode_library.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

bool is_plane(dGeomID geom) {
  return dGeomGetClass(geom) == dPlaneClass;
}

/// Makes ODE treat this geom as moved, without changing a bit of it. Not for planes, which ODE would normalise again.
void mark_as_moved(dGeomID geom) {
  dReal radius = 0.0, length = 0.0;
  dVector3 lengths;
  switch (dGeomGetClass(geom)) {
    case dSphereClass:
      dGeomSphereSetRadius(geom, dGeomSphereGetRadius(geom));
      break;
    case dBoxClass:
      dGeomBoxGetLengths(geom, lengths);
      dGeomBoxSetLengths(geom, lengths[0], lengths[1], lengths[2]);
      break;
    case dCapsuleClass:
      dGeomCapsuleGetParams(geom, &radius, &length);
      dGeomCapsuleSetParams(geom, radius, length);
      break;
    case dCylinderClass:
      dGeomCylinderGetParams(geom, &radius, &length);
      dGeomCylinderSetParams(geom, radius, length);
      break;
    case dRayClass:
      dGeomRaySetLength(geom, dGeomRayGetLength(geom));
      break;
    default:
      break;
  }
}

}  // namespace

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
#ifndef NDEBUG
  // This detects a missing call of `geoms_changed`.
  using Pairs = std::vector<std::pair<dGeomID, dGeomID>>;
  static thread_local Pairs found, all;
  const auto note = [](void* pairs, dGeomID a, dGeomID b) { static_cast<Pairs*>(pairs)->emplace_back(a, b); };
  found.clear();
  all.clear();
  find_pairs(&found, note);
  dSpaceCollide(space_, &all, note);
  SPARK_ASSERT(found == all);
#endif
  find_pairs(data, look);
}

void Space::find_pairs(void* data, dNearCallback* look) {
  const int count = dSpaceGetNumGeoms(space_);
  if (count <= max_compared_) {
    if (count <= NearPairs<1>::kMaxGeoms)
      few_.collide(space_, data, look);
    else
      many_.collide(space_, data, look);
    return;
  }
  take_boxes(count);
  sweep();
  std::sort(pairs_.begin(), pairs_.end());
  // Through ODE's own test, which decides whether `look` is called.
  for (const auto& [a, b] : pairs_) dSpaceCollide2(boxes_[a].geom, boxes_[b].geom, data, look);
}

void Space::take_boxes(int count) {
  dSpaceClean(space_);
  boxes_.clear();
  for (int i = 0; i < count; ++i) {
    dGeomID geom = dSpaceGetGeom(space_, i);
    if (!dGeomIsEnabled(geom)) continue;
    Box box{geom, dGeomGetCategoryBits(geom), dGeomGetCollideBits(geom), {}};
    dGeomGetAABB(geom, box.bounds);
    boxes_.push_back(box);
  }
}

/// The axis along which the boxes are spread farthest, so that towers and rows are sorted as well as fields.
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
    if (spread > greatest) {
      greatest = spread;
      widest = axis;
    }
  }
  return widest;
}

void Space::sweep() {
  const std::size_t x = 2 * widest_axis(), y = (x + 2) % 6, z = (x + 4) % 6;
  sorted_.clear();
  for (std::size_t i = 0; i < boxes_.size(); ++i) sorted_.push_back({boxes_[i].bounds[x], boxes_[i].bounds[x + 1], i});
  std::sort(sorted_.begin(), sorted_.end(), [](const Extent& a, const Extent& b) { return a.min < b.min; });
  pairs_.clear();
  for (auto first = sorted_.begin(); first != sorted_.end(); ++first) {
    const Box& a = boxes_[first->box];
    for (auto second = first + 1; second != sorted_.end() && second->min <= first->max; ++second) {
      const Box& b = boxes_[second->box];
      if (a.bounds[y] > b.bounds[y + 1] || b.bounds[y] > a.bounds[y + 1]) continue;
      if (a.bounds[z] > b.bounds[z + 1] || b.bounds[z] > a.bounds[z + 1]) continue;
      if (!(a.category & b.collides) && !(b.category & a.collides)) continue;
      pairs_.push_back(std::minmax(first->box, second->box));
    }
  }
}

/// ODE does not show which geoms have moved. So all are marked as moved, after adding a marker geom: those that stay
/// after it were at the front already.
Space::Order Space::order() {
  Order order;
  for (int i = 0; i < dSpaceGetNumGeoms(space_); ++i) order.geoms.push_back(dSpaceGetGeom(space_, i));
  dGeomID mark = dCreateSphere(space_, 1.0);
  for (dGeomID geom : order.geoms) mark_as_moved(geom);
  int last = dSpaceGetNumGeoms(space_) - 1;
  while (is_plane(dSpaceGetGeom(space_, last))) --last;
  dGeomID last_moved = dSpaceGetGeom(space_, last);
  dGeomDestroy(mark);
  const auto at = std::find(order.geoms.begin(), order.geoms.end(), last_moved);
  if (at != order.geoms.end()) order.moved = static_cast<std::size_t>(at - order.geoms.begin()) + 1;
  set_order(order);
  return order;
}

/// A geom that is removed and added comes to the front, and counts as moved or not as before (ODE's own mark is
/// cleaned). A moved geom must not follow one that has not moved: ODE would not find it, and abort the process.
void Space::set_order(const Order& order) {
  geoms_changed();
  dSpaceClean(space_);
  for (dGeomID geom : order.geoms) dSpaceRemove(space_, geom);
  const auto end_of_moved = order.geoms.begin() + static_cast<std::ptrdiff_t>(order.moved);
  const bool may_move = std::none_of(order.geoms.begin(), end_of_moved, is_plane);
  for (auto geom = order.geoms.end(); geom != order.geoms.begin();) {
    if (geom == end_of_moved) dSpaceClean(space_);
    --geom;
    if (geom < end_of_moved && may_move) mark_as_moved(*geom);
    dSpaceAdd(space_, *geom);
  }
  if (end_of_moved == order.geoms.begin() || !may_move) dSpaceClean(space_);
}

}  // namespace spark
