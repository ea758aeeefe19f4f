// SPDX-License-Identifier: Apache-2.0
//
// The values that a bridge's OutPorts have of a robot, with exact numbers.
#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/rtm/control/interval.h"
#include "gateways/rtm/control/link_data.h"
#include "gateways/rtm/control/picture_source.h"
#include "tests/gateways/rtm/control/control_bench.h"

namespace rtm {
namespace {

auto near(const std::vector<double>& numbers) {
  return Catch::Matchers::Approx(numbers).margin(1e-12);
}

void check_port(const std::string& port, const std::vector<double>& expected, BenchPercepts seen = {}) {
  INFO(port);
  ControlBench bench("out-port = p:" + port);
  bench.sense(seen);
  CHECK_THAT(numbers_of(bench.value("p")), near(expected));
}

}  // namespace

TEST_CASE("properties of joints are in radians and metres, in the order of the map") {
  check_port("JOINT_VALUE", {kPi / 2, 0.03, -kPi});
  check_port("WHEEL,J1:JOINT_VALUE", {-kPi, kPi / 2});
  check_port("JOINT_VELOCITY", {kPi, -0.2, 0});
  check_port("FINGER:JOINT_VELOCITY", {-0.2});
  check_port("JOINT_TORQUE", {4, 7, 0});
  check_port("J1:JOINT_TORQUE", {4});
  check_port("JOINT_ACCELERATION", {0, 0, 0});
}

TEST_CASE("the acceleration of joints is the change of their velocity") {
  ControlBench bench("out-port = all:JOINT_ACCELERATION\nout-port = one:J1:JOINT_ACCELERATION");
  bench.sense({.rate = 180});
  bench.act();
  bench.sense({.rate = 180.9});  // 0.9 degrees/s in 2 ms
  CHECK_THAT(numbers_of(bench.value("all")), near({450 * kPi / 180, 0.0, 0.0}));
  CHECK_THAT(numbers_of(bench.value("one")), near({450 * kPi / 180}));
  bench.bridge->restart();
  bench.sense({.rate = 0});
  CHECK(numbers_of(bench.value("one")) == std::vector{0.0});
}

TEST_CASE("properties of links are in the world frame") {
  check_port("BODY:ABS_TRANSFORM", {1, 2, 3, 0, -1, 0, 1, 0, 0, 0, 0, 1});
  check_port("ABS_TRANSFORM", {1, 2, 3, 0, -1, 0, 1, 0, 0, 0, 0, 1, 11, 2, 3, 0, -1, 0, 1, 0, 0, 0, 0, 1});
  check_port("BODY:ABS_VELOCITY", {0.5, 0.25, 0, kPi, 0, -kPi / 2});
  check_port("J1:ABS_ACCELERATION", {0, 0, -9.81, 0, 2 * kPi, 0});
  check_port("BODY:CONSTRAINT_FORCE", {1, 2, 3, 4, 5, 6});
  check_port("BODY:CONSTRAINT_FORCE", {1, 2, 3, 4, 5, 6, 2, 2, 3, 4, 5, 6}, {.contacts = 2});
  check_port("BODY:CONSTRAINT_FORCE", {}, {.contacts = 0});
}

TEST_CASE("properties of sensors are selected by name or number") {
  check_port("FORCE_SENSOR", {1, 2, 3, 4, 5, 6});
  check_port("wrist:FORCE_SENSOR", {1, 2, 3, 4, 5, 6});
  check_port("0:FORCE_SENSOR", {1, 2, 3, 4, 5, 6});
  check_port("RATE_GYRO_SENSOR", {kPi, kPi / 2, -kPi / 2, 0, 0, 2 * kPi});
  check_port("gyro2:RATE_GYRO_SENSOR", {0, 0, 2 * kPi});
  check_port("1:RATE_GYRO_SENSOR", {0, 0, 2 * kPi});
  check_port("ACCELERATION_SENSOR", {0, 0, 9.81});
  check_port("RANGE_SENSOR", {1.5, 2.5, 10, 0});
}

TEST_CASE("properties ending in 2 have spatial types of their own") {
  ControlBench bench(
      "out-port = pose:BODY:ABS_TRANSFORM2\nout-port = rate:gyro:RATE_GYRO_SENSOR2\n"
      "out-port = acc:ACCELERATION_SENSOR2");
  bench.sense();
  CHECK(bench.value("pose").type() == ValueType::pose3d);
  CHECK_THAT(numbers_of(bench.value("pose")), near({1.0, 2.0, 3.0, 0.0, 0.0, kPi / 2}));
  CHECK(bench.value("rate").type() == ValueType::angular_velocity3d);
  CHECK_THAT(numbers_of(bench.value("rate")), near({kPi, kPi / 2, -kPi / 2}));
  CHECK(bench.value("acc").type() == ValueType::acceleration3d);
  CHECK(numbers_of(bench.value("acc")) == std::vector<double>{0, 0, 9.81});
}

TEST_CASE("roll, pitch and yaw are those of Rz(yaw) Ry(pitch) Rx(roll)") {
  const std::array<double, 6> pose{1, 2, 3, 0.3, -0.7, 2.5};
  const auto transform = transform_of(pose);
  // The x axis is turned about y and z only; z is the third column.
  CHECK(transform[3] == Approx(std::cos(2.5) * std::cos(-0.7)));
  CHECK(transform[6] == Approx(std::sin(2.5) * std::cos(-0.7)));
  CHECK(transform[9] == Approx(std::sin(0.7)));
  const auto again = pose_of(transform);
  CHECK_THAT((std::vector<double>(again.begin(), again.end())), near({pose.begin(), pose.end()}));
}

TEST_CASE("PERCEPT ports give numbers by path, or a whole percept as text") {
  ControlBench bench(
      "out-port = angle:JS/J1/pos:PERCEPT\nout-port = rot:BS/J1/rot/1:PERCEPT\n"
      "out-port = time:game/time:PERCEPT\nout-port = game:game:PERCEPT\nout-port = gyros:GYR:PERCEPT");
  bench.sense({.contacts = 3});
  CHECK(numbers_of(bench.value("angle")) == std::vector{90.0});
  CHECK(numbers_of(bench.value("rot")) == std::vector{-1.0});
  CHECK(numbers_of(bench.value("time")) == std::vector{12.5});
  CHECK(std::get<std::string>(bench.value("game").content()) == "(game (time 12.5) (mode PlayOn))");
  CHECK(std::get<std::string>(bench.value("gyros").content()) ==
        "(GYR (name gyro) (rate 180 90 -90))(GYR (name gyro2) (rate 0 0 360))");
}

TEST_CASE("percepts are found when they move within the sensation, and keep their last value when missing") {
  ControlBench bench(
      "out-port = value:WHEEL:JOINT_VALUE\nout-port = gyro:gyro:RATE_GYRO_SENSOR\n"
      "out-port = second:gyro2:RATE_GYRO_SENSOR\nout-port = path:RNG/scan/ranges/1:PERCEPT");
  for (const int contacts : {0, 3, 1}) {
    bench.sense({.contacts = contacts});
    bench.act();
    CHECK(bench.value("value").number(0) == -kPi);
    CHECK(bench.value("second").number(2) == 2 * kPi);
    CHECK(bench.value("path").number(0) == 2.5);
  }
  const auto puts = bench.bridge->out_port("gyro")->counts().puts;
  bench.sense({.has_gyro = false});
  CHECK(bench.bridge->out_port("gyro")->counts().puts == puts);
  CHECK(bench.value("gyro").number(0) == kPi);
  CHECK(bench.value("second").number(2) == 2 * kPi);
  CHECK(bench.value("path").number(0) == 2.5);
}

TEST_CASE("values have the time of their sensation, exactly") {
  CHECK(time_of_step(0, 0.002) == 0ns);
  CHECK(time_of_step(3'000'000'007, 0.001) == 3'000'000'007ms);
  CHECK(time_of_step(1, 1.0 / 3.0) == 333'333'333ns);
  CHECK(time_of_step(3'000'000, 1.0 / 3.0) == 1'000'000s);
  CHECK(time_of_step(10'000'000, 0.0001) == 1000s);
  ControlBench bench("out-port = p:JOINT_VALUE");
  bench.step = 123'456'789;
  bench.sense();
  CHECK(bench.value("p").time() == 123'456'789ms);
}

TEST_CASE("an interval is due at the control periods nearest to its multiples") {
  const auto due = [](double periods) {
    Interval interval(periods);
    std::vector<int> all;
    for (int i = 0; i < 10; ++i)
      if (interval.is_due(i)) all.push_back(i);
    return all;
  };
  CHECK(due(1.0) == std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(due(3.0) == std::vector{0, 3, 6, 9});
  CHECK(due(1.5) == std::vector{0, 2, 3, 5, 6, 8, 9});
  CHECK(due(2.4) == std::vector{0, 2, 5, 7});
  CHECK(due(0.006 / 0.002) == std::vector{0, 3, 6, 9});
  Interval interval(2.5);  // as if periods were skipped
  CHECK(interval.is_due(0));
  CHECK(interval.is_due(1000));
  CHECK_FALSE(interval.is_due(1001));
  CHECK_FALSE(interval.is_due(1002));
  CHECK(interval.is_due(1003));
}

TEST_CASE("an OutPort with an interval is written when it is due") {
  ControlBench bench("out-port = slow:JOINT_VALUE:0.005\nout-port = fast:JOINT_VALUE");
  for (int i = 0; i < 6; ++i) {
    bench.sense({.angle = i * 1.0});
    bench.act();
  }
  // At 0, 6 (nearest to 5, the later one) and 10 ms.
  CHECK(bench.bridge->out_port("slow")->counts().puts == 3);
  CHECK(bench.bridge->out_port("fast")->counts().puts == 6);
  CHECK(bench.value("slow").time() == 110ms);
}

TEST_CASE("values are put by the first push after sense, and not while the bridge is off") {
  ControlBench bench("out-port = p:JOINT_VALUE");
  const auto percepts = BenchPercepts().array();
  bench.bridge->sense(100, percepts);
  CHECK(bench.bridge->out_port("p")->counts().puts == 0);
  bench.bridge->push();
  bench.bridge->push();
  CHECK(bench.bridge->out_port("p")->counts().puts == 1);
  bench.bridge->switch_off();
  bench.stage.manager().tick();
  bench.bridge->sense(102, percepts);
  bench.bridge->push();
  CHECK(bench.bridge->out_port("p")->counts().puts == 1);
}

namespace {

/// Pictures of two pixels, with a different colour in each step.
class TwoPixels final : public PictureSource {
 public:
  std::shared_ptr<const CameraPicture> picture(std::size_t camera, spark::Step step, bool with_depth) override {
    if (step == 104) return nullptr;
    auto made = std::make_shared<CameraPicture>();
    made->width = 2, made->height = 1;
    made->rgb = {255, 128, static_cast<std::uint8_t>(step), 10, 20, static_cast<std::uint8_t>(camera)};
    if (with_depth) made->depth = {1.5F, 0.0F};
    return made;
  }
};

}  // namespace

TEST_CASE("camera pictures are put as colours, grey values or depths") {
  TwoPixels pictures;
  auto settings = ControlBench::standard();
  settings.pictures = &pictures;
  ControlBench bench(
      "out-port = color:1:COLOR_IMAGE\nout-port = gray:left:GRAYSCALE_IMAGE\nout-port = depth:0:DEPTH_IMAGE", settings);
  bench.sense();
  const auto longs = std::get<Value::Longs>(bench.value("color").content());
  REQUIRE(longs.size() == 2);
  CHECK(static_cast<std::uint32_t>(longs[0]) == 0xFFFF8064U);
  CHECK(static_cast<std::uint32_t>(longs[1]) == 0xFF0A1401U);
  CHECK(std::get<Value::Octets>(bench.value("gray").content()) == Value::Octets{163, 15});
  CHECK(std::get<Value::Floats>(bench.value("depth").content()) == Value::Floats{1.5F, 0.0F});
  bench.act();
  bench.sense();
  bench.act();
  bench.sense();  // step 104 has no picture
  CHECK(bench.bridge->out_port("color")->counts().puts == 2);
  CHECK(bench.value("color").time() == 102ms);
}

TEST_CASE("bridge files that do not fit the robot or the server are refused with their line") {
  const std::string joints = "(known: J1, FINGER, WHEEL)";
  const std::pair<std::string, std::string> mistakes[] = {
      {"out-port = p:J1,J9:JOINT_VALUE", "b.conf:1: out-port p: robot arm has no joint 'J9' " + joints},
      {"out-port = p:0:JOINT_VALUE", "b.conf:1: out-port p: robot arm has no joint '0' " + joints},
      {"\nout-port = p:WHEEL:ABS_VELOCITY", "b.conf:2: out-port p: robot arm has no link 'WHEEL' (known: BODY, J1)"},
      {"out-port = p:1:FORCE_SENSOR", "b.conf:1: out-port p: robot arm has no force sensor '1' (known: wrist)"},
      {"out-port = p:acc:RATE_GYRO_SENSOR2", "b.conf:1: out-port p: robot arm has no gyro 'acc' (known: gyro, gyro2)"},
      {"out-port = p:RATE_GYRO_SENSOR2", "b.conf:1: out-port p: RATE_GYRO_SENSOR2 needs an owner (known: gyro, gyro2)"},
      {"out-port = p:J1:CONSTRAINT_FORCE", "b.conf:1: out-port p: link J1 has no Contacts"},
      {"out-port = p:see:PERCEPT",
       "b.conf:1: out-port p: robot arm has no percept 'see' (known: JS, BS, CF, FT, GYR, ACC, RNG, game)"},
      {"out-port = p:game/mode:PERCEPT",
       "b.conf:1: out-port p: the percept 'game/mode' is a text; its predicate, 'game', gives the whole percept as "
       "one"},
      {"in-port = p:WHEEL:JOINT_TORQUE", "b.conf:1: in-port p: joint WHEEL has no JointTorque"},
      {"in-port = p:J1,WHEEL:JOINT_VALUE", "b.conf:1: in-port p: joint WHEEL has no JointMotion"},
      {"in-port = p:J1:ABS_TRANSFORM", "b.conf:1: in-port p: link J1 has no Place"},
      {"in-port = p:J1:ABS_ACCELERATION", "b.conf:1: in-port p: link J1 has no SetVelocity"},
      {"in-port = p:J1:EXTERNAL_FORCE", "b.conf:1: in-port p: link J1 has no Wrench"},
      {"in-port = p:run:EFFECTOR",
       "b.conf:1: in-port p: robot arm has no effector 'run' (known: J1, J1_motion, FINGER, FINGER_motion, push, put, "
       "speed, drive, say, jump)"},
      {"in-port = p:say:EFFECTOR", "b.conf:1: in-port p: effector say takes a text, which EFFECTOR_TEXT gives it"},
      {"out-port = p:JOINT_VALUE:0.001",
       "b.conf:1: out-port p: an interval of 0.001 s is shorter than the control period, 0.002 s"},
      {"out-port = p:JOINT_VALUE:1e300",
       "b.conf:1: out-port p: an interval of 1e+300 s is longer than 1000000000 control periods"},
      {"out-port = p:0:COLOR_IMAGE", "b.conf:1: out-port p: this server draws no pictures of cameras"},
  };
  for (const auto& [file, line] : mistakes) {
    INFO(file);
    CHECK(refusal_to_bind(file) == line);
  }
  TwoPixels pictures;
  auto settings = ControlBench::standard();
  settings.pictures = &pictures;
  CHECK(refusal_to_bind("out-port = p:2:COLOR_IMAGE", settings) ==
        "b.conf:1: out-port p: robot arm has no camera '2' (known: left, right)");
}

TEST_CASE("ports for sensors or motors that no part of the robot has are refused") {
  RobotMap map = bench_map();
  map.gyros.clear();
  map.joints[0].torque.reset();
  map.joints[1].torque.reset();
  const auto refusal = [&](const std::string& file) {
    ControlBench bench(file, ControlBench::standard(), false);
    try {
      bench.bridge->bind(map, bench_effectors(), BenchPercepts().array());
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("bound");
  };
  CHECK(refusal("out-port = p:RATE_GYRO_SENSOR") == "b.conf:1: out-port p: robot arm has no gyro");
  CHECK(refusal("out-port = p:gyro:RATE_GYRO_SENSOR") ==
        "b.conf:1: out-port p: robot arm has no gyro 'gyro' (known: none)");
  CHECK(refusal("in-port = p:JOINT_TORQUE") == "b.conf:1: in-port p: no joint of robot arm has a JointTorque");
  CHECK(refusal("in-port = p:JOINT_VALUE") == "bound");
}

TEST_CASE("a bridge is named after its robot, or by robot-name") {
  CHECK(ControlBench("out-port = p:JOINT_VALUE").bridge->name() == "Arm0");
  CHECK(ControlBench("robot-name = PA10").bridge->name() == "PA100");
}

}  // namespace rtm
