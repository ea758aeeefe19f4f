// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/episode_restart.h"

#include <fmt/format.h>

#include <vector>

#include "spark/core/core.h"
#include "spark/physics/world.h"
#include "spark/sim/agent_roster.h"
#include "spark/sim/agent_waits.h"
#include "spark/sim/input_tracker.h"
#include "spark/sim/run_control.h"

namespace spark {

std::string EpisodeRestart::run(std::optional<std::uint64_t> seed) {
  const auto& [core, world, gateway, run_control, agents, waits, inputs] = parts_;
  if (const auto beyond = gateway.traits().beyond_acts; !beyond.empty())
    return fmt::format("this world also changes by {}, which another episode cannot undo", fmt::join(beyond, ", "));
  inputs.begin_restart();
  // Agents that are lost during the wait stay in the list, because it is a matter of chance when that is noticed.
  const std::vector<AgentId> players = agents.in_world();
  // Later than any announced sensation, so that all agents are idle then.
  const Step begin = core.clock.now() + agents.longest_announcement(players) + 1;
  agents.void_acts(begin);
  core.clock.begin_at(begin);
  for (const AgentId id : players) gateway.expect_sensation(id, begin);
  while ((agents.is_anyone_thinking() || inputs.is_due()) && !run_control.stop_requested()) waits.for_acts();

  core.random.restart(seed.value_or(core.random.seed()));
  world.restore_start();
  visit_children_first(core.root(), [](Leaf& leaf) { leaf.restart(); });
  world.show_places();
  agents.schedule_senses(players);
  inputs.end_restart();
  return {};
}

}  // namespace spark
