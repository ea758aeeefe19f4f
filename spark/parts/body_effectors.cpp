// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/body_effectors.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "spark/agent/agent_aspect.h"
#include "spark/parts/joint_part.h"
#include "spark/physics/articulation.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

constexpr auto kComponent = Parameter::Kind::real;

Vec3 vector_at(const Arguments& arguments, std::size_t i) {
  return {arguments.real(i), arguments.real(i + 1), arguments.real(i + 2)};
}

Vec3 clamped(const Vec3& v, double max) {
  return {std::clamp(v.x, -max, max), std::clamp(v.y, -max, max), std::clamp(v.z, -max, max)};
}

/// The rotation nearest to a matrix that is nearly a rotation; none if it deviates too much or mirrors. Each iteration
/// of R := R·(3 − Rᵀ·R)/2 squares the error.
std::optional<Mat3> as_rotation(Mat3 m) {
  const Mat3 square = m * transposed(m);
  for (std::size_t i = 0; i < square.size(); ++i)
    if (!(std::abs(square[i] - kIdentity3[i]) <= PlaceEffector::kMaxSkew)) return {};
  if (dot(cross({m[0], m[1], m[2]}, {m[3], m[4], m[5]}), {m[6], m[7], m[8]}) < 0.0) return {};
  for (int turn = 0; turn < 5; ++turn) {
    Mat3 factor = transposed(m) * m;
    for (std::size_t i = 0; i < factor.size(); ++i) factor[i] = 0.5 * (3.0 * kIdentity3[i] - factor[i]);
    m = m * factor;
  }
  return m;
}

}  // namespace

bool BodyEffector::are_finite(const Arguments& arguments) const {
  for (std::size_t i = 0; i < parameters().size(); ++i) {
    if (std::isfinite(arguments.real(i))) continue;
    complain("({} ...): the {} is not finite", Printable{name()}, parameters()[i].name);
    return false;
  }
  return true;
}

Body* BodyEffector::demand_body() const {
  Body* found = body();
  if (!found) complain("({} ...): there is no body beside or above {}", Printable{name()}, full_path());
  return found;
}

std::span<const Parameter> Wrench::parameters() const {
  static constexpr Parameter kParameters[] = {{"fx", kComponent, false, "N", "force along the world's x"},
                                              {"fy", kComponent, false, "N", "along y"},
                                              {"fz", kComponent, false, "N", "along z"},
                                              {"tx", kComponent, false, "N·m", "torque about x"},
                                              {"ty", kComponent, false, "N·m", "about y"},
                                              {"tz", kComponent, false, "N·m", "about z"}};
  return kParameters;
}

void Wrench::realise(const Arguments& arguments) {
  if (!are_finite(arguments)) return;
  force_ = clamped(vector_at(arguments, 0), max_force_);
  torque_ = clamped(vector_at(arguments, 3), max_torque_);
}

Range Wrench::range(std::size_t parameter) const {
  const double max = parameter < 3 ? max_force_ : max_torque_;
  return {-max, max, 0.0};
}

bool Wrench::current(std::span<double> values) const {
  const double now[] = {force_.x, force_.y, force_.z, torque_.x, torque_.y, torque_.z};
  std::ranges::copy(now, values.begin());
  return true;
}

void Wrench::apply_forces() {
  if (force_ == Vec3() && torque_ == Vec3()) return;
  Body* found = body();
  if (!found) return;
  found->add_force(force_);
  found->add_torque(torque_);
}

bool Wrench::set_max_force(double force) {
  if (!(force >= 0.0 && force <= kMaxComponent)) return false;
  max_force_ = force;
  return true;
}

bool Wrench::set_max_torque(double torque) {
  if (!(torque >= 0.0 && torque <= kMaxComponent)) return false;
  max_torque_ = torque;
  return true;
}

void Wrench::linked() {
  World& world = World::of(*this);
  BodyEffector::linked();
  world.invalidate_order();
}

void Wrench::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  BodyEffector::unlinking();
}

std::span<const Parameter> PlaceEffector::parameters() const {
  static constexpr Parameter kParameters[] = {{"x", kComponent, false, "m", "place in the world"},
                                              {"y", kComponent, false, "m", ""},
                                              {"z", kComponent, false, "m", ""},
                                              {"r11", kComponent, false, "", "rotation, body to world"},
                                              {"r12", kComponent, false, "", ""},
                                              {"r13", kComponent, false, "", ""},
                                              {"r21", kComponent, false, "", ""},
                                              {"r22", kComponent, false, "", ""},
                                              {"r23", kComponent, false, "", ""},
                                              {"r31", kComponent, false, "", ""},
                                              {"r32", kComponent, false, "", ""},
                                              {"r33", kComponent, false, "", ""}};
  return kParameters;
}

void PlaceEffector::realise(const Arguments& arguments) {
  if (!are_finite(arguments)) return;
  Body* found = demand_body();
  if (!found) return;
  Mat3 matrix;
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = arguments.real(3 + i);
  const auto rotation = as_rotation(matrix);
  if (!rotation) return complain("({} ...): the matrix is not a rotation", Printable{name()});
  const Pose pose{vector_at(arguments, 0), *rotation};
  Articulation articulation(*found);
  if (!within(pose.position, found->world().limits().distance))
    return complain("({} ...): the place is out of bounds", Printable{name()});
  if (const Collider* obstacle = articulation.obstacle_at(pose, kMaxDepth))
    return complain("({} ...): it would overlap {}", Printable{name()}, obstacle->full_path());
  if (!articulation.place_at_rest(pose)) complain("({} ...): the place is out of bounds", Printable{name()});
}

std::span<const Parameter> SetVelocity::parameters() const {
  static constexpr Parameter kParameters[] = {{"vx", kComponent, false, "m/s", "along the world's x"},
                                              {"vy", kComponent, false, "m/s", "along y"},
                                              {"vz", kComponent, false, "m/s", "along z"},
                                              {"wx", kComponent, false, "degrees/s", "about x"},
                                              {"wy", kComponent, false, "degrees/s", "about y"},
                                              {"wz", kComponent, false, "degrees/s", "about z"}};
  return kParameters;
}

void SetVelocity::realise(const Arguments& arguments) {
  if (!are_finite(arguments)) return;
  Body* found = demand_body();
  if (!found) return;
  const Vec3 velocity = vector_at(arguments, 0), spin = vector_at(arguments, 3) * (1.0 / kDegreesPerRadian);
  if (!Articulation(*found).set_motion(velocity, spin))
    complain("({} ...): that exceeds the maximum speed of bodies", Printable{name()});
}

}  // namespace spark
