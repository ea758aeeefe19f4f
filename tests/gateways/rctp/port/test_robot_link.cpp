// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/robot_link.h"

#include <catch2/catch.hpp>

using namespace rctp;
using Kind = Order::Kind;

namespace {

SharedObjects objects() {
  Object drive{.name = "drive", .kind = Object::Kind::control_output};
  drive.parameters = {{.name = "x", .neutral = 0.0}, {.name = "y", .neutral = 0.5}};
  Object kick = drive;
  kick.name = "kick";
  kick.trigger = true;
  Object say{.name = "say", .kind = Object::Kind::text_output, .trigger = true};
  Object state{.name = "state", .kind = Object::Kind::control_input};
  state.parameters = {{.name = "battery"}};
  Object hear{.name = "hear", .kind = Object::Kind::text_input};
  return std::make_shared<Objects>(Objects{drive, kick, say, state, hear});
}
constexpr std::size_t kDrive = 0, kKick = 1, kSay = 2, kLinkState = 3, kLinkHear = 4;

struct LinkFixture {
  int published = 0;
  RobotLink link{"foo_11", [this] { ++published; }};
  OrderList orders;

  LinkFixture() {
    link.set_objects(objects());
    link.set_present(true, 42);
  }
  std::vector<Kind> kinds() {
    link.take(orders);
    std::vector<Kind> all;
    for (const Order& order : orders.all()) all.push_back(order.kind);
    return all;
  }
  bool act(std::size_t object, std::vector<double> values, std::string_view text = {}) {
    return link.act(object, values, text);
  }
};

}  // namespace

TEST_CASE("only the newest values of a level are taken, and every trigger and text, in order") {
  LinkFixture f;
  CHECK(f.act(kDrive, {100, 0}));
  CHECK(f.act(kKick, {20, 80}));
  CHECK(f.act(kDrive, {50, 1}));
  CHECK(f.act(kKick, {30, 90}));
  CHECK(f.act(kSay, {}, "hello"));
  REQUIRE(f.kinds() == std::vector<Kind>(4, Kind::act));
  const auto all = f.orders.all();
  CHECK(all[0].object == kDrive);
  CHECK(all[0].values[0] == 50);
  CHECK(all[0].values[1] == 1);
  CHECK(all[1].values[1] == 80);
  CHECK(all[2].values[1] == 90);
  CHECK(all[3].text == "hello");
  CHECK(f.kinds().empty());
}

TEST_CASE("triggers and texts are limited in each step, and levels are not") {
  LinkFixture f;
  for (int i = 0; i < 10; ++i) CHECK(f.act(kKick, {1, 2}));
  for (int i = 0; i < 6; ++i) CHECK(f.act(kSay, {}, "x"));
  CHECK_FALSE(f.act(kKick, {1, 2}));
  CHECK_FALSE(f.act(kSay, {}, "x"));
  CHECK(f.act(kDrive, {1, 2}));
  CHECK(f.kinds().size() == 17);
  CHECK(f.act(kKick, {1, 2}));
}

TEST_CASE("a stop drops acts that have not been taken, and acts after its release are kept") {
  LinkFixture f;
  f.link.connect("127.0.0.1:1");
  f.act(kDrive, {100, 0});
  f.act(kKick, {1, 2});
  f.link.stop();
  f.link.release();
  f.act(kDrive, {5, 6});
  CHECK(f.kinds() == std::vector{Kind::connect, Kind::stop, Kind::release, Kind::act});
  CHECK(f.orders.all()[0].text == "127.0.0.1:1");
  CHECK(f.orders.all()[3].values[0] == 5);
}

TEST_CASE("floods of stops and releases, or of operators, do not make the queue grow") {
  LinkFixture f;
  f.link.connect("a");
  for (int i = 0; i < 1000; ++i) {
    f.link.stop();
    f.link.release();
  }
  CHECK(f.kinds() == std::vector{Kind::connect, Kind::stop, Kind::release});
  for (int i = 0; i < 1000; ++i) {
    f.link.leave();
    f.link.connect("b");
    f.act(kDrive, {1, 1});
  }
  CHECK(f.kinds() == std::vector{Kind::leave, Kind::connect, Kind::act});
  f.link.leave();
  f.link.connect("c");
  f.link.leave();
  CHECK(f.kinds() == std::vector{Kind::leave});  // the one in between has done nothing
  CHECK_FALSE(f.link.is_claimed());
}

TEST_CASE("values begin as neutral, and the state is published when an operator may need it") {
  LinkFixture f;
  RobotLink::State state;
  f.link.publish();
  CHECK(f.published == 1);
  f.link.publish();
  CHECK(f.published == 1);
  f.link.read(state);
  CHECK(state.is_present);
  CHECK(state.top == 42);
  CHECK(state.values[kDrive] == std::vector{0.0, 0.5});
  CHECK(state.values[kLinkState] == std::vector{0.0});

  const double battery = 99.5;
  f.link.set_values(kLinkState, {&battery, 1});
  f.link.publish();
  CHECK(f.published == 1);  // no one operates it
  f.link.connect("a");
  f.link.set_values(kLinkState, {&battery, 1});
  f.link.publish();
  CHECK(f.published == 1);  // nothing has changed
  const double less = 99.4;
  f.link.set_values(kLinkState, {&less, 1});
  f.link.publish();
  CHECK(f.published == 2);
  f.link.read(state);
  CHECK(state.values[kLinkState] == std::vector{99.4});
}

TEST_CASE("texts are handed over once, in order, until their reader leaves") {
  LinkFixture f;
  CHECK_FALSE(f.link.wants(kLinkHear));
  f.link.connect("a");
  f.link.want(kLinkHear);
  CHECK(f.link.wants(kLinkHear));
  CHECK_FALSE(f.link.wants(kLinkState));
  f.link.add_text(kLinkHear, "(hear 1 self a)");
  f.link.add_text(kLinkHear, "(hear 2 5 b)");
  RobotLink::State state;
  f.link.read(state);
  REQUIRE(state.texts.size() == 2);
  CHECK(state.texts[0].object == kLinkHear);
  CHECK(state.characters.substr(0, state.texts[0].length) == "(hear 1 self a)");
  CHECK(state.characters.substr(state.texts[0].length) == "(hear 2 5 b)");
  f.link.read(state);
  CHECK(state.texts.empty());
  f.link.add_text(kLinkHear, std::string(RobotLink::kMaxTexts, 'x'));
  f.link.add_text(kLinkHear, "y");  // the network thread does not read, so the texts are limited
  f.link.read(state);
  CHECK(state.texts.size() == 1);
  f.link.leave();
  CHECK_FALSE(f.link.wants(kLinkHear));
}

TEST_CASE("acts for an unknown object, or for a robot that is not yet in the world, are refused") {
  LinkFixture f;
  CHECK_FALSE(f.act(99, {1.0}));
  RobotLink unborn("x", [] {});
  const double value = 1;
  CHECK_FALSE(unborn.act(0, {&value, 1}, {}));
}
