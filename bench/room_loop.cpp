// SPDX-License-Identifier: Apache-2.0
#include "bench/room_loop.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "commserver/host/places.h"
#include "spark/agent/agent_aspect.h"
#include "spark/physics/force_source.h"
#include "spark/sim/control_aspect.h"

using namespace spark;

namespace bench {
namespace {

const std::string kScene = "/usr/scene/";

class Push : public BaseNode, public ForceSource {
 public:
  const Play* play = nullptr;
  Body* body = nullptr;

 protected:
  void linked() override { World::of(*this).invalidate_order(); }
};

class Drive : public Push {
 public:
  std::size_t player = 0;
  void apply_forces() override {
    if (body->position().z <= kPlayerRadius + 0.001) body->add_force(play->drives()[player]);
  }
};

class Kick : public Push {
 public:
  void apply_forces() override {
    if (!play->is_kicked()) return;
    body->add_force(play->kick_force());
    body->add_torque(play->kick_torque());
  }
};

}  // namespace

template <typename T>
T& RoomLoop::make(const std::string& class_name, const std::string& path) {
  return dynamic_cast<T&>(core_.create(class_name, kScene + path));
}

template <typename T>
T& RoomLoop::find(const std::string& path) {
  auto* object = dynamic_cast<T*>(core_.root().find(kScene + path));
  if (!object) throw std::runtime_error(kScene + path + " is missing, or not what it should be");
  return *object;
}

RoomLoop::RoomLoop(Motion motion) : play_(motion) {
  core_.classes.add<Drive>("bench/Drive", "oxygen/BaseNode", "");
  core_.classes.add<Kick>("bench/Kick", "oxygen/BaseNode", "");
  core_.log.add_sink(LogLevel::warning, [](LogLevel, std::string_view line) { fmt::print(stderr, "{}\n", line); });
  build_match();

  world_ = &find<World>("world");
  ball_ = &find<Body>("Ball/physics");
  auto& kick = make<Kick>("bench/Kick", "Ball/kick");
  kick.play = &play_, kick.body = ball_;
  for (std::size_t i = 0; i < players_.size(); ++i) players_[i] = &add_player(i);

  const Situation start = kick_off();
  ball_->place_at_rest(start.ball);
  for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->place_at_rest(start.players[i]);
  assembly_.leave_scripts();
}

void RoomLoop::build_match() {
  const commserver::Places places = commserver::find_places();
  core_.script_path = {places.scripts};
  core_.scene_path = {places.scenes};
  core_.module_path = {places.modules};
  server::Assembly::SetUp set_up{"rcssserver3D.rb"};
  const std::pair<const char*, double> variables[] = {{"FieldLength", kFieldLength}, {"FieldWidth", kFieldWidth},
                                                      {"GoalWidth", kGoalWidth},     {"GoalDepth", kGoalDepth},
                                                      {"GoalHeight", kGoalHeight},   {"LineWidth", kLine},
                                                      {"AgentMass", kPlayerMass},    {"AgentRadius", kPlayerRadius},
                                                      {"BallMass", kBallMass},       {"BallRadius", kBallRadius}};
  for (const auto& [name, value] : variables)
    set_up.variables.emplace_back(fmt::format("Soccer.{}", name), fmt::format("{}", value));
  assembly_.run_script(set_up);
  // From now on the referee's sensors observe only the ball.
  core_.find_first<GameControlServer>()->prepare();
}

Body& RoomLoop::add_player(std::size_t number) {
  const std::string name = fmt::format("AgentAspect{}", number);
  make<AgentAspect>("oxygen/AgentAspect", name).set_id(AgentId::at(number));
  assembly_.scripts().call("addAgent", {kScene + name + '/'});
  auto& drive = make<Drive>("bench/Drive", name + "/drive");
  drive.play = &play_, drive.player = number, drive.body = &find<Body>(name + "/physics");
  return *drive.body;
}

void RoomLoop::run(int steps) {
  for (int i = 0; i < steps; ++i) {
    play_.next_step([this] {
      Situation situation;
      situation.ball = ball_->position();
      for (std::size_t k = 0; k < players_.size(); ++k) situation.players[k] = players_[k]->position();
      return situation;
    });
    if (play_.ball_is_out) ball_->place_at_rest(kick_off().ball);
    world_->step(kStep);
  }
}

const Scene& RoomLoop::scene() {
  return *core_.find_first<SceneServer>()->active_scene();
}

std::uint64_t RoomLoop::hash() const {
  StateHash hash;
  hash.mix(ball_->position());
  hash.mix(ball_->velocity());
  for (const Body* player : players_) {
    hash.mix(player->position());
    hash.mix(player->velocity());
  }
  return hash.value();
}

}  // namespace bench
