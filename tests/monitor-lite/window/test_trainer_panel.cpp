// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/monitor-lite/window/watched_match.h"

using namespace monitor;

namespace {

using Reported = std::vector<std::string>;

struct Led {
  FakeMatch match;
  FakeTrainer trainer;
  Person person{{match, nullptr, &trainer}};

  /// The pixel of a place in the picture of the camera "side".
  static glm::vec2 pixel(const FakeMatch& of, const Point& at) {
    const float aspect = static_cast<float>(Person::kWidth) / Person::kHeight;
    const glm::vec4 clip = camera_named("side", of.of, of.is, aspect).matrix(aspect) * glm::vec4(at.x, at.y, at.z, 1);
    return {(clip.x / clip.w + 1) / 2 * Person::kWidth, (1 - clip.y / clip.w) / 2 * Person::kHeight};
  }
  glm::vec2 pixel(const Point& at) const { return pixel(match, at); }
};

}  // namespace

TEST_CASE("the trainer's keys give commands") {
  Led led;
  led.person.type("jklb");
  CHECK(led.trainer.take() == Reported{"(kickOff Left)", "(kickOff None)", "(kickOff Right)", "(dropBall)"});
  led.person.type(" .");
  CHECK(led.trainer.take() == Reported{"pause", "step"});
  led.match.how.kind = Status::Kind::paused;
  led.person.type(" ");
  CHECK(led.trainer.take() == Reported{"run"});
}

TEST_CASE("in a world without a game a trainer can only pause, run and step") {
  Led led;
  led.match.of.has_bodies = true;
  led.match.of.play_modes.clear();
  led.match.is = {};
  led.match.is.bodies = {{"cart", {0, 0, 0.1}, {1, 0, 0, 0}}};
  led.person.type("jklb .");
  CHECK(led.trainer.take() == Reported{"pause", "step"});
  led.person.click(60, 26);
  led.person.click(60, 58);
  for (const float y : {90.0F, 122.0F, 154.0F, 186.0F, 218.0F}) led.person.click(60, y);
  CHECK(led.trainer.take() == Reported{"pause", "step"});
}

TEST_CASE("the trainer's buttons and the list of play modes give commands") {
  Led led;
  led.person.click(60, 26);
  led.person.click(60, 58);
  led.person.click(60, 90);
  led.person.click(60, 122);
  led.person.click(60, 154);
  led.person.click(60, 186);
  CHECK(led.trainer.take() ==
        Reported{"pause", "step", "(kickOff Left)", "(kickOff None)", "(kickOff Right)", "(dropBall)"});
  led.person.click(250, 122);  // no list yet
  led.person.type("1");
  CHECK(led.trainer.take().empty());
  led.person.click(60, 218);
  led.person.click(250, 122);
  CHECK(led.trainer.take() == Reported{"(playMode PlayOn)"});
  led.person.click(250, 122);  // it has gone
  CHECK(led.trainer.take().empty());
}

TEST_CASE("ball and players can be dragged to another place with the mouse") {
  Led led;
  led.person.drag(led.pixel(led.match.is.ball), led.pixel({-30, 12, 0.111}));
  led.person.drag(led.pixel(led.match.is.players[1].position), led.pixel({40, 20, 0.22}));
  const Reported reported = led.trainer.take();
  REQUIRE(reported.size() == 2);
  double x = 0, y = 0, z = 0;
  REQUIRE(std::sscanf(reported[0].c_str(), "(ball (pos %lf %lf %lf)(vel 0 0 0))", &x, &y, &z) == 3);
  CHECK(x == Approx(-30).margin(0.3));
  CHECK(y == Approx(12).margin(0.3));
  CHECK(z == Approx(0.111));
  REQUIRE(std::sscanf(reported[1].c_str(), "(agent (team Right)(unum 9)(pos %lf %lf %lf)(vel 0 0 0))", &x, &y, &z) ==
          3);
  CHECK(x == Approx(40).margin(0.3));
  CHECK(y == Approx(20).margin(0.3));
  CHECK(led.person.viewer.cameras().name() == "side");
}

TEST_CASE("a dragged player is shown under the mouse until the server has answered") {
  Led led;
  const glm::vec2 there = led.pixel({-10, -20, 0.22});
  const auto seen = [&] {
    const int x = static_cast<int>(there.x), y = static_cast<int>(there.y);
    return led.person.count(x - 8, y - 8, x + 8, y + 8, is_orange) > 30;
  };
  led.match.how.kind = Status::Kind::paused;
  led.person.look();
  CHECK_FALSE(seen());
  const glm::vec2 here = led.pixel(led.match.is.players[1].position);
  led.person.mouse(Input::Kind::button_down, here.x, here.y, 1);
  led.person.mouse(Input::Kind::motion, there.x, there.y);
  led.person.look();
  CHECK(seen());
  CHECK(led.trainer.take().empty());
  led.person.mouse(Input::Kind::button_up, there.x, there.y, 1);
  CHECK(led.trainer.take().size() == 1);
  led.person.look();
  CHECK(seen());
  led.trainer.waiting = 0;  // answered, and the server has put him elsewhere
  led.person.look();
  CHECK_FALSE(seen());
}

TEST_CASE("nothing can be put outside the walls, and a click moves nothing") {
  Led led;
  led.person.click(led.pixel(led.match.is.ball).x, led.pixel(led.match.is.ball).y);
  CHECK(led.trainer.take().empty());
  led.person.drag(led.pixel(led.match.is.ball), {1279, 700});
  const Reported reported = led.trainer.take();
  REQUIRE(reported.size() == 1);
  double x = 0, y = 0, z = 0;
  REQUIRE(std::sscanf(reported[0].c_str(), "(ball (pos %lf %lf %lf)", &x, &y, &z) == 3);
  CHECK(x <= 57);
  CHECK(y >= -39);
}

TEST_CASE("dragging the grass turns the camera") {
  Led led;
  led.person.drag(led.pixel({0, -20, 0}), led.pixel({10, -20, 0}));
  CHECK(led.trainer.take().empty());
  CHECK(led.person.viewer.cameras().name() == "free");
}

TEST_CASE("without a server no command is sent, and a message says so") {
  Led led;
  led.trainer.there = false;
  led.person.look(60);
  const int before = led.person.count(0, 600, 300, 720, is_white);
  led.person.type("k");
  led.person.look();
  CHECK(led.person.count(0, 600, 300, 720, is_white) > before + 100);
}

TEST_CASE("a viewer without control cannot give commands or drag the ball, and a message says why") {
  FakeMatch match;
  Person person({match});
  person.look(60);
  const int before = person.count(0, 600, 300, 720, is_white);
  person.type("k");
  person.look();
  CHECK(person.count(0, 600, 300, 720, is_white) > before + 100);  // says why nothing happens
  person.drag(Led::pixel(match, match.is.ball), {600, 300});
  CHECK(person.viewer.cameras().name() == "free");
}
