// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <future>
#include <stdexcept>

#include "spark/physics/physics_variables.h"
#include "spark/physics/world_state.h"
#include "tests/spark/physics/playground.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

/// Players who all drive at a ball in their middle, a pair who push each other, and a single player far away.
class Tussle : public Playground {
 public:
  explicit Tussle(int above, int count = 12) {
    make_floor();
    // Some tests create one on a second thread, where assertions are not allowed.
    if (above >= 0 && !world->set_quick_step_above(above)) throw std::invalid_argument("no such number of contacts");
    ball = &make_ball({0, 0, kBallRadius}, 0.43);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * 3.14159265358979 * i / count, away = i % 2 ? 1.3 : 2.0;
      add({away * std::cos(angle), away * std::sin(angle), kAgentRadius}, {});
    }
    island_size = bodies.size();
    add({20, 0, kAgentRadius}, {20.3, 0, 0});
    add({20.6, 0, kAgentRadius}, {20.3, 0, 0});
    add({-20, 5, kAgentRadius}, {-30, 9, 0});
  }
  using Seen = std::vector<Vec3>;
  /// The states of all bodies, those of the island first, or only of those beside it.
  Seen play(int steps, bool beside_only = false) {
    Seen seen;
    for (int step = 0; step < steps; ++step) {
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Vec3 to = targets[i] - bodies[i]->position();
        bodies[i]->add_force(Vec3{to.x, to.y, 0} * (420.0 / std::max(0.01, std::hypot(to.x, to.y))));
      }
      run(1);
      if (!beside_only) seen.push_back(ball->position());
      for (std::size_t i = beside_only ? island_size : 0; i < bodies.size(); ++i)
        for (const Vec3& v : {bodies[i]->position(), bodies[i]->velocity(), bodies[i]->angular_velocity()})
          seen.push_back(v);
    }
    return seen;
  }
  Body* ball = nullptr;
  std::vector<Body*> bodies;
  std::vector<Vec3> targets;
  std::size_t island_size = 0;

 private:
  void add(const Vec3& place, const Vec3& target) {
    bodies.push_back(&make_agent("player" + std::to_string(bodies.size()), place));
    targets.push_back(target);
  }
};

constexpr int kPlayed = 150, kAbove = 8;

}  // namespace

TEST_CASE("only islands with more contacts than the given number are solved by iteration") {
  const auto exact = Tussle(-1).play(kPlayed), quick = Tussle(kAbove).play(kPlayed);
  CHECK(exact != quick);
  // Zero means never, and so does a number that no island reaches.
  CHECK(Tussle(0).play(kPlayed) == exact);
  CHECK(Tussle(100).play(kPlayed) == exact);
  // The pair has three contacts; the pair and the single player move as without the option.
  CHECK(Tussle(kAbove).play(kPlayed, true) == Tussle(0).play(kPlayed, true));
  CHECK(Tussle(2).play(kPlayed, true) != Tussle(0).play(kPlayed, true));
  for (const Vec3& seen : quick) CHECK(length(seen) < 100.0);
}

TEST_CASE("an island that is solved by iteration on request causes no warning") {
  Tussle tussle(kAbove);
  tussle.play(kPlayed);
  CHECK(tussle.log_lines.empty());
}

TEST_CASE("islands solved by iteration repeat to the bit, in a second run, restored, and on two threads") {
  Tussle tussle(kAbove);
  const auto beginning = tussle.play(kPlayed);
  tussle.world->set_isolated_bodies(true);
  const WorldState state = tussle.world->save();
  const auto then = tussle.play(kPlayed);
  tussle.world->set_quick_step_above(0);
  tussle.world->set_isolated_bodies(false);
  tussle.play(20);
  tussle.world->restore(state);
  CHECK(tussle.world->quick_step_above() == kAbove);
  CHECK(tussle.world->has_isolated_bodies());
  CHECK(tussle.play(kPlayed) == then);

  const auto play = [] { return Tussle(kAbove).play(kPlayed); };
  auto there = std::async(std::launch::async, play);
  CHECK(play() == beginning);
  CHECK(there.get() == beginning);
}

TEST_CASE("bodies beside an island move the same whether ODE computes isolated bodies or not") {
  Tussle with(kAbove), without(kAbove);
  with.world->set_isolated_bodies(true);
  without.world->set_isolated_bodies(false);
  CHECK(with.play(kPlayed, true) == without.play(kPlayed, true));
  CHECK(with.play(kPlayed) != without.play(kPlayed));
}

TEST_CASE("no body of an island solved by iteration sinks, flies off or gains speed") {
  Tussle tussle(kAbove, 22);
  for (int step = 0; step < 300; ++step) {
    tussle.play(1);
    for (std::size_t i = 0; i < tussle.island_size; ++i) {
      const Body& body = *tussle.bodies[i];
      REQUIRE(body.position().z > 0.5 * kAgentRadius);
      REQUIRE(body.position().z < 2.0);
      REQUIRE(length(body.velocity()) < 10.0);
    }
  }
}

TEST_CASE("a world reads the script variables of physics when it is created, and later settings override them") {
  Core core(1);
  core.classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "");
  core.classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "");
  register_physics_classes(core.classes);
  core.variables.override_value("Physics.LoneBodies", "false");
  core.variables.override_value("Physics.QuickStepAbove", "35");
  core.variables.create("Physics.QuickStepIterations", std::int64_t{7});
  auto& world = dynamic_cast<World&>(core.create("oxygen/World", "/scene/world"));
  CHECK(call_method(world, "getLoneBodies", {}) == Value(false));
  CHECK(call_method(world, "getQuickStepAbove", {}) == Value(std::int64_t{35}));
  CHECK(world.quick_step_iterations() == 7);
  CHECK(core.variables.unused_overrides().empty());
  call_method(world, "setLoneBodies", {true});
  call_method(world, "setQuickStepAbove", {std::int64_t{50}});
  CHECK(world.has_isolated_bodies());
  CHECK(world.quick_step_above() == 50);
  for (const int bad : {-1, 1000001}) CHECK_FALSE(world.set_quick_step_above(bad));
  CHECK(world.quick_step_above() == 50);
}

TEST_CASE("script variables of physics have defaults, and refuse values out of range") {
  Variables variables;
  bound_physics_variables(variables);
  declare_physics_variables(variables);
  CHECK(variables.boolean("Physics.LoneBodies") == true);
  CHECK(variables.real("Physics.QuickStepAbove") == 0.0);
  CHECK(variables.real("Physics.QuickStepIterations") == 20.0);
  CHECK_THROWS_AS(variables.set("Physics.QuickStepAbove", std::int64_t{-1}), std::runtime_error);
  CHECK_THROWS_AS(variables.set("Physics.QuickStepIterations", std::int64_t{0}), std::runtime_error);
  CHECK_THROWS_AS(variables.set("Physics.QuickStepIterations", std::int64_t{1001}), std::runtime_error);
}
