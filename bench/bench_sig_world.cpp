// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/report.h"
#include "gateways/sigverse/world/sim_world.h"
#include "gateways/sigverse/world/world_classes.h"
#include "gateways/sigverse/world/world_reader.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/core/core.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"

using namespace sigverse;

namespace {

constexpr double kStep = 0.01;

/// Boxes of 20 cm and 1 kg in layers that fall to the ground, read from files like those that users write.
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
    object.body = body_of({{ShapeKind::box, {}, {20.0, 20.0, 20.0}}});
    plan.objects.push_back(std::move(object));
  }
  return plan;
}

/// A ball as modelling tools write it: a mesh of rings around y, in a Transform in a Group.
std::string ball_file(int rings, double radius) {
  std::string points, indices;
  const int around = 2 * rings;
  for (int i = 0; i <= rings; ++i) {
    const double up = std::numbers::pi * i / rings;
    for (int j = 0; j < around; ++j) {
      const double turn = 2.0 * std::numbers::pi * j / around;
      points += fmt::format("{:.4f} {:.4f} {:.4f} ", radius * std::sin(up) * std::cos(turn), radius * std::cos(up),
                            radius * std::sin(up) * std::sin(turn));
      const int a = i * around + j, b = i * around + (j + 1) % around;
      if (i < rings) indices += fmt::format("{} {} {} -1 {} {} {} -1 ", a, b, a + around, b, b + around, a + around);
    }
  }
  return "<X3D><Scene><Group><Transform><Shape><IndexedFaceSet coordIndex='" + indices + "'><Coordinate point='" +
         points + "'/></IndexedFaceSet></Shape></Transform></Group></Scene></X3D>";
}

/// The files of a world, in memory.
struct MemoryFiles : FileSource {
  std::map<std::string, std::string> texts;
  int reads = 0;

  std::optional<std::string> find(const std::string& name, const std::string&) override {
    return texts.contains(name) ? std::optional(name) : std::nullopt;
  }
  std::optional<SourceFile> read(const std::string& name, const std::string&) override {
    ++reads;
    const auto at = texts.find(name);
    if (at == texts.end()) return std::nullopt;
    return SourceFile{name, "", at->second};
  }
  std::optional<std::string> find_lost_shape(const std::string&, const std::string&) override { return std::nullopt; }
};

/// Measures the time to read a world in which each object has its own X3D file.
void measure_reading(bench::Report& report) {
  constexpr int kObjects = 60, kRings = 50;
  MemoryFiles files;
  files.texts["Thing.xml"] = "<define-class name='Thing'><attr name='name' type='string'/></define-class>";
  std::string world = "<world name='shapes'>";
  for (int i = 0; i < kObjects; ++i) {
    const std::string name = "thing" + std::to_string(i);
    files.texts[name + ".x3d"] = ball_file(kRings, 10.0 + i);
    files.texts[name + ".xml"] = "<define-class name='" + name + "' inherit='Thing.xml'><x3d><filename>" + name +
                                 ".x3d</filename></x3d></define-class>";
    world += "<instanciate class='" + name + ".xml'><set-attr-value name='name' value='" + name + "'/></instanciate>";
  }
  files.texts["w.xml"] = world + "</world>";
  spark::RandomStreams random(1);
  const double begin = bench::thread_seconds();
  const WorldPlan plan = read_world("w.xml", files, MissingClass::error, random);
  const double seconds = bench::thread_seconds() - begin;
  for (const ObjectPlan& object : plan.objects)
    if (!(object.body.parts.front().shape->size[0] > 19.0)) std::puts("a shape was not read");
  report.add(fmt::format("reading {} objects, each with a shape of {} triangles", kObjects, 4 * kRings * kRings),
             seconds, "s", 3);
  report.add("files read for that", files.reads, "", 0);
}

/// Robots of 35 hinges, side by side. A body of 20 kg has five limbs of seven links of 20 cm and 1 kg each; one limb
/// points up and four point to the sides.
WorldPlan robots(int count, bool has_dynamics, bool quick) {
  constexpr SigVector kAxes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  constexpr double kTurned = 0.70710678118654752;
  // The last four lie along x, -x, z, -z.
  constexpr SigQuaternion kTurns[5] = {{1.0, 0.0, 0.0, 0.0},
                                       {kTurned, 0.0, 0.0, -kTurned},
                                       {kTurned, 0.0, 0.0, kTurned},
                                       {kTurned, kTurned, 0.0, 0.0},
                                       {kTurned, -kTurned, 0.0, 0.0}};
  BodyPlan body;
  PartPlan middle;
  middle.name = "body";
  middle.shape = SimpleShape{ShapeKind::box, {}, {60.0, 60.0, 60.0}};
  body.parts.push_back(middle);
  for (int limb = 0; limb < 5; ++limb)
    for (int i = 0; i < 7; ++i) {
      PartPlan link;
      link.name = "LINK" + std::to_string(limb) + std::to_string(i);
      link.turn = kTurns[limb];
      link.place = turned(link.turn, {0.0, 30.0 + 20.0 * i, 0.0});
      link.shape = SimpleShape{ShapeKind::box, {0.0, 10.0, 0.0}, {5.0, 18.0, 5.0}};
      body.parts.push_back(link);
      const std::size_t child = body.parts.size() - 1;
      body.joints.push_back({"J" + link.name, JointPlan::Type::hinge, i == 0 ? 0 : child - 1, child, kAxes[i % 3]});
    }
  WorldPlan plan;
  plan.is_quick = quick;
  for (int i = 0; i < count; ++i) {
    ObjectPlan object;
    object.attributes.add("name", {"", "robot" + std::to_string(i)});
    object.attributes.add("dynamics", {"", has_dynamics});
    for (const auto& [name, value] : {std::pair{"x", 600.0 * i}, {"y", 30.0}, {"qw", 1.0}, {"mass", 20.0}})
      object.attributes.add(name, {"", value});
    object.body = body;
    plan.objects.push_back(std::move(object));
  }
  return plan;
}

struct World {
  explicit World(const WorldPlan& plan) {
    spark::register_scene_classes(core.classes);
    spark::register_physics_classes(core.classes);
    spark::register_monitor_classes(core.classes);
    register_world_classes(core.classes);
    core.create("oxygen/Scene", "/sig");
    physics = &dynamic_cast<spark::World&>(core.create("oxygen/World", "/sig/.world"));
    core.create("oxygen/Space", "/sig/.space");
    sim = &dynamic_cast<SimWorld&>(core.create("SimWorld", "/sig/.sim"));
    sim->build(plan, ".");
  }
  spark::Core core{1};
  spark::World* physics = nullptr;
  SimWorld* sim = nullptr;
};

/// Gives all hinges new target positions in each step.
void measure_joints(bench::Report& report, const char* what, const WorldPlan& plan, int seconds) {
  World world(plan);
  std::vector<std::string> joints;
  for (const JointPlan& joint : plan.objects.front().body.joints) joints.push_back(joint.name);
  const double start = bench::thread_seconds();
  for (int step = 0; step < seconds * static_cast<int>(1.0 / kStep); ++step) {
    for (SimObj* object : world.sim->objects())
      for (std::size_t i = 0; i < joints.size(); ++i)
        object->set_joint_angle(joints[i], 0.3 * std::sin(0.02 * step + 0.7 * static_cast<double>(i)));
    world.physics->step(kStep);
  }
  report.add(what, seconds / (bench::thread_seconds() - start), "x real time", 2);
}

void measure(bench::Report& report, int count, int seconds, bool quick) {
  World built(boxes(count, quick));
  spark::World& world = *built.physics;
  SimWorld& sim = *built.sim;
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
  spark::OptionTable table({.name = "bench_sig_world",
                            .about = "Free boxes on the ground of a SIGVerse world, each pushed in every step, and "
                                     "robots all of whose joints are set in every step: speed on one core; and the "
                                     "time to read a world of things with meshes"});
  table.begin_section("Options");
  table.add({.names = {"boxes"}, .value = spark::whole_number(count, 1, 10000), .help = "number of boxes"});
  table.add({.names = {"seconds"}, .value = spark::whole_number(seconds, 1, 10000), .help = "simulated seconds"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_sig_world", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        bench::Report report;
        for (const bool quick : {false, true}) measure(report, count, seconds, quick);
        measure_reading(report);
        measure_joints(report, "a robot of 35 joints without dynamics", robots(1, false, false), seconds);
        measure_joints(report, "five with dynamics, exact step", robots(5, true, false), seconds);
        measure_joints(report, "five with dynamics, quick step", robots(5, true, true), seconds);
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
