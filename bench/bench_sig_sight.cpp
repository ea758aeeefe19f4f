// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "bench/report.h"
#include "gateways/sigverse/server/own_eyes.h"
#include "gateways/sigverse/world/sim_world.h"
#include "gateways/sigverse/world/world_classes.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/core/core.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"

using namespace sigverse;

namespace {

ObjectPlan thing(const std::string& name, const SigVector& place, std::vector<SimpleShape> shapes) {
  ObjectPlan object;
  object.attributes.add("name", {"", name});
  object.attributes.add("dynamics", {"", false});
  for (const auto& [attribute, value] :
       {std::pair{"x", place[0]}, {"y", place[1]}, {"z", place[2]}, {"qw", 1.0}, {"mass", 1.0}})
    object.attributes.add(attribute, {"", value});
  object.body = body_of(shapes);
  return object;
}

/// A robot in the corner of a room with four walls. All other objects, each with `shapes` shapes, are in front of it in
/// several rows; most of those in the rear rows are hidden.
WorldPlan furnished_room(int count, int shapes) {
  WorldPlan plan;
  plan.objects.push_back(thing("robot", {0, 60, 0}, {{ShapeKind::box, {}, {40, 120, 40}}}));
  for (int side = 0; side < 4; ++side) {
    const double angle = side * std::numbers::pi / 2;
    SimpleShape wall{ShapeKind::box, {}, {1200, 300, 10}};
    wall.turn = {std::cos(angle / 2), 0, std::sin(angle / 2), 0};
    plan.objects.push_back(
        thing("wall" + std::to_string(side), {600 * std::sin(angle), 150, 300 + 600 * std::cos(angle)}, {wall}));
  }
  for (int i = 5; i < count; ++i) {
    const double angle = 0.9 * std::sin(2.4 * i), distance = 100 + 8.0 * i;
    std::vector<SimpleShape> of_thing;
    for (int k = 0; k < shapes; ++k) {
      const auto kind = static_cast<ShapeKind>((i + k) % 3);
      const SigVector size = kind == ShapeKind::box ? SigVector{30, 20, 25} : SigVector{12, 30, 0};
      of_thing.push_back({kind, {20.0 * std::sin(1.7 * k), 12.0 * k - 6.0 * shapes, 20.0 * std::cos(1.7 * k)}, size});
    }
    plan.objects.push_back(thing("thing" + std::to_string(i),
                                 {distance * std::sin(angle), 60.0 + i % 7 * 8, distance * std::cos(angle)}, of_thing));
  }
  return plan;
}

struct SeenWorld {
  explicit SeenWorld(const WorldPlan& plan) {
    spark::register_scene_classes(core.classes);
    spark::register_physics_classes(core.classes);
    spark::register_monitor_classes(core.classes);
    register_world_classes(core.classes);
    core.create("oxygen/Scene", "/sig");
    core.create("oxygen/World", "/sig/.world");
    core.create("oxygen/Space", "/sig/.space");
    sim = &dynamic_cast<SimWorld&>(core.create("SimWorld", "/sig/.sim"));
    sim->build(plan, ".");
  }
  spark::Core core{1};
  SimWorld* sim = nullptr;
};

/// The CPU time of one call in seconds.
template <typename Call>
double time_of(Call call) {
  constexpr int kRepeats = 9;
  constexpr double kShortest = 0.02;
  std::vector<double> times;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const double begin = bench::thread_seconds();
    int calls = 0;
    do {
      call();
      ++calls;
    } while (bench::thread_seconds() - begin < kShortest);
    times.push_back((bench::thread_seconds() - begin) / calls);
  }
  return bench::median(times);
}

void measure(bench::Report& report, int count, int shapes) {
  SeenWorld world(furnished_room(count, shapes));
  server::OwnEyes eyes(*world.sim);
  std::string problem;
  const std::string what = fmt::format("{} objects of {} shapes", count, shapes);
  report.add(what + ": seen", static_cast<double>(eyes.detect("robot", 1, problem).size()), "objects");
  report.add(what + ": detect", 1e6 * time_of([&] { eyes.detect("robot", 1, problem); }), "us", 1);
  for (const auto& [name, dimensions] :
       {std::pair{"one distance", 0}, {"320 distances", 1}, {"320 x 240 distances", 2}}) {
    wire::DistanceSensor sensor{.agent = "robot", .end = 2000};
    sensor.dimensions = static_cast<std::int16_t>(dimensions);
    report.add(what + ": " + name, 1e6 * time_of([&] { eyes.distances(sensor, problem); }), "us", 1);
  }
  if (!problem.empty()) std::puts(problem.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  int count = 60;
  bool csv = false;
  spark::OptionTable table({.name = "bench_sig_sight",
                            .about = "What the server itself takes to see in a room of a SIGVerse world, the scene "
                                     "made anew for each question: names of objects, and distances"});
  table.begin_section("Options");
  table.add({.names = {"objects"}, .value = spark::whole_number(count, 5, 10000), .help = "number of objects"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_sig_sight", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        bench::Report report;
        for (const int shapes : {1, 20}) measure(report, count, shapes);
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
