// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/heap_solver.h"

#include <algorithm>
#include <bit>

#include "spark/physics/lanes.h"

namespace spark {

/// How a body moves, padded as ODE's vectors are.
struct HeapSolver::Motion {
  double velocity[4], spin[4];
};

/// Four contacts side by side, none of which shares a body with another one. One that is not there is scenery by
/// scenery, which nothing moves.
struct alignas(sizeof(Lane)) HeapSolver::Four {
  std::uint32_t first[kLanes], second[kLanes];  ///< among the motions
  Lane3 normal;
  Lane arm_a, arm_b;       ///< from the point to the first centre and from the second centre to the point, m
  Lane mass_a, mass_b;     ///< inverse, 1/kg
  Lane turn_a, turn_b;     ///< arm by inertia, 1/(kg m)
  Lane wanted;             ///< speed apart, m/s
  Lane soft, soft_across;  ///< 1/kg
  Lane gain, gain_across;  ///< impulse for each m/s that is to be changed, kg
  Lane pushed;             ///< so far, N s
  Lane3 rubbed;
};

namespace {

/// Colours: contacts of one have no body in common. Only those of the last may, and are taken one at a time.
constexpr std::uint32_t kColours = 64, kLast = kColours - 1;

/// Each impulse changes by more than would bring its contact to rest, since the next ones take of it (successive
/// over-relaxation). ODE's is the same; of 1.0, 1.15, 1.3, 1.5 it came nearest to the exact solution in twenty passes.
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

/// What four contacts still have to push, and the changes of motion by it.
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
  write(velocity_a + impulse * four.mass_a, spin_a - turned * four.turn_a, motions, four.first);
  if constexpr (kPairs) write(velocity_b - impulse * four.mass_b, spin_b - turned * four.turn_b, motions, four.second);
}

template <typename Four, typename Motion>
SPARK_INLINE void solve_all(std::span<Four> groups, std::size_t first_of_pairs, Motion* motions, int passes) {
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

HeapSolver::HeapSolver() = default;
HeapSolver::~HeapSolver() = default;

void HeapSolver::push(std::span<const LoneStep> bodies, std::span<const HeapContact> contacts, const Vec3& gravity,
                      double seconds, int passes) {
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

void HeapSolver::load_motions(std::span<const LoneStep> bodies, const Vec3& gravity, double seconds) {
  motions_.assign(bodies.size() + 1, {});
  const double fall[3] = {gravity.x, gravity.y, gravity.z};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const LoneBody& body = *bodies[i].body;
    Motion& motion = motions_[i + 1];
    for (std::size_t k = 0; k < 3; ++k) {
      const double pull = bodies[i].has_gravity ? fall[k] : 0.0;
      motion.velocity[k] = body.velocity[k] + seconds * (body.force[k] * body.inverse_mass + pull);
      motion.spin[k] = body.spin[k] + seconds * (body.torque[k] * body.inverse_inertia);
    }
  }
  free_ = motions_;
}

/// Colours the contacts, those with scenery and those of pairs apart, and lays each colour into groups of four.
void HeapSolver::find_places(std::size_t bodies, std::span<const HeapContact> contacts) {
  in_use_.assign(bodies, {});
  places_.resize(contacts.size());
  std::uint32_t counts[2 * kColours] = {};
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto [first, second] = std::pair(contacts[i].first, contacts[i].second);
    const std::size_t kind = second == HeapContact::kScenery ? 0 : 1;
    const std::uint64_t taken = in_use_[first][kind] | (kind ? in_use_[second][kind] : 0);
    const std::uint32_t colour = std::min<std::uint32_t>(kLast, static_cast<std::uint32_t>(std::countr_one(taken)));
    in_use_[first][kind] |= std::uint64_t{1} << colour;
    if (kind) in_use_[second][kind] |= std::uint64_t{1} << colour;
    const auto row = static_cast<std::uint32_t>(kind * kColours + colour);
    places_[i] = {row, counts[row]++};
  }
  std::uint32_t begins[2 * kColours], end = 0;
  for (std::uint32_t row = 0; row < 2 * kColours; ++row) {
    begins[row] = end;
    end += row % kColours == kLast ? counts[row] : (counts[row] + kLanes - 1) / kLanes;
  }
  for (Place& place : places_) {
    const std::uint32_t width = place.group % kColours == kLast ? 1 : kLanes;
    place = {begins[place.group] + place.lane / width, place.lane % width};
  }
  first_of_pairs_ = begins[kColours];
  groups_.clear();
  groups_.resize(end);
}

void HeapSolver::write_contact(const HeapContact& heap_contact, std::span<const LoneStep> bodies, double seconds,
                               Place place) {
  const LoneContact& contact = heap_contact.contact;
  const LoneBody& a = *bodies[heap_contact.first].body;
  const LoneBody* b = heap_contact.second == HeapContact::kScenery ? nullptr : bodies[heap_contact.second].body;
  const double side = contact.is_reversed ? -1.0 : 1.0;
  const double n[3] = {contact.geom->normal[0] * side, contact.geom->normal[1] * side, contact.geom->normal[2] * side};
  const double arm_a = sum_of_products(n, a.position) - sum_of_products(n, contact.geom->pos);
  const double arm_b = b ? sum_of_products(n, contact.geom->pos) - sum_of_products(n, b->position) : 0.0;
  const double mass_b = b ? b->inverse_mass : 0.0, turn_a = arm_a * a.inverse_inertia;
  const double turn_b = b ? arm_b * b->inverse_inertia : 0.0;
  const double mass = a.inverse_mass + mass_b, turning = arm_a * turn_a + arm_b * turn_b;
  const double incoming = (b ? sum_of_products(n, b->velocity) : 0.0) - sum_of_products(n, a.velocity);
  double wanted = contact.softness[0] / seconds * std::max(0.0, contact.geom->depth);
  if (incoming > contact.least_bounce_speed) wanted = std::max(wanted, contact.bounce * incoming);

  Four& four = groups_[place.group];
  const std::size_t lane = place.lane;
  four.first[lane] = heap_contact.first + 1;
  four.second[lane] = b ? heap_contact.second + 1 : 0;
  four.normal.x[lane] = n[0], four.normal.y[lane] = n[1], four.normal.z[lane] = n[2];
  four.arm_a[lane] = arm_a, four.arm_b[lane] = arm_b;
  four.mass_a[lane] = a.inverse_mass, four.mass_b[lane] = mass_b;
  four.turn_a[lane] = turn_a, four.turn_b[lane] = turn_b;
  four.wanted[lane] = wanted;
  four.soft[lane] = contact.softness[1] / seconds, four.soft_across[lane] = contact.softness[2] / seconds;
  four.gain[lane] = kRelaxation / (mass + four.soft[lane]);
  four.gain_across[lane] = kRelaxation / (mass + turning + four.soft_across[lane]);
}

void HeapSolver::store_forces(std::span<const LoneStep> bodies, double seconds) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const LoneBody& body = *bodies[i].body;
    const Motion &motion = motions_[i + 1], &free = free_[i + 1];
    for (std::size_t k = 0; k < 3; ++k) {
      body.force[k] += (motion.velocity[k] - free.velocity[k]) * body.mass / seconds;
      body.torque[k] += (motion.spin[k] - free.spin[k]) * body.inertia / seconds;
    }
  }
}

}  // namespace spark
