// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/planar_arm_geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rctp {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kTurn = 2.0 * kPi;

using Interval = PlanarArmGeometry::Interval;

/// The part of its range that the elbow uses: one side, because with both sides every point would have two solutions.
Interval one_side(const Interval& elbow) {
  const Interval up{std::max(elbow.min, -kPi), std::min(elbow.max, 0.0)};
  if (up.min < up.max) return up;
  const Interval down{std::max(elbow.min, 0.0), std::min(elbow.max, kPi)};
  return down.min <= down.max ? down : elbow;
}

/// Limits the range to full turns, because infinite stops cannot be used in computations.
Interval one_turn(const Interval& shoulder) {
  return {std::max(shoulder.min, -kTurn), std::min(shoulder.max, kTurn)};
}

}  // namespace

double Interval::clamped(double angle) const {
  return std::clamp(angle, min, max);
}

bool Interval::contains_turned(double& angle) const {
  for (const double turned : {angle, angle - kTurn, angle + kTurn})
    if (turned >= min && turned <= max) {
      angle = turned;
      return true;
    }
  return false;
}

PlanarArmGeometry::PlanarArmGeometry(double upper, double lower, Interval shoulder, Interval elbow)
    : upper_(upper), lower_(lower), shoulder_(one_turn(shoulder)), elbow_(one_side(elbow)) {}

PlanarArmGeometry::Point PlanarArmGeometry::tip(const Angles& angles) const {
  const double whole = angles.shoulder + angles.elbow;
  return {upper_ * std::cos(angles.shoulder) + lower_ * std::cos(whole),
          upper_ * std::sin(angles.shoulder) + lower_ * std::sin(whole)};
}

/// The reachable points are the image of a rectangle of angles. For any other point the nearest reachable one is on the
/// border of that image, which consists of four arcs: one joint is at a stop while the other turns.
///
/// With u and l the lengths of the links, the law of cosines gives the elbow's angle e of a point (x, z):
///     cos e = (x² + z² − u² − l²) / (2 u l)
PlanarArmGeometry::Angles PlanarArmGeometry::nearest(const Point& point) const {
  const double square = point.x * point.x + point.z * point.z;
  const double cosine = (square - upper_ * upper_ - lower_ * lower_) / (2.0 * upper_ * lower_);
  if (std::abs(cosine) <= 1.0) {
    const double bend = std::acos(cosine);
    const Angles exact = with_elbow(point, elbow_.min < 0.0 ? -bend : bend);
    if (exact.elbow >= elbow_.min && exact.elbow <= elbow_.max && distance(exact, point) < 1e-9 * reach()) return exact;
  }
  const Angles edges[] = {with_elbow(point, elbow_.min), with_elbow(point, elbow_.max),
                          with_shoulder(point, shoulder_.min), with_shoulder(point, shoulder_.max)};
  return *std::min_element(std::begin(edges), std::end(edges),
                           [&](const Angles& a, const Angles& b) { return distance(a, point) < distance(b, point); });
}

/// For a fixed elbow angle, the shoulder angle that brings the tip nearest to the point. The direction of the tip
/// relative to the upper link is atan2(l sin e, u + l cos e).
PlanarArmGeometry::Angles PlanarArmGeometry::with_elbow(const Point& point, double elbow) const {
  const double ahead = std::atan2(lower_ * std::sin(elbow), upper_ + lower_ * std::cos(elbow));
  double shoulder = std::atan2(point.z, point.x) - ahead;
  if (shoulder_.contains_turned(shoulder)) return {shoulder, elbow};
  const Angles low{shoulder_.min, elbow}, high{shoulder_.max, elbow};
  return distance(low, point) <= distance(high, point) ? low : high;
}

/// For a fixed shoulder angle, the elbow angle that brings the tip nearest to the point.
PlanarArmGeometry::Angles PlanarArmGeometry::with_shoulder(const Point& point, double shoulder) const {
  const double x = point.x - upper_ * std::cos(shoulder), z = point.z - upper_ * std::sin(shoulder);
  double elbow = std::remainder(std::atan2(z, x) - shoulder, kTurn);
  if (elbow_.contains_turned(elbow)) return {shoulder, elbow};
  const Angles low{shoulder, elbow_.min}, high{shoulder, elbow_.max};
  return distance(low, point) <= distance(high, point) ? low : high;
}

double PlanarArmGeometry::distance(const Angles& angles, const Point& point) const {
  const Point reached = tip(angles);
  return std::hypot(reached.x - point.x, reached.z - point.z);
}

}  // namespace rctp
