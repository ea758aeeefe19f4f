// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

struct CameraStage : WorldStage {
  explicit CameraStage(const std::string& values = "", const std::string& more = "") {
    file("Robot.xml", R"(<define-class name="Robot" inherit="Agent.xml"/>)");
    load(object("Robot.xml", "robot", values, more) + object("Ball.xml", "ball", "x=200 y=50"));
  }
};

}  // namespace

TEST_CASE("an object without cameras sees from its view point") {
  CameraStage world("vpx=1 vpy=140 vvx=0.5");
  SimObj& robot = world.at("robot");
  CHECK(robot.cameras() == std::vector<int>{1});
  const auto camera = robot.camera(1);
  REQUIRE(camera);
  CHECK(camera->link == "body");
  CHECK(camera->place == SigVector{1, 140, 0});
  CHECK(camera->direction == SigVector{0.5, 0, 1});
  CHECK(camera->fov == 45);
  CHECK(camera->aspect_ratio == 1.5);
  CHECK_FALSE(camera->turn);
  CHECK_FALSE(robot.camera(2));
  CHECK_FALSE(robot.camera(0));
  CHECK_FALSE(robot.camera(10));
  // And so does an object whose class defines no camera.
  CHECK(world.at("ball").camera(1)->direction == SigVector{0, 0, 1});
  REQUIRE(world.at("ball").set_camera_position(1, {1, 2, 3}));
  CHECK(world.at("ball").camera(1)->place == SigVector{1, 2, 3});
}

TEST_CASE("camera elements become attributes") {
  CameraStage world("", R"(<camera id="1" link="HEAD_LINK" direction="0 1 0" position="0.0 0.0 5.0" fov="50"/>
    <camera id="4" quaternion="0 0 1 0" aspectRatio="2"/>)");
  SimObj& robot = world.at("robot");
  CHECK(robot.cameras() == std::vector<int>{1, 4});
  CHECK(robot.camera(1)->link == "HEAD_LINK");
  CHECK(robot.camera(1)->place == SigVector{0, 0, 5});
  CHECK(robot.camera(1)->direction == SigVector{0, 1, 0});
  CHECK(robot.camera(1)->fov == 50);
  CHECK(robot.camera(4)->link == "body");
  CHECK(*robot.camera(4)->turn == SigQuaternion{0, 0, 1, 0});
  CHECK(robot.camera(4)->aspect_ratio == 2);
  CHECK(robot.attributes().text("elnk1") == "HEAD_LINK");
  CHECK(robot.attributes().number("epz1") == 5);
  CHECK(robot.attributes().number("evy1") == 1);
  CHECK(robot.attributes().number("FOV1") == 50);
  CHECK(robot.attributes().number("aspectRatio4") == 2);
  CHECK(robot.attributes().number("quy4") == 1);
}

TEST_CASE("an attribute elnkN of the class or world defines a camera, too") {
  CameraStage world("elnk2=body epy2=7");
  CHECK(world.at("robot").cameras() == std::vector<int>{1, 2});
  CHECK(world.at("robot").camera(2)->place == SigVector{0, 7, 0});
  CHECK(world.at("robot").camera(2)->fov == 45);
}

TEST_CASE("cameras are set while the world runs, and restored by a reset") {
  CameraStage world("", R"(<camera id="2" quaternion="0 0 1 0"/>)");
  SimObj& robot = world.at("robot");
  CHECK(robot.set_camera_position(2, {3, 4, 5}));
  CHECK(robot.set_camera_direction(2, {1, 0, 0}));
  CHECK(robot.set_camera_fov(2, 90));
  CHECK(robot.set_camera_aspect_ratio(2, 1));
  const auto camera = robot.camera(2);
  CHECK(camera->place == SigVector{3, 4, 5});
  CHECK(camera->direction == SigVector{1, 0, 0});
  CHECK_FALSE(camera->turn);  // the direction counts now
  CHECK(camera->fov == 90);
  CHECK(camera->aspect_ratio == 1);
  CHECK_FALSE(robot.set_camera_fov(3, 90));
  CHECK(robot.complaint() == "it has no such camera");
  CHECK_FALSE(robot.set_camera_direction(2, {0, 0, 0}));
  world.sim->reset();
  CHECK(robot.camera(2)->turn);
  CHECK(robot.camera(2)->place == SigVector{});
  CHECK(robot.camera(2)->fov == 45);
}
