// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <future>
#include <thread>

#include "gateways/rtm/pictures/robot_pictures.h"
#include "spark/agent/agent_aspect.h"
#include "spark/physics/body.h"
#include "spark/scene/client_nodes.h"
#include "tests/gateways/rtm/pictures/camera_starter.h"
#include "tests/spark/scene/room.h"
#include "tests/support/skipping.h"
#include "tests/support/waiting.h"

using namespace rtm;
using picture_test::CameraStarter;
using namespace std::chrono_literals;

namespace {

constexpr double kFace = 4.5;                                     // m, from the camera to the face of the box
const double kPixel = kFace * std::tan(std::acos(-1) / 6) / 120;  // m on that face
constexpr spark::Step kFirst = 100;                               // the column of its left edge then

/// A robot whose first camera, 1 m above the origin, looks along y, and whose second one looks the other way; a red box
/// in front of the first.
struct Yard : script_test::Room {
  explicit Yard(PictureLink::Settings settings = {.lock_step = true, .timeout = kTimeout}, bool begins = true)
      : Room(
            "(node Transform (setName box) (node Body (setName body)) (node Box (setExtents 1 1 1) (setMaterial "
            "matRed)))") {
    std::signal(SIGPIPE, SIG_IGN);  // as the server does
    spark::register_agent_classes(core.classes);
    core.create("oxygen/AgentAspect", "/usr/scene/robot");
    file("robot.rsg", R"((RubySceneGraph 0 1)
      ((node Transform (setLocalPos 0 0 1) (node Camera (setName front) (setFOV 60) (setViewport 0 0 320 240) (setZNear 0.1) (setZFar 20)))
       (node Transform (setLocalPos 0 0 1) (setLocalRotation 0 0 180) (node Camera (setName back) (setViewport 0 0 64 48)))))");
    robot = &at<spark::AgentAspect>("/usr/scene/robot");
    robot->set_id(1);
    REQUIRE(scenes->set_active_scene("/usr/scene"));
    REQUIRE(spark::import_scene(*robot, "robot.rsg", {}));
    body = &at<spark::Body>("/usr/scene/box/body");
    make(settings);
    if (begins) begin();
  }
  ~Yard() { pictures.reset(); }

  void make(PictureLink::Settings settings) {
    pictures = std::make_unique<RobotPictures>(RobotPictures::Parts{
        core, programs, spark::RealClock::system(), settings, {"robot arm", "robot cart", "robot 3", "robot 4"}});
  }
  void begin() {
    pictures->begin();
    pictures->entered(0, *robot);
  }
  /// Places the left edge of the box at the column with the number of the step: 100 in step 100.
  void show(spark::Step step) {
    REQUIRE(body->set_position({(static_cast<double>(step) - 160) * kPixel + 0.5, kFace + 0.5, 1.2}));
    pictures->show(step);
  }
  std::shared_ptr<const CameraPicture> picture(spark::Step step, std::size_t camera = 0, bool with_depth = true) {
    return pictures->source(0).picture(camera, step, with_depth);
  }
  /// Waits until the program has ended, and the server has noticed it.
  bool ends() {
    return wait_until([&, before = programs.orders.size()] {
      programs.has_ended();
      return programs.orders.size() > before || programs.process <= 0;
    });
  }
  void kill() {
    ::kill(programs.process, SIGKILL);
    CHECK(ends());
  }
  std::size_t lines(std::string_view with) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(log, [&](const std::string& line) { return line.find(with) != line.npos; }));
  }

  CameraStarter programs;
  spark::AgentAspect* robot = nullptr;
  spark::Body* body = nullptr;
  std::unique_ptr<RobotPictures> pictures;
};

float depth_at(const CameraPicture& picture, int column, int row) {
  return picture.depth.at(static_cast<std::size_t>(row * picture.width + column));
}
std::array<int, 3> colour_at(const CameraPicture& picture, int column, int row) {
  const std::uint8_t* p = &picture.rgb.at(static_cast<std::size_t>(3 * (row * picture.width + column)));
  return {p[0], p[1], p[2]};
}
/// The first column of a row that has a depth.
int edge(const CameraPicture& picture, int row) {
  int column = 0;
  while (column < picture.width && depth_at(picture, column, row) == 0) ++column;
  return column;
}

/// Whether pictures can be drawn here; says so if not.
bool can_draw() {
  try {
    Yard yard;
    return true;
  } catch (const std::runtime_error& error) {
    const std::string_view why = error.what();
    if (why.find("there is no EGL") == why.npos && why.find("there is no OpenGL") == why.npos) throw;
    skip(error.what());
    return false;
  }
}

}  // namespace

TEST_CASE("in lock-step a picture shows its own step, exact to the pixel and the depth") {
  if (!can_draw()) return;
  Yard yard;
  for (spark::Step step = kFirst; step < kFirst + 12; ++step) {
    yard.show(step);
    const auto picture = yard.picture(step);
    REQUIRE(picture);
    CHECK((picture->step == step && picture->width == 320 && picture->height == 240));
    CHECK(picture->rgb.size() == 320 * 240 * 3);
    CHECK(edge(*picture, 120) == step);
    CHECK(std::abs(depth_at(*picture, static_cast<int>(step) + 20, 120) - kFace) < 1e-4);
  }
  // The world has moved on meanwhile.
  for (spark::Step step = kFirst + 20; step < kFirst + 24; ++step) yard.show(step);
  const auto earlier = yard.picture(kFirst + 21);
  REQUIRE(earlier);
  CHECK((earlier->step == kFirst + 21 && edge(*earlier, 120) == kFirst + 21));
  CHECK(yard.pictures->tally() == "13 pictures of cameras drawn, 0 missed");
  CHECK(yard.log.empty());
}

TEST_CASE("pictures have rows from the top, the colours of the scene, and are drawn once per camera and step") {
  if (!can_draw()) return;
  Yard yard;
  yard.show(kFirst);
  const auto picture = yard.picture(kFirst);
  REQUIRE(picture);
  // The box reaches from 0.7 to 1.7 m, the eye is at 1 m: 32.3 rows above the middle, 13.9 below it.
  CHECK(depth_at(*picture, 120, 120 - 31) > 0);
  CHECK(depth_at(*picture, 120, 120 - 34) == 0);
  CHECK(depth_at(*picture, 120, 120 + 12) > 0);
  CHECK(depth_at(*picture, 120, 120 + 15) == 0);
  const auto [red, green, blue] = colour_at(*picture, 120, 110);
  CHECK((red > 2 * green && red > 2 * blue));
  CHECK(yard.picture(kFirst) == picture);
  CHECK(yard.picture(kFirst, 0, false) == picture);
  const auto behind = yard.picture(kFirst, 1);
  REQUIRE(behind);
  CHECK((behind->width == 64 && behind->height == 48));
  CHECK(std::ranges::all_of(behind->depth, [](float depth) { return depth == 0; }));
  CHECK(yard.pictures->tally() == "2 pictures of cameras drawn, 0 missed");
}

TEST_CASE("depths are drawn only for cameras for which a port wants them") {
  if (!can_draw()) return;
  Yard yard;
  yard.show(kFirst);
  CHECK(yard.picture(kFirst, 0, false)->depth.empty());
  CHECK_FALSE(yard.picture(kFirst)->depth.empty());
  // From now on it is drawn once for all ports.
  yard.show(kFirst + 1);
  const auto first = yard.picture(kFirst + 1, 0, false);
  CHECK(yard.picture(kFirst + 1) == first);
  CHECK(yard.pictures->tally() == "3 pictures of cameras drawn, 0 missed");
}

TEST_CASE("objects that come and go are seen, and those beyond the far plane are not") {
  if (!can_draw()) return;
  Yard yard;
  yard.show(kFirst);
  CHECK(depth_at(*yard.picture(kFirst), 10, 120) == 0);
  yard.add(
      "(node Transform (setName wall) (setLocalPos 0 19 0) (node Box (setExtents 40 1 10)))"
      "(node Transform (setName hill) (setLocalPos 0 30 0) (node Box (setExtents 90 1 90)))");
  yard.show(kFirst + 1);
  auto picture = yard.picture(kFirst + 1);
  CHECK(std::abs(depth_at(*picture, 10, 120) - 18.5) < 1e-3);
  CHECK(depth_at(*picture, 10, 10) == 0);
  yard.remove("wall");
  yard.show(kFirst + 2);
  CHECK(depth_at(*yard.picture(kFirst + 2), 10, 120) == 0);
  CHECK(edge(*yard.picture(kFirst + 2), 120) == kFirst + 2);
}

TEST_CASE("a floor extends to the horizon, however far the robot drives") {
  if (!can_draw()) return;
  Yard yard;
  yard.core.create("oxygen/PlaneCollider", "/usr/scene/floor");
  yard.show(kFirst);
  REQUIRE(yard.picture(kFirst));
  yard.robot->set_local_pos({0, -60, 0});
  yard.show(kFirst + 1);
  // 10 rows above the lower edge the ray falls by 109.5 in 207.85; the eye is 1 m above the floor.
  const auto picture = yard.picture(kFirst + 1);
  CHECK(std::abs(depth_at(*picture, 160, 229) - 120 / std::tan(std::acos(-1) / 6) / 109.5) < 1e-4);
}

TEST_CASE("without lock-step a request for a picture does not wait, and the newest one is returned") {
  if (!can_draw()) return;
  Yard yard({.lock_step = false, .timeout = 1s});
  yard.show(kFirst);
  CHECK_FALSE(yard.picture(kFirst));
  REQUIRE(wait_until([&] { return yard.picture(kFirst) != nullptr; }));
  yard.show(kFirst + 7);
  // It is drawn after it has been requested.
  REQUIRE(wait_until([&] { return yard.picture(kFirst + 7)->step == kFirst + 7; }));
  CHECK(edge(*yard.picture(kFirst + 7), 120) == kFirst + 7);
  CHECK(yard.log.empty());
}

TEST_CASE("a camera program that is killed is started again, up to a limit") {
  if (!can_draw()) return;
  Yard yard;
  yard.show(kFirst);
  REQUIRE(yard.picture(kFirst));
  for (int time = 1; time < RobotPictures::kMaxStarts; ++time) {
    CAPTURE(time);
    yard.kill();
    CHECK(yard.programs.orders.size() == static_cast<std::size_t>(time) + 1);
    CHECK(yard.lines("it is started again") == static_cast<std::size_t>(time));
    yard.show(kFirst + time);
    // Its start may take longer than the wait for a picture.
    REQUIRE(wait_until([&] { return yard.picture(kFirst + time) != nullptr; }));
    CHECK(edge(*yard.picture(kFirst + time), 120) == kFirst + time);
  }
  yard.kill();
  CHECK(yard.lines("keep their last ones") == 1);
  yard.show(kFirst + 50);
  CHECK_FALSE(yard.picture(kFirst + 50));
  CHECK(yard.programs.orders.size() == RobotPictures::kMaxStarts);
}

TEST_CASE("a camera program that hangs costs one wait and one line") {
  if (!can_draw()) return;
  Yard yard({.lock_step = true, .timeout = 3s});
  yard.show(kFirst);
  REQUIRE(yard.picture(kFirst));
  ::kill(yard.programs.process, SIGSTOP);
  for (spark::Step step = kFirst + 1; step < kFirst + 10; ++step) {
    yard.show(step);
    CHECK_FALSE(yard.picture(step));
  }
  CHECK(yard.lines("robot arm: camera 0: no picture of step 101 within 3000 ms") == 1);
  CHECK(yard.log.size() == 1);
  ::kill(yard.programs.process, SIGCONT);
  yard.show(kFirst + 10);
  REQUIRE(wait_until([&] { return yard.picture(kFirst + 10) != nullptr; }));
  CHECK(edge(*yard.picture(kFirst + 10), 120) == kFirst + 10);
}

TEST_CASE("a camera program that sends invalid answers is killed, and there are no pictures") {
  Yard yard({.lock_step = true, .timeout = 300ms}, false);
  // It is ready, and answers with an invalid frame, an invalid picture, or one that was not requested.
  yard.programs.instead =
      GENERATE("printf '\\0\\0\\0\\1R\\377\\377\\377\\377' >&4; exec sleep 100",
               "printf '\\0\\0\\0\\1R\\0\\0\\0\\1P' >&4; exec sleep 100",
               "printf '\\0\\0\\0\\1R\\0\\0\\0\\5F\\0\\0\\0\\0' >&4; exec sleep 100",
               "printf '\\0\\0\\0\\1R\\0\\0\\0\\020P\\7\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0abc' >&4; exec sleep 100");
  yard.begin();
  for (int time = 1; time <= RobotPictures::kMaxStarts; ++time) {
    CAPTURE(time);
    // Until the answer has been detected and the program killed.
    const std::size_t before = yard.programs.orders.size();
    REQUIRE(wait_until([&, step = kFirst]() mutable {
      yard.show(++step);
      CHECK_FALSE(yard.picture(step));
      yard.programs.has_ended();
      return yard.programs.orders.size() > before || yard.programs.process <= 0;
    }));
  }
  CHECK(yard.lines("keep their last ones") == 1);
}

TEST_CASE("a start without a working camera program ends with one line that gives the reason") {
  Yard yard({.lock_step = true, .timeout = 1s}, false);
  SECTION("no EGL") {
    // As if no driver were installed.
    yard.programs.variable = "__EGL_VENDOR_LIBRARY_FILENAMES";
    CHECK_THROWS_WITH(yard.begin(), Catch::StartsWith("no pictures of robots' cameras: rctp-camera: there is no "));
  }
  SECTION("the program exits") {
    yard.programs.instead = "exit 3";
    CHECK_THROWS_WITH(yard.begin(), "no pictures of robots' cameras: rctp-camera: ended by a test");
  }
  SECTION("the program sends invalid data") {
    yard.programs.instead = "printf 'HTTP/1.1 200 OK' >&4; exec sleep 100";
    CHECK_THROWS_WITH(yard.begin(), "no pictures of robots' cameras: rctp-camera: ended by a test");
  }
  SECTION("the program is missing") {
    yard.programs.is_missing = true;
    CHECK_THROWS_WITH(yard.make({}), "cannot find program 'rctp-camera'");
  }
  CHECK(yard.log.empty());
}

TEST_CASE("missing cameras, past steps and too large pictures are one line each, robots that left have none") {
  if (!can_draw()) return;
  Yard yard;
  yard.show(kFirst);
  CHECK_FALSE(yard.picture(kFirst, 2));
  CHECK(yard.lines("robot arm: camera 2: no picture: the robot has no such camera") == 1);
  CHECK_FALSE(yard.pictures->source(1).picture(0, kFirst, false));
  CHECK(yard.lines("robot cart: camera 0: no picture: the robot has no such camera") == 1);
  CHECK_FALSE(yard.picture(kFirst + 1));
  CHECK(yard.lines("robot arm: camera 0: no picture: step 101 has passed") == 1);
  dynamic_cast<spark::Camera&>(*yard.core.find_first<spark::Camera>()).set_viewport(0, 0, 640, 481);
  yard.show(kFirst + 2);
  CHECK_FALSE(yard.picture(kFirst + 2));
  CHECK(yard.lines("robot arm: camera 0: no picture: 640 x 481 pixels, of 307200 at most") == 1);
  dynamic_cast<spark::Camera&>(*yard.core.find_first<spark::Camera>()).set_viewport(0, 0, 640, 480);
  yard.show(kFirst + 3);
  REQUIRE(yard.picture(kFirst + 3));
  CHECK(yard.picture(kFirst + 3)->rgb.size() == 3 * CameraPicture::kMaxPixels);
  yard.pictures->left(0);
  yard.show(kFirst + 4);
  CHECK_FALSE(yard.picture(kFirst + 4, 1));
  CHECK(yard.pictures->tally() == "1 pictures of cameras drawn, 5 missed");
}

TEST_CASE("several workers get their pictures at the same time, and the end waits for none") {
  if (!can_draw()) return;
  Yard yard;
  for (std::size_t robot = 0; robot < 4; ++robot) yard.pictures->entered(robot, *yard.robot);
  constexpr int kSteps = 20;
  std::atomic<int> right{0};
  for (spark::Step step = kFirst - kSteps; step < kFirst; ++step) {
    yard.show(step);
    std::vector<std::jthread> workers;
    for (std::size_t robot = 0; robot < 4; ++robot)
      workers.emplace_back([&, robot, step] {
        for (const std::size_t camera : {1U, 0U})
          if (const auto picture = yard.pictures->source(robot).picture(camera, step, robot % 2 == 0))
            right += picture->step == step && picture->width == (camera == 0 ? 320 : 64);
      });
  }
  CHECK(right == 4 * 2 * kSteps);
  ::kill(yard.programs.process, SIGSTOP);
  yard.show(kFirst + 1);
  auto waiting = std::async(std::launch::async, [&] { return yard.picture(kFirst + 1) != nullptr; });
  yard.pictures->end();
  CHECK_FALSE(waiting.get());
}
