// SPDX-License-Identifier: Apache-2.0
// Records of matches that are replayed. The replayed input keeps its order and positions, is what gateways may report,
// and ends.
#include <optional>
#include <stdexcept>
#include <string>

#include "server/record/recorded_agents.h"
#include "spark/agent/act.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using namespace spark;

namespace {

struct Listener final : NullListener {
  std::optional<AgentId> agent_arrived(const std::string&) override { return count++; }
  void agent_ready(AgentId agent) override {
    demand(agent >= 0);
    if (const auto own = agents->timing(agent)) last_timing = own;
  }
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    demand(agent >= 0 && text.size() <= server::kMaxRecordLine);
    demand(stamp >= -2 * AgentTiming::kMax && stamp <= place.step + 2 * AgentTiming::kMax);
  }
  void agent_acted(AgentId agent, Step, std::span<const Action> actions) override {
    demand(agent >= 0 && !actions.empty() && actions.size() <= Act::kMaxActions);
  }
  void agent_halted(AgentId agent) override { demand(agent >= 0); }
  void agent_lost(AgentId agent, std::string_view) override {
    demand(agent >= 0);
    agents->leave_time(agent);
  }
  server::RecordedAgents* agents = nullptr;
  std::optional<AgentTiming> last_timing;
  InputPosition place;
  AgentId count = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::MemoryFile file("rcssserver3D acts 1\n" + std::string(fuzz::as_text(octets, size)));
  bool has_ended = false;
  try {
    Listener listener;
    server::RecordedAgents agents(file.path(), {[](std::string_view, std::string_view) {}, [] {},
                                                [&] {
                                                  demand(!has_ended);
                                                  has_ended = true;
                                                }});
    listener.agents = &agents;
    agents.receive(listener);
    // Some steps with three events in each, and then all later positions.
    for (Step step = 0; step != 40 && !has_ended; ++step)
      for (std::uint64_t event = 0; event != 3 && !has_ended; ++event) {
        listener.place = {step, event};
        if (agents.is_due(listener.place)) agents.receive(listener);
        demand(!agents.has_pending() || !agents.problem().empty());
      }
    constexpr InputPosition kEnd{std::numeric_limits<Step>::max(), 0};
    for (int i = 0; i != 100 && !has_ended; ++i)
      if (agents.is_due(kEnd)) break;  // its position is beyond every step
    // A match that never began was not ended by its record.
    demand(agents.never_began() ? !has_ended : agents.is_complete() <= has_ended);
  } catch (const std::runtime_error&) {  // not a valid record
  }
  return 0;
}
