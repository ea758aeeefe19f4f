// SPDX-License-Identifier: Apache-2.0
// Another episode of the same match.
#include <algorithm>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/run_control.h"
#include "spark/sim/simulation.h"

namespace spark {

/// It has no body yet, or the game does not know it yet.
bool Simulation::is_expected(const Agent& agent) const {
  if (!agent.node) return false;
  if (!core_.find_first<Body>(&*agent.node)) return true;
  return std::any_of(game_control_->aspects().begin(), game_control_->aspects().end(),
                     [&](const ControlAspect* aspect) { return aspect->is_expected(*agent.node); });
}

/// Of those who perceived nothing since the clock was put on, none may act before it has.
bool Simulation::someone_thinks() const {
  for (std::size_t i = 0; i < agents_.size(); ++i)
    if (agents_[i].phase == AgentPhase::in_world && gateway_.earliest_act(static_cast<AgentId>(i)) < core_.clock.now())
      return true;
  return false;
}

std::string Simulation::restart(std::optional<std::uint64_t> seed) {
  if (!under_way_ || restarting_) return "no match has begun";
  if (const std::string beyond = gateway_.beyond_acts(); !beyond.empty())
    return fmt::format("this world also changes by {}, which another episode cannot undo", beyond);
  restarting_ = true;
  std::vector<AgentId>
      players;  // those who are lost while they are waited for included: when that is noticed is chance
  Step longest = 0;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].phase != AgentPhase::in_world) continue;
    players.push_back(static_cast<AgentId>(i));
    longest = std::max(longest, agents_[i].timing.sense_interval + agents_[i].timing.sense_latency);
  }
  // Later than any sensation that has been announced, so that all agents are idle then.
  const Step begin = core_.clock.now() + longest + 1;
  events_.put_off(begin, [this](const EventKey& key) {
    return key.kind == EventKind::agent_leaves ||
           (key.kind == EventKind::act && is_expected(agents_[static_cast<std::size_t>(key.agent)]));
  });
  core_.clock.begin_at(begin);
  for (const AgentId id : players) gateway_.expect_sensation(id, begin);
  while ((someone_thinks() || is_input_due()) && !run_control_.stop_requested()) wait_for_agents();

  core_.random.restart(seed.value_or(core_.random.seed()));
  world_->put_back_start();
  visit_children_first(core_.root(), [](Leaf& leaf) { leaf.restart(); });
  world_->show_places();
  schedule_senses(players);
  no_act_before_ = kLongAgo;
  pacer_.restart();
  restarting_ = false;
  events_of_step_ = 0;
  publish_frames();
  return {};
}

/// Those who became ready during a restart enter once all commands have been carried out: one command may hold several
/// restarts, and a record has no place between two of them.
void Simulation::admit_latecomers() {
  for (const AgentId id : std::exchange(ready_meanwhile_, {})) agent_ready(id);
}

void Simulation::schedule_senses(const std::vector<AgentId>& agents) {
  const auto agent_of = [this](AgentId id) -> Agent& { return agents_[static_cast<std::size_t>(id)]; };
  const auto queued =
      std::count_if(agents.begin(), agents.end(), [&](AgentId id) { return !agent_of(id).has_own_timing; });
  Step served = 0;
  for (const AgentId id : agents) {
    const Agent& agent = agent_of(id);
    // As at the beginning of the match.
    const Step later =
        agent.has_own_timing ? agent.timing.sense_interval - 1 : served++ * options_.timing.sense_interval / queued;
    const Step first = core_.clock.now() + 1 + later;
    if (agent.phase != AgentPhase::in_world) continue;
    events_.push({first, EventKind::create_sense, id, 0});
    gateway_.expect_sensation(id, first + agent.timing.sense_latency);
  }
}

}  // namespace spark
