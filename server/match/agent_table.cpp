// SPDX-License-Identifier: Apache-2.0
#include "server/match/agent_table.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "spark/agent/agent_gateway.h"
#include "spark/sim/simulation.h"

namespace server {

using namespace spark;
namespace {
/// Agents that connect again and again would fill the screen.
constexpr std::size_t kMaxRows = 100;
}  // namespace

std::vector<std::string> agent_table(const Simulation& simulation, AgentGateway& agents) {
  std::vector<std::string> lines;
  const auto ms = [](std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); };
  std::uint64_t others = 0, acts = 0, refused = 0;
  for (AgentId id = 0; id < simulation.agents_started(); ++id) {
    const std::optional<AgentReport> agent = agents.report(id);
    if (!agent) continue;
    if (lines.size() > kMaxRows) {
      ++others;
      acts += agent->acts;
      refused += agent->refused + simulation.acts_refused(id);
      continue;
    }
    if (lines.empty())
      lines.push_back(fmt::format("{:>5} {:<12} {:>8} {:>8} {:>7} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9}", "agent", "type",
                                  "cycles", "acts", "late", "refused", "p50 ms", "p99 ms", "max ms", "KiB to",
                                  "KiB from"));
    lines.push_back(fmt::format("{:>5} {:<12.12} {:>8} {:>8} {:>7} {:>8} {:>9.3f} {:>9.3f} {:>9.3f} {:>9} {:>9}", id,
                                simulation.type_of(id), agent->cycles, agent->acts, agent->late_acts,
                                agent->refused + simulation.acts_refused(id), ms(agent->thinking_p50),
                                ms(agent->thinking_p99), ms(agent->thinking_max), agent->bytes_to / 1024,
                                agent->bytes_from / 1024));
  }
  if (others > 0) lines.push_back(fmt::format("  and {} more agents, {} acts, {} refused", others, acts, refused));
  // A gateway with nothing to report leaves its line empty.
  for (const auto& tally : agents.traits().tallies)
    if (std::string line = tally(); !line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace server
