// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/robot_map.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "gateways/rtm/device/orders.h"
#include "tests/gateways/rtm/control/control_bench.h"
#include "tests/support/folders.h"
#include "tests/support/robot_yard.h"
#include "tests/support/temporary_folder.h"

namespace rtm {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    all.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return all;
}

template <typename List>
std::vector<std::string> names(const List& list) {
  std::vector<std::string> all;
  for (const auto& one : list) all.push_back(one.name);
  return all;
}

/// A robot of a scene file in a world with gravity, controlled through a bridge: control periods of one step.
struct BridgedYard {
  BridgedYard(const std::string& folder, const std::string& scene, double height, std::string_view file)
      : yard(folder, scene, height) {
    yard.step_seconds = 0.001;
    yard.core.clock.set_step_seconds(yard.step_seconds);
    map = make_robot_map(*yard.agent, effectors);
    bridge = std::make_shared<Bridge>(
        read_bridge_file(file, "b.conf"),
        Bridge::Settings{.robot = "robot", .step_seconds = yard.step_seconds, .period_steps = 1, .watchdog = 500ms});
    stage.manager().adopt(bridge);
    yard.agent->sense(percepts);
    bridge->bind(map, effectors, percepts);
    bridge->switch_on();
    stage.manager().tick();
  }
  /// One control period; `control` is called when the OutPorts have their values.
  void period(const std::function<void()>& control) {
    percepts.clear();
    yard.agent->sense(percepts);
    bridge->sense(yard.core.clock.now(), percepts);
    bridge->push();
    control();
    answer.count = 0;
    bridge->act(answer, yard.core.clock.now(), nullptr);
    actions.clear();
    for (std::size_t i = 0; i < answer.count; ++i)
      add_action(answer.orders[i], effectors[answer.orders[i].effector], *yard.agent, actions);
    yard.agent->act(yard.core.clock.now(), actions.all());
    yard.step();
    stage.advance_time(1ms);
  }
  void run(int periods, const std::function<void()>& control) {
    for (int i = 0; i < periods; ++i) period(control);
  }
  std::vector<double> out(const std::string& port) const { return numbers_of(bridge->out_port(port)->get()); }
  void put(const std::string& port, const std::vector<double>& numbers) {
    REQUIRE(bridge->in_port(port)->put(Value(numbers)) == Refusal::none);
  }

  RobotYard yard;
  ComponentStage stage{true};
  std::vector<EffectorForm> effectors;
  RobotMap map;
  std::shared_ptr<Bridge> bridge;
  spark::PerceptArray percepts;
  Answer answer;
  spark::ActionList actions;
};

const std::string kScenes = source_folder() + "/scenes";

/// A cart with a pole: every kind of part in a map, in an unusual order.
constexpr const char* kCart = R"((RubySceneGraph 0 1) (
  (node Transform (setName pole) (setLocalPos 0 0 0.5)
    (node Body (setName body) (setBoxTotal 1 0.1 0.1 1))
    (node BodyState (setName POLE))
    (node HingeJoint (setName joint) (attach ../body ../../cart/body) (setAnchor 0 0 -0.5) (setAxis 0)
      (node JointTorque (setName POLE) (setMaxTorque 3))
      (node JointMotion (setName POLE_motion))
      (node ForceTorque (setName foot))
      (node JointState (setName POLE)))
    (node Gyro (setName g1)) (node Accelerometer (setName a1))
    (node Camera (setName eye)))
  (node Transform (setName cart)
    (node Body (setName body) (setBoxTotal 10 1 1 0.2))
    (node BoxCollider (setName box) (setBoxLengths 1 1 0.2) (node ContactJointHandler (setContactBounceMode false)))
    (node BodyState (setName CART)) (node Contacts (setName floor))
    (node Wrench (setName push)) (node Place (setName put)) (node SetVelocity (setName speed))
    (node Gyro (setName g2)) (node RangeFinder (setName scan) (setScan 0 1 5)))
  (node JointTorque (setName lost))
))";

struct Cart : TemporaryFolder {
  Cart() { std::ofstream(path() / "cart.rsg") << kCart; }
};

}  // namespace

TEST_CASE("the map of the torque-driven arm has its joints, links and force sensor in order") {
  RobotYard yard(kScenes, "robots/arm_torque.rsg", 0.05);
  std::vector<EffectorForm> effectors;
  const RobotMap map = make_robot_map(*yard.agent, effectors);
  const auto joints = words("J1 J2 J3 J4 J5 J6 J7 HAND_L HAND_R");
  REQUIRE(names(map.joints) == joints);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    INFO(joints[i]);
    const RobotMap::Joint& joint = map.joints[i];
    CHECK(joint.turns == (i < 7));
    CHECK(joint.state.predicate == "JS");
    CHECK(joint.state.name == joints[i]);
    REQUIRE(joint.torque);
    CHECK(effectors[*joint.torque].predicate == joints[i]);
    REQUIRE(joint.motion);
    CHECK(effectors[*joint.motion].predicate == joints[i] + "_motion");
  }
  CHECK(effectors[*map.joints[0].torque].parameters.at(0).most == 200.0);
  CHECK(names(map.links) == words("BASE J1 J2 J3 J4 J5 J6 J7 HAND_L HAND_R"));
  CHECK(names(map.force_sensors) == words("wrist"));
}

TEST_CASE("the map of the vehicle has rear wheels without motors") {
  RobotYard yard(kScenes, "robots/vehicle_torque.rsg", 0.15);
  std::vector<EffectorForm> effectors;
  const RobotMap map = make_robot_map(*yard.agent, effectors);
  REQUIRE(names(map.joints) == words("STEERING FRONT_WHEEL REAR_WHEEL_L REAR_WHEEL_R"));
  CHECK(map.joints[1].torque);
  CHECK_FALSE(map.joints[2].torque);
  CHECK_FALSE(map.joints[3].motion);
  CHECK(names(map.links).front() == "CHASSIS");
  CHECK(names(map.range_finders) == words("range"));
  CHECK(map.cameras == words("camera"));
}

TEST_CASE("the map of the humanoid has joints and links in the order that controllers know") {
  RobotYard yard(kScenes, "robots/humanoid.rsg", 0.86);
  std::vector<EffectorForm> effectors;
  const RobotMap map = make_robot_map(*yard.agent, effectors);
  REQUIRE(map.joints.size() == 29);
  CHECK(map.joints[0].name == "RLEG_HIP_R");
  CHECK(map.joints[13].name == "LLEG_HIP_R");
  CHECK(map.joints[28].name == "CHEST");
  REQUIRE(map.links.size() == 30);
  CHECK(map.links[0].name == "WAIST");
  for (std::size_t i = 0; i < map.joints.size(); ++i) {
    CHECK(map.joints[i].torque);
    CHECK(map.joints[i].motion);
    CHECK(map.links[i + 1].name == map.joints[i].name);
    CHECK(map.links[i + 1].contacts.has_value() == map.joints[i].name.ends_with("LEG_ANKLE_R"));
  }
  CHECK(names(map.force_sensors) == words("lfsensor rfsensor lhsensor rhsensor"));
  CHECK(names(map.gyros) == words("gyrometer"));
  CHECK(names(map.accelerometers) == words("gsensor"));
  CHECK(map.cameras == words("leftCamera rightCamera"));
}

TEST_CASE("the map finds parts by their place in the scene, not by their names") {
  Cart cart;
  RobotYard yard(cart.path().string(), "cart.rsg", 0.1);
  std::vector<EffectorForm> effectors;
  const RobotMap map = make_robot_map(*yard.agent, effectors);
  std::vector<std::string> predicates;
  for (const EffectorForm& form : effectors) predicates.push_back(form.predicate);
  CHECK(predicates == words("POLE POLE_motion push put speed"));
  REQUIRE(names(map.joints) == words("POLE"));
  CHECK(map.joints[0].torque == 0U);
  CHECK(map.joints[0].motion == 1U);
  REQUIRE(names(map.links) == words("CART POLE"));  // the root first, though it was created later
  CHECK(map.links[0].wrench == 2U);
  CHECK(map.links[0].place == 3U);
  CHECK(map.links[0].velocity == 4U);
  REQUIRE(map.links[0].contacts);
  CHECK(map.links[0].contacts->name == "floor");
  CHECK_FALSE(map.links[1].wrench);
  CHECK_FALSE(map.links[1].contacts);
  CHECK(names(map.force_sensors) == words("foot"));
  CHECK(names(map.gyros) == words("g1 g2"));
  CHECK(names(map.accelerometers) == words("a1"));
  CHECK(names(map.range_finders) == words("scan"));
  CHECK(map.cameras == words("eye"));
}

TEST_CASE("the arm is held and turned through its bridge") {
  BridgedYard arm(kScenes, "robots/arm_torque.rsg", 0.05,
                  "out-port = angle:JOINT_VALUE\nout-port = velocity:JOINT_VELOCITY\nout-port = felt:JOINT_TORQUE\n"
                  "out-port = wrist:FORCE_SENSOR\nin-port = torque:JOINT_TORQUE\n");
  std::vector<double> given(9);
  arm.run(3000, [&] {
    const auto angle = arm.out("angle"), velocity = arm.out("velocity");
    REQUIRE(angle.size() == 9);
    for (std::size_t i = 0; i < given.size(); ++i) {
      const double aim = i == 0 ? 0.5 : i >= 7 ? 0.02 : 0.0;
      given[i] = 600 * (aim - angle[i]) - 60 * velocity[i];
    }
    arm.put("torque", given);
  });
  const auto angle = arm.out("angle");
  CHECK(angle[0] == Approx(0.5).margin(0.002));
  for (int i = 1; i < 7; ++i) CHECK(angle[i] == Approx(0).margin(0.002));
  CHECK(angle[7] == Approx(0.02).margin(0.001));
  CHECK(arm.out("felt")[7] == Approx(given[7]).margin(0.01));
  // The hand of 0.4 kg with two fingers of 0.1 kg presses on the wrist.
  CHECK(arm.out("wrist")[2] == Approx(-0.6 * kGravity).epsilon(0.001));
  CHECK(arm.yard.log == std::vector<std::string>{});
  CHECK(arm.bridge->clamped("torque") > 0);  // fingers: 600 N/m over 2 cm, and 20 N at most
  CHECK(arm.bridge->out_port("angle")->get().time() == 2999ms);
}

TEST_CASE("a cart is placed, moved and pushed through its bridge, and its sensors show it") {
  Cart scene;
  BridgedYard cart(
      scene.path().string(), "cart.rsg", 0.1,
      "out-port = place:CART:ABS_TRANSFORM\nout-port = pose:CART:ABS_TRANSFORM2\n"
      "out-port = speed:CART:ABS_VELOCITY\nout-port = change:CART:ABS_ACCELERATION\n"
      "out-port = floor:CART:CONSTRAINT_FORCE\nout-port = pole:JOINT_VALUE\nout-port = acc:ACCELERATION_SENSOR\n"
      "out-port = gyro:g1:RATE_GYRO_SENSOR\nout-port = scan:RANGE_SENSOR\n"
      "in-port = place_in:CART:ABS_TRANSFORM\nin-port = pose_in:CART:ABS_TRANSFORM2\n"
      "in-port = speed_in:CART:ABS_VELOCITY\nin-port = push_in:CART:EXTERNAL_FORCE\n"
      "in-port = pole_in:POLE:JOINT_VALUE\n");
  const auto hold = [&] { cart.put("pole_in", {0.0}); };
  cart.run(500, hold);
  CHECK(cart.out("place")[2] == Approx(0.1).margin(0.002));
  CHECK(cart.out("acc")[2] == Approx(kGravity).margin(0.02));
  CHECK(cart.out("scan") == std::vector<double>{5});
  double weight = 0;
  const auto floor = cart.out("floor");
  REQUIRE(floor.size() % 6 == 0);
  for (std::size_t i = 0; i < floor.size(); i += 6) {
    CHECK(floor[i + 2] == Approx(0).margin(0.01));
    weight += floor[i + 5];
  }
  CHECK(weight == Approx(11 * kGravity).epsilon(0.01));

  cart.period([&] {
    hold();
    cart.put("place_in", {3, 4, 1.5, 0, -1, 0, 1, 0, 0, 0, 0, 1});
    cart.put("speed_in", {0, 0, 2, 0, 0, std::numbers::pi});
  });
  cart.period(hold);
  CHECK(cart.out("place")[0] == Approx(3).margin(0.001));
  CHECK(cart.out("place")[2] == Approx(1.502).margin(0.001));
  CHECK(cart.out("place")[6] == Approx(1).margin(0.001));
  CHECK(cart.out("pose")[5] == Approx(std::numbers::pi / 2 * 1.002).margin(0.001));
  CHECK(cart.out("speed")[2] == Approx(2 - kGravity / 1000).epsilon(0.001));
  CHECK(cart.out("speed")[5] == Approx(std::numbers::pi).epsilon(0.001));
  CHECK(cart.out("change")[2] == Approx(-kGravity).epsilon(0.01));
  CHECK(cart.out("gyro")[2] == Approx(std::numbers::pi).epsilon(0.001));
  CHECK(cart.out("acc")[2] == Approx(0).margin(0.1));
  CHECK(cart.out("floor").empty());

  // A push of its weight keeps its speed constant.
  cart.period([&] {
    hold();
    cart.put("push_in", {0, 0, 11 * kGravity, 0, 0, 0});
  });
  const double speed = cart.out("speed")[2];
  cart.run(50, hold);
  CHECK(cart.out("speed")[2] == Approx(speed).margin(0.02));
  CHECK(cart.yard.log.size() == 1);  // about the motor without a joint
}

TEST_CASE("the pole of a cart follows the positions that its bridge gets") {
  Cart scene;
  BridgedYard cart(scene.path().string(), "cart.rsg", 0.1,
                   "out-port = pole:JOINT_VALUE\nin-port = pole_in:JOINT_VALUE\n");
  double aim = 0;
  cart.run(500, [&] { cart.put("pole_in", {aim += 0.001}); });
  CHECK(cart.out("pole")[0] == Approx(aim - 0.001).margin(1e-4));
}

TEST_CASE("the pole of a cart follows velocities given to its bridge, and stops when they stop") {
  Cart scene;
  BridgedYard cart(scene.path().string(), "cart.rsg", 0.1,
                   "out-port = pole:JOINT_VALUE\nout-port = rate:JOINT_VELOCITY\nin-port = pole_in:JOINT_VELOCITY\n");
  cart.run(500, [&] { cart.put("pole_in", {0.2}); });
  CHECK(cart.out("rate")[0] == Approx(0.2).margin(1e-4));
  cart.run(600, [] {});  // the watchdog's 500 ms, and some more
  CHECK(cart.bridge->state() == State::fault);
  CHECK(cart.out("rate")[0] == Approx(0).margin(1e-4));
  CHECK(cart.out("pole")[0] == Approx(0.2 * 1.0).margin(0.001));
  cart.run(100, [] {});
  CHECK(cart.out("pole")[0] == Approx(0.2 * 1.0).margin(0.001));
}

TEST_CASE("a cart moves through the air by accelerations given to its bridge") {
  Cart scene;
  BridgedYard cart(scene.path().string(), "cart.rsg", 0.1,
                   "out-port = place:CART:ABS_TRANSFORM\nin-port = place_in:CART:ABS_TRANSFORM\n"
                   "in-port = speed_in:CART:ABS_VELOCITY\nin-port = acc_in:CART:ABS_ACCELERATION\n"
                   "in-port = pole_in:JOINT_VALUE\n");
  const auto accelerate = [&] {
    cart.put("pole_in", {0.0});
    cart.put("acc_in", {0, 3, 0, 0, 0, 0});
  };
  cart.period([&] {
    cart.put("place_in", {0, 0, 5, 1, 0, 0, 0, 1, 0, 0, 0, 1});
    cart.put("speed_in", {1, 0, 0, 0, 0, 0});
    accelerate();
  });
  cart.run(1000, accelerate);
  // Before the last of 1001 periods: 1 m/s for 1 s, and 3 m/s2 for 1 s. Gravity has its share of each single period.
  CHECK(cart.out("place")[0] == Approx(1.0).margin(0.001));
  CHECK(cart.out("place")[1] == Approx(1.5).margin(0.001));
  CHECK(cart.out("place")[2] == Approx(5.0 - 1000 * kGravity * 1e-6).margin(0.002));
}

}  // namespace rtm
