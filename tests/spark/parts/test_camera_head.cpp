// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/camera_head.h"

#include <catch2/catch.hpp>
#include <limits>

#include "spark/physics/articulation.h"
#include "spark/scene/client_nodes.h"
#include "tests/spark/parts/part_bench.h"
#include "tests/support/folders.h"
#include "tests/support/robot_yard.h"

using namespace spark;

namespace {

/// A head 1 m above the floor that looks along the world's x.
constexpr const char* kHead =
    "(node Transform (setName head) (setLocalPos 0 0 1) (node Body (setName body))"
    " (node Transform (setLocalRotation 0 0 -90) (node Camera (setName camera) (setFOV 60)))"
    " (node CameraHead (setName head)))";

struct HeadBench : PartBench {
  explicit HeadBench(const std::string& scene = kHead, double step_seconds = 0.01) : PartBench(step_seconds) {
    add(scene);
  }
  const CameraHead& head() { return dynamic_cast<const CameraHead&>(*agent->effector("head")); }
  Camera& camera() { return *core.find_all<Camera>(agent).at(0); }
  /// Where the camera looks, degrees to the left and upwards.
  double looks_left() {
    const Vec3 look = camera().look_direction();
    return std::atan2(look.y, look.x) * kPerRadian;
  }
  double looks_up() { return std::asin(camera().look_direction().z) * kPerRadian; }
  std::vector<double> values() {
    std::vector<double> all(3);
    CHECK(head().current(all));
    return all;
  }
  void check_values(double pan, double tilt, double zoom) {
    const auto now = values();
    CHECK(now[0] == Approx(pan).margin(1e-9));
    CHECK(now[1] == Approx(tilt).margin(1e-9));
    CHECK(now[2] == Approx(zoom));
  }
};

}  // namespace

TEST_CASE("a camera head goes to absolute angles at its speeds, and stays there") {
  HeadBench bench;
  bench.run(0.1);
  CHECK(bench.looks_left() == Approx(0).margin(1e-9));
  bench.act("(head 60 -20 1)");
  bench.run(0.25);
  CHECK(bench.looks_left() == Approx(20));   // 80 degrees/s
  CHECK(bench.looks_up() == Approx(-12.5));  // 50 degrees/s
  bench.run(0.6);
  CHECK(bench.looks_left() == Approx(60));
  CHECK(bench.looks_up() == Approx(-20));
  bench.check_values(60, -20, 1);
  bench.run(1);
  bench.check_values(60, -20, 1);
  CHECK(bench.camera().up_direction().z > 0.9);
  // Monitors and operators can see it turn.
  const Vec3 forward = bench.at<Body>("head/body").rotation() * Vec3{1, 0, 0};
  CHECK(length(forward - bench.camera().look_direction()) < 1e-9);
  CHECK(bench.log.empty());
}

TEST_CASE("zoom divides the tangent of half the camera's angle, and changes by a constant factor per second") {
  HeadBench bench;
  const double tangent = std::tan(30 / kPerRadian);
  bench.act("(head 0 0 12)");
  bench.run(1);
  CHECK(bench.values()[2] == Approx(std::sqrt(12.0)));
  CHECK(std::tan(bench.camera().fov() / 2 / kPerRadian) == Approx(tangent / std::sqrt(12.0)));
  bench.run(1.1);
  bench.check_values(0, 0, 12);
  CHECK(std::tan(bench.camera().fov() / 2 / kPerRadian) == Approx(tangent / 12));
  bench.act("(head 0 0 1)");
  bench.run(2.1);
  CHECK(bench.camera().fov() == Approx(60));
}

TEST_CASE("a camera head clamps set points beyond its ranges, and refuses numbers that are not finite") {
  HeadBench bench;
  for (const char* text : {"(head nan 0 1)", "(head 0 inf 1)", "(head 10 10 -inf)"}) bench.act(text);
  CHECK(bench.log == std::vector<std::string>{"agent 4: (head ...): pan is not finite",
                                              "agent 4: (head ...): tilt is not finite",
                                              "agent 4: (head ...): zoom is not finite"});
  bench.run(1);
  bench.check_values(0, 0, 1);
  bench.act("(head 1e30 -1e30 1e30)");
  bench.run(3);
  bench.check_values(100, -25, 12);
  bench.act("(head -1e30 1e30 -5)");
  bench.run(3);
  bench.check_values(-100, 25, 1);
  CHECK(bench.head().range(0).min == -100);
  CHECK(bench.head().range(1).max == 25);
  CHECK(bench.head().range(2).min == 1);
  CHECK(bench.head().range(2).max == Approx(12));
  CHECK(bench.head().range(2).neutral == 1);
  CHECK_FALSE(bench.head().is_trigger());
  CHECK(bench.log.size() == 3);
}

TEST_CASE("a camera head at rest keeps its direction, and looks ahead in a new episode") {
  HeadBench bench;
  bench.run(0.1);
  bench.act("(head 80 20 10)");
  bench.run(0.5);
  const auto where = bench.values();
  bench.agent->rest();
  bench.run(1);
  CHECK(bench.values() == where);
  CHECK(where[0] == Approx(40));
  bench.world->restore_start();
  visit_children_first(bench.core.root(), [](Leaf& leaf) { leaf.restart(); });
  bench.world->show_places();
  bench.check_values(0, 0, 1);
  CHECK(bench.looks_left() == Approx(0).margin(1e-9));
  CHECK(bench.camera().fov() == Approx(60));
  bench.run(0.5);
  bench.check_values(0, 0, 1);
}

TEST_CASE("a camera head takes its ranges and speeds from the scene, and refuses invalid ones") {
  HeadBench bench(
      "(node Transform (setName head) (node Camera (setFOV 20))"
      " (node CameraHead (setName head) (setPanRange 10 30) (setTiltRange -90 0) (setMaxZoom 2)"
      "  (setPanSpeed 10) (setTiltSpeed 20) (setZoomSpeed 2)))");
  CHECK(bench.head().range(0).neutral == 10);  // the end next to straight ahead
  bench.check_values(10, 0, 1);
  bench.act("(head 30 -90 2)");
  bench.run(1);
  bench.check_values(20, -20, 2);
  auto& head = const_cast<CameraHead&>(bench.head());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(head.set_pan_range(10, 10));
  CHECK_FALSE(head.set_pan_range(-361, 0));
  CHECK_FALSE(head.set_tilt_range(nan, 10));
  CHECK_FALSE(head.set_tilt_range(-10, 91));
  CHECK_FALSE(head.set_max_zoom(0.5));
  CHECK_FALSE(head.set_max_zoom(nan));
  for (const double wrong : {0.0, -1.0, nan, 1e5}) {
    CHECK_FALSE(head.set_pan_speed(wrong));
    CHECK_FALSE(head.set_tilt_speed(wrong));
    CHECK_FALSE(head.set_zoom_speed(wrong));
  }
  // Without a body of its own it turns its Transform in the same way.
  CHECK(bench.looks_left() == Approx(90 + 20));
  CHECK(bench.log.empty());
}

TEST_CASE("a camera head needs a Transform of its own") {
  PartBench bench;
  bench.add("(node CameraHead (setName head))");
  CHECK(bench.log.size() == 1);
  bench.run(0.1);
  CHECK_FALSE(bench.agent->effector("head"));
}

TEST_CASE("a camera that is added later is zoomed from its own angle, and a removed one is forgotten") {
  HeadBench bench;
  bench.act("(head 0 0 4)");
  bench.run(2);
  auto& added = dynamic_cast<Camera&>(bench.core.create("oxygen/Camera", "/scene/agent/head/other"));
  REQUIRE(added.set_fov(90));
  Node& eye = *bench.camera().parent();
  eye.destroy(bench.camera());
  bench.run(0.1);
  CHECK(std::tan(added.fov() / 2 / kPerRadian) == Approx(0.25));
}

TEST_CASE("turning the rover's head changes no bit of the motion of its other bodies") {
  const std::string scenes = source_folder() + "/scenes";
  RobotYard still(scenes, "rover.rsg", 0.09), turning(scenes, "rover.rsg", 0.09), headless(scenes, "rover.rsg", 0.09);
  headless.agent->destroy(*headless.agent->child("head"));
  const auto poses = [](RobotYard& yard) {
    std::vector<double> numbers;
    for (Body* body : yard.core.find_all<Body>(yard.agent)) {
      if (body->is_kinematic()) continue;
      const BodyPose pose = body->exact_pose();
      numbers.insert(numbers.end(), pose.position.begin(), pose.position.end());
      numbers.insert(numbers.end(), pose.rotation.begin(), pose.rotation.end());
      const Vec3 spin = body->angular_velocity();
      numbers.insert(numbers.end(), {spin.x, spin.y, spin.z});
    }
    return numbers;
  };
  for (int i = 0; i < 40; ++i) {
    const std::string drive = i % 8 < 4 ? "(LEFT_WHEEL 10)(RIGHT_WHEEL 7)" : "(LEFT_WHEEL -3)(RIGHT_WHEEL 9)";
    for (RobotYard* yard : {&still, &turning, &headless}) yard->act(drive);
    turning.act(i % 2 ? "(head 100 25 12)" : "(head -100 -25 1)");
    for (RobotYard* yard : {&still, &turning, &headless}) yard->run(0.1);
    REQUIRE(poses(still) == poses(turning));
    REQUIRE(poses(still) == poses(headless));
  }
  CHECK(poses(still).size() == 5 * 18);
  // The head moves along.
  const auto& head = dynamic_cast<Body&>(*turning.core.root().find("/scene/agent/head/body"));
  const Vec3 above = head.position() - main_body(*turning.agent)->position();
  CHECK(length(above) == Approx(0.21).margin(1e-3));
}
