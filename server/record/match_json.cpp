// SPDX-License-Identifier: Apache-2.0
#include "server/record/match_json.h"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "server/options/options.h"
#include "spark/core/log.h"

namespace server {

using namespace spark;
using Json = nlohmann::ordered_json;
namespace {

/// Whether all agents of the type that were to be started or to connect became ready.
bool has_come(const Simulation& simulation, const Options& options, std::string_view type) {
  int wanted = type == Options::kConnectedType ? options.agents_awaited : 0, ready = 0;
  for (AgentId id = 0; id < simulation.agents_started(); ++id) {
    if (simulation.type_of(id) != type) continue;
    wanted += !simulation.has_arrived(id);
    ready += simulation.is_ready(id);
  }
  return ready >= wanted;
}

}  // namespace

MatchEnd end_of(const Simulation& simulation, Simulation::Outcome outcome, const monitor::Ending& ending,
                const Absence& absence, bool absent_lose) {
  const auto walk_over = [&](std::string why, monitor::Side winner) -> MatchEnd {
    if (!absence.why.empty()) why += fmt::format(" ({})", absence.why);
    return {"walk-over", std::move(why), winner};
  };
  const bool could_not_start = outcome == Simulation::Outcome::no_agents;
  if (could_not_start || (simulation.agents_started() > 0 && !simulation.has_had_agents())) {
    if (absence.is_there && absent_lose) return walk_over("nobody came", ending.winner);
    return {"failed", could_not_start ? "no agent could be started" : "no agent ever came"};
  }
  if (ending.is_walk_over) return walk_over(ending.why, ending.winner);
  return {"played", ""};
}

monitor::Side winner_of_no_show(const Simulation& simulation, const Options& options) {
  const std::vector<std::string> types = options.contestants();
  if (types.size() != 2) return monitor::Side::none;
  const bool left = has_come(simulation, options, types[0]), right = has_come(simulation, options, types[1]);
  if (left == right) return monitor::Side::none;
  return left ? monitor::Side::left : monitor::Side::right;
}

Json end_json(const MatchEnd& end) {
  const bool has_winner = end.how == "walk-over" && end.winner != monitor::Side::none;
  return {{"how", end.how},
          {"winner", has_winner ? Json(end.winner == monitor::Side::left ? "left" : "right") : Json()},
          {"why", end.why}};
}

Json agents_json(const Simulation& simulation, double step_seconds) {
  Json agents = Json::array();
  for (AgentId id = 0; id < simulation.agents_started(); ++id) {
    const auto& loss = simulation.loss_of(id);
    const std::string role = simulation.role_of(id);
    const std::string refusal = simulation.refusal_of(id);
    Json lost = nullptr;
    if (loss) lost = {{"time", static_cast<double>(loss->time) * step_seconds}, {"why", loss->reason}};
    agents.push_back({{"id", id.number()},
                      {"type", simulation.type_of(id)},
                      {"arrived", simulation.has_arrived(id)},
                      {"role", role.empty() ? Json() : Json(role)},
                      {"refused", refusal.empty() ? Json() : Json(refusal)},
                      {"lost", std::move(lost)}});
  }
  return agents;
}

Absence absence_of(const Simulation& simulation, int agents_awaited) {
  struct Type {
    bool has_played = false, has_agents_left = false;
    std::string loss;  ///< why its first agent was lost
  };
  std::map<std::string, Type> types;
  int arrived_players = 0;
  for (AgentId id = 0; id < simulation.agents_started(); ++id) {
    const bool is_player = !simulation.role_of(id).empty();
    if (simulation.has_arrived(id)) {
      arrived_players += is_player;
      continue;
    }
    Type& type = types[simulation.type_of(id)];
    type.has_played |= is_player;
    const auto& loss = simulation.loss_of(id);
    type.has_agents_left |= !loss;
    if (loss && type.loss.empty()) type.loss = loss->reason;
  }
  Absence absence;
  absence.is_certain = true;
  for (const auto& [name, type] : types) {
    if (!type.has_agents_left)
      absence.why += fmt::format("{}{}: {}", absence.why.empty() ? "" : "; ", printable(name), type.loss);
    if (type.has_played || types.size() == 1) continue;
    absence.is_there = true;
    absence.is_certain &= !type.has_agents_left;
  }
  if (agents_awaited > 1 && arrived_players < agents_awaited)
    absence.is_certain &= std::exchange(absence.is_there, true);
  absence.is_certain &= absence.is_there;
  return absence;
}

}  // namespace server
