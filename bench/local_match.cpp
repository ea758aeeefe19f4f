// SPDX-License-Identifier: Apache-2.0
#include "bench/local_match.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "commserver/host/places.h"
#include "spark/core/random.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/body.h"

using namespace spark;

namespace bench {

class LocalMatch::Player final : public LocalAgent {
 public:
  Player(AgentId id, RandomStream& random) : id_(id), random_(random) {}

  bool decide(const PerceptArray& percepts, ActionList& actions) override {
    const int turn = turn_++;
    if (turn == 0) {
      actions.add("create");
    } else if (turn == 2 && id_ < kMembers) {
      actions.add("init").integer(id_.number() / 2 + 1).text(id_.number() % 2 == 0 ? "foo" : "bar");
    } else if (turn > 2) {
      look(percepts);
      if (before_kick_off_ && id_ < kMembers)
        actions.add("beam").real(-5.0 * (1 + id_.number() / 6)).real(12.0 * (id_.number() / 2 % 5 - 2)).real(0);
      else
        move(actions);
    }
    return true;
  }

  static constexpr int kMembers = 22;

 private:
  static constexpr double kNear = 6.0;        ///< m
  static constexpr double kKickReach = 0.40;  ///< m
  static constexpr int kLeg = 10;             ///< cycles in one direction

  /// Reads three of the percepts: the ball, the camera's direction, and whether the match has begun.
  void look(const PerceptArray& percepts) {
    const auto& items = percepts.items();
    sees_ball_ = false;
    for (std::size_t i = 0; i + 1 < items.size(); ++i) {
      if (items[i].kind != PerceptArray::Item::Kind::begin) continue;
      const std::string_view name = percepts.text_of(items[i]);
      if (name == "Ball" && i + 3 < items.size()) {
        sees_ball_ = true;
        distance_ = items[i + 2].number;
        direction_ = items[i + 3].number * std::numbers::pi / 180 + pan_;
      } else if (name == "pan_tilt") {
        pan_ = items[i + 1].number * std::numbers::pi / 180;
      } else if (name == "playmode") {
        before_kick_off_ = percepts.text_of(items[i + 1]) == "BeforeKickOff";
      }
    }
  }

  void move(ActionList& actions) {
    if (sees_ball_ && distance_ < kNear) {
      drive(actions, direction_, 100);
      if (distance_ < kKickReach) actions.add("kick").real(random_.uniform(0, 50)).real(random_.uniform(20, 100));
      return;
    }
    // The player drives back and forth, so that it stays near its place.
    if (turn_ % (2 * kLeg) == 0) leg_ = random_.uniform(0, 2 * std::numbers::pi);
    drive(actions, turn_ / kLeg % 2 == 0 ? leg_ : leg_ + std::numbers::pi, 50);
    if (!sees_ball_ && turn_ % 5 == 0) actions.add("pantilt").real(90).real(0);
  }
  static void drive(ActionList& actions, double direction, double power) {
    actions.add("drive").real(power * std::cos(direction)).real(power * std::sin(direction)).real(0);
  }

  AgentId id_;
  RandomStream& random_;
  int turn_ = 0;
  bool sees_ball_ = false, before_kick_off_ = true;
  double distance_ = 0, direction_ = 0, pan_ = 0, leg_ = 0;  ///< m, radians
};

LocalMatch::LocalMatch(const Choice& choice) : assembly_(1) {
  Core& core = assembly_.core;
  core.log.add_sink(LogLevel::error, [](LogLevel, std::string_view line) { fmt::print(stderr, "{}\n", line); });
  run_script(choice);
  agents_.add_type("player", [&core](AgentId id) {
    return std::make_unique<Player>(id, core.random.stream(fmt::format("player {}", id)));
  });
  auto options = assembly_.simulation_options();
  options.pace_chosen = true;
  simulation_ = assembly_.make_simulation(agents_, options);
  if (!choice.log.empty()) {
    assembly_.monitor_system().prepare();
    MonitorHub::Options hub;
    hub.port = std::nullopt;
    hub.log_file = choice.log;
    hub_ = std::make_unique<MonitorHub>(hub, assembly_.monitor_system(), assembly_.commands, assembly_.run_control,
                                        assembly_.loop.clock(), core.log);
    simulation_->add_frame_listener(*hub_);
    hub_->begin();
  }
  for (int i = 0; i < choice.agents; ++i) simulation_->start_agent("player");
  assembly_.build_agents(*simulation_);
  assembly_.leave_scripts();
  place_others(choice.agents);
  world_ = core.find_first<World>();
  world_->set_isolated_bodies(choice.isolated_bodies);
}

LocalMatch::~LocalMatch() {
  if (hub_) hub_->end_log();
  simulation_.reset();
}

void LocalMatch::run_script(const Choice& choice) {
  const commserver::Places places = commserver::find_places();
  assembly_.core.script_path = {places.scripts};
  assembly_.core.scene_path = {places.scenes};
  assembly_.core.module_path = {places.modules};
  auto variables = choice.variables;
  variables.emplace_back("Soccer.AutomaticKickOff", "true");
  variables.emplace_back("Soccer.RuleHalfTime", fmt::format("{}", choice.half_time));
  assembly_.run_script({.file = "rcssserver3D.rb", .variables = std::move(variables), .strict = true});
}

/// Spreads the agents without a team over the field. The script would put them in a row, and the last of a hundred
/// would be beyond the walls.
void LocalMatch::place_others(int agents) {
  constexpr int kRow = 13;
  for (int i = Player::kMembers; i < agents; ++i) {
    auto* body = dynamic_cast<Body*>(assembly_.core.root().find(fmt::format("/usr/scene/AgentAspect{}/physics", i)));
    if (!body) throw std::runtime_error(fmt::format("agent {} has no body", i));
    const int place = i - Player::kMembers;
    body->place_at_rest({-42.0 + 7.0 * (place % kRow), -31.0 + 6.0 * (place / kRow), body->position().z});
  }
}

bool LocalMatch::play(Step steps) {
  return simulation_->run_until(assembly_.core.clock.now() + steps) == Simulation::Outcome::step_reached;
}

}  // namespace bench
