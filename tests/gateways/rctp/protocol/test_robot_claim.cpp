// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rctp/protocol/robot_claim.h"
#include "tests/gateways/rctp/protocol/objects.h"

using namespace rctp;
using rctp_test::object;
using State = RobotClaim::State;

namespace {

const int kOwner = 1, kOther = 2;

SharedObjects two_objects() {
  return std::make_shared<const Objects>(Objects{object("drive"), object("say", Object::Kind::text_output)});
}

/// A robot in that state; one that has an owner has been assigned "drive".
RobotClaim robot_in(State state) {
  RobotClaim robot("rover");
  robot.set_objects(two_objects());
  robot.set_present(state != State::absent);
  if (state == State::replayed) robot.set_replayed();
  if (state == State::negotiation || state == State::live || state == State::stopped)
    robot.assign(&kOwner, "drive", {.peer = "owner:1", .authority = "", .values = {}});
  if (state == State::live || state == State::stopped) robot.go(&kOwner);
  if (state == State::stopped) robot.stop(&kOwner);
  return robot;
}

struct Event {
  std::string name;
  /// The robot's answer: a code, or "yes" and "no".
  std::function<std::string(RobotClaim&)> happen;
};

std::string code(const Reply& reply) {
  return fmt::to_string(reply.code);
}
std::string word(bool yes) {
  return yes ? "yes" : "no";
}

std::vector<Event> events() {
  const RobotClaim::Details owner{.peer = "owner:1", .authority = "", .values = {}};
  const RobotClaim::Details other{.peer = "other:2", .authority = "", .values = {}};
  return {{"the owner is assigned an object", [=](RobotClaim& r) { return code(r.assign(&kOwner, "say", owner)); }},
          {"the owner asks for what is not there", [=](RobotClaim& r) { return code(r.assign(&kOwner, "x", owner)); }},
          {"another asks for an object", [=](RobotClaim& r) { return code(r.assign(&kOther, "say", other)); }},
          {"the owner goes", [](RobotClaim& r) { return code(r.go(&kOwner)); }},
          {"another goes", [](RobotClaim& r) { return code(r.go(&kOther)); }},
          {"the owner stops", [](RobotClaim& r) { return word(r.stop(&kOwner)); }},
          {"another stops", [](RobotClaim& r) { return word(r.stop(&kOther)); }},
          {"the owner releases", [](RobotClaim& r) { return word(r.release(&kOwner)); }},
          {"another releases", [](RobotClaim& r) { return word(r.release(&kOther)); }},
          {"the owner leaves", [](RobotClaim& r) { return word(r.leave(&kOwner)); }},
          {"another leaves", [](RobotClaim& r) { return word(r.leave(&kOther)); }},
          {"the robot comes", [](RobotClaim& r) { return r.set_present(true), std::string(); }},
          {"the robot leaves", [](RobotClaim& r) { return r.set_present(false), std::string(); }},
          {"it is replayed", [](RobotClaim& r) { return r.set_replayed(), std::string(); }}};
}

}  // namespace

TEST_CASE("every event has the specified answer and next state in every state") {
  constexpr State kStates[] = {State::absent, State::idle,    State::negotiation,
                               State::live,   State::stopped, State::replayed};
  // One line per event, one column per state: the answer, and the next state if it differs.
  const std::vector<std::vector<std::string>> table{
      {"503", "201 negotiation", "201", "409", "409", "503"},         // the owner is assigned an object
      {"503", "404", "404", "409", "409", "503"},                     // the owner asks for what is not there
      {"503", "201 negotiation", "503", "503", "503", "503"},         // another asks for an object
      {"409", "409", "201 live", "409", "409", "409"},                // the owner goes
      {"409", "409", "409", "409", "409", "409"},                     // another goes
      {"no", "no", "no", "yes stopped", "no", "no"},                  // the owner stops
      {"no", "no", "no", "no", "no", "no"},                           // another stops
      {"no", "no", "no", "no", "yes live", "no"},                     // the owner releases
      {"no", "no", "no", "no", "no", "no"},                           // another releases
      {"no", "no", "no idle", "yes idle", "yes idle", "no"},          // the owner leaves
      {"no", "no", "no", "no", "no", "no"},                           // another leaves
      {" idle", "", "", "", "", ""},                                  // the robot comes
      {"", " absent", " absent", " absent", " absent", " absent"},    // the robot leaves
      {"", " replayed", " replayed", " replayed", " replayed", ""}};  // it is replayed
  const std::vector<Event> all = events();
  REQUIRE(all.size() == table.size());
  for (std::size_t row = 0; row < all.size(); ++row)
    for (std::size_t column = 0; column < std::size(kStates); ++column) {
      INFO(all[row].name << " while it is " << to_string(kStates[column]));
      RobotClaim robot = robot_in(kStates[column]);
      REQUIRE(robot.state() == kStates[column]);
      const std::size_t assigned = robot.assigned().size();
      std::string result = all[row].happen(robot);
      if (robot.state() != kStates[column]) result += fmt::format(" {}", to_string(robot.state()));
      CHECK(result == table[row][column]);
      const bool is_claimed = robot.is_claimed_by(&kOwner) || robot.is_claimed_by(&kOther);
      CHECK(is_claimed == !robot.operator_peer().empty());
      // A refusal changes nothing, and only the owner has objects.
      if (result == "404" || result == "409" || result == "503") CHECK(robot.assigned().size() == assigned);
      CHECK((robot.assigned().size() > 0) == is_claimed);
    }
}

TEST_CASE("a refusal gives the reason, and when to try again") {
  const auto refused = [](State state) {
    RobotClaim robot = robot_in(state);
    const Reply reply = robot.assign(&kOther, "say", {.peer = "other:2", .authority = "", .values = {}});
    REQUIRE(reply.fields.size() == 1);
    CHECK(reply.fields[0].name == "Retry-After");
    CHECK_FALSE(reply.is_granted());
    return reply.fields[0].value + " " + reply.sentence;
  };
  CHECK(refused(State::absent) == "1 rover is not in the world");
  CHECK(refused(State::negotiation) == "5 rover is operated by owner:1");
  CHECK(refused(State::live) == "5 rover is operated by owner:1");
  CHECK(refused(State::stopped) == "5 rover is operated by owner:1");
  CHECK(refused(State::replayed) == "60 rover is replayed: it obeys the log of an earlier match");
}

TEST_CASE("a robot without objects cannot be claimed") {
  RobotClaim robot("rover");
  robot.set_present(true);
  const Reply reply = robot.assign(&kOwner, "drive", {.peer = "owner:1", .authority = "", .values = {}});
  CHECK(reply.code == 404);
  CHECK(reply.sentence == "rover has no object 'drive'; it has none");
  CHECK(robot.assigned().size() == 0);
}

TEST_CASE("the next client begins without the objects of the last one") {
  RobotClaim robot = robot_in(State::stopped);
  CHECK(robot.leave(&kOwner));
  const Reply reply = robot.assign(&kOther, "say", {.peer = "other:2", .authority = "", .values = {}});
  CHECK(reply.fields[0].value == "1");
  CHECK(robot.assigned().size() == 1);
  CHECK(robot.assigned().find(1)->name == "say");
  CHECK(robot.operator_peer() == "other:2");
  CHECK(robot.go(&kOther).is_granted());
  CHECK(robot.state() == State::live);
}

TEST_CASE("an object keeps its ID when the robot changes") {
  RobotClaim robot = robot_in(State::negotiation);
  auto changed = std::make_shared<Objects>(*robot.objects());
  changed->at(0).name.clear();  // it has lost "drive"
  changed->push_back(object("jump"));
  robot.set_objects(changed);
  const RobotClaim::Details details{.peer = "owner:1", .authority = "", .values = {}};
  CHECK(robot.assign(&kOwner, "drive", details).code == 404);
  CHECK(robot.assign(&kOwner, "", details).code == 404);
  CHECK(robot.assign(&kOwner, "jump", details).fields[0].value == "2");
  CHECK(robot.assigned().find(1) == changed->data());
  CHECK(robot.assigned().find(2) == &changed->at(2));
}

TEST_CASE("at most 255 objects get IDs, in the order of assignment") {
  auto many = std::make_shared<Objects>(256);
  for (std::size_t i = 0; i < many->size(); ++i) many->at(i).name = fmt::format("o{}", i);
  RobotClaim robot("rover");
  robot.set_present(true);
  robot.set_objects(many);
  const RobotClaim::Details details{.peer = "owner:1", .authority = "", .values = {}};
  for (int i = 255; i > 0; --i)
    CHECK(robot.assign(&kOwner, fmt::format("o{}", i), details).fields[0].value == fmt::to_string(256 - i));
  CHECK(robot.assign(&kOwner, "o0", details).code == 409);
  CHECK(robot.assign(&kOwner, "o1", details).fields[0].value == "255");
  CHECK(robot.assigned().size() == 255);
}
