// SPDX-License-Identifier: Apache-2.0
// What a match leaves for programs: match.json, a report on its log with what only the server knows.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "monitor-lite/client/reporter.h"
#include "monitor-lite/report/ending.h"
#include "monitor-lite/report/report_json.h"
#include "server/costs.h"
#include "server/gateways.h"
#include "server/match.h"
#include "server/parameters.h"
#include "server/text_file.h"
#include "spark/agent/agent_gateway.h"

namespace server {

using namespace spark;
namespace {

using Json = nlohmann::ordered_json;

Json agents_json(const Simulation& simulation, double step_seconds) {
  Json agents = Json::array();
  for (AgentId id = 0; id < simulation.agents_started(); ++id) {
    const auto& loss = simulation.loss_of(id);
    const std::string role = simulation.role_of(id);
    Json lost = nullptr;
    if (loss) lost = {{"time", static_cast<double>(loss->time) * step_seconds}, {"why", loss->reason}};
    agents.push_back({{"id", id},
                      {"type", simulation.type_of(id)},
                      {"arrived", simulation.has_arrived(id)},
                      {"role", role.empty() ? Json() : Json(role)},
                      {"lost", std::move(lost)}});
  }
  return agents;
}

Json costs_of_agents(const Simulation& simulation, const AgentGateway& gateway) {
  const auto ms = [](std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); };
  Json agents = Json::array();
  for (AgentId id = 0; id < simulation.agents_started(); ++id)
    if (const auto agent = gateway.report(id))
      agents.push_back(
          {{"id", id},
           {"cycles", agent->cycles},
           {"acts", agent->acts},
           {"late", agent->late_acts},
           {"refused", agent->refused + simulation.acts_refused(id)},
           {"thinking_ms", {ms(agent->thinking_half), ms(agent->thinking_most), ms(agent->thinking_longest)}},
           {"bytes_to", agent->bytes_to},
           {"bytes_from", agent->bytes_from}});
  return agents;
}

}  // namespace

/// More was announced than has played: no agent of one of the types to start was ever a player, or fewer than awaited
/// were.
bool Match::misses_players() const {
  std::map<std::string, bool> has_played;
  int arrived_players = 0;
  for (AgentId id = 0; id < simulation_->agents_started(); ++id) {
    const bool is_player = !simulation_->role_of(id).empty();
    if (simulation_->has_arrived(id)) {
      arrived_players += is_player;
    } else {
      has_played[simulation_->type_of(id)] |= is_player;
    }
  }
  const bool lacks_type = has_played.size() > 1 && std::any_of(has_played.begin(), has_played.end(),
                                                               [](const auto& type) { return !type.second; });
  return lacks_type || (options_.agents_awaited > 1 && arrived_players < options_.agents_awaited);
}

/// How it ended goes into `ended_`, also where the file cannot be written.
void Match::write_report(std::string_view failure) {
  std::string problem;
  Json json{{"format", 1}};
  Json report;
  monitor::Ending ending;
  try {
    if (const auto log = options_.monitor_log_file(); !log.empty()) {
      const monitor::Report made = monitor::report_of_log(log, problem);
      report = monitor::report_json(made);
      ending = monitor::ending_of(made, misses_players());
    }
  } catch (const std::runtime_error& error) {
    assembly_.core.log.debug("match.json says nothing of the game: {}", error.what());
  }
  ended_ = how_it_ended(failure);
  if (ended_.how == "played" && ending.is_walk_over) ended_ = {"walk-over", ending.why};
  const bool has_winner = ended_.how == "walk-over" && ending.winner != monitor::Side::none;
  json["server"] = "rcssserver3D " RCSS_VERSION;
  json["seed"] = assembly_.core.random.seed();
  json["end"] = {{"how", ended_.how},
                 {"winner", has_winner ? Json(ending.winner == monitor::Side::left ? "left" : "right") : Json()},
                 {"why", ended_.why}};
  json["simulated"] = assembly_.simulated_seconds();
  if (report.is_object()) json.update(report);
  json["agents"] = agents_json(*simulation_, assembly_.core.clock.step_seconds());
  Json& options = json["options"] = Json::object();
  for (const auto& [name, value] :
       parameters_in_force(options_in_force(), assembly_.core.random.seed(), assembly_.core.variables))
    options[name] = value;
  const Costs costs = costs_until_now();
  json["measured"] = {{"wall_seconds", wall_seconds_},
                      {"cpu_seconds", costs.cpu_seconds},
                      {"memory_mb", costs.memory_mb},
                      {"agents", costs_of_agents(*simulation_, gateways_->gateway())}};
  try {
    write_text_file(options_.log_folder / "match.json", monitor::report_text(json));
  } catch (const std::runtime_error& error) {
    assembly_.core.log.error("{}", error.what());
  }
}

Match::Ended Match::how_it_ended(std::string_view failure) const {
  if (!failure.empty()) return {"failed", std::string(failure)};
  if (outcome_ == Simulation::Outcome::no_agents) return {"failed", "no agent could be started"};
  if (outcome_ == Simulation::Outcome::stopped)
    return {"stopped", fmt::format("stopped by {}", name_of_signal(signals_->ending()))};
  if (simulation_->agents_started() > 0 && !simulation_->has_had_agents()) return {"failed", "no agent ever came"};
  return {"played", ""};
}

}  // namespace server
