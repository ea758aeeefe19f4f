// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/live_session.h"

#include <catch2/catch.hpp>

#include "spark/core/log.h"

using namespace rctp;
using namespace std::chrono_literals;
using Kind = Order::Kind;

namespace {

std::string octets(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

std::string hex(std::string_view text) {
  std::string digits;
  for (const char c : text) digits += fmt::format("{}{:02x}", digits.empty() ? "" : " ", static_cast<unsigned char>(c));
  return digits;
}

Objects player() {
  Object drive{.name = "drive"};
  for (const char* name : {"x", "y", "z"}) drive.parameters.push_back({.name = name, .min = -100, .max = 100});
  Object kick{.name = "kick", .trigger = true};
  kick.parameters = {{.name = "angle", .min = 0, .max = 50}, {.name = "power", .min = 1, .max = 100, .neutral = 1}};
  Object say{.name = "say", .kind = Object::Kind::text_output, .trigger = true, .max_length = 512};
  Object hold{.name = "catch", .kind = Object::Kind::binary_output, .trigger = true};
  Object state{.name = "AgentState", .kind = Object::Kind::control_input, .rate = 5};
  for (const char* name : {"pan", "tilt", "battery", "temp"}) state.parameters.push_back({.name = name});
  Object hear{.name = "hear", .kind = Object::Kind::text_input};
  Object touch{.name = "touch", .kind = Object::Kind::binary_input};
  Object world{.name = "world", .kind = Object::Kind::binary_input, .bits = 0, .rate = 100.0 / 3};
  Object wheels{.name = "wheels"};
  wheels.parameters = {{.name = "forward", .unit = "m/s", .min = -0.8, .max = 0.8}};
  return {drive, kick, say, hold, state, hear, touch, world, wheels};
}
constexpr std::size_t kState = 4, kHear = 5, kTouch = 6;

/// A session of all these objects, assigned in an order that a test chooses; the test sets its clock.
struct SessionFixture {
  spark::Log log;
  std::vector<std::string> lines;
  RobotLink link{"foo_11", [] {}};
  WorldLink world_link{[] {}};
  SharedObjects objects = std::make_shared<Objects>(player());
  RobotLink::State state;
  WorldState world;
  LiveSession::Time start = LiveSession::Time() + 100s, now = start;
  std::optional<LiveSession> session;
  OrderList orders;

  explicit SessionFixture(std::vector<std::string> names, LiveSession::Duration silence = 1s) {
    log.add_sink(spark::LogLevel::debug, [this](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
    link.set_objects(objects);
    link.set_present(true, 7);
    link.connect("127.0.0.1:1");
    link.take(orders);
    set(kState, {0, 0, 100, 23});
    link.read(state);
    AssignedObjects assigned;
    for (const std::string& name : names) assigned.assign(*std::ranges::find(*objects, name, &Object::name));
    session.emplace(LiveSession::Parts{link, world_link, log, "operator 127.0.0.1:1", silence}, assigned, objects,
                    state, now);
  }
  void set(std::size_t object, std::vector<double> values) { link.set_values(object, values); }
  void at(LiveSession::Duration time) { now = start + time; }
  /// Returns the session's answer to these octets.
  std::string hears(const std::string& text, bool is_whole = false) {
    std::string_view rest = text;
    session->read(rest, now, is_whole);
    return said();
  }
  std::string shows(std::size_t unsent = 0) {
    link.read(state);
    world_link.read(world);
    session->show(state, world, unsent, now);
    return said();
  }
  std::string said() { return hex(std::exchange(session->out(), {})); }
  std::vector<Order> taken() {
    link.take(orders);
    return {orders.all().begin(), orders.all().end()};
  }
};

std::vector<double> three(const Order& order) {
  return {order.values.begin(), order.values.begin() + 3};
}

}  // namespace

TEST_CASE("a whole session, octet by octet") {
  SessionFixture f({"drive", "AgentState"});
  CHECK(f.shows() == "02 00 00 00 00 0f 00 00 00 00 00 00 00 00 42 c8 00 00 41 b8 00 00");
  f.at(100ms);
  CHECK(f.hears(octets({1, 0, 0, 0, 100, 7, 0x42, 0xc8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})).empty());
  auto orders = f.taken();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].object == 0);
  CHECK(three(orders[0]) == std::vector<double>{100, 0, 0});
  f.at(500ms);
  CHECK(f.hears(octets({1, 0, 0, 1, 0xf4, 2, 0xc2, 0x48, 0, 0})).empty());
  orders = f.taken();
  REQUIRE(orders.size() == 1);
  CHECK(three(orders[0]) == std::vector<double>{100, -50, 0});
  f.at(2010ms);
  f.set(kState, {0, 0, 99.8F, 23});
  CHECK(f.shows() == "02 00 00 07 da 04 42 c7 99 9a");
  CHECK(f.hears(octets({0, 1})) == "00 01");
  CHECK(f.taken().at(0).kind == Kind::stop);
  CHECK(f.session->is_stopped());
  CHECK(f.hears(octets({0, 5})) == "00 05");
  CHECK(f.taken().at(0).kind == Kind::release);
  CHECK(f.hears(octets({0, 0})) == "00 00");
  CHECK(f.session->is_over());
  CHECK_FALSE(f.session->is_aborted());
  CHECK(f.lines.empty());
}

TEST_CASE("records may arrive in any pieces") {
  const std::string all = octets({1, 0, 0, 0,    100,  7, 0x42, 0xc8, 0,   0,   0,   0,   0, 0, 0, 0, 0, 0,
                                  3, 0, 0, 0x0f, 0xa0, 0, 5,    'h',  'e', 'l', 'l', 'o', 4, 0, 0, 0, 1, 1});
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    SessionFixture f({"drive", "kick", "say", "catch"});
    std::string rest = all.substr(0, cut);
    std::string_view view = rest;
    f.session->read(view, f.now);
    rest = std::string(view) + all.substr(cut);
    view = rest;
    f.session->read(view, f.now);
    CHECK(view.empty());
    const auto orders = f.taken();
    REQUIRE(orders.size() == 3);
    CHECK(orders[0].values[0] == 100);
    CHECK(orders[1].text == "hello");
    CHECK(orders[2].object == 3);
    CHECK(f.lines.empty());
  }
}

TEST_CASE("a stop latches, and the values remembered after it are those at rest") {
  SessionFixture f({"drive"});
  const std::string forward = octets({1, 0, 0, 0, 0, 7, 0x42, 0xc8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  f.hears(forward);
  CHECK(f.hears(octets({0, 1}) + forward) == "00 01");
  auto orders = f.taken();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].kind == Kind::stop);
  CHECK(f.hears(octets({0, 1})) == "00 01");  // again: it is stopped
  CHECK(f.taken().empty());
  f.link.interruption_done();
  f.shows();
  // Only y is sent: x is the value at rest, not the 100 from before.
  CHECK(f.hears(octets({0, 5, 1, 0, 0, 0, 0, 2, 0x41, 0x20, 0, 0})) == "00 05");
  orders = f.taken();
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].kind == Kind::release);
  CHECK(three(orders[1]) == std::vector<double>{0, 10, 0});
}

TEST_CASE("a robot whose operator is silent for a second rests until the next record") {
  SessionFixture f({"drive"});
  f.hears(octets({1, 0, 0, 0, 0, 7, 0x42, 0xc8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  f.taken();
  CHECK(f.session->deadline() == f.start + 1s);
  f.at(900ms);
  CHECK(f.hears(octets({0, 2, 0xde, 0xad, 0xbe, 0xef})) == "00 03 de ad be ef 00 00 03 84");
  f.at(1899ms);
  f.session->check_silence(f.now);
  CHECK(f.taken().empty());
  f.at(1900ms);
  f.session->check_silence(f.now);
  auto orders = f.taken();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].kind == Kind::rest);
  f.at(60s);
  f.session->check_silence(f.now);
  CHECK(f.taken().empty());
  CHECK(f.session->deadline() == LiveSession::Time::max());
  f.hears(octets({1, 0, 0, 0, 0, 2, 0x41, 0x20, 0, 0}));
  orders = f.taken();
  REQUIRE(orders.size() == 1);
  CHECK(three(orders[0]) == std::vector<double>{0, 10, 0});
  CHECK(f.session->deadline() == f.start + 61s);

  SessionFixture patient({"drive"}, 0s);
  patient.at(1h);
  patient.session->check_silence(patient.now);
  CHECK(patient.taken().empty());
}

TEST_CASE("an unreadable record ends the session, a faulty one is skipped, and the operator is notified") {
  struct Case {
    std::string sent;
    std::string error;
    bool ends;
  };
  const Case test = GENERATE(Case{octets({9}), "object 9 is not assigned", true}, Case{octets({0, 9}), "", true},
                             Case{octets({1, 0, 0, 0, 0, 0x0f}), "", true}, Case{octets({2, 0, 0, 0, 0, 0}), "", true},
                             Case{octets({1, 0, 0, 0, 0, 1, 0x7f, 0xc0, 0, 0}),
                                  "drive: x is not a finite number; the record is ignored", false},
                             Case{octets({3, 0, 0, 0, 0, 2, 1}) + std::string(513, 'x'), "", false});
  SessionFixture f({"drive", "AgentState", "say"});
  f.hears(test.sent);
  std::string_view rest = test.sent;
  SessionFixture again({"drive", "AgentState", "say"});
  again.session->read(rest, again.now);
  const std::string said = again.session->out();
  CAPTURE(hex(said), again.lines);
  REQUIRE(said.size() > 4);
  CHECK(said.substr(0, 2) == octets({0, 4}));
  if (!test.error.empty()) CHECK(said.substr(4, test.error.size()) == test.error);
  CHECK(again.session->is_over() == test.ends);
  CHECK((said.substr(said.size() - 2) == octets({0, 0})) == test.ends);
  CHECK(again.taken().empty());
  REQUIRE(again.lines.size() == 1);
  CHECK(again.lines[0].find("operator 127.0.0.1:1") != std::string::npos);
}

TEST_CASE("bounds that are rounded to 32 bits, as clients know them, are within an object's range") {
  SessionFixture f({"wheels"});
  CHECK(f.hears(octets({1, 0, 0, 0, 0, 1, 0x3f, 0x4c, 0xcc, 0xcd})).empty());  // 0.8 and a little
  CHECK(f.taken().at(0).values[0] == 0.8);
  CHECK(f.hears(octets({1, 0, 0, 0, 0, 1, 0xbf, 0x4c, 0xcc, 0xcd})).empty());
  CHECK(f.taken().at(0).values[0] == -0.8);
  CHECK(f.lines.empty());
  CHECK(f.hears(octets({1, 0, 0, 0, 0, 1, 0x3f, 0x4c, 0xcc, 0xce})).empty());  // the next number of 32 bits
  CHECK(f.taken().at(0).values[0] == 0.8);
  CHECK(f.lines.size() == 1);
}

TEST_CASE("values out of range are limited and logged, and the 17th trigger of a step is refused") {
  SessionFixture f({"drive", "kick"});
  CHECK(f.hears(octets({1, 0, 0, 0, 0, 1, 0x44, 0x7a, 0, 0})).empty());
  CHECK(f.taken().at(0).values[0] == 100);
  REQUIRE(f.lines.size() == 1);
  CHECK(f.lines[0].find("drive: x 1000 is limited to 100") != std::string::npos);
  // A mask without bits acts with the remembered values.
  const std::string kick = octets({2, 0, 0, 0, 0, 0});
  for (int i = 0; i < 16; ++i) CHECK(f.hears(kick).empty());
  CHECK(f.hears(kick) != "");
  CHECK(f.lines.size() == 2);
  const auto orders = f.taken();
  REQUIRE(orders.size() == 16);
  CHECK(orders[15].values[1] == 1);
  CHECK(f.hears(kick).empty());
  CHECK(f.hears(octets({1, 0, 0, 0, 0, 0})).empty());
  CHECK(f.taken().size() == 1);  // of a level nothing changes
  CHECK(f.link.traffic().refused == 2);
}

TEST_CASE("a message that ends within a record ends the session") {
  SessionFixture f({"drive"});
  f.hears(octets({0, 2, 1, 2, 3, 4, 0, 2, 1}), true);
  CHECK(f.session->is_over());
}

TEST_CASE("inputs are sent when they change, at most at their rate, and texts as they are heard") {
  SessionFixture f({"AgentState", "hear", "touch"});
  CHECK(f.shows() == "01 00 00 00 00 0f 00 00 00 00 00 00 00 00 42 c8 00 00 41 b8 00 00 03 00 00 00 00 00");
  CHECK(f.shows().empty());
  f.at(20ms);
  f.set(kState, {0, 0, 50, 23});
  CHECK(f.shows().empty());  // five times a second
  CHECK(f.session->deadline() == f.start + 160ms);
  f.at(150ms);
  f.hears(std::string("\0\2ping", 6));
  CHECK(f.session->deadline() == f.start + 160ms);  // whatever it sends meanwhile
  f.at(200ms);
  f.set(kState, {1, 0, 50, 23});
  CHECK(f.shows() == "01 00 00 00 c8 05 3f 80 00 00 42 48 00 00");
  f.link.add_text(kHear, "(hear 3.2 self hello)");
  f.at(4110ms);
  CHECK(f.shows() == "02 00 00 10 0e 00 15 28 68 65 61 72 20 33 2e 32 20 73 65 6c 66 20 68 65 6c 6c 6f 29");
  f.set(kTouch, {1});
  CHECK(f.shows() == "03 00 00 10 0e 01");
}

TEST_CASE("the world is sent once as a whole, then only changes and removals") {
  SessionFixture f({"world"});
  CHECK(f.shows().empty());  // no reader has kept it up to date
  REQUIRE(f.world_link.has_readers());
  const auto set = [](WorldNode& node, const WorldState& state, double x) {
    node = {.is_there = true,
            .top = 7,
            .pose = {{x, 0, 0}, spark::kIdentity3},
            .field_of_view = {},
            .changed = state.changes};
  };
  f.world_link.update([&](WorldState& state) {
    state.step = 1200;
    state.nodes.resize(2);
    set(state.nodes[0], state, -2);
    set(state.nodes[1], state, 1);
    state.nodes[1].field_of_view = 0.5;
    return true;
  });
  f.at(12s);
  const std::string first = f.shows();
  CHECK(first.starts_with("01 00 00 2e e0 00 49 00 00 04 b0 00 00 01 c0 00 00 00"));
  CHECK(first.ends_with("00 01 02 3f 00 00 00"));
  CHECK(f.shows().empty());
  f.at(12030ms);
  f.world_link.update([&](WorldState& state) {
    state.step = 1203;
    set(state.nodes[1], state, 2);
    return true;
  });
  // Much is unsent, so this change waits as well, and the newest state is sent later.
  CHECK(f.shows(LiveSession::kStatesWait + 1).empty());
  f.world_link.update([&](WorldState& state) {
    state.step = 1206;
    state.nodes[0] = {.is_there = false, .top = 0, .pose = {}, .field_of_view = {}, .changed = state.changes};
    ++state.model;
    return true;
  });
  f.at(12060ms);
  const std::string second = f.shows();
  CHECK(second.starts_with("00 06 01 00 00 2f 1c 00 26 00 00 04 b6 00 00 03 00 01 01 40 00 00 00"));
  f.session.reset();
  CHECK_FALSE(f.world_link.has_readers());
}

TEST_CASE("a peer that does not read is reported once and disconnected") {
  SessionFixture f({"AgentState"});
  CHECK(f.shows(LiveSession::kMaxUnsent + 1).empty());
  CHECK(f.session->is_over());
  CHECK(f.session->is_aborted());
  REQUIRE(f.lines.size() == 1);
  CHECK(f.lines[0].find("does not read: 1024 KiB wait for it") != std::string::npos);
}

TEST_CASE("a peer that does not read the answers is disconnected, even if no inputs are sent to it") {
  SessionFixture f({"AgentState"});
  f.session->check_unsent(LiveSession::kMaxUnsent - f.session->out().size());
  CHECK_FALSE(f.session->is_over());
  f.session->check_unsent(LiveSession::kMaxUnsent + 1);
  CHECK(f.session->is_aborted());
  REQUIRE(f.lines.size() == 1);
  CHECK(f.lines[0].find("does not read") != std::string::npos);
}

TEST_CASE("the end of the match is reported to the operator") {
  SessionFixture f({"drive"});
  f.session->end("the match is over");
  const std::string text = f.session->out();
  CHECK(text == octets({0, 4, 0, 17}) + "the match is over" + octets({0, 0}));
  CHECK(f.session->is_over());
}
