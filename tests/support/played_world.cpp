// SPDX-License-Identifier: Apache-2.0
#include "tests/support/played_world.h"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>

#include "commserver/host/places.h"
#include "spark/core/random.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"
#include "tests/support/log_lines.h"

using namespace spark;

namespace {

constexpr std::uint64_t kFirstHash = 0xcbf29ce484222325ULL;

void mix(std::uint64_t& hash, double number) {
  hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * 0x100000001b3ULL;
}

void mix(std::uint64_t& hash, const Vec3& v) {
  for (const double number : {v.x, v.y, v.z}) mix(hash, number);
}

}  // namespace

/// Requests its body first, then joins a team, if there are teams; then drives about, kicks and speaks. Its actions
/// depend on every number in its percepts.
class PlayedWorld::Player final : public LocalAgent {
 public:
  Player(AgentId id, Kind kind, RandomStream& random, std::uint64_t& sensed)
      : id_(id), kind_(kind), random_(random), sensed_(sensed) {}

  /// Resets the player, except for its body and its team.
  void begin_anew() { turns_ = 3, sensed_ = kFirstHash; }

  bool decide(const PerceptArray& percepts, ActionList& actions) override {
    for (const auto& item : percepts.items()) mix(sensed_, item.number);
    const int turn = turns_++;
    if (turn == 0)
      actions.add("create");
    else if (kind_ != Kind::soccer)
      actions.add("left").real(draw(12)), actions.add("right").real(draw(12));
    else if (turn == 2)
      actions.add("init").integer(id_.number() / 2 + 1).text(id_.number() % 2 == 0 ? "left" : "right");
    else if (turn > 2)
      play(actions);
    return true;
  }

 private:
  double draw(double max) {
    // Uses bits of its percepts, so that a single different bit results in another match.
    return max * (random_.uniform(-1, 1) + 1e-3 * static_cast<double>(sensed_ % 1000) / 1000);
  }
  void play(ActionList& actions) {
    actions.add("drive").real(draw(100)).real(draw(100)).real(0);
    actions.add("kick").real(20).real(50 + draw(50));
    actions.add("pantilt").real(draw(10)).real(draw(3));
    if (id_ == 0 && turns_ % 8 == 0) actions.add("say").text("here");
  }

  AgentId id_;
  Kind kind_;
  RandomStream& random_;
  std::uint64_t& sensed_;
  int turns_ = 0;
};

PlayedWorld::PlayedWorld(const Choice& choice) : assembly_(choice.seed) {
  Core& core = assembly_.core;
  keep_lines(core.log, lines_);
  run_script(choice.kind);
  agents_.add_type("player", [this, kind = choice.kind](AgentId id) {
    sensed_.push_back(std::make_unique<std::uint64_t>(kFirstHash));
    auto player =
        std::make_unique<Player>(id, kind, assembly_.core.random.stream(fmt::format("player {}", id)), *sensed_.back());
    players_.push_back(player.get());
    return player;
  });
  auto options = assembly_.simulation_options();
  options.pace_chosen = true;
  simulation_ = assembly_.make_simulation(agents_, options);
  frames_ = std::make_unique<Frames>(assembly_.monitor_system());
  simulation_->add_frame_listener(*frames_);
  if (choice.kind == Kind::robots_by_quick_step) core.find_first<World>()->set_quick_step(true);
  for (int i = 0; i < choice.agents; ++i) simulation_->start_agent("player");
  assembly_.build_agents(*simulation_);
  assembly_.leave_scripts();
}

PlayedWorld::~PlayedWorld() {
  simulation_.reset();
}

void PlayedWorld::run_script(Kind kind) {
  const commserver::Places places = commserver::find_places();
  assembly_.core.script_path = {places.scripts};
  assembly_.core.scene_path = {places.scenes};
  assembly_.core.module_path = {places.modules};
  if (kind == Kind::soccer)
    assembly_.run_script(
        {.file = "rcssserver3D.rb", .variables = {{"Soccer.AutomaticKickOff", "true"}}, .strict = true});
  else
    assembly_.run_script({.file = "two_robots.rb", .strict = true});
}

void PlayedWorld::play_until(Step step) {
  if (simulation_->run_until(step) != Simulation::Outcome::step_reached)
    throw std::runtime_error(fmt::format("the world ended at step {}", now()));
}

std::string PlayedWorld::restart(std::optional<std::uint64_t> seed) {
  frames_->text.clear();
  std::string problem = simulation_->restart(seed);
  for (Player* player : players_) player->begin_anew();  // the world has waited for them
  return problem;
}

std::uint64_t PlayedWorld::hash() const {
  std::uint64_t hash = kFirstHash;
  for (const Body* body : const_cast<Core&>(assembly_.core).find_all<Body>()) {
    mix(hash, body->position());
    for (const double number : body->rotation()) mix(hash, number);
    mix(hash, body->velocity());
    mix(hash, body->angular_velocity());
  }
  for (const auto& sensed : sensed_) mix(hash, std::bit_cast<double>(*sensed));
  return hash;
}
