// SPDX-License-Identifier: Apache-2.0
// Acts of robots: the first octet selects one of the robots that come with the server. A line is an act; the octet 1 is
// followed by an act with numbers.
#include <array>
#include <optional>
#include <string>

#include "spark/agent/sexp_percept_writer.h"
#include "spark/physics/body.h"
#include "tests/fuzz/actions_of_case.h"
#include "tests/fuzz/target.h"
#include "tests/support/folders.h"
#include "tests/support/robot_yard.h"

using fuzz::demand;

namespace {

constexpr std::array<const char*, 9> kRobots{
    "robots/arm.rsg",           "robots/chain.rsg",      "robots/four_legs.rsg",
    "robots/legged_sphere.rsg", "robots/sensor_box.rsg", "robots/servo_arm.rsg",
    "robots/vehicle.rsg",       "robots/arm_torque.rsg", "robots/vehicle_torque.rsg"};

/// One server for all cases, because registering all classes takes longer than building a robot.
RobotYard& yard_of(const char* robot) {
  constexpr double kHeight = 1.0;  // m
  static std::optional<RobotYard> yard;
  if (yard)
    yard->begin(robot, kHeight);
  else
    yard.emplace(source_folder() + "/scenes", robot, kHeight);
  return *yard;
}

void check(RobotYard& yard) {
  for (const spark::Body* body : yard.core.find_all<spark::Body>())
    demand(is_finite(body->position()) && is_finite(body->velocity()) && is_finite(body->angular_velocity()));
  std::string percepts;
  spark::SexpPerceptWriter writer(percepts);
  yard.agent->sense(writer);
  demand(percepts.find("nan") == percepts.npos && percepts.find("inf") == percepts.npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  RobotYard& yard = yard_of(kRobots[steps.octet() % kRobots.size()]);
  yard.step();  // effectors accept only acts that are younger than they are
  for (int lines = 0; lines != 16 && !steps.at_end(); ++lines) {
    if (steps.rest().front() == '\1') {
      (void)steps.octet();
      fuzz::act_by_numbers(*yard.agent, yard.core.clock.now(), steps);
    } else {
      yard.act(fuzz::ExactText(steps.line()).view());
    }
    yard.step();
    yard.step();
    check(yard);
  }
  return 0;
}
