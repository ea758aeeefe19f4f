// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/lone_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "spark/physics/lanes.h"

// Sums and products stand in the order in which ODE 0.16 computes them: brackets and the order of operands are not a
// matter of taste here.

namespace spark {
namespace {

/// Nine numbers, row by row.
using Lane33 = std::array<Lane3, 3>;

SPARK_INLINE Lane3 multiply(const Lane33& rows, const Lane3& v) {
  return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
}
/// A row times a matrix.
SPARK_INLINE Lane3 multiply(const Lane3& row, const Lane33& m) {
  return {m[0].x * row.x + m[1].x * row.y + m[2].x * row.z, m[0].y * row.x + m[1].y * row.y + m[2].y * row.z,
          m[0].z * row.x + m[1].z * row.y + m[2].z * row.z};
}
SPARK_INLINE Lane square_root(const Lane& of) {
  Lane root;
  for (std::size_t i = 0; i < kLanes; ++i) root[i] = std::sqrt(of[i]);
  return root;
}

/// What is computed with, body beside body.
struct Batch {
  Lane3 position, velocity, spin, force, torque, gravity;
  Lane quaternion[4];
  Lane33 rotation;
  Lane mass, inverse_mass, inertia, inverse_inertia, weighs;
  Lane3 point, normal;  ///< of the contact
  Lane depth, erp, cfm, first_cfm, second_cfm, bounce, least_bounce_speed, has_contact, side;
};

/// One row of the equations: the direction in which a contact pushes, and how the body turns by it.
struct Row {
  Lane3 along, turn;
  Lane3 moved, turned;  ///< the same times the inverse mass and inertia
};

SPARK_INLINE Lane product(const Lane3& a, const Lane3& b, const Lane3& c, const Lane3& d) {
  return a.x * c.x + a.y * c.y + a.z * c.z + b.x * d.x + b.y * d.y + b.z * d.z;
}

SPARK_INLINE Row make_row(const Batch& batch, const Lane3& arm, const Lane3& along, const Lane33& inverse_inertia) {
  const Lane3 turn = cross(arm, along);
  return {along, turn, along * batch.inverse_mass, multiply(turn, inverse_inertia)};
}

/// Of a sphere it is the same along all axes but for rounding, which has to be ODE's.
SPARK_INLINE Lane33 inertia_in_world(const Lane33& rotation, const Lane& inertia) {
  Lane33 in_world;
  const Lane33 scaled{rotation[0] * inertia, rotation[1] * inertia, rotation[2] * inertia};
  for (std::size_t i = 0; i < 3; ++i)
    in_world[i] = {dot(scaled[0], rotation[i]), dot(scaled[1], rotation[i]), dot(scaled[2], rotation[i])};
  return in_world;
}

/// Nothing but rounding for a sphere: what ODE computes for a spinning body so that energy is not gained.
SPARK_INLINE Lane3 gyroscopic_torque(const Batch& batch, double seconds) {
  const Lane33 inertia = inertia_in_world(batch.rotation, batch.inertia);
  const Lane3 momentum = multiply(inertia, batch.spin);
  const Lane3 l = momentum * (Lane{} + seconds);
  const Lane3 a{inertia[0].x, l.z + inertia[0].y, -l.y + inertia[0].z},
      b{-l.z + inertia[1].x, inertia[1].y, l.x + inertia[1].z},
      c{l.y + inertia[2].x, -l.x + inertia[2].y, inertia[2].z};
  const Lane determinant =
      a.x * (b.y * c.z - c.y * b.z) - a.y * (b.x * c.z - c.x * b.z) + a.z * (b.x * c.y - c.x * b.y);
  const Lane r = 1.0 / determinant;
  const Lane33 inverse{{{(b.y * c.z - b.z * c.y) * r, (c.y * a.z - a.y * c.z) * r, (a.y * b.z - b.y * a.z) * r},
                        {(b.z * c.x - b.x * c.z) * r, (a.x * c.z - c.x * a.z) * r, (b.x * a.z - a.x * b.z) * r},
                        {(b.x * c.y - c.x * b.y) * r, (c.x * a.y - a.x * c.y) * r, (a.x * b.y - a.y * b.x) * r}}};
  Lane33 change{multiply(inertia[0], inverse), multiply(inertia[1], inverse), multiply(inertia[2], inverse)};
  change[0].x -= 1.0, change[1].y -= 1.0, change[2].z -= 1.0;
  const Lane3 torque = multiply(change, momentum * (Lane{} + 1.0 / seconds));
  return choose(determinant != 0.0, torque, Lane3{});
}

/// Two directions at right angles to a normal and to each other.
SPARK_INLINE void lay_plane(const Lane3& n, Lane3& first, Lane3& second) {
  const Choice is_steep = (n.z > std::numbers::sqrt2 / 2) | (n.z < -std::numbers::sqrt2 / 2);
  const Lane a = n.y * n.y + n.z * n.z, b = n.x * n.x + n.y * n.y;
  const Lane square = is_steep ? a : b;
  const Lane k = 1.0 / square_root(square);
  const Lane3 steep{Lane{}, -n.z * k, n.y * k}, flat{-n.y * k, n.x * k, Lane{}};
  first = choose(is_steep, steep, flat);
  second = choose(is_steep, Lane3{a * k, -n.x * steep.z, n.x * steep.y}, Lane3{-n.z * flat.y, n.z * flat.x, b * k});
}

struct Pushed {
  Lane3 force, torque;
};

/// What the contact does to the body. The rows of friction have no bounds, so they are solved first, and the normal is
/// added to them if it has to push.
SPARK_INLINE Pushed push_of_contact(const Batch& batch, const Lane33& inverse_inertia, double seconds) {
  const double per_second = 1.0 / seconds;
  const Lane3 arm = batch.point - batch.position;
  Lane3 first, second;
  lay_plane(batch.normal, first, second);
  const Row n = make_row(batch, arm, batch.normal, inverse_inertia), s = make_row(batch, arm, first, inverse_inertia),
            t = make_row(batch, arm, second, inverse_inertia);

  Lane wanted = (per_second * batch.erp) * (batch.depth < 0.0 ? Lane{} : batch.depth);
  const Lane incoming = 0.0 - (dot(n.turn, batch.spin) + dot(n.along, batch.velocity));
  const Lane bounced = batch.bounce * incoming;
  wanted = ((incoming > batch.least_bounce_speed) & (bounced > wanted)) ? bounced : wanted;

  const Lane nn = batch.cfm * per_second + product(n.moved, n.turned, n.along, n.turn);
  const Lane ss = batch.first_cfm * per_second + product(s.moved, s.turned, s.along, s.turn);
  const Lane tt = batch.second_cfm * per_second + product(t.moved, t.turned, t.along, t.turn);
  const Lane sn = product(s.moved, s.turned, n.along, n.turn), tn = product(t.moved, t.turned, n.along, n.turn),
             ts = product(t.moved, t.turned, s.along, s.turn);
  const Lane3 drift = batch.force * batch.inverse_mass + batch.velocity * (Lane{} + per_second);
  const Lane3 spin_drift = multiply(inverse_inertia, batch.torque) + batch.spin * (Lane{} + per_second);
  const Lane lack_n = wanted * per_second - product(n.along, n.turn, drift, spin_drift),
             lack_s = 0.0 - product(s.along, s.turn, drift, spin_drift),
             lack_t = 0.0 - product(t.along, t.turn, drift, spin_drift);

  const Lane scale_s = 1.0 / ss, link = ts * scale_s, scale_t = 1.0 / (tt - ts * link);
  Lane along_t = (lack_t - link * lack_s) * scale_t, along_s = lack_s * scale_s - link * along_t;
  const Lane excess = sn * along_s + tn * along_t - lack_n;
  const Lane share_t = (tn - link * sn) * scale_t, share_s = sn * scale_s - link * share_t;
  const Lane rise = sn * -share_s + tn * -share_t + nn;
  const Choice pushes = excess < 0.0;
  const Lane along_n = pushes ? -excess / rise : Lane{};
  along_s = pushes ? along_s + along_n * -share_s : along_s;
  along_t = pushes ? along_t + along_n * -share_t : along_t;

  const Choice is_there = batch.has_contact != 0.0;
  return {choose(is_there, n.along * along_n + s.along * along_s + t.along * along_t, Lane3{}),
          choose(is_there, n.turn * along_n + s.turn * along_s + t.turn * along_t, Lane3{})};
}

SPARK_INLINE void turn(Batch& batch, double seconds) {
  Lane* q = batch.quaternion;
  const Lane3& w = batch.spin;
  const Lane change[4] = {0.5 * (-w.x * q[1] - w.y * q[2] - w.z * q[3]), 0.5 * (w.x * q[0] + w.y * q[3] - w.z * q[2]),
                          0.5 * (-w.x * q[3] + w.y * q[0] + w.z * q[1]), 0.5 * (w.x * q[2] - w.y * q[1] + w.z * q[0])};
  for (std::size_t i = 0; i < 4; ++i) q[i] += seconds * change[i];
  const Lane scale = 1.0 / square_root(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (std::size_t i = 0; i < 4; ++i) q[i] *= scale;
  const Lane xx = 2.0 * q[1] * q[1], yy = 2.0 * q[2] * q[2], zz = 2.0 * q[3] * q[3];
  batch.rotation = {{{1.0 - yy - zz, 2.0 * (q[1] * q[2] - q[0] * q[3]), 2.0 * (q[1] * q[3] + q[0] * q[2])},
                     {2.0 * (q[1] * q[2] + q[0] * q[3]), 1.0 - xx - zz, 2.0 * (q[2] * q[3] - q[0] * q[1])},
                     {2.0 * (q[1] * q[3] - q[0] * q[2]), 2.0 * (q[2] * q[3] + q[0] * q[1]), 1.0 - xx - yy}}};
}

SPARK_INLINE void step(Batch& batch, double seconds) {
  const Lane33 inverse_inertia = inertia_in_world(batch.rotation, batch.inverse_inertia);
  batch.force = batch.force + batch.gravity * batch.mass;
  batch.torque = batch.torque + gyroscopic_torque(batch, seconds);
  const Pushed pushed = push_of_contact(batch, inverse_inertia, seconds);
  batch.velocity = batch.velocity + (pushed.force + batch.force) * (seconds * batch.inverse_mass);
  batch.spin = batch.spin + multiply(inverse_inertia, (pushed.torque + batch.torque) * (Lane{} + seconds));
  batch.position = batch.position + batch.velocity * (Lane{} + seconds);
  turn(batch, seconds);
}

/// Four bodies of which the last may be the first one again; `count` are different.
struct Four {
  const LoneStep* steps[kLanes];
  const LoneBody* bodies[kLanes];
  std::size_t count;
  double nobody[kLanes];  ///< for what is computed twice
};

SPARK_INLINE Four take_four(std::span<const LoneStep> steps) {
  Four four;
  four.count = std::min(kLanes, steps.size());
  for (std::size_t i = 0; i < kLanes; ++i) {
    four.steps[i] = &steps[i < four.count ? i : 0];
    four.bodies[i] = four.steps[i]->body;
  }
  return four;
}

/// `what` is a number of each.
template <typename What>
SPARK_INLINE Lane for_each(const Four& four, const What& what) {
  return Lane{what(*four.steps[0]), what(*four.steps[1]), what(*four.steps[2]), what(*four.steps[3])};
}

// Without a contact anything will do that is a number.
SPARK_INLINE const double* point_of(const LoneStep& step) {
  return step.contact.geom ? step.contact.geom->pos : step.body->position;
}
SPARK_INLINE const double* normal_of(const LoneStep& step) {
  static constexpr double kUp[4] = {0.0, 0.0, 1.0, 0.0};
  return step.contact.geom ? step.contact.geom->normal : kUp;
}

using Numbers = double* LoneBody::*;
using spark::gather;

SPARK_INLINE Lane4 gather(const Four& four, Numbers numbers, std::size_t row = 0) {
  const auto& b = four.bodies;
  return gather(b[0]->*numbers + 4 * row, b[1]->*numbers + 4 * row, b[2]->*numbers + 4 * row, b[3]->*numbers + 4 * row);
}
SPARK_INLINE void scatter(Lane4 lanes, Four& four, Numbers numbers, std::size_t row = 0) {
  transpose(lanes.x, lanes.y, lanes.z, lanes.w);
  const Lane* each[kLanes] = {&lanes.x, &lanes.y, &lanes.z, &lanes.w};
  for (std::size_t i = 0; i < kLanes; ++i)
    store(*each[i], i < four.count ? four.bodies[i]->*numbers + 4 * row : four.nobody);
}
/// The fourth number of a vector is padding.
SPARK_INLINE void scatter(const Lane3& lanes, Four& four, Numbers numbers, std::size_t row = 0) {
  scatter(Lane4{lanes.x, lanes.y, lanes.z, Lane{}}, four, numbers, row);
}

SPARK_INLINE void load_bodies(const Four& four, const Vec3& gravity, Batch& batch) {
  batch.position = first_three(gather(four, &LoneBody::position));
  batch.velocity = first_three(gather(four, &LoneBody::velocity));
  batch.spin = first_three(gather(four, &LoneBody::spin));
  batch.force = first_three(gather(four, &LoneBody::force));
  batch.torque = first_three(gather(four, &LoneBody::torque));
  for (std::size_t row = 0; row < 3; ++row) batch.rotation[row] = first_three(gather(four, &LoneBody::rotation, row));
  const Lane4 q = gather(four, &LoneBody::quaternion);
  batch.quaternion[0] = q.x, batch.quaternion[1] = q.y, batch.quaternion[2] = q.z, batch.quaternion[3] = q.w;
  const auto& b = four.bodies;
  const Lane4 masses = gather(&b[0]->mass, &b[1]->mass, &b[2]->mass, &b[3]->mass);
  batch.mass = masses.x, batch.inverse_mass = masses.y, batch.inertia = masses.z, batch.inverse_inertia = masses.w;
  batch.weighs = for_each(four, [](const LoneStep& step) { return step.has_gravity ? 1.0 : 0.0; });
  batch.gravity = {batch.weighs * gravity.x, batch.weighs * gravity.y, batch.weighs * gravity.z};
}

SPARK_INLINE void load_contacts(const Four& four, Batch& batch) {
  const auto& s = four.steps;
  batch.has_contact = for_each(four, [](const LoneStep& step) { return step.contact.geom ? 1.0 : 0.0; });
  batch.side = for_each(four, [](const LoneStep& step) { return step.contact.is_reversed ? -1.0 : 1.0; });
  batch.depth = for_each(four, [](const LoneStep& step) { return step.contact.geom ? step.contact.geom->depth : 0.0; });
  batch.bounce = for_each(four, [](const LoneStep& step) { return step.contact.bounce; });
  batch.least_bounce_speed = for_each(four, [](const LoneStep& step) { return step.contact.least_bounce_speed; });
  const auto softness = [](const LoneStep& step) { return step.contact.softness; };
  const Lane4 soft = gather(softness(*s[0]), softness(*s[1]), softness(*s[2]), softness(*s[3]));
  batch.erp = soft.x, batch.cfm = soft.y, batch.first_cfm = soft.z, batch.second_cfm = soft.w;
  batch.point = first_three(gather(point_of(*s[0]), point_of(*s[1]), point_of(*s[2]), point_of(*s[3])));
  const Lane4 normal = gather(normal_of(*s[0]), normal_of(*s[1]), normal_of(*s[2]), normal_of(*s[3]));
  batch.normal = first_three(normal) * batch.side;
}

SPARK_INLINE void store_bodies(const Batch& batch, Four& four) {
  scatter(batch.position, four, &LoneBody::position);
  scatter(batch.velocity, four, &LoneBody::velocity);
  scatter(batch.spin, four, &LoneBody::spin);
  for (std::size_t row = 0; row < 3; ++row) scatter(batch.rotation[row], four, &LoneBody::rotation, row);
  const Lane* q = batch.quaternion;
  scatter(Lane4{q[0], q[1], q[2], q[3]}, four, &LoneBody::quaternion);
  for (std::size_t i = 0; i < four.count; ++i) {
    store(Lane{}, four.bodies[i]->force);
    store(Lane{}, four.bodies[i]->torque);
  }
}

SPARK_INLINE void step_all(std::span<const LoneStep> steps, const Vec3& gravity, double seconds) {
  for (; !steps.empty(); steps = steps.subspan(std::min(kLanes, steps.size()))) {
    Four four = take_four(steps);
    Batch batch;
    load_bodies(four, gravity, batch);
    load_contacts(four, batch);
    step(batch, seconds);
    store_bodies(batch, four);
  }
}

using StepAll = void (*)(std::span<const LoneStep>, const Vec3&, double);

void step_plainly(std::span<const LoneStep> steps, const Vec3& gravity, double seconds) {
  step_all(steps, gravity, seconds);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] void step_with_avx2(std::span<const LoneStep> steps, const Vec3& gravity, double seconds) {
  step_all(steps, gravity, seconds);
}
#endif

StepAll fastest() {
#ifdef __x86_64__
  if (has_avx2()) return step_with_avx2;
#endif
  return step_plainly;
}

}  // namespace

void step_lone_bodies(std::span<const LoneStep> steps, Vec3 gravity, double seconds) {
  static const StepAll step_them = fastest();
  step_them(steps, gravity, seconds);
}

}  // namespace spark
