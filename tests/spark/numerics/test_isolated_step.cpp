// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstring>
#include <numbers>

#include "spark/core/random.h"
#include "spark/numerics/isolated_step.h"
#include "spark/numerics/ode_library.h"

using namespace spark;

namespace {

constexpr std::size_t kPairs = 64;
constexpr int kRounds = 1000000 / static_cast<int>(kPairs);
constexpr double kStep = 0.01;

IsolatedBody numbers_of(dBodyID body) {
  dMass mass;
  dBodyGetMass(body, &mass);
  dMatrix3 inverse;
  dInvertPDMatrix(mass.I, inverse, 3);
  const auto own = [](const dReal* numbers) { return const_cast<dReal*>(numbers); };
  return {own(dBodyGetPosition(body)),
          own(dBodyGetQuaternion(body)),
          own(dBodyGetRotation(body)),
          own(dBodyGetLinearVel(body)),
          own(dBodyGetAngularVel(body)),
          own(dBodyGetForce(body)),
          own(dBodyGetTorque(body)),
          mass.mass,
          1.0 / mass.mass,
          mass.I[0],
          inverse[0]};
}

bool are_same_bits(const IsolatedBody& a, const IsolatedBody& b) {
  const auto same = [](const double* x, const double* y, std::size_t count) {
    return std::memcmp(x, y, count * sizeof *x) == 0;
  };
  bool same_rotation = true;
  for (int row = 0; row < 3; ++row) same_rotation &= same(a.rotation + 4 * row, b.rotation + 4 * row, 3);
  return same_rotation && same(a.position, b.position, 3) && same(a.quaternion, b.quaternion, 4) &&
         same(a.velocity, b.velocity, 3) && same(a.spin, b.spin, 3) && same(a.force, b.force, 3) &&
         same(a.torque, b.torque, 3);
}

/// A world of ODE in which every body has a twin with the same place and motion.
class Twins {
 public:
  Twins() {
    start_ode();
    world_ = dWorldCreate();
    joints_ = dJointGroupCreate(0);
    for (auto& pair : pairs_)
      for (dBodyID& body : pair) body = dBodyCreate(world_);
  }
  ~Twins() {
    dJointGroupDestroy(joints_);
    dWorldDestroy(world_);
  }
  Twins(const Twins&) = delete;
  Twins& operator=(const Twins&) = delete;

  /// Draws states and contacts, lets ODE step one half and `step_isolated_bodies` the other; returns how many are the
  /// same.
  int play() {
    draw_world();
    steps_.clear();
    for (std::size_t i = 0; i < kPairs; ++i) draw(i);
    for (const auto& pair : pairs_) dBodyDisable(pair[1]);
    dWorldStep(world_, seconds_);
    for (const auto& pair : pairs_) dBodyEnable(pair[1]);
    dJointGroupEmpty(joints_);
    step_isolated_bodies(steps_, gravity_, seconds_);
    int same = 0;
    for (std::size_t i = 0; i < kPairs; ++i) same += are_same_bits(numbers_of(pairs_[i][0]), *steps_[i].body);
    return same;
  }
  int contacts = 0;

 private:
  bool one_in(int count) { return random_.uniform(0, count) < 1.0; }
  Vec3 within(double size) {
    const double x = random_.uniform(-size, size), y = random_.uniform(-size, size);
    return {x, y, random_.uniform(-size, size)};
  }
  Vec3 mostly(const Vec3& v) { return one_in(4) ? Vec3() : v; }

  void draw_world() {
    seconds_ = one_in(4) ? random_.uniform(0.001, 0.05) : kStep;
    gravity_ = one_in(8) ? within(20.0) : Vec3{0, 0, -9.81};
    cfm_ = one_in(4) ? random_.uniform(1e-10, 1e-2) : 1e-5;
    erp_ = one_in(4) ? random_.uniform(0.0, 1.0) : 0.2;
    dWorldSetGravity(world_, gravity_.x, gravity_.y, gravity_.z);
    dWorldSetCFM(world_, cfm_);
    dWorldSetERP(world_, erp_);
  }

  void draw(std::size_t i) {
    const double radius = random_.uniform(0.05, 0.5);
    dMass mass;
    dMassSetSphereTotal(&mass, one_in(8) ? std::pow(10.0, random_.uniform(-9, 9)) : random_.uniform(0.3, 80), radius);
    const Vec3 place = within(60.0), velocity = mostly(within(50.0)), spin = mostly(within(90.0));
    const Vec3 force = mostly(within(500.0)), torque = mostly(within(5.0));
    dQuaternion turned{random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1)};
    if (one_in(4)) turned[0] = 1.0, turned[1] = turned[2] = turned[3] = 0.0;
    const bool has_gravity = !one_in(8);
    for (dBodyID body : pairs_[i]) {
      dBodySetMass(body, &mass);
      dBodySetPosition(body, place.x, place.y, place.z);
      dBodySetQuaternion(body, turned);
      dBodySetLinearVel(body, velocity.x, velocity.y, velocity.z);
      dBodySetAngularVel(body, spin.x, spin.y, spin.z);
      dBodySetForce(body, force.x, force.y, force.z);
      dBodySetTorque(body, torque.x, torque.y, torque.z);
      dBodySetGravityMode(body, has_gravity);
    }
    bodies_[i] = numbers_of(pairs_[i][1]);
    steps_.push_back({&bodies_[i], has_gravity, {}});
    if (one_in(5)) return;
    ++contacts;
    draw_contact(i, place, radius);
  }

  void draw_contact(std::size_t i, const Vec3& place, double radius) {
    Vec3 normal{0, 0, 1};  // of a floor
    const double angle = random_.uniform(0, 2 * std::numbers::pi);
    if (one_in(3)) normal = one_in(2) ? Vec3{-1, 0, 0} : Vec3{std::cos(angle), std::sin(angle), 0};  // wall, post
    if (one_in(3)) normal = within(1.0);
    normal = normal * (1.0 / length(normal));
    dContact& contact = drawn_[i];
    contact = {};
    const double depth = one_in(6) ? 0.0 : random_.uniform(0, one_in(6) ? radius : 0.02);
    const Vec3 point = one_in(10) ? place : place - normal * (radius - depth);
    const bool is_second = one_in(4);
    const Vec3 from_ode = normal * (is_second ? -1.0 : 1.0);
    const double numbers[2][3] = {{from_ode.x, from_ode.y, from_ode.z}, {point.x, point.y, point.z}};
    std::copy_n(numbers[0], 3, contact.geom.normal);
    std::copy_n(numbers[1], 3, contact.geom.pos);
    contact.geom.depth = depth;

    IsolatedContact& described = steps_[i].contact;
    dSurfaceParameters& surface = contact.surface;
    surface.mu = dInfinity;
    described = {&contact.geom, is_second, {erp_, cfm_, cfm_, cfm_}, 0.0, dInfinity};
    const auto maybe = [&](int mode, double& of_ode, double value, double& of_ours) {
      if (one_in(3)) surface.mode |= mode, of_ode = of_ours = value;
    };
    maybe(dContactSoftERP, surface.soft_erp, random_.uniform(0, 1), described.softness[0]);
    maybe(dContactSoftCFM, surface.soft_cfm, random_.uniform(0, 1e-2), described.softness[1]);
    maybe(dContactSlip1, surface.slip1, random_.uniform(0, 1e-2), described.softness[2]);
    maybe(dContactSlip2, surface.slip2, random_.uniform(0, 1e-2), described.softness[3]);
    if (!one_in(4)) {
      surface.mode |= dContactBounce;
      surface.bounce = described.bounce = one_in(2) ? 0.8 : random_.uniform(0, 2);
      surface.bounce_vel = described.min_bounce_speed = one_in(2) ? 2.0 : random_.uniform(0, 5);
    }
    dJointAttach(dJointCreateContact(world_, joints_, &contact), is_second ? nullptr : pairs_[i][0],
                 is_second ? pairs_[i][0] : nullptr);
  }

  RandomStream random_{5};
  dWorldID world_;
  dJointGroupID joints_;
  dBodyID pairs_[kPairs][2];
  IsolatedBody bodies_[kPairs];
  std::vector<IsolatedStep> steps_;
  dContact drawn_[kPairs];
  Vec3 gravity_;
  double seconds_ = kStep, erp_ = 0.2, cfm_ = 1e-5;
};

}  // namespace

TEST_CASE("an isolated step gives the bits of ODE for a million random states") {
  Twins twins;
  int same = 0;
  for (int round = 0; round < kRounds; ++round) same += twins.play();
  CHECK(same == kRounds * static_cast<int>(kPairs));
  CHECK(twins.contacts > 700000);
}

TEST_CASE("isolated steps of any number of bodies change no other body") {
  const std::size_t count = GENERATE(0U, 1U, 3U, 4U, 5U, 23U);
  constexpr std::size_t kNumbers = 40;  // ten vectors of four
  std::vector<std::array<double, kNumbers>> states(count + 1);
  std::vector<IsolatedBody> bodies(count);
  std::vector<IsolatedStep> steps;
  for (auto& state : states) state.fill(0.5);
  for (std::size_t i = 0; i < count; ++i) {
    double* n = states[i].data();
    bodies[i] = {n, n + 4, n + 8, n + 20, n + 24, n + 28, n + 32, 1.0, 1.0, 1.0, 1.0};
    steps.push_back({&bodies[i], true, {}});
  }
  const auto before = states;
  step_isolated_bodies(steps, {0, 0, -9.81}, kStep);
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(states[i] == states[0]);
    CHECK(states[i] != before[i]);
  }
  CHECK(states[count] == before[count]);
}
