// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/acts.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>

using rcss3d::agent::Acts;
using rcss3d::agent::Vector;

TEST_CASE("actions are written as the server reads them, each for its step") {
  Acts acts;
  acts.drive({0.5, -0.25}).kick(12.5, 80).catch_ball().beam({-3, 2.5}).say("x1").turn_camera(30, -5);
  acts.after(7).drive({-1, 0}).after(19).kick(0, 100);
  CHECK(acts.text(0) ==
        "(drive 50.00 -25.00 0.00)(kick 12.50 80.00)(catch)(beam -3.00 2.50 0.00)(say x1)(pantilt 30.00 -5.00)");
  CHECK(acts.text(7) == "(drive -100.00 0.00 0.00)");
  CHECK(acts.text(19) == "(kick 0.00 100.00)");
  CHECK(acts.text(1).empty());
  REQUIRE(acts.drive_at(7));
  CHECK(acts.drive_at(7)->x == -1);
  CHECK_FALSE(acts.drive_at(6));
  REQUIRE(acts.kick_at(19));
  CHECK(acts.kick_at(19)->power == 100);
  CHECK(acts.pan_at(0) == 30);
  acts.clear();
  CHECK(acts.text(0).empty());
  CHECK_FALSE(acts.drives());
  CHECK_FALSE(acts.kick_at(19));
  acts.kick(0, 50);
  CHECK(acts.text(0) == "(kick 0.00 50.00)");
}

TEST_CASE("numbers are limited to what the server accepts, and values that are not finite are left out") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
  Acts acts;
  acts.drive({30, 40}).kick(90, 500).turn_camera(400, -90);
  CHECK(acts.text(0) == "(drive 60.00 80.00 0.00)(kick 50.00 100.00)(pantilt 90.00 -10.00)");
  acts.clear();
  acts.drive({kNan, 0}).kick(kInfinity, 3).beam({0, -kInfinity}).turn_camera(kNan, 0);
  acts.after(-5).drive({0, 0}).after(1000).drive({1, 0});
  CHECK(acts.text(0) == "(drive 0.00 0.00 0.00)");
  CHECK(acts.text(19) == "(drive 100.00 0.00 0.00)");
}

TEST_CASE("a message that the server would refuse is not sent") {
  Acts acts;
  for (const std::string text : {"", "a b", "a)", "(a", "a\"", "'a", ";a", "a\\", "\x80", "a\n"}) acts.say(text);
  acts.say(std::string(513, 'x'));
  CHECK(acts.text(0).empty());
  acts.say(std::string(512, 'x'));
  CHECK(acts.text(0).size() == 512 + 6);
}
