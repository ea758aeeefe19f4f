// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/report.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"

using namespace spark;

namespace {

constexpr double kEdge = 0.3;
constexpr double kStep = 0.01;

/// Boxes on a floor.
class Boxes {
 public:
  Boxes(bool quick, int contacts) {
    core_.classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "");
    core_.classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "");
    register_physics_classes(core_.classes);
    core_.create("oxygen/BaseNode", "/scene");
    auto& world = make<World>("World", "world");
    world.set_gravity({0, 0, -9.81});
    world.set_quick_step(quick);
    world.set_contacts_per_pair(contacts);
    core_.create("oxygen/Space", "/scene/space");
    core_.create("oxygen/PlaneCollider", "/scene/floor");
  }
  void add(Vec3 place) {
    const std::string name = "box" + std::to_string(count_++);
    make<Transform>("Transform", name).set_local_pos(place);
    make<Body>("Body", name + "/body").set_box_total(2.0, {kEdge, kEdge, kEdge});
    make<BoxCollider>("BoxCollider", name + "/shape").set_box_lengths({kEdge, kEdge, kEdge});
  }
  void run(int steps) {
    auto& world = *core_.find_first<World>();
    for (int i = 0; i < steps; ++i) world.step(kStep);
  }

 private:
  template <typename T>
  T& make(const std::string& class_name, const std::string& name) {
    return dynamic_cast<T&>(core_.create("oxygen/" + class_name, "/scene/" + name));
  }
  Core core_{1};
  int count_ = 0;
};

void place(Boxes& boxes, const std::string& how, int count) {
  RandomStreams streams(5);
  RandomStream& random = streams.stream("places");
  for (int i = 0; i < count; ++i) {
    if (how == "apart")
      boxes.add({0.5 * (i % 25), 0.5 * (i / 25), 0.2});
    else if (how == "stacks")
      boxes.add({0.6 * (i / 5 % 10), 0.6 * (i / 50), 0.15 + kEdge * (i % 5)});
    else if (how == "pile")
      boxes.add({0.35 * (i % 6) + random.uniform(0, 0.05), 0.35 * (i / 6 % 6) + random.uniform(0, 0.05),
                 0.2 + 0.35 * (i / 36)});
    else
      boxes.add({0, 0, 5});
  }
}

}  // namespace

int main(int argc, char** argv) {
  int count = 500, seconds = 10;
  int contacts = WorldSettings{}.contacts_per_pair;
  bool csv = false, quick = false;
  spark::OptionTable table(
      {.name = "bench_boxes",
       .about = "Boxes: how many times faster than real time a world of many bodies is, on one core"});
  table.begin_section("Options");
  table.add({.names = {"boxes"}, .value = spark::whole_number(count, 1, 20000), .help = "number of boxes"});
  table.add({.names = {"seconds"}, .value = spark::whole_number(seconds, 1, 10000), .help = "simulated seconds"});
  table.add({.names = {"contacts"}, .value = spark::whole_number(contacts, 1, 64), .help = "contacts per pair"});
  table.add({.names = {"quick"}, .value = spark::flag(quick), .help = "quick steps for all"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_boxes", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        start_ode();
        bench::Report report;
        for (const std::string how : {"apart", "stacks", "pile", "in one place"}) {
          Boxes boxes(quick, contacts);
          place(boxes, how, count);
          double worst = 0.0;
          const double start = bench::thread_seconds();
          for (int second = 0; second < seconds; ++second) {
            const double begin = bench::thread_seconds();
            boxes.run(static_cast<int>(1.0 / kStep));
            worst = std::max(worst, bench::thread_seconds() - begin);
          }
          report.add(how, seconds / (bench::thread_seconds() - start), "x real time", 2);
          report.add(how + ", slowest second", 1.0 / worst, "x real time", 2);
        }
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
