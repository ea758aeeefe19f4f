// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/report.h"
#include "commserver/host/places.h"
#include "spark/agent/action.h"
#include "spark/agent/percept_array.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/parts/joint_torque.h"
#include "spark/physics/articulation.h"
#include "spark/physics/joint.h"
#include "tests/support/robot_yard.h"

using namespace spark;

namespace {

struct Choice {
  std::string robot = "robots/humanoid.rsg";
  double step = 0.001;  ///< s
  int seconds = 10, rounds = 5;
  bool csv = false;
};

/// A robot on a floor. A controller keeps its joints that have a JointTorque at their initial positions.
class HeldRobot {
 public:
  explicit HeldRobot(const Choice& choice) : yard_(commserver::find_places().scenes.string(), choice.robot, 0.0) {
    yard_.step_seconds = choice.step;
    Articulation robot(*main_body(*yard_.agent));
    robot.move_to({0, 0, robot.reach_down().value_or(0.0)});
    for (JointTorque* torque : yard_.core.find_all<JointTorque>(yard_.agent))
      held_.push_back({torque, torque->ancestor<Joint>()});
  }

  /// One step of the world as seen by a controller: percepts, torques, motion.
  void step() {
    percepts_.clear();
    yard_.agent->sense(percepts_);
    acts_.clear();
    for (const auto& [torque, joint] : held_)
      acts_.add(torque->name()).real(-kStiffness * joint->axis_position() - kDamping * joint->axis_rate());
    yard_.agent->act(yard_.core.clock.now(), acts_.all());
    const double begin = bench::thread_seconds();
    yard_.step();
    in_world_ += bench::thread_seconds() - begin;
  }
  double seconds_in_world() const { return in_world_; }
  std::size_t joints() const { return held_.size(); }
  /// The greatest distance of a joint from its initial position, in rad or m. It shows that the joints are held, as the
  /// other figures assume.
  double farthest() const {
    double farthest = 0.0;
    for (const auto& [torque, joint] : held_) farthest = std::max(farthest, std::abs(joint->axis_position()));
    return farthest;
  }

 private:
  static constexpr double kStiffness = 8000.0, kDamping = 100.0;  ///< N m/rad, N m s/rad
  struct Held {
    const JointTorque* torque;
    const Joint* joint;
  };
  RobotYard yard_;
  std::vector<Held> held_;
  ActionList acts_;
  PerceptArray percepts_;
  double in_world_ = 0.0;
};

void measure(const Choice& choice) {
  std::vector<double> all, world;
  double farthest = 0.0;
  std::size_t joints = 0;
  for (int round = 0; round < choice.rounds; ++round) {
    HeldRobot robot(choice);
    joints = robot.joints();
    const int steps = static_cast<int>(choice.seconds / choice.step);
    const double begin = bench::thread_seconds();
    for (int i = 0; i < steps; ++i) robot.step();
    all.push_back((bench::thread_seconds() - begin) / steps);
    world.push_back(robot.seconds_in_world() / steps);
    farthest = std::max(farthest, robot.farthest());
  }
  bench::Report report;
  report.add("joints with torques", static_cast<double>(joints), "");
  report.add("step with percepts and torques", bench::median(all) * 1e6, "us");
  report.add("of it the world", bench::median(world) * 1e6, "us");
  report.add("speed", choice.step / bench::median(all), "x real time", 2);
  report.add("farthest joint from its place", farthest, "rad, m", 4);
  std::fputs((choice.csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Choice choice;
  spark::OptionTable table(
      {.name = "bench_robot",
       .about = "A robot whose joints a controller of each step holds: how much faster than real time"});
  table.begin_section("Options");
  table.add({.names = {"robot"}, .value = spark::word(choice.robot, "FILE"), .help = "scene file"});
  table.add({.names = {"step"}, .value = spark::number(choice.step, 0.0005, 0.1), .help = "s"});
  table.add(
      {.names = {"seconds"}, .value = spark::whole_number(choice.seconds, 1, 10000), .help = "simulated seconds"});
  table.add(
      {.names = {"rounds"}, .value = spark::whole_number(choice.rounds, 1, 1000), .help = "runs; figures are medians"});
  table.add({.names = {"csv"}, .value = spark::flag(choice.csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_robot", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        measure(choice);
        return 0;
      });
}
