// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include "bench/report.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/physics/world_state.h"

using namespace spark;

namespace {

constexpr double kStep = 0.01, kRadius = 0.22, kBallRadius = 0.111, kForce = 420.0;
constexpr int kSecond = 100;    ///< steps in a second
constexpr int kSettling = 300;  ///< steps after which all players are in the island and almost nothing moves any more
constexpr double kRound = 1.5;  ///< m
constexpr int kAbove = 8;
constexpr int kRounds = 7;

/// The directions in which all players drive.
enum class Motion {
  apart,    ///< each on its own path, without meeting another
  at_ball,  ///< to the ball: they soon block each other
  round     ///< to a point that moves in a circle once per second, which keeps the island moving
};

/// Players with the masses and drags of a match (behaviour 1.7, 1.8) around a ball.
class Tussle {
 public:
  explicit Tussle(int players) {
    core_.classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "");
    core_.classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "");
    register_physics_classes(core_.classes);
    core_.create("oxygen/BaseNode", "/scene");
    world = &make<World>("World", "world");
    world->set_gravity({0, 0, -9.81});
    make<Space>("Space", "space");
    make<PlaneCollider>("PlaneCollider", "floor");
    make<ContactJointHandler>("ContactJointHandler", "floor/contact");
    bodies_.push_back(&add("ball", {0, 0, kBallRadius}, 0.43, kBallRadius, 0.3, 0.0));
    for (int i = 0; i < players; ++i) {
      const double angle = 2 * std::numbers::pi * i / players, away = 2.0 + 1.2 * (i % 3);
      bodies_.push_back(&add("player" + std::to_string(i), {away * std::cos(angle), away * std::sin(angle), kRadius},
                             75.0, kRadius, 12.0, 12.0));
    }
  }
  void run(int steps, Motion motion) {
    for (int step = 0; step < steps; ++step) {
      const double turned = 2 * std::numbers::pi * step / kSecond;
      for (std::size_t i = 1; i < bodies_.size(); ++i) {
        const Vec3 at = bodies_[i]->position();
        Vec3 direction = at;
        if (motion == Motion::at_ball) direction = bodies_.front()->position() - at;
        if (motion == Motion::round) direction = Vec3{std::cos(turned), std::sin(turned), 0} * kRound - at;
        bodies_[i]->add_force(Vec3{direction.x, direction.y, 0} *
                              (kForce / std::max(0.01, std::hypot(direction.x, direction.y))));
      }
      world->step(kStep);
    }
  }
  std::vector<Vec3> places() const {
    std::vector<Vec3> result;
    for (const Body* body : bodies_) result.push_back(body->position());
    return result;
  }
  World* world = nullptr;

 private:
  template <typename T>
  T& make(const std::string& class_name, const std::string& path) {
    return dynamic_cast<T&>(core_.create("oxygen/" + class_name, "/scene/" + path));
  }
  Body& add(const std::string& name, Vec3 place, double mass, double radius, double drag, double turn_drag) {
    make<Transform>("Transform", name).set_local_pos(place);
    auto& body = make<Body>("Body", name + "/physics");
    body.set_sphere_total(mass, radius);
    make<SphereCollider>("SphereCollider", name + "/shape").set_radius(radius);
    make<ContactJointHandler>("ContactJointHandler", name + "/shape/contact");
    auto& air = make<DragController>("DragController", name + "/physics/drag");
    air.set_linear_drag(drag);
    air.set_angular_drag(turn_drag);
    return body;
  }
  Core core_{1};
  std::vector<Body*> bodies_;
};

/// A method for solving an island. "exact" is exact up to 150 contacts.
struct Solver {
  std::string name;
  int above;
  int iterations;
  bool by_ode_alone;
};

/// Plays one second from this state. Returns the CPU time per step in microseconds.
double play(Tussle& tussle, const WorldState& state, const Solver& solver, Motion motion) {
  tussle.world->restore(state);
  tussle.world->set_quick_step_above(solver.above);
  tussle.world->set_quick_step_iterations(solver.iterations);
  tussle.world->set_isolated_bodies(!solver.by_ode_alone);
  const double begin = bench::thread_seconds();
  tussle.run(kSecond, motion);
  return (bench::thread_seconds() - begin) / kSecond * 1e6;
}

/// Plays one second with each solver from the same state. Returns the cost of an exact step as a multiple of the cost
/// of a quiet step.
double measure(bench::Report& report, int players, Motion motion) {
  const std::string name = std::to_string(players) +
                           (motion == Motion::round ? " players in a stirred island, " : " players in an island, ");
  Tussle tussle(players), quiet(players);
  quiet.run(kSecond / 2, Motion::apart);
  tussle.run(kSettling, Motion::at_ball);
  const WorldState state = tussle.world->save(), apart = quiet.world->save();
  constexpr int kSolvers = 4;
  const Solver solvers[kSolvers] = {{"exact", 0, 20, false},
                                    {"by ODE's iteration", kAbove, 20, true},
                                    {"by iteration", kAbove, 20, false},
                                    {"by six passes", kAbove, 6, false}};
  std::vector<double> quiet_times, times[kSolvers];
  std::vector<Vec3> places[kSolvers];
  for (int round = 0; round < kRounds; ++round) {
    quiet.world->restore(apart);
    const double begin = bench::thread_seconds();
    quiet.run(kSecond, Motion::apart);
    quiet_times.push_back((bench::thread_seconds() - begin) / kSecond * 1e6);
    for (int i = 0; i < kSolvers; ++i) {
      times[i].push_back(play(tussle, state, solvers[i], motion));
      places[i] = tussle.places();
    }
  }
  const double quiet_time = bench::median(quiet_times);
  report.add(name + "quiet step", quiet_time, "us", 1);
  for (int i = 0; i < kSolvers; ++i) {
    report.add(name + solvers[i].name, bench::median(times[i]), "us", 1);
    report.add(name + solvers[i].name, bench::median(times[i]) / quiet_time, "x quiet", 1);
    if (i == 0) continue;
    double sum = 0.0, greatest = 0.0;
    for (std::size_t k = 0; k < places[0].size(); ++k) {
      const double difference = length(places[i][k] - places[0][k]);
      sum += difference;
      greatest = std::max(greatest, difference);
    }
    report.add(name + solvers[i].name + ", from exact after 1 s, mean", sum / static_cast<double>(places[0].size()),
               "m", 3);
    report.add(name + solvers[i].name + ", from exact after 1 s, greatest", greatest, "m", 3);
  }
  return bench::median(times[0]) / quiet_time;
}

}  // namespace

/// Measures the cost of an island of players who drive at the ball without kicking, and how far the results of other
/// solvers differ from the exact one.
int main(int argc, char** argv) {
  double bound = 0.0;
  spark::OptionTable table({.name = "bench_heap", .about = "What a heap of players on the ball costs in a step"});
  table.begin_section("Options");
  table.add({.names = {"bound"},
             .value = spark::number(bound, 0, 1e9),
             .help = "only 22 players; fails if an exact step costs more than so many quiet ones"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_heap", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        start_ode();
        bench::Report report;
        double worst = 0.0;
        for (const int players : bound > 0.0 ? std::vector{22} : std::vector{6, 12, 22, 44})
          for (const Motion motion : {Motion::at_ball, Motion::round})
            worst = std::max(worst, measure(report, players, motion));
        std::fputs(report.text().c_str(), stdout);
        return bound > 0.0 && worst > bound ? 1 : 0;
      });
}
