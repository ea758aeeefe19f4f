// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/near_pairs.h"

#include <algorithm>

namespace spark {
namespace {

/// ODE's comparisons: boxes that touch overlap, and so do boxes with a NaN.
template <typename Bounds>
bool overlap(const Bounds& a, const Bounds& b) {
  return !(a[0] > b[1] || a[1] < b[0] || a[2] > b[3] || a[3] < b[2] || a[4] > b[5] || a[5] < b[4]);
}

template <typename Bounds>
bool is_inside(const Bounds& inner, const Bounds& outer) {
  return inner[0] >= outer[0] && inner[1] <= outer[1] && inner[2] >= outer[2] && inner[3] <= outer[3] &&
         inner[4] >= outer[4] && inner[5] <= outer[5];
}

}  // namespace

template <std::size_t kWords>
void NearPairs<kWords>::collide(dSpaceID space, void* data, dNearCallback* look) {
  dSpaceClean(space);
  known_ = known_ && static_cast<std::size_t>(dSpaceGetNumGeoms(space)) == count_ && take_order(space);
  if (!known_) learn(space);
  moving_.for_each([this](std::size_t geom) {
    take_bounds(geom);
    if (!is_inside(bounds_[geom], wide_[geom])) find_neighbours(geom);
  });
  // ODE's order: each geom of the list with those after it, in the order of the list. The near ones are found by number
  // and put into a set of list indices, which enumerates them in order.
  Set later = Set::all();
  for (std::size_t place = 0; place < count_; ++place) {
    const std::size_t a = order_[place];
    later.remove(a);
    Set places;
    near_[a].for_each_in(later, [&](std::size_t b) {
      if (overlap(bounds_[a], bounds_[b])) places.add(place_[b]);
    });
    places.for_each([&](std::size_t b) { look(data, geoms_[a], geoms_[order_[b]]); });
  }
}

/// Reads the order of ODE's list. Geoms that have moved are at the front, all others keep their order. Only geoms of
/// bodies move, so nothing has changed after the last of these. False if there are unknown geoms.
template <std::size_t kWords>
bool NearPairs<kWords>::take_order(dSpaceID space) {
  for (std::size_t place = 0; place < moving_end_; ++place)
    if (dSpaceGetGeom(space, static_cast<int>(place)) != geoms_[order_[place]]) return reorder(space, place);
  return true;
}

/// The same if the geoms before index `same` are unchanged and the one there is not.
template <std::size_t kWords>
bool NearPairs<kWords>::reorder(dSpaceID space, std::size_t same) {
  const PerGeom<std::size_t> before = order_;
  Set left = Set::all();
  for (std::size_t place = 0; place < same; ++place) left.remove(order_[place]);
  // Most geoms follow the one that they followed before.
  std::size_t guess = same, place = same;
  for (; left.meets(moving_); ++place) {
    if (place == count_) return false;
    dGeomID geom = dSpaceGetGeom(space, static_cast<int>(place));
    for (std::size_t tried = 0; geoms_[before[guess]] != geom; ++tried) {
      if (tried == count_) return false;
      if (++guess == count_) guess = 0;
    }
    const std::size_t number = before[guess];
    if (!left.contains(number)) return false;
    left.remove(number);
    order_[place] = number;
    place_[number] = place;
    if (++guess == count_) guess = 0;
  }
  moving_end_ = place;
  for (std::size_t i = same; i < count_; ++i) {
    const std::size_t number = before[i];
    if (!left.contains(number)) continue;
    order_[place] = number;
    place_[number] = place++;
  }
  return true;
}

template <std::size_t kWords>
void NearPairs<kWords>::take_bounds(std::size_t geom) {
  dGeomGetAABB(geoms_[geom], bounds_[geom].data());
}

template <std::size_t kWords>
void NearPairs<kWords>::learn(dSpaceID space) {
  struct Marks {
    unsigned long category, collides;
    dBodyID body;
  };
  PerGeom<Marks> marks;
  known_ = true;
  count_ = static_cast<std::size_t>(dSpaceGetNumGeoms(space));
  moving_.clear();
  moving_end_ = 0;
  for (std::size_t a = 0; a < count_; ++a) {
    dGeomID geom = dSpaceGetGeom(space, static_cast<int>(a));
    geoms_[a] = geom;
    order_[a] = place_[a] = a;
    may_meet_[a] = near_[a] = {};
    take_bounds(a);
    marks[a] = {dGeomGetCategoryBits(geom), dGeomGetCollideBits(geom), dGeomGetBody(geom)};
    if (marks[a].body) {
      moving_.add(a);
      moving_end_ = a + 1;
    }
    draw_wide(a);
    if (!dGeomIsEnabled(geom)) marks[a].category = marks[a].collides = 0;
    for (std::size_t b = 0; b < a; ++b) {
      if (marks[a].body && marks[a].body == marks[b].body) continue;
      if (!(marks[a].category & marks[b].collides) && !(marks[b].category & marks[a].collides)) continue;
      may_meet_[a].add(b);
      may_meet_[b].add(a);
      note(a, b);
    }
  }
}

/// Computes the wider box of a geom: larger by the geom's own size on each side if it moves.
template <std::size_t kWords>
void NearPairs<kWords>::draw_wide(std::size_t geom) {
  const Bounds& bounds = bounds_[geom];
  const dReal size = std::max({bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]});
  const dReal margin = moving_.contains(geom) ? size : 0.0;
  for (std::size_t i = 0; i < 6; ++i) wide_[geom][i] = i % 2 ? bounds[i] + margin : bounds[i] - margin;
}

/// Records whether two geoms are near each other: whether their wider boxes overlap.
template <std::size_t kWords>
void NearPairs<kWords>::note(std::size_t a, std::size_t b) {
  const bool is_near = overlap(wide_[a], wide_[b]);
  near_[a].set(b, is_near);
  near_[b].set(a, is_near);
}

template <std::size_t kWords>
void NearPairs<kWords>::find_neighbours(std::size_t geom) {
  draw_wide(geom);
  may_meet_[geom].for_each([&](std::size_t other) { note(geom, other); });
}

template class NearPairs<1>;
template class NearPairs<2>;

}  // namespace spark
