// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>

#include "bench/report.h"
#include "gateways/sigverse/world/sim_world.h"
#include "gateways/sigverse/world/world_classes.h"
#include "spark/core/core.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"

using namespace sigverse;

namespace {

constexpr double kStep = 0.01;

/// Boxes of 20 cm and 1 kg, in layers that fall on the ground; read from files as people write them.
WorldPlan boxes(int count, bool quick) {
  WorldPlan plan;
  plan.is_quick = quick;
  for (int i = 0; i < count; ++i) {
    ObjectPlan object;
    const auto number = [&object](const char* name, double value) { object.attributes.add(name, {"", value}); };
    object.attributes.add("name", {"", "box" + std::to_string(i)});
    number("x", 35.0 * (i % 10));
    number("y", 15.0 + 5.0 * (i % 3));
    number("z", 35.0 * (i / 10));
    number("qw", 1.0);
    number("mass", 1.0);
    object.shapes.push_back({PartView::Shape::box, {}, {20.0, 20.0, 20.0}});
    plan.objects.push_back(std::move(object));
  }
  return plan;
}

void measure(bench::Report& report, int count, int seconds, bool quick) {
  spark::Core core(1);
  spark::register_scene_classes(core.classes);
  spark::register_physics_classes(core.classes);
  spark::register_monitor_classes(core.classes);
  register_world_classes(core.classes);
  core.create("oxygen/Scene", "/sig");
  auto& world = dynamic_cast<spark::World&>(core.create("oxygen/World", "/sig/.world"));
  core.create("oxygen/Space", "/sig/.space");
  auto& sim = dynamic_cast<SimWorld&>(core.create("SimWorld", "/sig/.sim"));
  sim.build(boxes(count, quick), ".");
  const std::string what = quick ? "quick step" : "exact step";
  double worst = 0.0;
  const double start = bench::thread_seconds();
  for (int second = 0; second < seconds; ++second) {
    const double begin = bench::thread_seconds();
    for (int i = 0; i < static_cast<int>(1.0 / kStep); ++i) {
      for (SimObj* object : sim.objects()) object->add_force({0.0, 0.0, i % 2 ? 500.0 : -500.0}, false);
      world.step(kStep);
    }
    worst = std::max(worst, bench::thread_seconds() - begin);
  }
  report.add(what, seconds / (bench::thread_seconds() - start), "x real time", 2);
  report.add(what + ", slowest second", 1.0 / worst, "x real time", 2);
  const double begin = bench::thread_seconds();
  constexpr int kRounds = 1000;
  double sum = 0.0;
  for (int i = 0; i < kRounds; ++i)
    for (SimObj* object : sim.objects()) sum += object->attributes().number("x");
  report.add(what + ", attributes of one object", (bench::thread_seconds() - begin) / kRounds / count * 1e9, "ns", 0);
  if (sum != sum) std::puts("not a number");
}

}  // namespace

int main(int argc, char** argv) {
  int count = 100, seconds = 10;
  bool csv = false;
  CLI::App app("Free boxes on the ground of a SIGVerse world, each pushed in every step: speed on one core");
  app.add_option("--boxes", count, "Number of boxes")->check(CLI::Range(1, 10000))->capture_default_str();
  app.add_option("--seconds", seconds, "Simulated seconds")->check(CLI::Range(1, 10000))->capture_default_str();
  app.add_flag("--csv", csv, "Print CSV");
  CLI11_PARSE(app, argc, argv);
  bench::Report report;
  for (const bool quick : {false, true}) measure(report, count, seconds, quick);
  std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
  return 0;
}
