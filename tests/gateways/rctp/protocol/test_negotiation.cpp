// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rctp/protocol/negotiation.h"
#include "tests/gateways/rctp/protocol/objects.h"
#include "tests/support/manual_clock.h"

using namespace rctp;
using rctp_test::object;
using State = RobotClaim::State;

namespace {

SharedObjects some_objects() {
  using enum Object::Kind;
  Objects all{object("drive", control_output, 3), object("say", text_output), object("", control_output, 1),
              object("state", control_input, 2), object("camera", video_input)};
  all[4].address = "camera.mjpg";
  all[0].parameters[2].neutral = 7.5;
  return std::make_shared<const Objects>(std::move(all));
}

/// Two robots in the world, and connections to them.
struct Hall {
  Hall() {
    for (RobotClaim* robot : {&rover, &crane}) {
      robot->set_objects(some_objects());
      robot->set_present(true);
    }
  }
  std::unique_ptr<Negotiation> connect(const std::string& peer, RobotClaim* only = nullptr) {
    return std::make_unique<Negotiation>(
        Negotiation::Parts{.robots = robots,
                           .only = only,
                           .peer = peer,
                           .authority = "127.0.0.1:3300",
                           .values = [this](const RobotClaim&, std::size_t place) -> std::span<const double> {
                             if (place == 3) return values;
                             return {};
                           }},
        clock.now());
  }
  /// "201 ID: 1, Current Value: 0.0" or "404 sentence".
  std::string ask(Negotiation& connection, std::string_view method, std::string_view target,
                  std::string_view host = "") {
    const Reply reply = connection.answer(method, target, host, clock.now());
    std::string text = fmt::to_string(reply.code);
    for (const Reply::Field& field : reply.fields)
      text += fmt::format("{} {}: {}", &field == &reply.fields.front() ? "" : ",", field.name, field.value);
    if (!reply.sentence.empty()) text += " " + reply.sentence;
    if (reply.closes) text += " (closes)";
    return text;
  }
  std::string assign(Negotiation& connection, std::string_view target) { return ask(connection, "ASSIGN", target); }
  std::string go(Negotiation& connection, std::string_view target = "") { return ask(connection, "GO", target); }

  ManualClock clock;
  RobotClaim rover{"rover"}, crane{"crane"};
  std::vector<RobotClaim*> robots{&rover, &crane};
  std::vector<double> values{100.0, 23.5};
};

}  // namespace

TEST_CASE("objects are assigned one by one, then the session is live") {
  Hall hall;
  const auto me = hall.connect("127.0.0.1:1001");
  CHECK(hall.assign(*me, "drive") == "201 ID: 1, Current Value: 0.0 0.0 7.5");
  CHECK(hall.rover.state() == State::negotiation);
  CHECK(hall.rover.operator_peer() == "127.0.0.1:1001");
  CHECK(hall.assign(*me, "/rover/state") == "201 ID: 2, Current Value: 100.0 23.5");
  CHECK(hall.assign(*me, "say") == "201 ID: 3");
  CHECK(hall.assign(*me, "camera") == "201 ID: 4, Location: http://127.0.0.1:3300/rover/camera.mjpg");
  CHECK(hall.ask(*me, "ASSIGN", "camera", "there:80") == "201 ID: 4, Location: http://there:80/rover/camera.mjpg");
  hall.values = {99.0, 24.0};
  CHECK(hall.assign(*me, "rctp://127.0.0.1:3300/rover/state") == "201 ID: 2, Current Value: 99.0 24.0");
  CHECK_FALSE(me->is_live());
  CHECK(hall.go(*me) == "201");
  CHECK(me->is_live());
  CHECK(me->robot() == &hall.rover);
  CHECK(hall.rover.state() == State::live);
  const AssignedObjects assigned = hall.rover.assigned();
  CHECK(assigned.size() == 4);
  for (const auto& [id, place] : {std::pair{1, 0}, {2, 3}, {3, 1}, {4, 4}})
    CHECK(assigned.find(static_cast<std::uint8_t>(id)) == &(*hall.rover.objects())[static_cast<std::size_t>(place)]);
}

TEST_CASE("refusals give the reason, and change nothing") {
  Hall hall;
  const auto me = hall.connect("127.0.0.1:1001");
  CHECK(hall.assign(*me, "haed") == "404 rover has no object 'haed'; it has drive, say, state, camera");
  CHECK(hall.assign(*me, "").starts_with("400 '' names no object"));
  CHECK(hall.assign(*me, "a/b/c").starts_with("400 'a/b/c' names no object"));
  CHECK(hall.assign(*me, "ship/drive") == "404 there is no robot 'ship'; there are: rover, crane");
  CHECK(hall.ask(*me, "DANCE", "x") == "405 Allow: ASSIGN, GO 'DANCE' means nothing here; ASSIGN and GO do");
  CHECK(hall.ask(*me, "assign", "drive").starts_with("405"));
  CHECK(hall.go(*me) == "409 GO needs an object that has been assigned on this connection");
  CHECK(hall.go(*me, "a/b") == "400 'a/b' names no robot");
  CHECK(hall.rover.state() == State::idle);
  CHECK(me->robot() == nullptr);
  // The connection has no robot yet.
  CHECK(hall.assign(*me, "crane/drive") == "201 ID: 1, Current Value: 0.0 0.0 7.5");
  CHECK(hall.assign(*me, "rover/drive") == "409 this connection is about crane; rover needs another one");
  CHECK(hall.go(*me, "/rover") == "409 this connection is about crane; rover needs another one");
  CHECK(hall.go(*me, "ship") == "404 there is no robot 'ship'; there are: rover, crane");
  CHECK(hall.go(*me, "/crane") == "201");
  CHECK(hall.go(*me) == "409 GO was granted before: crane is live");
  CHECK(hall.assign(*me, "say") == "409 nothing can be assigned after GO: crane is live");
}

TEST_CASE("long names of clients and objects are shortened in refusals") {
  Hall hall;
  const auto me = hall.connect("127.0.0.1:1001");
  CHECK(hall.assign(*me, std::string(500, 'x')).size() < 200);
  Objects many(2000, object("an_object_with_a_long_name"));
  hall.rover.set_objects(std::make_shared<const Objects>(std::move(many)));
  CHECK(hall.assign(*me, "x").size() < 1200);
}

TEST_CASE("an unreadable request is answered with its reader's reason, and the next ones are granted") {
  Hall hall;
  const auto me = hall.connect("127.0.0.1:1001");
  std::string_view input =
      "ASSIGN\n\nASSIGN drive RCMP/1.0\nHost: elsewhere\n\nASSIGN /camera HTTP/1.1\r\nHost: a:1\r\n\r\n";
  Request request;
  std::string out;
  while (read_request(input, Arrival::open, request) == RequestResult::request)
    append_reply(out, request.version, me->answer(request, hall.clock.now()));
  CHECK(out ==
        "RCMP/1.0 400 Bad Request\r\nReason: a request is: method, target, version; GO needs no target\r\n\r\n"
        "RCMP/1.0 201 OK\r\nID: 1\r\nCurrent Value: 0.0 0.0 7.5\r\n\r\n"
        "HTTP/1.1 201 OK\r\nID: 2\r\nLocation: http://a:1/rover/camera.mjpg\r\nConnection: keep-alive\r\n"
        "Content-Length: 0\r\n\r\n");
}

TEST_CASE("if the address of the connection names a robot, other robots are refused") {
  Hall hall;
  const auto me = hall.connect("127.0.0.1:1001", &hall.crane);
  CHECK(hall.assign(*me, "rover/drive") == "409 this connection is about crane; rover needs another one");
  CHECK(hall.assign(*me, "drive").starts_with("201 ID: 1"));
  CHECK(me->robot() == &hall.crane);
  CHECK(hall.rover.state() == State::idle);
}

TEST_CASE("a server without robots reports that there are none") {
  Hall hall;
  hall.robots.clear();
  const auto me = hall.connect("127.0.0.1:1001");
  CHECK(hall.assign(*me, "drive") == "404 there are no robots here");
  CHECK(hall.assign(*me, "rover/drive") == "404 there is no robot 'rover'; there are: none");
}

TEST_CASE("a negotiation ends after 30 seconds without a request, and frees the robot") {
  using namespace std::chrono_literals;
  Hall hall;
  const auto me = hall.connect("127.0.0.1:1001");
  const auto wait = [&](std::chrono::nanoseconds time) { hall.clock.advance(time); };
  wait(29s);
  CHECK_FALSE(me->check_silence(hall.clock.now()));
  hall.assign(*me, "drive");
  CHECK(me->deadline() == hall.clock.now() + 30s);
  wait(30s - 1ns);
  CHECK_FALSE(me->check_silence(hall.clock.now()));
  hall.assign(*me, "there is none");
  wait(30s - 1ns);
  CHECK_FALSE(me->check_silence(hall.clock.now()));
  CHECK(hall.rover.state() == State::negotiation);
  wait(1ns);
  const auto reply = me->check_silence(hall.clock.now());
  REQUIRE(reply);
  CHECK(reply->code == 408);
  CHECK(reply->closes);
  CHECK(reply->sentence == "no request for 30 s");
  CHECK(hall.rover.state() == State::idle);
  CHECK_FALSE(me->check_silence(hall.clock.now()));

  SECTION("a live session does not end") {
    const auto other = hall.connect("127.0.0.1:1002");
    hall.assign(*other, "drive");
    hall.go(*other);
    wait(100s);
    CHECK_FALSE(other->check_silence(hall.clock.now()));
    CHECK(hall.rover.state() == State::live);
  }
  SECTION("a connection without any request ends as well") {
    const auto other = hall.connect("127.0.0.1:1002");
    wait(30s);
    CHECK(other->check_silence(hall.clock.now())->code == 408);
  }
}

TEST_CASE("a connection whose robot has left the world cannot get it back, and others can") {
  Hall hall;
  const auto me = hall.connect("127.0.0.1:1001");
  hall.assign(*me, "drive");
  hall.go(*me);
  hall.rover.set_present(false);
  CHECK_FALSE(me->is_live());
  CHECK(hall.rover.state() == State::absent);
  CHECK(hall.rover.operator_peer().empty());
  hall.rover.set_present(true);
  CHECK(hall.assign(*me, "drive") ==
        "503 Retry-After: 1 rover has left the world; connect again when it is back (closes)");
  CHECK_FALSE(me->end());
  const auto other = hall.connect("127.0.0.1:1002");
  CHECK(hall.assign(*other, "say") == "201 ID: 1");
}

TEST_CASE("a connection that ends frees its robot, and reports whether it was live") {
  Hall hall;
  auto me = hall.connect("127.0.0.1:1001");
  hall.assign(*me, "drive");
  CHECK_FALSE(me->end());
  CHECK(hall.rover.state() == State::idle);
  me = hall.connect("127.0.0.1:1002");
  hall.assign(*me, "drive");
  hall.go(*me);
  CHECK(me->stop());
  CHECK(me->end());
  CHECK_FALSE(me->end());
  CHECK(hall.rover.state() == State::idle);
  me = hall.connect("127.0.0.1:1003");
  hall.assign(*me, "drive");
  me.reset();
  CHECK(hall.rover.state() == State::idle);
}
