// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstring>

#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

std::string pile(bool quick) {
  std::string text = quick ? R"(<worldparam quickstep="true"/>)" : "";
  for (int i = 0; i < 12; ++i)
    text += object(i % 2 ? "Box.xml" : "Ball.xml", "thing_" + std::to_string(i),
                   "x=[-15,15] z=[-15,15] y=" + std::to_string(15 + 25 * i) + " avx=[-2,2]");
  return text + object("Box.xml", "pusher", "dynamics=false x=-60 y=10");
}

/// Plays requests of all kinds; returns all state that can be read afterwards.
std::vector<double> play(WorldStage& stage) {
  std::vector<double> seen;
  for (int step = 0; step < 150; ++step) {
    if (step % 10 == 3) stage.at("thing_3").add_force({500, 9000, 0}, true);
    if (step == 20) stage.at("thing_4").set_mass(7);
    if (step == 30) stage.at("thing_5").set_dynamics(false);
    if (step == 60) stage.at("thing_5").set_dynamics(true);
    if (step == 40) stage.at("thing_6").set_collision(false);
    if (step == 41) stage.at("thing_7").set_gravity_mode(false);
    if (step == 80) stage.at("thing_8").set_rotation({0.5, 0.5, 0.5, 0.5}, true);
    if (step == 90) stage.at("thing_1").set_attribute("shapeFile", std::string("other"));
    stage.at("pusher").set_position({-60.0 + 0.5 * step, 10, 0});
    stage.run(1);
    seen.push_back(stage.sim->time());
    for (SimObj* object : stage.sim->objects()) {
      for (const double x : object->position()) seen.push_back(x);
      for (const double x : object->rotation()) seen.push_back(x);
      for (const double x : object->linear_velocity()) seen.push_back(x);
      for (const Collision& collision : object->collisions())
        seen.push_back(static_cast<double>(collision.other.size()));
    }
  }
  return seen;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("after a reset the same requests run the same to the bit, again and again") {
  WorldStage stage;
  stage.load(pile(GENERATE(false, true)));
  std::vector<Attributes> begun;
  for (SimObj* object : stage.sim->objects()) begun.push_back(object->attributes());
  const auto first = play(stage);
  CHECK(stage.sim->time() == Approx(1.5));
  for (int round = 1; round <= 2; ++round) {
    stage.sim->reset();
    CHECK(stage.sim->resets() == static_cast<std::uint64_t>(round));
    CHECK(stage.sim->time() == 0);
    for (std::size_t i = 0; i < begun.size(); ++i) {
      SimObj& object = *stage.sim->objects()[i];
      CHECK(object.attributes() == begun[i]);
      CHECK(object.collisions().empty());
      CHECK(object.gravity_mode());
    }
    CHECK(same_bits(play(stage), first));
  }
}

TEST_CASE("worlds with the same file and seed run alike, and with another seed differently") {
  WorldStage one(5), same(5), other(6);
  for (WorldStage* stage : {&one, &same, &other}) stage->load(pile(false));
  CHECK(one.at("thing_0").position() == same.at("thing_0").position());
  CHECK(one.at("thing_0").position() != other.at("thing_0").position());
  const auto played = play(one);
  CHECK(same_bits(played, play(same)));
  CHECK_FALSE(same_bits(played, play(other)));
}

TEST_CASE("forces that wait for a step are dropped by a reset") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50"));
  stage.at("ball").add_force({1000, 0, 0}, false);
  stage.at("ball").set_acceleration({1000, 0, 0});
  stage.sim->reset();
  stage.run(10);
  CHECK(stage.at("ball").position() == SigVector{0, 50, 0});
}

TEST_CASE("a world without autostep advances only by single steps") {
  WorldStage stage;
  stage.load(R"(<worldparam autostep="false" stepsize="0.02"/>)" + object("Ball.xml", "ball", "y=1000"));
  CHECK_FALSE(stage.sim->is_autostep());
  CHECK(stage.sim->step_seconds() == 0.02);
  stage.run(20);
  CHECK(stage.sim->time() == 0);
  CHECK(stage.at("ball").position()[1] == 1000);
  CHECK(stage.sim->step(0.01, false));
  CHECK(stage.sim->step(0.01, true));
  CHECK(stage.sim->step(0.1, false));
  CHECK(stage.sim->time() == Approx(0.12));
  CHECK(stage.at("ball").position()[1] < 1000);
  for (const double bad : {0.0, -0.01, 0.0004, 0.11, std::nan("")}) CHECK_FALSE(stage.sim->step(bad, false));
  CHECK(stage.sim->time() == Approx(0.12));
  stage.sim->reset();
  CHECK(stage.sim->time() == 0);
  CHECK(stage.at("ball").position()[1] == 1000);
  WorldStage usual;
  usual.load("");
  CHECK_FALSE(usual.sim->step(0.01, false));
}
