// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/island_solver.h"

#include <algorithm>
#include <bit>

#include "spark/numerics/lanes.h"

// Contacts of spheres, solved by projected Gauss-Seidel. Units are SI, vectors are in the world frame.
//
// Without contacts the velocities v and spins w of the bodies at the end of a step of length h would be
//
//   v = v0 + h (f / m + g),   w = w0 + h T / I
//
// (f, T: the forces and torques that act on a body with mass m and inertia I; the gyroscopic torque of a sphere is 0).
// Each contact of body a with body b (or with scenery, whose 1/m and 1/I are 0) adds an impulse P along its normal n,
// which points into a, and an impulse Q at right angles to n, both in N s:
//
//   v_a += (P n + Q) / m_a,   w_a -= k_a / I_a (n x Q)
//   v_b -= (P n + Q) / m_b,   w_b -= k_b / I_b (n x Q)
//
// The arms k_a and k_b are the distances of the two centres from the point along n. Because the point lies on the line
// of the centres P turns neither body, and a Q changes the speed across in its own direction only. So the three rows of
// a contact are independent, and their effective masses are numbers:
//
//   along n:  1 / (1/m_a + 1/m_b + e),   across:  1 / (1/m_a + 1/m_b + k_a^2/I_a + k_b^2/I_b + e')
//
// with e = CFM / h. A contact wants, with u = v_a - v_b and the CFM as in ODE (force = impulse / h):
//
//   n.u >= c - e P,  P >= 0, one of them equal           c = ERP depth / h, or the speed of a bounce if that is greater
//   u - n (n.u) - (k_a w_a + k_b w_b) x n = -e' Q        the speed across at the point; friction has no limit
//
// A pass goes through all contacts and replaces P and Q of each by what solves its own equations for the present
// velocities, P cut off at 0 (the projection); `kRelaxation` times that change is made. After some passes the
// velocities change little. The error that is left makes an island softer than an exact solution would: its bodies
// yield more and come to rest later.
//
// Contacts without a common body do not change each other's velocities, so four of them are computed side by side. A
// colouring of the contacts finds them, greedily and in the order of the contacts.

namespace spark {

/// The velocities of a body, padded as ODE's vectors are.
struct IslandSolver::Motion {
  double velocity[4], spin[4];
};

/// Four contacts side by side, none of which shares a body with another one. Unused places have contacts of scenery
/// with scenery, whose gains and inverse masses are 0.
struct alignas(sizeof(Lane)) IslandSolver::Four {
  std::uint32_t first[kLanes], second[kLanes];  ///< a and b among the motions
  Lane3 normal;                                 ///< n
  Lane arm_a, arm_b;                            ///< k_a, k_b, m
  Lane inverse_mass_a, inverse_mass_b;          ///< 1/kg
  Lane turn_a, turn_b;                          ///< k/I, 1/(kg m)
  Lane wanted;                                  ///< c, m/s
  Lane soft, soft_across;                       ///< e and e', 1/kg
  Lane gain, gain_across;                       ///< effective masses times `kRelaxation`, kg
  Lane pushed;                                  ///< P so far, N s
  Lane3 rubbed;                                 ///< Q so far, N s
};

namespace {

/// Contacts of one colour have no body in common, so a body has at most one contact of each colour: the colours that it
/// uses are the bits of a word. Contacts that find no free colour get the last one, which has groups of one contact.
constexpr std::uint32_t kColours = 64, kLastColour = kColours - 1;

/// An impulse changes by more than would solve its own contact, since its neighbours undo a part of it (successive
/// over-relaxation). 1.3 is also what ODE's quick step has by default; of 1.0, 1.15, 1.3 and 1.5 it came nearest to the
/// exact solution in twenty passes.
constexpr double kRelaxation = 1.3;

double sum_of_products(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <typename Motion>
SPARK_INLINE Lane3 velocities(const Motion* motions, const std::uint32_t* of) {
  return first_three(
      gather(motions[of[0]].velocity, motions[of[1]].velocity, motions[of[2]].velocity, motions[of[3]].velocity));
}
template <typename Motion>
SPARK_INLINE Lane3 spins(const Motion* motions, const std::uint32_t* of) {
  return first_three(gather(motions[of[0]].spin, motions[of[1]].spin, motions[of[2]].spin, motions[of[3]].spin));
}
template <typename Motion>
SPARK_INLINE void write(Lane3 velocity, Lane3 spin, Motion* motions, const std::uint32_t* of) {
  Lane padding{}, more_padding{};
  transpose(velocity.x, velocity.y, velocity.z, padding);
  transpose(spin.x, spin.y, spin.z, more_padding);
  const Lane* v[kLanes] = {&velocity.x, &velocity.y, &velocity.z, &padding};
  const Lane* w[kLanes] = {&spin.x, &spin.y, &spin.z, &more_padding};
  for (std::size_t i = 0; i < kLanes; ++i) {
    store(*v[i], motions[of[i]].velocity);
    store(*w[i], motions[of[i]].spin);
  }
}

/// Solves four contacts for the current velocities, and changes these. `kPairs`: with bodies, not with scenery, which
/// has nothing to be loaded or stored.
template <bool kPairs, typename Four, typename Motion>
SPARK_INLINE void solve(Four& four, Motion* motions) {
  Lane3 velocity_a = velocities(motions, four.first), spin_a = spins(motions, four.first), velocity_b, spin_b;
  Lane3 apart = velocity_a, roll = spin_a * four.arm_a;
  if constexpr (kPairs) {
    velocity_b = velocities(motions, four.second), spin_b = spins(motions, four.second);
    apart = apart - velocity_b;
    roll = roll + spin_b * four.arm_b;
  }
  const Lane3& n = four.normal;
  const Lane along = dot(apart, n);
  const Lane sum = four.pushed + (four.wanted - along - four.soft * four.pushed) * four.gain;
  const Lane pushed = sum > 0.0 ? sum : Lane{};
  const Lane push = pushed - four.pushed;
  four.pushed = pushed;
  const Lane3 across = apart - n * along - cross(roll, n);
  const Lane3 rub = (across + four.rubbed * four.soft_across) * -four.gain_across;
  four.rubbed = four.rubbed + rub;

  const Lane3 impulse = n * push + rub, turned = cross(n, rub);
  write(velocity_a + impulse * four.inverse_mass_a, spin_a - turned * four.turn_a, motions, four.first);
  if constexpr (kPairs)
    write(velocity_b - impulse * four.inverse_mass_b, spin_b - turned * four.turn_b, motions, four.second);
}

template <typename Four, typename Motion>
SPARK_INLINE void solve_all(std::span<Four> groups, std::size_t first_of_pairs, Motion* motions, int passes) {
  // The last rows of a pass are satisfied best, so scenery comes last: bodies may overlap each other a little, but
  // should not sink into scenery.
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = first_of_pairs; i < groups.size(); ++i) solve<true>(groups[i], motions);
    for (std::size_t i = 0; i < first_of_pairs; ++i) solve<false>(groups[i], motions);
  }
}

template <typename Four, typename Motion>
void solve_plainly(std::span<Four> groups, std::size_t first_of_pairs, Motion* motions, int passes) {
  solve_all(groups, first_of_pairs, motions, passes);
}

#ifdef __x86_64__
template <typename Four, typename Motion>
[[gnu::target("avx2")]] void solve_with_avx2(std::span<Four> groups, std::size_t first_of_pairs, Motion* motions,
                                             int passes) {
  solve_all(groups, first_of_pairs, motions, passes);
}
#endif

}  // namespace

IslandSolver::IslandSolver() = default;
IslandSolver::~IslandSolver() = default;

void IslandSolver::push(std::span<const IsolatedStep> bodies, std::span<const IslandContact> contacts,
                        const Vec3& gravity, double seconds, int passes) {
  load_motions(bodies, gravity, seconds);
  find_places(bodies.size(), contacts);
  for (std::size_t i = 0; i < contacts.size(); ++i) write_contact(contacts[i], bodies, seconds, places_[i]);
  const std::span<Four> groups(groups_);
#ifdef __x86_64__
  static const bool avx2 = has_avx2();
  if (avx2)
    solve_with_avx2(groups, first_of_pairs_, motions_.data(), passes);
  else
#endif
    solve_plainly(groups, first_of_pairs_, motions_.data(), passes);
  store_forces(bodies, seconds);
}

/// The velocities that the bodies would have at the end of the step without contacts.
void IslandSolver::load_motions(std::span<const IsolatedStep> bodies, const Vec3& gravity, double seconds) {
  motions_.assign(bodies.size() + 1, {});
  const double fall[3] = {gravity.x, gravity.y, gravity.z};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const IsolatedBody& body = *bodies[i].body;
    Motion& motion = motions_[i + 1];
    for (std::size_t k = 0; k < 3; ++k) {
      const double pull = bodies[i].has_gravity ? fall[k] : 0.0;
      motion.velocity[k] = body.velocity[k] + seconds * (body.force[k] * body.inverse_mass + pull);
      motion.spin[k] = body.spin[k] + seconds * (body.torque[k] * body.inverse_inertia);
    }
  }
  free_ = motions_;
}

/// Colours the contacts, with scenery and between bodies separately, and divides each colour into groups of four.
void IslandSolver::find_places(std::size_t bodies, std::span<const IslandContact> contacts) {
  in_use_.assign(bodies, {});
  places_.resize(contacts.size());
  std::uint32_t counts[2 * kColours] = {};
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto [first, second] = std::pair(contacts[i].first, contacts[i].second);
    const std::size_t kind = second == IslandContact::kScenery ? 0 : 1;
    // The first colour that neither body uses; for a contact with scenery, that its one body does not use.
    const std::uint64_t taken = in_use_[first][kind] | (kind ? in_use_[second][kind] : 0);
    const std::uint32_t colour =
        std::min<std::uint32_t>(kLastColour, static_cast<std::uint32_t>(std::countr_one(taken)));
    in_use_[first][kind] |= std::uint64_t{1} << colour;
    if (kind) in_use_[second][kind] |= std::uint64_t{1} << colour;
    const auto row = static_cast<std::uint32_t>(kind * kColours + colour);
    places_[i] = {row, counts[row]++};
  }
  std::uint32_t begins[2 * kColours], end = 0;
  for (std::uint32_t row = 0; row < 2 * kColours; ++row) {
    begins[row] = end;
    end += row % kColours == kLastColour ? counts[row] : (counts[row] + kLanes - 1) / kLanes;
  }
  for (Place& place : places_) {
    const std::uint32_t width = place.group % kColours == kLastColour ? 1 : kLanes;
    place = {begins[place.group] + place.lane / width, place.lane % width};
  }
  first_of_pairs_ = begins[kColours];
  groups_.clear();
  groups_.resize(end);
}

/// Writes the constants of a contact to its slot. Its impulses begin with 0, not with those of the last step: contacts
/// are found again in each step, and cannot be identified across steps.
void IslandSolver::write_contact(const IslandContact& island_contact, std::span<const IsolatedStep> bodies,
                                 double seconds, Place place) {
  const IsolatedContact& contact = island_contact.contact;
  const IsolatedBody& a = *bodies[island_contact.first].body;
  const IsolatedBody* b =
      island_contact.second == IslandContact::kScenery ? nullptr : bodies[island_contact.second].body;
  const double side = contact.is_reversed ? -1.0 : 1.0;
  const double n[3] = {contact.geom->normal[0] * side, contact.geom->normal[1] * side, contact.geom->normal[2] * side};
  const double arm_a = sum_of_products(n, a.position) - sum_of_products(n, contact.geom->pos);
  const double arm_b = b ? sum_of_products(n, contact.geom->pos) - sum_of_products(n, b->position) : 0.0;
  const double inverse_mass_b = b ? b->inverse_mass : 0.0, turn_a = arm_a * a.inverse_inertia;
  const double turn_b = b ? arm_b * b->inverse_inertia : 0.0;
  const double inverse_mass = a.inverse_mass + inverse_mass_b, turning = arm_a * turn_a + arm_b * turn_b;
  const double incoming = (b ? sum_of_products(n, b->velocity) : 0.0) - sum_of_products(n, a.velocity);
  double wanted = contact.softness[0] / seconds * std::max(0.0, contact.geom->depth);
  if (incoming > contact.min_bounce_speed) wanted = std::max(wanted, contact.bounce * incoming);

  Four& four = groups_[place.group];
  const std::size_t lane = place.lane;
  four.first[lane] = island_contact.first + 1;
  four.second[lane] = b ? island_contact.second + 1 : 0;
  four.normal.x[lane] = n[0], four.normal.y[lane] = n[1], four.normal.z[lane] = n[2];
  four.arm_a[lane] = arm_a, four.arm_b[lane] = arm_b;
  four.inverse_mass_a[lane] = a.inverse_mass, four.inverse_mass_b[lane] = inverse_mass_b;
  four.turn_a[lane] = turn_a, four.turn_b[lane] = turn_b;
  four.wanted[lane] = wanted;
  four.soft[lane] = contact.softness[1] / seconds, four.soft_across[lane] = contact.softness[2] / seconds;
  four.gain[lane] = kRelaxation / (inverse_mass + four.soft[lane]);
  four.gain_across[lane] = kRelaxation / (inverse_mass + turning + four.soft_across[lane]);
}

/// The forces and torques that change the free velocities to the computed ones.
void IslandSolver::store_forces(std::span<const IsolatedStep> bodies, double seconds) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const IsolatedBody& body = *bodies[i].body;
    const Motion &motion = motions_[i + 1], &free = free_[i + 1];
    for (std::size_t k = 0; k < 3; ++k) {
      body.force[k] += (motion.velocity[k] - free.velocity[k]) * body.mass / seconds;
      body.torque[k] += (motion.spin[k] - free.spin[k]) * body.inertia / seconds;
    }
  }
}

}  // namespace spark
