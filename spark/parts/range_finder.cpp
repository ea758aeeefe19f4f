// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/range_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "spark/agent/agent_aspect.h"
#include "spark/parts/atom.h"
#include "spark/parts/joint_part.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"

namespace spark {

std::size_t RangeFinder::Scan::rays() const {
  // An angle that is a multiple of the step may be a little less than that after rounding.
  return static_cast<std::size_t>(angle / step + 1e-9) + 1;
}

RangeFinder::RangeFinder() : Perceptor("RNG"), ray_(dCreateRay(nullptr, 1.0)) {
  prepare();
}

RangeFinder::~RangeFinder() {
  dGeomDestroy(ray_);
}

bool RangeFinder::set_scan(double angle, double step, double farthest) {
  if (!(angle >= 0.0 && angle <= 360.0 && step > 0.0 && step <= 360.0 && angle / step <= double{kMaxRays - 1}) ||
      !is_size(farthest))
    return false;
  const Scan scan{angle, step, farthest};
  if (scan.rays() > kMaxRays) return false;
  scan_ = scan;
  prepare();
  return true;
}

void RangeFinder::prepare() {
  fields_.clear();
  directions_.clear();
  names_.clear();
  names_.reserve(scan_.rays());  // fields refer to the names, which must not move
  for (std::size_t i = 0; i < scan_.rays(); ++i) {
    names_.push_back(fmt::format("ranges {}", i));
    fields_.push_back({names_.back(), Unit::metre});
    const double angle = (static_cast<double>(i) * scan_.step - scan_.angle / 2) / kDegreesPerRadian;
    directions_.push_back({std::cos(angle), std::sin(angle), 0.0});
  }
  ranges_.assign(scan_.rays(), {0.0, Unit::metre});
}

/// Lists the colliders that rays from there may hit. False if the origin is inside of one.
bool RangeFinder::find_candidates(const Vec3& origin) {
  candidates_.clear();
  World* world = World::find(*this);
  if (!world) return true;
  for (Collider* collider : world->colliders()) {
    if (!collider->is_obstacle() || agent_of(*collider) == &agent()) continue;
    dReal box[6];
    dGeomGetAABB(collider->id(), box);
    const Vec3 low{box[0], box[2], box[4]}, high{box[1], box[3], box[5]};
    Candidate candidate{collider, {}, std::numeric_limits<double>::infinity()};
    if (is_finite(low) && is_finite(high)) {
      candidate.middle = (low + high) * 0.5 - origin;
      candidate.radius = length(high - low) * 0.5;
      if (length(candidate.middle) - candidate.radius > scan_.farthest) continue;
    }
    if (collider->point_depth(origin) > 0.0) return false;
    candidates_.push_back(candidate);
  }
  // Near ones first: those that they hide can be skipped.
  std::ranges::sort(candidates_, {}, [](const Candidate& each) { return length(each.middle) - each.radius; });
  return true;
}

double RangeFinder::range(const Vec3& origin, const Vec3& direction) const {
  double nearest = scan_.farthest;
  dGeomRaySet(ray_, origin.x, origin.y, origin.z, direction.x, direction.y, direction.z);
  dGeomRaySetLength(ray_, scan_.farthest);
  for (const auto& [collider, middle, radius] : candidates_) {
    // Most rays miss most shapes; the bounding sphere shows that faster than ODE.
    const double along = dot(middle, direction);
    if (along + radius < 0.0 || along - radius > nearest || dot(middle, middle) - along * along > radius * radius)
      continue;
    dContactGeom contact;
    if (dCollide(ray_, collider->id(), 1, &contact, sizeof contact) > 0) nearest = std::min(nearest, contact.depth);
  }
  return nearest;
}

void RangeFinder::perceive(PerceptWriter& writer) {
  // There is one: the agent is a Transform.
  const Pose& node = ancestor<Transform>()->world_pose();
  const bool is_outside = find_candidates(node.position);
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    ranges_[i].value = is_outside ? range(node.position, node.rotation * directions_[i]) : 0.0;
  writer.begin(predicate());
  writer.field("name", as_atom(name()));
  writer.reals("ranges", ranges_);
  writer.end();
}

}  // namespace spark
