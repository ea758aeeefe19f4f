// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "spark/physics/world_state.h"
#include "tests/spark/physics/playground.h"

using namespace spark;

namespace {

/// Islands are solved without ODE only where isolated bodies are, so the tests switch these on in any case.
constexpr int kSmallest = 3, kMaxPasses = 1000;

/// Players and balls thrown together, which overlap and move.
struct Pile : Playground {
  explicit Pile(unsigned seed, int count = 12, double side = 1.0) {
    make_floor();
    world->set_isolated_bodies(true);
    std::mt19937 numbers(seed);
    const auto draw = [&numbers](double from, double to) {
      return from + (to - from) * static_cast<double>(numbers() >> 5) / static_cast<double>(1u << 27);
    };
    for (int i = 0; i < count; ++i) {
      const double radius = draw(0.1, 0.25);
      const std::string name = "sphere" + std::to_string(i);
      make_transform(name, {draw(0, side), draw(0, side), radius - draw(-0.01, 0.01)});
      Body& body = make<Body>("Body", name + "/physics");
      body.set_sphere_total(draw(40, 80), radius);
      make<SphereCollider>("SphereCollider", name + "/geometry").set_radius(radius);
      body.set_velocity({draw(-2, 2), draw(-2, 2), draw(-1, 0)});
      body.set_angular_velocity({draw(-9, 9), draw(-9, 9), draw(-9, 9)});
      bodies.push_back(&body);
      auto& contact = make<ContactJointHandler>("ContactJointHandler", name + "/geometry/contact");
      contact.set_bounce_mode(i % 3 == 0);
      contact.set_bounce_value(0.6);
      contact.set_min_bounce_velocity(0.5);
      contact.set_soft_erp_mode(i % 4 == 0);
      contact.set_soft_erp(0.4);
      contact.set_soft_cfm_mode(i % 5 == 0);
      contact.set_soft_cfm(1e-4);
      contacts.push_back(&contact);
    }
  }
  void push() {
    for (Body* body : bodies) {
      body->add_force({120, -70, 30});
      body->add_torque({3, 1, -2});
    }
  }
  std::vector<Body*> bodies;
  std::vector<ContactJointHandler*> contacts;
};

/// The largest difference of velocity and of position.
std::pair<double, double> difference(const Pile& a, const Pile& b) {
  double speed = 0.0, place = 0.0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    speed = std::max({speed, length(a.bodies[i]->velocity() - b.bodies[i]->velocity()),
                      0.2 * length(a.bodies[i]->angular_velocity() - b.bodies[i]->angular_velocity())});
    place = std::max(place, length(a.bodies[i]->position() - b.bodies[i]->position()));
  }
  return {speed, place};
}

}  // namespace

TEST_CASE("with enough passes an island of spheres is solved as exactly as by ODE") {
  int near = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Pile exact(seed), ours(seed);
    ours.world->set_quick_step_above(kSmallest);
    ours.world->set_quick_step_iterations(kMaxPasses);
    exact.push(), ours.push();
    exact.run(1), ours.run(1);
    const auto [speed, place] = difference(exact, ours);
    INFO("seed " << seed);
    CHECK(speed < 5e-3);
    CHECK(place < 5e-5);
    near += speed < 1e-6;
  }
  CHECK(near > 45);
}

TEST_CASE("with as many passes as in ODE, an island of spheres is solved about as exactly as by ODE's iteration") {
  double ours_sum = 0.0, odes_sum = 0.0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Pile exact(seed, 20, 1.4), ours(seed, 20, 1.4), odes(seed, 20, 1.4);
    ours.world->set_quick_step_above(kSmallest);
    odes.world->set_quick_step_above(kSmallest);
    odes.world->set_isolated_bodies(false);
    for (Pile* pile : {&exact, &ours, &odes}) {
      pile->push();
      pile->run(1);
    }
    ours_sum += difference(exact, ours).first;
    odes_sum += difference(exact, odes).first;
  }
  INFO(ours_sum << " m/s, ODE " << odes_sum);
  CHECK(ours_sum > 0.0);
  CHECK(ours_sum < 1.3 * odes_sum);
}

TEST_CASE("an island that does not consist of suitable spheres is left to ODE, to the bit") {
  using Change = void (*)(Pile&);
  const Change changes[] = {
      [](Pile& pile) {
        for (ContactJointHandler* contact : pile.contacts) contact->set_mu(0.5);
      },
      [](Pile& pile) {
        pile.make_transform("crate", {0.5, 0.5, 0.2});
        pile.make<Body>("Body", "crate/physics").set_box_total(20, {0.3, 0.3, 0.3});
        pile.make<BoxCollider>("BoxCollider", "crate/geometry").set_box_lengths({0.3, 0.3, 0.3});
        pile.make<ContactJointHandler>("ContactJointHandler", "crate/geometry/contact");
      },
      [](Pile& pile) { pile.bodies[2]->set_kinematic(true); },
      [](Pile& pile) {
        pile.bodies[2]->set_mass_parameters(50, {}, {2, 0, 0, 0, 1, 0, 0, 0, 1});
      },
  };
  for (const Change& change : changes) {
    INFO("change " << &change - changes);
    Pile with(7, 12, 0.6), without(7, 12, 0.6);
    without.world->set_isolated_bodies(false);
    for (Pile* pile : {&with, &without}) {
      pile->world->set_quick_step_above(kSmallest);
      change(*pile);
      pile->push();
      pile->run(3);
    }
    CHECK(difference(with, without) == std::pair(0.0, 0.0));
  }
  // Without a change it is solved here, with a slightly different result.
  Pile with(7, 12, 0.6), without(7, 12, 0.6);
  without.world->set_isolated_bodies(false);
  for (Pile* pile : {&with, &without}) {
    pile->world->set_quick_step_above(kSmallest);
    pile->run(3);
  }
  CHECK(difference(with, without).first > 0.0);
}

TEST_CASE("a big sphere may touch more spheres than there are colours") {
  Playground yard;
  yard.world->set_isolated_bodies(true);
  yard.world->set_quick_step_above(kSmallest);
  yard.world->set_gravity({});
  Body& big = yard.make_sphere("big", {}, 500, 2.0);
  std::vector<Body*> small;
  constexpr int kCount = 90;
  for (int i = 0; i < kCount; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCount;
    small.push_back(
        &yard.make_sphere("small" + std::to_string(i), Vec3{std::cos(angle), std::sin(angle), 0} * 2.049, 1.0, 0.05));
    small.back()->set_velocity(Vec3{std::cos(angle), std::sin(angle), 0} * -1.0);
  }
  yard.run(1);
  CHECK(yard.world->isolated_bodies_of_last_step() == 0);
  // They come from all sides, so the big sphere stays and stops them all; what remains is what separates them again.
  CHECK(length(big.velocity()) < 1e-3);
  for (const Body* body : small) CHECK(dot(body->velocity(), body->position()) > -1e-3);
}

TEST_CASE("in an island without drives no body sinks, flies off or gains speed") {
  Pile pile(5, 16, 0.9);
  pile.world->set_quick_step_above(kSmallest);
  pile.world->set_quick_step_iterations(4);
  pile.run(20);
  double fastest_before = 100.0;
  for (int second = 0; second < 4; ++second) {
    pile.run(100);
    double fastest = 0.0;
    for (const Body* body : pile.bodies) {
      fastest = std::max(fastest, length(body->velocity()));
      CHECK(body->position().z > 0.05);
      CHECK(body->position().z < 1.0);
    }
    CHECK(fastest < 1.05 * fastest_before);
    fastest_before = fastest;
  }
}
