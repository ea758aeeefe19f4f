// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/near_pairs.h"

#include <algorithm>
#include <bit>

namespace spark {
namespace {

constexpr std::uint64_t bit(std::size_t geom) {
  return std::uint64_t{1} << geom;
}

/// Calls `look(geom)` for each of a set.
template <typename Look>
void for_each(std::uint64_t set, Look look) {
  for (; set != 0; set &= set - 1) look(static_cast<std::size_t>(std::countr_zero(set)));
}

/// ODE's comparisons: what touches overlaps, and so does what is not a number.
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

void NearPairs::collide(dSpaceID space, void* data, dNearCallback* look) {
  dSpaceClean(space);
  known_ = known_ && static_cast<std::size_t>(dSpaceGetNumGeoms(space)) == count_ && take_order(space);
  if (!known_) learn(space);
  for_each(moving_, [this](std::size_t geom) {
    take_bounds(geom);
    if (!is_inside(bounds_[geom], wide_[geom])) find_neighbours(geom);
  });
  Set later = ~Set{0};
  for (std::size_t place = 0; place < count_; ++place) {
    const std::size_t a = order_[place];
    later &= ~bit(a);
    Set places = 0;
    for_each(near_[a] & later, [&](std::size_t b) {
      if (overlap(bounds_[a], bounds_[b])) places |= bit(place_[b]);
    });
    for_each(places, [&](std::size_t b) { look(data, geoms_[a], geoms_[order_[b]]); });
  }
}

/// What has moved has gone to the front, all others are in the order in which they were. Only geoms of bodies have
/// moved, so that nothing has changed behind the last of these. False if geoms are there that are not known.
bool NearPairs::take_order(dSpaceID space) {
  for (std::size_t place = 0; place < moving_end_; ++place)
    if (dSpaceGetGeom(space, static_cast<int>(place)) != geoms_[order_[place]]) return reorder(space, place);
  return true;
}

/// Up to the place `same` all are where they were.
bool NearPairs::reorder(dSpaceID space, std::size_t same) {
  const PerGeom<std::size_t> before = order_;
  Set left = ~Set{0};
  for (std::size_t place = 0; place < same; ++place) left &= ~bit(order_[place]);
  // Most come behind the one behind which they came before.
  std::size_t guess = same, place = same;
  for (; (left & moving_) != 0; ++place) {
    if (place == count_) return false;
    dGeomID geom = dSpaceGetGeom(space, static_cast<int>(place));
    for (std::size_t tried = 0; geoms_[before[guess]] != geom; ++tried) {
      if (tried == count_) return false;
      if (++guess == count_) guess = 0;
    }
    const std::size_t number = before[guess];
    if (!(left & bit(number))) return false;
    left &= ~bit(number);
    order_[place] = number;
    place_[number] = place;
    if (++guess == count_) guess = 0;
  }
  moving_end_ = place;
  for (std::size_t i = same; i < count_; ++i) {
    const std::size_t number = before[i];
    if (!(left & bit(number))) continue;
    order_[place] = number;
    place_[number] = place++;
  }
  return true;
}

void NearPairs::take_bounds(std::size_t geom) {
  dGeomGetAABB(geoms_[geom], bounds_[geom].data());
}

void NearPairs::learn(dSpaceID space) {
  struct Marks {
    unsigned long category, collides;
    dBodyID body;
  };
  PerGeom<Marks> marks;
  known_ = true;
  count_ = static_cast<std::size_t>(dSpaceGetNumGeoms(space));
  moving_ = 0;
  moving_end_ = 0;
  for (std::size_t a = 0; a < count_; ++a) {
    dGeomID geom = dSpaceGetGeom(space, static_cast<int>(a));
    geoms_[a] = geom;
    order_[a] = place_[a] = a;
    may_meet_[a] = near_[a] = 0;
    take_bounds(a);
    marks[a] = {dGeomGetCategoryBits(geom), dGeomGetCollideBits(geom), dGeomGetBody(geom)};
    if (marks[a].body) {
      moving_ |= bit(a);
      moving_end_ = a + 1;
    }
    draw_wide(a);
    if (!dGeomIsEnabled(geom)) marks[a].category = marks[a].collides = 0;
    for (std::size_t b = 0; b < a; ++b) {
      if (marks[a].body && marks[a].body == marks[b].body) continue;
      if (!(marks[a].category & marks[b].collides) && !(marks[b].category & marks[a].collides)) continue;
      may_meet_[a] |= bit(b);
      may_meet_[b] |= bit(a);
      note(a, b);
    }
  }
}

/// By its own size to each side if it moves.
void NearPairs::draw_wide(std::size_t geom) {
  const Bounds& bounds = bounds_[geom];
  const dReal size = std::max({bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]});
  const dReal margin = moving_ & bit(geom) ? size : 0.0;
  for (std::size_t i = 0; i < 6; ++i) wide_[geom][i] = i % 2 ? bounds[i] + margin : bounds[i] - margin;
}

/// Whether they are near each other.
void NearPairs::note(std::size_t a, std::size_t b) {
  const bool is_near = overlap(wide_[a], wide_[b]);
  near_[a] = is_near ? near_[a] | bit(b) : near_[a] & ~bit(b);
  near_[b] = is_near ? near_[b] | bit(a) : near_[b] & ~bit(a);
}

void NearPairs::find_neighbours(std::size_t geom) {
  draw_wide(geom);
  for_each(may_meet_[geom], [&](std::size_t other) { note(geom, other); });
}

}  // namespace spark
