// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "spark/physics/joint_kinds.h"

namespace spark {
namespace {

constexpr Joint::Kind kUniversal{dJointCreateUniversal, dJointSetUniversalParam, dJointGetUniversalParam, 2,
                                 std::numbers::pi};
constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kMinAxisLength = 1e-6;
/// cos² of 30°. ODE aborts the process when the two axes lie in one line.
constexpr double kMaxAlike = 0.75;

bool too_alike(const Vec3& a, const Vec3& b) {
  const double cosine = dot(a, b);
  return cosine * cosine > kMaxAlike;
}

/// At right angles to `a` and, unless they are too alike, to `b`; all of length 1.
Vec3 across(const Vec3& a, const Vec3& b) {
  Vec3 other = b;
  if (too_alike(a, b)) other = std::abs(a.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 result = cross(a, other);
  return result * (1.0 / length(result));
}

}  // namespace

UniversalJoint::UniversalJoint() : AnchoredJoint(kUniversal) {}

void UniversalJoint::get_anchor(dReal* point) const {
  dJointGetUniversalAnchor(id(), point);
}

void UniversalJoint::place_anchor(Vec3 point) {
  dJointSetUniversalAnchor(id(), point.x, point.y, point.z);
}

bool UniversalJoint::set_axis(std::size_t axis, Vec3 direction) {
  const double size = length(direction);
  if (!(size >= kMinAxisLength && size <= kMaxDistance) || !is_sound(frame())) return false;
  direction = direction * (1.0 / size);
  const auto& other = settings_.axes[1 - axis];
  if (other && too_alike(direction, *other)) return false;
  settings_.axes[axis] = direction;
  place_again(Part::axes);
  return true;
}

void UniversalJoint::place(Part part) {
  // In this order: ODE's own axes may lie in one line, and the anchor does not go with that.
  if (part != Part::anchor) place_axes();
  AnchoredJoint::place(part);
}

void UniversalJoint::place_axes() {
  const Mat3 node = frame().rotation;
  const auto& axes = settings_.axes;
  Vec3 first = axes[0] ? node * *axes[0] : Vec3{1, 0, 0};
  Vec3 second = axes[1] ? node * *axes[1] : Vec3{0, 1, 0};
  if (!axes[0] && too_alike(first, second)) first = across(second, first);
  if (!axes[1] && too_alike(first, second)) second = across(first, second);

  // One at a time, and never in one line with what the other has been: ODE complains on stderr.
  dVector3 old;
  dJointGetUniversalAxis1(id(), old);
  const Vec3 between = across(to_vec3(old), first);
  dJointSetUniversalAxis2(id(), between.x, between.y, between.z);
  dJointSetUniversalAxis1(id(), first.x, first.y, first.z);
  dJointSetUniversalAxis2(id(), second.x, second.y, second.z);
}

double UniversalJoint::angle(int axis) const {
  if (!is_attached() || axis < 0 || axis > 1) return 0.0;
  return (axis == 0 ? dJointGetUniversalAngle1(id()) : dJointGetUniversalAngle2(id())) * kDegrees;
}

double UniversalJoint::angle_rate(int axis) const {
  if (!is_attached() || axis < 0 || axis > 1) return 0.0;
  return (axis == 0 ? dJointGetUniversalAngle1Rate(id()) : dJointGetUniversalAngle2Rate(id())) * kDegrees;
}

}  // namespace spark
