// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/isolated_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "spark/numerics/lanes.h"

// The step of one body as dWorldStep of ODE 0.16 makes it. Units are SI, vectors are in the world frame.
//
// A body has mass m and inertia I, position x, rotation q (a quaternion; R as a matrix), velocity v and spin w. In a
// step of length h the force f and the torque T act on it, and gravity g:
//
//   1. f += m g
//   2. T += (I J^-1 - 1) L / h     the gyroscopic torque, with L = I w and J = I - h [L]x. It is the implicit form of
//                                  -w x I w: at a finite h the explicit one adds energy to a spinning body.
//   3. f += K_f^T p, T += K_T^T p  the contact, if there is one (below)
//   4. v += h f / m, w += h I^-1 T
//   5. x += h v, q += h/2 (0, w) q, then q is scaled to length 1, and R follows from it
//
// Positions follow from the velocities at the end of the step: the semi-implicit Euler method.
//
// A contact has a normal n, which points into the body, a penetration depth d, and the arm r from x to its point. It
// gives three rows K = (K_f, K_T): the normal (n, r x n), and (s, r x s) and (t, r x t) for two directions of friction
// s and t at right angles to n and to each other. Their forces p, in N, are the solution of a linear complementarity
// problem (LCP):
//
//   A p = b + a,   A = K M^-1 K^T + C / h,   b = c / h - K (v / h + M^-1 (f, T))
//   a_n >= 0, p_n >= 0, a_n p_n = 0          the contact pushes, and only if the body would not part by itself
//   a_s = a_t = 0                            friction has no limit here, so p_s and p_t may be anything
//
// M is the mass matrix diag(m, m, m, I). c is the speed that the rows want: 0 along s and t, ERP d / h along n, or the
// speed of a bounce if that is greater. C = diag(CFM) is the softness of each row in (m/s) / N: it lets the row miss
// its speed by CFM p, and makes A regular.
//
// ODE solves an LCP by pivoting (Dantzig's algorithm), rows without bounds first. For three rows that is: factorise the
// block of the two rows of friction, solve them alone, look at a_n, and if it is negative let the normal push.
//
// Sums and products stand in the order in which ODE computes them, so that every bit is the same; brackets and the
// order of operands must stay. The tests compare with ODE over a million drawn states.

namespace spark {
namespace {

/// A 3x3 matrix, row by row.
using Lane33 = std::array<Lane3, 3>;

SPARK_INLINE Lane3 multiply(const Lane33& rows, const Lane3& v) {
  return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
}
/// Row vector times matrix.
SPARK_INLINE Lane3 multiply(const Lane3& row, const Lane33& m) {
  return {m[0].x * row.x + m[1].x * row.y + m[2].x * row.z, m[0].y * row.x + m[1].y * row.y + m[2].y * row.z,
          m[0].z * row.x + m[1].z * row.y + m[2].z * row.z};
}
SPARK_INLINE Lane square_root(const Lane& of) {
  Lane root;
  for (std::size_t i = 0; i < kLanes; ++i) root[i] = std::sqrt(of[i]);
  return root;
}

/// The numbers of four bodies and their contacts, side by side.
struct Batch {
  Lane3 position, velocity, spin, force, torque, gravity;
  Lane quaternion[4];
  Lane33 rotation;
  Lane mass, inverse_mass, inertia, inverse_inertia, weighs;
  // The contact. A body without one has numbers that lead to no division by zero, and `has_contact` is 0.
  Lane3 point, normal;
  Lane depth, erp, cfm, first_cfm, second_cfm, bounce, min_bounce_speed, has_contact, side;
};

/// One row of K, (along, turn), and its product with M^-1.
struct Row {
  Lane3 along, turn;
  Lane3 moved, turned;
};

/// The product of a row with another one, or with a motion: an entry of A is the product of a row times M^-1 and a row.
SPARK_INLINE Lane product(const Lane3& a, const Lane3& b, const Lane3& c, const Lane3& d) {
  return a.x * c.x + a.y * c.y + a.z * c.z + b.x * d.x + b.y * d.y + b.z * d.z;
}

SPARK_INLINE Row make_row(const Batch& batch, const Lane3& arm, const Lane3& along, const Lane33& inverse_inertia) {
  const Lane3 turn = cross(arm, along);
  return {along, turn, along * batch.inverse_mass, multiply(turn, inverse_inertia)};
}

/// R I R^T. For a sphere this is I again, except for rounding; ODE computes it, so its rounding is needed.
SPARK_INLINE Lane33 inertia_in_world(const Lane33& rotation, const Lane& inertia) {
  Lane33 in_world;
  const Lane33 scaled{rotation[0] * inertia, rotation[1] * inertia, rotation[2] * inertia};
  for (std::size_t i = 0; i < 3; ++i)
    in_world[i] = {dot(scaled[0], rotation[i]), dot(scaled[1], rotation[i]), dot(scaled[2], rotation[i])};
  return in_world;
}

/// Step 2. The method is that of Lacoursiere, "Stabilizing Gyroscopic Forces in Rigid Multibody Simulations" (2006),
/// which ODE follows. For a sphere L is an eigenvector of J, so the torque is 0 except for rounding.
SPARK_INLINE Lane3 gyroscopic_torque(const Batch& batch, double seconds) {
  const Lane33 inertia = inertia_in_world(batch.rotation, batch.inertia);
  const Lane3 momentum = multiply(inertia, batch.spin);
  const Lane3 l = momentum * (Lane{} + seconds);
  // The rows of J, and its inverse by cofactors.
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
  // ODE leaves the torque out if J has no inverse.
  return choose(determinant != 0.0, torque, Lane3{});
}

/// Two directions at right angles to a normal and to each other: ODE's dPlaneSpace, which starts from the axis, z or x,
/// that is farther from the normal, so that k does not become infinite.
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

/// Step 3: the force and the torque of the contact.
SPARK_INLINE Pushed push_of_contact(const Batch& batch, const Lane33& inverse_inertia, double seconds) {
  const double per_second = 1.0 / seconds;
  const Lane3 arm = batch.point - batch.position;
  Lane3 first, second;
  lay_plane(batch.normal, first, second);
  const Row n = make_row(batch, arm, batch.normal, inverse_inertia), s = make_row(batch, arm, first, inverse_inertia),
            t = make_row(batch, arm, second, inverse_inertia);

  // c of the normal. It bounces only if it comes in fast enough, and never slower than ERP pushes it out.
  Lane wanted = (per_second * batch.erp) * (batch.depth < 0.0 ? Lane{} : batch.depth);
  const Lane incoming = 0.0 - (dot(n.turn, batch.spin) + dot(n.along, batch.velocity));
  const Lane bounced = batch.bounce * incoming;
  wanted = ((incoming > batch.min_bounce_speed) & (bounced > wanted)) ? bounced : wanted;

  // The entries of A, which is symmetric.
  const Lane nn = batch.cfm * per_second + product(n.moved, n.turned, n.along, n.turn);
  const Lane ss = batch.first_cfm * per_second + product(s.moved, s.turned, s.along, s.turn);
  const Lane tt = batch.second_cfm * per_second + product(t.moved, t.turned, t.along, t.turn);
  const Lane sn = product(s.moved, s.turned, n.along, n.turn), tn = product(t.moved, t.turned, n.along, n.turn),
             ts = product(t.moved, t.turned, s.along, s.turn);
  // The right-hand sides b. `drift` is what the velocity at the end of the step would be without the contact, over h.
  const Lane3 drift = batch.force * batch.inverse_mass + batch.velocity * (Lane{} + per_second);
  const Lane3 spin_drift = multiply(inverse_inertia, batch.torque) + batch.spin * (Lane{} + per_second);
  const Lane b_n = wanted * per_second - product(n.along, n.turn, drift, spin_drift),
             b_s = 0.0 - product(s.along, s.turn, drift, spin_drift),
             b_t = 0.0 - product(t.along, t.turn, drift, spin_drift);

  // L D L^T of the block of friction, by which it is solved alone: p_s and p_t without the normal.
  const Lane scale_s = 1.0 / ss, link = ts * scale_s, scale_t = 1.0 / (tt - ts * link);
  Lane p_t = (b_t - link * b_s) * scale_t, p_s = b_s * scale_s - link * p_t;
  // By how much the normal then misses the speed it wants. If it has to push, p_n is this difference divided by the
  // Schur complement of the block of friction in A, and the rows of friction yield by their share of it.
  const Lane a_n = sn * p_s + tn * p_t - b_n;
  const Lane share_t = (tn - link * sn) * scale_t, share_s = sn * scale_s - link * share_t;
  const Lane rise = sn * -share_s + tn * -share_t + nn;
  const Choice pushes = a_n < 0.0;
  const Lane p_n = pushes ? -a_n / rise : Lane{};
  p_s = pushes ? p_s + p_n * -share_s : p_s;
  p_t = pushes ? p_t + p_n * -share_t : p_t;

  const Choice is_there = batch.has_contact != 0.0;
  return {choose(is_there, n.along * p_n + s.along * p_s + t.along * p_t, Lane3{}),
          choose(is_there, n.turn * p_n + s.turn * p_s + t.turn * p_t, Lane3{})};
}

/// The rotation of step 5.
SPARK_INLINE void integrate_rotation(Batch& batch, double seconds) {
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
  integrate_rotation(batch, seconds);
}

/// The next four bodies. If fewer are left the first of them also fills the places from `count` on: its results are
/// computed several times and not stored there.
struct Four {
  const IsolatedStep* steps[kLanes];
  const IsolatedBody* bodies[kLanes];
  std::size_t count;
  double unused[kLanes];  ///< takes the results from `count` on
};

SPARK_INLINE Four take_four(std::span<const IsolatedStep> steps) {
  Four four;
  four.count = std::min(kLanes, steps.size());
  for (std::size_t i = 0; i < kLanes; ++i) {
    four.steps[i] = &steps[i < four.count ? i : 0];
    four.bodies[i] = four.steps[i]->body;
  }
  return four;
}

/// One number of each body.
template <typename What>
SPARK_INLINE Lane for_each(const Four& four, const What& what) {
  return Lane{what(*four.steps[0]), what(*four.steps[1]), what(*four.steps[2]), what(*four.steps[3])};
}

// A body without a contact gets a point and a normal whose results are finite; they are discarded.
SPARK_INLINE const double* point_of(const IsolatedStep& step) {
  return step.contact.geom ? step.contact.geom->pos : step.body->position;
}
SPARK_INLINE const double* normal_of(const IsolatedStep& step) {
  static constexpr double kUp[4] = {0.0, 0.0, 1.0, 0.0};
  return step.contact.geom ? step.contact.geom->normal : kUp;
}

using Numbers = double* IsolatedBody::*;
using spark::gather;

SPARK_INLINE Lane4 gather(const Four& four, Numbers numbers, std::size_t row = 0) {
  const auto& b = four.bodies;
  return gather(b[0]->*numbers + 4 * row, b[1]->*numbers + 4 * row, b[2]->*numbers + 4 * row, b[3]->*numbers + 4 * row);
}
SPARK_INLINE void scatter(Lane4 lanes, Four& four, Numbers numbers, std::size_t row = 0) {
  transpose(lanes.x, lanes.y, lanes.z, lanes.w);
  const Lane* each[kLanes] = {&lanes.x, &lanes.y, &lanes.z, &lanes.w};
  for (std::size_t i = 0; i < kLanes; ++i)
    store(*each[i], i < four.count ? four.bodies[i]->*numbers + 4 * row : four.unused);
}
/// ODE pads vectors with a fourth number, which is overwritten by 0.
SPARK_INLINE void scatter(const Lane3& lanes, Four& four, Numbers numbers, std::size_t row = 0) {
  scatter(Lane4{lanes.x, lanes.y, lanes.z, Lane{}}, four, numbers, row);
}

SPARK_INLINE void load_bodies(const Four& four, const Vec3& gravity, Batch& batch) {
  batch.position = first_three(gather(four, &IsolatedBody::position));
  batch.velocity = first_three(gather(four, &IsolatedBody::velocity));
  batch.spin = first_three(gather(four, &IsolatedBody::spin));
  batch.force = first_three(gather(four, &IsolatedBody::force));
  batch.torque = first_three(gather(four, &IsolatedBody::torque));
  for (std::size_t row = 0; row < 3; ++row)
    batch.rotation[row] = first_three(gather(four, &IsolatedBody::rotation, row));
  const Lane4 q = gather(four, &IsolatedBody::quaternion);
  batch.quaternion[0] = q.x, batch.quaternion[1] = q.y, batch.quaternion[2] = q.z, batch.quaternion[3] = q.w;
  const auto& b = four.bodies;
  const Lane4 masses = gather(&b[0]->mass, &b[1]->mass, &b[2]->mass, &b[3]->mass);
  batch.mass = masses.x, batch.inverse_mass = masses.y, batch.inertia = masses.z, batch.inverse_inertia = masses.w;
  batch.weighs = for_each(four, [](const IsolatedStep& step) { return step.has_gravity ? 1.0 : 0.0; });
  batch.gravity = {batch.weighs * gravity.x, batch.weighs * gravity.y, batch.weighs * gravity.z};
}

SPARK_INLINE void load_contacts(const Four& four, Batch& batch) {
  const auto& s = four.steps;
  batch.has_contact = for_each(four, [](const IsolatedStep& step) { return step.contact.geom ? 1.0 : 0.0; });
  batch.side = for_each(four, [](const IsolatedStep& step) { return step.contact.is_reversed ? -1.0 : 1.0; });
  batch.depth =
      for_each(four, [](const IsolatedStep& step) { return step.contact.geom ? step.contact.geom->depth : 0.0; });
  batch.bounce = for_each(four, [](const IsolatedStep& step) { return step.contact.bounce; });
  batch.min_bounce_speed = for_each(four, [](const IsolatedStep& step) { return step.contact.min_bounce_speed; });
  const auto softness = [](const IsolatedStep& step) { return step.contact.softness; };
  const Lane4 soft = gather(softness(*s[0]), softness(*s[1]), softness(*s[2]), softness(*s[3]));
  batch.erp = soft.x, batch.cfm = soft.y, batch.first_cfm = soft.z, batch.second_cfm = soft.w;
  batch.point = first_three(gather(point_of(*s[0]), point_of(*s[1]), point_of(*s[2]), point_of(*s[3])));
  const Lane4 normal = gather(normal_of(*s[0]), normal_of(*s[1]), normal_of(*s[2]), normal_of(*s[3]));
  batch.normal = first_three(normal) * batch.side;
}

SPARK_INLINE void store_bodies(const Batch& batch, Four& four) {
  scatter(batch.position, four, &IsolatedBody::position);
  scatter(batch.velocity, four, &IsolatedBody::velocity);
  scatter(batch.spin, four, &IsolatedBody::spin);
  for (std::size_t row = 0; row < 3; ++row) scatter(batch.rotation[row], four, &IsolatedBody::rotation, row);
  const Lane* q = batch.quaternion;
  scatter(Lane4{q[0], q[1], q[2], q[3]}, four, &IsolatedBody::quaternion);
  for (std::size_t i = 0; i < four.count; ++i) {
    store(Lane{}, four.bodies[i]->force);
    store(Lane{}, four.bodies[i]->torque);
  }
}

SPARK_INLINE void step_all(std::span<const IsolatedStep> steps, const Vec3& gravity, double seconds) {
  for (; !steps.empty(); steps = steps.subspan(std::min(kLanes, steps.size()))) {
    Four four = take_four(steps);
    Batch batch;
    load_bodies(four, gravity, batch);
    load_contacts(four, batch);
    step(batch, seconds);
    store_bodies(batch, four);
  }
}

// GCC and clang compile the same source twice: for any processor, and for AVX2, four lanes to a register. Without fused
// multiply-adds (-ffp-contract=off) both give the same bits.
using StepAll = void (*)(std::span<const IsolatedStep>, const Vec3&, double);

void step_plainly(std::span<const IsolatedStep> steps, const Vec3& gravity, double seconds) {
  step_all(steps, gravity, seconds);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] void step_with_avx2(std::span<const IsolatedStep> steps, const Vec3& gravity, double seconds) {
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

void step_isolated_bodies(std::span<const IsolatedStep> steps, Vec3 gravity, double seconds) {
  static const StepAll step_them = fastest();
  step_them(steps, gravity, seconds);
}

}  // namespace spark
