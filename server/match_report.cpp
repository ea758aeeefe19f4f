// SPDX-License-Identifier: Apache-2.0
// What a match leaves for programs: match.json, a report on its log with what only the server knows.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <utility>

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
    const std::string refusal = simulation.refusal_of(id);
    Json lost = nullptr;
    if (loss) lost = {{"time", static_cast<double>(loss->time) * step_seconds}, {"why", loss->reason}};
    agents.push_back({{"id", id},
                      {"type", simulation.type_of(id)},
                      {"arrived", simulation.has_arrived(id)},
                      {"role", role.empty() ? Json() : Json(role)},
                      {"refused", refusal.empty() ? Json() : Json(refusal)},
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

Match::Absence Match::absence() const {
  struct Type {
    bool has_played = false, has_agents_left = false;
    std::string loss;  ///< why its first agent was lost
  };
  std::map<std::string, Type> types;
  int arrived_players = 0;
  for (AgentId id = 0; id < simulation_->agents_started(); ++id) {
    const bool is_player = !simulation_->role_of(id).empty();
    if (simulation_->has_arrived(id)) {
      arrived_players += is_player;
      continue;
    }
    Type& type = types[simulation_->type_of(id)];
    type.has_played |= is_player;
    const auto& loss = simulation_->loss_of(id);
    type.has_agents_left |= !loss;
    if (loss && type.loss.empty()) type.loss = loss->reason;
  }
  Absence absence;
  absence.is_certain = true;
  for (const auto& [name, type] : types) {
    if (!type.has_agents_left)
      absence.why += fmt::format("{}{}: {}", absence.why.empty() ? "" : "; ", spark::printable(name), type.loss);
    if (type.has_played || types.size() == 1) continue;
    absence.is_there = true;
    absence.is_certain &= !type.has_agents_left;
  }
  if (options_.agents_awaited > 1 && arrived_players < options_.agents_awaited)
    absence.is_certain &= std::exchange(absence.is_there, true);
  absence.is_certain &= absence.is_there;
  return absence;
}

/// How it ended goes into `ended_`, also where the file cannot be written.
void Match::write_report(std::string_view failure) {
  std::string problem;
  Json json{{"format", 1}};
  Json report;
  monitor::Ending ending;
  const Absence absence = this->absence();
  try {
    if (const auto log = options_.monitor_log_file(); !log.empty()) {
      const monitor::Report made = monitor::report_of_log(log, problem);
      report = monitor::report_json(made);
      ending = monitor::ending_of(made, {absence.is_there, absence.is_certain});
    }
  } catch (const std::runtime_error& error) {
    assembly_.core.log.debug("match.json says nothing of the game: {}", error.what());
  }
  ended_ = how_it_ended(failure);
  const bool nobody_came = ended_.how == "failed" && failure.empty();
  if (nobody_came && absence.is_there && options_.absent_types == Options::AbsentTypes::lose)
    ended_ = {"walk-over", "nobody came"};
  if (ended_.how == "played" && ending.is_walk_over) ended_ = {"walk-over", ending.why};
  if (ended_.how == "walk-over" && !absence.why.empty()) ended_.why += fmt::format(" ({})", absence.why);
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
  if (outcome_ == Simulation::Outcome::too_few)
    return {"walk-over", fmt::format("{} of the agents that were awaited had not connected after {:g} s",
                                     simulation_->yet_to_arrive(), options_.wait_s)};
  if (outcome_ == Simulation::Outcome::stopped)
    return {"stopped", fmt::format("stopped by {}", name_of_signal(signals_->ending()))};
  if (simulation_->agents_started() > 0 && !simulation_->has_had_agents()) return {"failed", "no agent ever came"};
  return {"played", ""};
}

}  // namespace server
