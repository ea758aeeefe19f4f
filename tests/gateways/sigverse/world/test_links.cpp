// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/links.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "tests/gateways/sigverse/world/poses.h"
#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

const std::string kEarth = "<gravity x=\"0\" y=\"-980.7\" z=\"0\"/>";

struct LinkStage : WorldStage {
  explicit LinkStage(const std::string& content) { load(content); }
  Links& links() { return sim->links(); }
  std::string_view connect(const std::string& owner, const std::string& name, const std::string& target) {
    return links().connect(at(owner), name, "", at(target), "");
  }
  GraspAnswer grasp(const std::string& owner, const std::string& target) {
    return links().grasp(at(owner), "body", at(target));
  }
  /// The pose of `thing` in the frame of `hand`.
  SigPose relative(const std::string& hand, const std::string& thing) {
    return inverse(at(hand).pose()) * at(thing).pose();
  }
};

const std::string kHandAndThing = object("Ball.xml", "hand", "y=100 dynamics=false") +
                                  object("Box.xml", "thing", "y=100 z=30 x=5 graspable=true graspRadius=40");

}  // namespace

// ---- connections ----

TEST_CASE("an object at rest on a joint loads the joint with its weight, with an equal reaction") {
  LinkStage stage(kEarth + object("Box.xml", "ceiling", "y=300 dynamics=false") +
                  object("Ball.xml", "weight", "y=250 mass=2"));
  CHECK(stage.connect("ceiling", "rope", "weight").empty());
  stage.run(200);
  const auto loads = stage.links().loads(stage.at("ceiling"), "rope");
  REQUIRE(loads);
  CHECK(loads->own.part == "body");
  CHECK(loads->other.part == "body");
  CHECK(loads->other.force[1] == Approx(2 * 980.7).epsilon(0.001));
  CHECK(loads->other.force[0] == Approx(0).margin(1));
  for (std::size_t i = 0; i < 3; ++i) CHECK(loads->own.force[i] == -loads->other.force[i]);
  CHECK(distance(stage.at("weight").position(), {0, 250, 0}) < 0.01);
}

TEST_CASE("the load of an eccentric weight has a torque about the centre of each part") {
  LinkStage stage(kEarth + object("Box.xml", "wall", "y=100 dynamics=false") +
                  object("Ball.xml", "weight", "x=50 y=100 mass=3"));
  CHECK(stage.connect("wall", "arm", "weight").empty());
  stage.run(300);
  const auto loads = stage.links().loads(stage.at("wall"), "arm");
  REQUIRE(loads);
  // Force and torque on wall and weight cancel about any point; the weight is 50 cm beside the wall.
  const SigVector about_wall = sum(loads->other.torque, cross({50, 0, 0}, loads->other.force));
  for (std::size_t i = 0; i < 3; ++i) CHECK(loads->own.torque[i] == Approx(-about_wall[i]).margin(200));
  CHECK(loads->own.force[1] == Approx(-3 * 980.7).epsilon(0.01));
  CHECK(magnitude(loads->own.torque) + magnitude(loads->other.torque) > 3 * 980.7 * 20);
}

TEST_CASE("joined parts keep their pose, move as one and do not touch, until they are released") {
  LinkStage stage(kNoGravity + object("Ball.xml", "a", "y=50 mass=2") + object("Ball.xml", "b", "x=12 y=50 mass=2"));
  CHECK(stage.connect("a", "j", "b").empty());
  stage.run(50);
  CHECK(stage.at("a").position() == SigVector{0, 50, 0});
  CHECK(distance(stage.at("b").position(), {12, 50, 0}) < 1e-9);
  CHECK(stage.at("a").collisions().empty());
  stage.at("a").set_linear_velocity({10, 0, 0});
  stage.at("b").set_linear_velocity({10, 0, 0});
  stage.run(100);
  CHECK(stage.at("b").position()[0] - stage.at("a").position()[0] == Approx(12));
  CHECK(stage.at("a").position()[0] == Approx(10));
  CHECK(stage.links().disconnect(stage.at("a"), "j"));
  CHECK_FALSE(stage.links().disconnect(stage.at("a"), "j"));
  CHECK_FALSE(stage.links().loads(stage.at("a"), "j"));
  stage.run(1);
  CHECK(stage.at("a").collisions().size() == 1);
  stage.run(50);
  CHECK(stage.at("b").position()[0] - stage.at("a").position()[0] > 15);
}

TEST_CASE("an invalid joint is refused with the reason") {
  LinkStage stage(kNoGravity + object("Ball.xml", "a", "y=50") + object("Ball.xml", "b", "x=50 y=50") +
                  object("Ball.xml", "c", "x=100 y=50") + object("Ball.xml", "d", "x=150 y=50 dynamics=false") +
                  object("Ball.xml", "e", "x=200 y=50 dynamics=false") +
                  object("Ball.xml", "f", "x=250 y=50 dynamics=false"));
  const auto connect = [&](const char* owner, std::string_view name, const char* part, const char* target,
                           const char* target_part) {
    return stage.links().connect(stage.at(owner), name, part, stage.at(target), target_part);
  };
  CHECK(connect("a", "", "", "b", "") == "a joint has a name of 1 to 255 octets");
  CHECK(connect("a", std::string(256, 'x'), "", "b", "") == "a joint has a name of 1 to 255 octets");
  CHECK(connect("a", "j", "ARM", "b", "") == "it has no such part");
  CHECK(connect("a", "j", "body", "b", "LID") == "the target has no such part");
  CHECK(connect("a", "j", "", "a", "") == "an object cannot be joined to itself");
  CHECK(connect("a", std::string(255, 'x'), "", "b", "body").empty());
  CHECK(connect("a", std::string(255, 'x'), "", "c", "") == "it already has a joint with that name");
  CHECK(connect("a", "k", "", "b", "") == "the two are already joined, directly or through others");
  CHECK(connect("b", "k", "", "a", "") == "the two are already joined, directly or through others");
  CHECK(connect("b", "k", "", "c", "").empty());
  CHECK(connect("c", "k", "", "a", "") == "the two are already joined, directly or through others");
  CHECK(connect("d", "k", "", "e", "").empty());
  CHECK(connect("f", "k", "", "e", "") == "the target already follows another object");
  stage.run(20);
}

TEST_CASE("of two joined parts without dynamics the target follows the owner, without forces") {
  LinkStage stage(kEarth + object("Box.xml", "crane", "y=100 dynamics=false") +
                  object("Box.xml", "load", "y=80 z=10 dynamics=false"));
  CHECK(stage.connect("crane", "hook", "load").empty());
  stage.at("crane").set_position({50, 100, 0});
  CHECK(stage.at("load").position() == SigVector{50, 80, 10});
  stage.at("crane").set_rotation({0.5, 0.0, 0.0, 0.5}, false);  // by 90° about z
  CHECK(distance(stage.at("load").position(), {70, 100, 10}) < 1e-9);
  stage.run(3);
  CHECK(stage.at("load").collisions().empty());
  const auto loads = stage.links().loads(stage.at("crane"), "hook");
  REQUIRE(loads);
  CHECK(loads->own.force == SigVector{});
  CHECK_FALSE(stage.at("load").set_position({0, 0, 0}));
  CHECK(stage.at("load").refused_by_mode());
  CHECK(stage.links().disconnect(stage.at("crane"), "hook"));
  CHECK(stage.at("load").set_position({0, 200, 0}));
}

TEST_CASE("objects that joints connect are moved as one from either side, and keep their motion") {
  LinkStage stage(kNoGravity + object("Ball.xml", "a", "y=50") + object("Ball.xml", "b", "x=50 y=50") +
                  object("Ball.xml", "c", "x=50 y=100"));
  stage.connect("a", "j", "b");
  stage.connect("c", "j", "b");
  stage.run(1);
  for (const char* mover : {"a", "b", "c"}) {
    const SigVector before = stage.at("b").position();
    const SigVector place = sum(stage.at(mover).position(), {0, 500, 20});
    stage.at(mover).set_position(place);
    CHECK(distance(stage.at("b").position(), sum(before, {0, 500, 20})) < 1e-6);
    CHECK(distance(stage.at("a").position(), sum(stage.at("b").position(), {-50, 0, 0})) < 1e-6);
    CHECK(distance(stage.at("c").position(), sum(stage.at("b").position(), {0, 50, 0})) < 1e-6);
    stage.run(10);
    CHECK(magnitude(stage.at("c").linear_velocity()) < 1e-6);
  }
}

TEST_CASE("a joint remains when dynamics are switched on either side") {
  LinkStage stage(kEarth + object("Box.xml", "a", "y=300 dynamics=false") + object("Ball.xml", "b", "y=250"));
  stage.connect("a", "j", "b");
  stage.run(20);
  stage.at("b").set_dynamics(false);  // both stand: b follows a
  const SigPose pose = stage.relative("a", "b");
  stage.at("a").set_position({10, 320, 0});
  stage.run(5);
  CHECK(difference_of(stage.relative("a", "b"), pose) < 1e-9);
  stage.at("a").set_dynamics(true);  // a hangs on b
  CHECK_FALSE(stage.at("b").is_held());
  stage.run(100);
  CHECK(distance(stage.at("a").position(), {10, 320, 0}) < 0.1);
  CHECK(stage.links().loads(stage.at("a"), "j")->own.force[1] == Approx(980.7).epsilon(0.01));
  stage.at("b").set_dynamics(true);  // both fall, as one
  stage.run(20);
  CHECK(stage.at("a").position()[1] < 310);
  CHECK(difference_of(stage.relative("a", "b"), pose) < 0.1);
}

// ---- hands ----

TEST_CASE("each request to grasp gets its answer") {
  LinkStage stage(kNoGravity + object("Ball.xml", "hand", "y=100") + object("Ball.xml", "other", "y=100 x=60") +
                  object("Ball.xml", "thing", "y=100 z=30 graspable=true graspRadius=30") +
                  object("Ball.xml", "far", "y=130.001 graspable=true graspRadius=30") +
                  object("Ball.xml", "stone", "y=80") +
                  object("Ball.xml", "near", "y=70 graspable=true graspRadius=30.0001"));
  auto& hand = stage.at("hand");
  CHECK(stage.links().grasp(hand, "ARM", stage.at("thing")) == GraspAnswer::not_graspable);
  CHECK(stage.grasp("hand", "hand") == GraspAnswer::not_graspable);
  CHECK(stage.grasp("hand", "stone") == GraspAnswer::not_graspable);
  CHECK(stage.grasp("hand", "far") == GraspAnswer::too_far);
  CHECK_FALSE(stage.links().is_held(stage.at("thing")));
  CHECK(stage.grasp("hand", "thing") == GraspAnswer::holds);
  CHECK(stage.links().is_held(stage.at("thing")));
  CHECK(stage.grasp("hand", "near") == GraspAnswer::hand_is_full);
  CHECK(stage.grasp("hand", "thing") == GraspAnswer::hand_is_full);
  stage.at("other").set_position({0, 100, 60});
  CHECK(stage.grasp("other", "thing") == GraspAnswer::held_already);
  CHECK(stage.links().drop(hand, ""));
  CHECK_FALSE(stage.links().drop(hand, ""));
  CHECK_FALSE(stage.links().drop(hand, "ARM"));
  CHECK(stage.grasp("other", "thing") == GraspAnswer::holds);
  CHECK(stage.grasp("hand", "near") == GraspAnswer::holds);
  CHECK(stage.links().is_held_by(stage.at("near"), hand));
  CHECK_FALSE(stage.links().is_held_by(stage.at("near"), stage.at("other")));
  // A hand does not grasp its holder, nor an object that is joined to the holder.
  stage.links().drop(hand, "");
  stage.at("hand").set_attribute("graspable", true);
  stage.at("hand").set_attribute("graspRadius", 1e5);
  CHECK(stage.grasp("thing", "hand") == GraspAnswer::holds);
  stage.at("other").set_attribute("graspable", true);
  stage.at("other").set_attribute("graspRadius", 1e5);
  CHECK(stage.grasp("hand", "other") == GraspAnswer::not_graspable);
  CHECK(stage.links().is_held_by(hand, stage.at("other")));
}

TEST_CASE("an invalid radius does not allow grasping from afar") {
  LinkStage stage(kNoGravity + object("Ball.xml", "hand", "y=100") +
                  object("Ball.xml", "thing", "y=100 z=30 graspable=true graspRadius=-5"));
  CHECK(stage.grasp("hand", "thing") == GraspAnswer::too_far);
  stage.at("thing").set_attribute("graspRadius", std::numeric_limits<double>::quiet_NaN());
  CHECK(stage.grasp("hand", "thing") == GraspAnswer::too_far);
}

TEST_CASE("a held thing follows a hand without dynamics at once, and keeps its pose for thousands of steps") {
  LinkStage stage(kEarth + kHandAndThing);
  auto &hand = stage.at("hand"), &thing = stage.at("thing");
  REQUIRE(stage.grasp("hand", "thing") == GraspAnswer::holds);
  CHECK(thing.dynamics());
  CHECK_FALSE(thing.is_moved_by_physics());
  const SigPose pose = stage.relative("hand", "thing");
  hand.set_position({100, 200, 0});
  CHECK(thing.position() == SigVector{105, 200, 30});
  double drift = 0.0;
  for (int step = 0; step < 5000; ++step) {
    const double angle = 0.002 * step;
    hand.set_position({100 * std::cos(angle), 200 + 20 * std::sin(7 * angle), 100 * std::sin(angle)});
    hand.set_rotation({std::cos(angle), std::sin(angle) / std::sqrt(2), 0.0, std::sin(angle) / std::sqrt(2)}, false);
    if (step % 3) hand.set_rotation({0.9, 0.1, 0.2, 0.1}, true);
    stage.run(1);
    drift = std::max(drift, difference_of(stage.relative("hand", "thing"), pose));
  }
  CHECK(drift < 1e-9);
  CHECK_FALSE(thing.set_position({0, 0, 0}));
  CHECK_FALSE(thing.set_rotation({1, 0, 0, 0}, false));
  CHECK_FALSE(thing.add_force({1, 0, 0}, false));
  CHECK(thing.complaint() == "it is carried");
}

TEST_CASE("a hand with dynamics holds a thing with dynamics by a joint, and carries one without") {
  const bool is_thing_moved = GENERATE(true, false);
  LinkStage stage(
      kNoGravity + object("Ball.xml", "hand", "y=100") +
      object("Box.xml", "thing",
             std::string("y=100 z=30 graspable=true graspRadius=40 dynamics=") + (is_thing_moved ? "true" : "false")));
  REQUIRE(stage.grasp("hand", "thing") == GraspAnswer::holds);
  const SigPose pose = stage.relative("hand", "thing");
  CHECK(stage.at("thing").is_moved_by_physics() == is_thing_moved);
  for (int step = 0; step < 200; ++step) {
    stage.at("hand").add_force({300, 50, 0}, false);
    stage.at("hand").add_torque({0, 2000, 500}, false);
    stage.run(1);
    CHECK(difference_of(stage.relative("hand", "thing"), pose) < (is_thing_moved ? 0.3 : 1e-9));
  }
  CHECK(stage.at("thing").position()[0] > 50);
  CHECK_FALSE(stage.at("thing").set_position({0, 0, 0}));
  // A hand that is moved elsewhere takes the thing along.
  stage.at("hand").set_position({-500, 100, 0});
  CHECK(difference_of(stage.relative("hand", "thing"), pose) < 1e-6);
}

TEST_CASE("a thing held by a held thing follows, too, and does not touch its holders") {
  LinkStage stage(kNoGravity + object("Ball.xml", "a", "y=100 dynamics=false") +
                  object("Box.xml", "b", "y=100 z=20 graspable=true graspRadius=100") +
                  object("Ball.xml", "c", "y=100 z=45 graspable=true graspRadius=100") +
                  object("Ball.xml", "d", "y=100 z=50 x=15 graspable=true graspRadius=100"));
  REQUIRE(stage.grasp("a", "b") == GraspAnswer::holds);
  REQUIRE(stage.grasp("b", "c") == GraspAnswer::holds);
  stage.connect("c", "j", "d");
  const SigPose b = stage.relative("a", "b"), c = stage.relative("a", "c"), d = stage.relative("a", "d");
  for (int step = 0; step < 100; ++step) {
    stage.at("a").set_rotation({std::cos(0.02 * step), 0, std::sin(0.02 * step), 0}, false);
    CHECK(difference_of(stage.relative("a", "b"), b) < 1e-9);
    CHECK(difference_of(stage.relative("a", "c"), c) < 1e-9);
    CHECK(difference_of(stage.relative("a", "d"), d) < 1e-6);  // d has dynamics: it hangs on c
    stage.run(1);
    CHECK(stage.at("b").collisions().empty());
  }
  // After the drop the physics moves b and its thing as one.
  stage.links().drop(stage.at("a"), "");
  CHECK(stage.at("b").is_moved_by_physics());
  CHECK(stage.at("c").is_moved_by_physics());
  stage.run(50);
  CHECK(difference_of(stage.relative("b", "c"), inverse(b) * c) < 0.1);
}

TEST_CASE("a grasped thing is not pulled to the hand, nor through a table") {
  LinkStage stage(kEarth + object("Ball.xml", "hand", "y=100 dynamics=false") +
                  object("Box.xml", "table", "y=80 dynamics=false") +
                  object("Ball.xml", "thing", "y=68 graspable=true graspRadius=40"));
  REQUIRE(stage.grasp("hand", "thing") == GraspAnswer::holds);
  stage.run(20);
  CHECK(stage.at("thing").position() == SigVector{0, 68, 0});
  CHECK(stage.at("thing").collisions().size() == 1);  // it touches the table from below
}

TEST_CASE("a dropped thing has the velocity of the hand") {
  LinkStage stage(kNoGravity + object("Ball.xml", "hand", "y=100 dynamics=false") +
                  object("Ball.xml", "thing", "y=100 z=20 graspable=true graspRadius=40"));
  auto &hand = stage.at("hand"), &thing = stage.at("thing");
  stage.grasp("hand", "thing");
  const double spin = 1.5;
  for (int step = 0; step <= 100; ++step) {
    const double half = 0.5 * spin * 0.01 * step;
    hand.set_position({0.3 * step, 100, 0});
    hand.set_rotation({std::cos(half), 0, std::sin(half), 0}, false);
    stage.run(1);
  }
  const SigVector place = thing.position();
  stage.links().drop(hand, "body");
  // The hand's 30 cm/s, and spin times 20 cm across.
  const double angle = spin * 0.01 * 100;
  CHECK(thing.linear_velocity()[0] == Approx(30 + spin * 20 * std::cos(angle)).epsilon(0.02));
  CHECK(thing.linear_velocity()[2] == Approx(-spin * 20 * std::sin(angle)).epsilon(0.02));
  CHECK(thing.angular_velocity()[1] == Approx(spin).epsilon(0.001));
  CHECK(thing.position() == place);
  stage.run(10);
  CHECK(distance(thing.position(), place) == Approx(0.1 * magnitude(thing.linear_velocity())).epsilon(0.01));
}

TEST_CASE("a hand that stands still, has just grasped, or was moved far away does not throw") {
  LinkStage stage(kNoGravity + object("Ball.xml", "hand", "y=100 dynamics=false") +
                  object("Ball.xml", "thing", "y=100 z=20 graspable=true graspRadius=40"));
  auto &hand = stage.at("hand"), &thing = stage.at("thing");
  const auto drop = [&] {
    stage.links().drop(hand, "");
    CHECK(thing.is_moved_by_physics());
    CHECK(thing.linear_velocity() == SigVector{});
    REQUIRE(stage.grasp("hand", "thing") == GraspAnswer::holds);
  };
  stage.grasp("hand", "thing");
  hand.set_position({5, 100, 0});
  drop();
  stage.run(1);
  drop();
  stage.run(5);
  drop();
  stage.run(5);
  hand.set_position({3000, 100, 0});
  stage.run(1);
  drop();
  // A thing without dynamics stays where it is.
  thing.set_dynamics(false);
  stage.run(2);
  for (int i = 1; i < 4; ++i) {
    hand.set_position({3000.0 + i, 100, 0});
    stage.run(1);
  }
  const SigVector place = thing.position();
  stage.links().drop(hand, "");
  stage.run(5);
  CHECK(thing.position() == place);
}

TEST_CASE("a thing stays in the hand when dynamics are switched on either side") {
  LinkStage stage(kEarth + kHandAndThing);
  auto &hand = stage.at("hand"), &thing = stage.at("thing");
  hand.set_gravity_mode(false);
  thing.set_gravity_mode(false);
  stage.grasp("hand", "thing");
  const SigPose pose = stage.relative("hand", "thing");
  const std::pair<SimObj*, bool> switches[] = {{&hand, true},  {&thing, false}, {&hand, false},
                                               {&thing, true}, {&hand, true},   {&hand, false}};
  for (const auto& [object, on] : switches) {
    object->set_dynamics(on);
    CHECK(object->dynamics() == on);
    CHECK(stage.links().is_held(thing));
    CHECK(thing.is_moved_by_physics() == (hand.dynamics() && thing.dynamics()));
    stage.run(20);
    hand.set_position(sum(hand.position(), {3, 0, 1}));
    stage.run(2);
    CHECK(difference_of(stage.relative("hand", "thing"), pose) < 1e-3);
  }
  stage.links().drop(hand, "");
  CHECK(thing.dynamics());
  CHECK(thing.is_moved_by_physics());
}

TEST_CASE("a hand takes precedence over a joint to a fixed object, and the joint works again afterwards") {
  const bool has_dynamics = GENERATE(true, false);
  LinkStage stage(kNoGravity + kHandAndThing + object("Ball.xml", "post", "y=100 z=60 dynamics=false"));
  auto &hand = stage.at("hand"), &thing = stage.at("thing"), &post = stage.at("post");
  thing.set_dynamics(has_dynamics);
  stage.connect("post", "j", "thing");
  CHECK(stage.grasp("hand", "thing") == GraspAnswer::holds);
  const SigPose pose = stage.relative("hand", "thing");
  hand.set_position({50, 100, 0});
  post.set_position({0, 300, 60});
  stage.run(3);
  CHECK(difference_of(stage.relative("hand", "thing"), pose) < 1e-9);
  stage.links().drop(hand, "");
  CHECK(thing.is_moved_by_physics() == has_dynamics);
  const SigPose joined = stage.relative("post", "thing");
  post.set_position({0, 400, 60});
  stage.run(3);
  CHECK(difference_of(stage.relative("post", "thing"), joined) < 1e-6);
}

// ---- all of them ----

namespace {

/// Boxes that fall, a machine that carries and throws, joints that come and go; returns all readable state.
std::vector<double> play(LinkStage& stage) {
  std::vector<double> seen;
  auto& links = stage.links();
  for (int step = 0; step < 200; ++step) {
    const double angle = 0.05 * step;
    stage.at("hand").set_position({30 * std::sin(angle), 100 + 5 * std::cos(angle), 0});
    stage.at("hand").set_rotation({std::cos(0.2 * angle), 0, std::sin(0.2 * angle), 0}, false);
    if (step == 5) links.grasp(stage.at("hand"), "", stage.at("thing"));
    if (step == 10) links.connect(stage.at("thing"), "a", "", stage.at("box_0"), "");
    if (step == 20) links.connect(stage.at("box_1"), "a", "", stage.at("box_2"), "");
    if (step == 25) links.connect(stage.at("box_2"), "a", "", stage.at("box_3"), "");
    if (step == 40) stage.at("hand").set_dynamics(true);
    if (step == 50) stage.at("hand").set_dynamics(false);
    if (step == 60) links.disconnect(stage.at("box_1"), "a");
    if (step == 70) links.drop(stage.at("hand"), "");
    if (step == 80) links.connect(stage.at("box_3"), "b", "", stage.at("thing"), "");
    stage.run(1);
    if (const auto loads = links.loads(stage.at("box_2"), "a"))
      for (const double x : loads->own.force) seen.push_back(x);
    for (SimObj* object : stage.sim->objects()) {
      for (const double x : object->position()) seen.push_back(x);
      for (const double x : object->rotation()) seen.push_back(x);
    }
  }
  return seen;
}

std::string mixed_world() {
  std::string text = kEarth + kHandAndThing;
  for (int i = 0; i < 4; ++i)
    text += object("Box.xml", "box_" + std::to_string(i), "x=[-15,15] z=[-15,15] y=" + std::to_string(15 + 20 * i));
  return text;
}

bool equal_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("a reset undoes joints and grasps, and the same requests run the same to the bit") {
  LinkStage stage(mixed_world()), again(mixed_world());
  const auto first = play(stage);
  CHECK(equal_bits(play(again), first));
  for (int round = 0; round < 2; ++round) {
    stage.sim->reset();
    CHECK_FALSE(stage.links().is_held(stage.at("thing")));
    CHECK_FALSE(stage.at("thing").is_held());
    CHECK(stage.at("thing").is_moved_by_physics());
    CHECK_FALSE(stage.links().loads(stage.at("box_2"), "a"));
    CHECK(stage.at("thing").position() == SigVector{5, 100, 30});
    CHECK(stage.at("thing").set_position({5, 100, 30}));
    stage.sim->reset();
    CHECK(equal_bits(play(stage), first));
  }
  // A reset releases a held thing, even one that is carried.
  stage.sim->reset();
  stage.grasp("hand", "thing");
  stage.sim->reset();
  stage.run(20);
  CHECK(stage.at("thing").position()[1] < 99);
}

TEST_CASE("repeatedly made and released joints are reused") {
  LinkStage stage(kNoGravity + object("Ball.xml", "a", "y=50") + object("Ball.xml", "b", "x=50 y=50") +
                  object("Ball.xml", "c", "x=100 y=50 graspable=true graspRadius=100"));
  const auto play = [&] {
    for (int i = 0; i < 50; ++i) {
      stage.connect("a", "j", "b");
      stage.grasp("b", "c");
      stage.run(1);
      stage.links().drop(stage.at("b"), "");
      stage.links().disconnect(stage.at("a"), "j");
    }
  };
  play();
  std::size_t joints = 0;
  for (const auto& child : stage.sim->children()) joints += dynamic_cast<spark::Joint*>(child.get()) != nullptr;
  CHECK(joints == 2);
}

TEST_CASE("a chain and a star of a thousand joined objects are moved and reset as one") {
  std::string text = kNoGravity;
  for (int i = 0; i < 1000; ++i)
    text += object("Ball.xml", "o" + std::to_string(i), "dynamics=false y=50 x=" + std::to_string(30 * i));
  LinkStage chain(text), star(text);
  for (int i = 1; i < 1000; ++i) {
    REQUIRE(chain.connect("o" + std::to_string(i - 1), "j", "o" + std::to_string(i)).empty());
    REQUIRE(star.connect("o0", "j" + std::to_string(i), "o" + std::to_string(i)).empty());
  }
  for (LinkStage* stage : {&chain, &star}) {
    stage->at("o0").set_position({0, 150, 0});
    CHECK(distance(stage->at("o999").position(), {30.0 * 999, 150, 0}) < 1e-6);
    CHECK(stage->links().connect(stage->at("o999"), "loop", "", stage->at("o0"), "") ==
          "the two are already joined, directly or through others");
    stage->sim->reset();
    CHECK(stage->at("o999").position() == SigVector{30.0 * 999, 50, 0});
  }
}
