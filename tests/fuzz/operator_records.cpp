// SPDX-License-Identifier: Apache-2.0
// Data from an operator in a live session. An octet is the length of the data that follow it; the length 0 makes the
// robot perceive something, and 255 lets time pass. The robot only gets orders that it can carry out.
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "gateways/rctp/port/camera_program.h"
#include "gateways/rctp/port/live_session.h"
#include "spark/core/log.h"
#include "spark/core/utf8.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using namespace rctp;
using namespace std::chrono_literals;

namespace {

Objects player() {
  Object drive{.name = "drive"};
  for (const char* name : {"x", "y", "z"}) drive.parameters.push_back({.name = name, .min = -100, .max = 100});
  Object kick{.name = "kick", .trigger = true, .time_stamp = false, .data_mask = false};
  kick.parameters = {{.name = "angle", .min = 0, .max = 50, .type = Object::DataType::int32},
                     {.name = "power", .min = 1, .max = 100, .neutral = 1, .type = Object::DataType::float64}};
  Object say{.name = "say", .kind = Object::Kind::text_output, .trigger = true, .max_length = 100};
  Object hold{.name = "catch", .kind = Object::Kind::binary_output, .trigger = true};
  Object state{.name = "AgentState", .kind = Object::Kind::control_input, .rate = 5};
  for (const char* name : {"pan", "tilt"}) state.parameters.push_back({.name = name});
  Object hear{.name = "hear", .kind = Object::Kind::text_input};
  return {drive, kick, say, hold, state, hear};
}
constexpr std::size_t kState = 4, kHear = 5;

void check(const Order& order, const Objects& objects) {
  if (order.kind != Order::Kind::act) return;
  demand(order.object < kState);
  const Object& object = objects[order.object];
  for (std::size_t i = 0; i != object.parameters.size(); ++i) {
    demand(std::isfinite(order.values[i]));
    demand(order.values[i] >= object.parameters[i].min && order.values[i] <= object.parameters[i].max);
  }
  if (object.is_text()) demand(order.text.size() <= object.max_length && spark::is_utf8(order.text));
}

/// The same octets as a message of the camera program.
void check_picture(std::string_view message) {
  std::string problem;
  const auto picture = read_picture(message, problem);
  demand(picture.has_value() == problem.empty());
  if (picture) demand(picture->robot.size() + picture->jpeg.size() + 1 == message.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  check_picture(fuzz::as_text(octets, size));
  static const SharedObjects objects = std::make_shared<Objects>(player());
  spark::Log log;
  RobotLink link("foo_11", [] {});
  WorldLink world_link([] {});
  RobotLink::State state;
  WorldState world;
  OrderList orders;
  link.set_objects(objects);
  link.set_present(true, 7);
  link.connect("127.0.0.1:1");
  link.set_values(kState, std::vector<double>{0, 0});
  link.read(state);
  AssignedObjects assigned;
  for (const Object& object : *objects) assigned.assign(object);
  LiveSession::Time now = LiveSession::Time() + 100s;
  LiveSession session({link, world_link, log, "operator 127.0.0.1:1", 1s}, assigned, objects, state, now);
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  std::string came;
  double value = 0.0;
  while (!steps.at_end() && !session.is_over()) {
    const unsigned length = steps.octet();
    if (length == 0) {
      link.set_values(kState, std::vector<double>{value += 1.0, -1.0});
      link.add_text(kHear, "hello");
    } else if (length == 255) {
      now += 300ms;
    } else {
      came += steps.text(length);
      const fuzz::ExactText exact(came);
      std::string_view rest = exact.view();
      session.read(rest, now);
      came.erase(0, came.size() - rest.size());
      demand(came.size() < RecordReader::kMaxRecord);
    }
    link.read(state);
    world_link.read(world);
    session.show(state, world, 0, now);
    session.check_silence(now);
    link.take(orders);
    for (const Order& order : orders.all()) check(order, *objects);
    orders.clear();
    session.out().clear();
  }
  session.end("the case is over");
  return 0;
}
