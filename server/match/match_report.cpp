// SPDX-License-Identifier: Apache-2.0
#include "server/match/match_report.h"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "monitor-lite/client/reporter.h"
#include "monitor-lite/report/ending.h"
#include "monitor-lite/report/report_json.h"
#include "server/engine/signals.h"
#include "server/match/costs.h"
#include "server/options/options.h"
#include "spark/agent/agent_gateway.h"
#include "spark/core/core.h"
#include "spark/core/whole_file.h"
#include "spark/net/checksum.h"

namespace server {

using namespace spark;
namespace {

using Json = nlohmann::ordered_json;

Json costs_of_agents(const Simulation& simulation, const AgentGateway& gateway) {
  const auto ms = [](std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); };
  Json agents = Json::array();
  for (AgentId id = 0; id < simulation.agents_started(); ++id)
    if (const auto agent = gateway.report(id))
      agents.push_back({{"id", id.number()},
                        {"cycles", agent->cycles},
                        {"acts", agent->acts},
                        {"late", agent->late_acts},
                        {"refused", agent->refused + simulation.acts_refused(id)},
                        {"thinking_ms", {ms(agent->thinking_p50), ms(agent->thinking_p99), ms(agent->thinking_max)}},
                        {"bytes_to", agent->bytes_to},
                        {"bytes_from", agent->bytes_from}});
  return agents;
}

/// The checksums of the files in `kSummedFiles` that exist.
Json checksums(const std::filesystem::path& folder) {
  Json sums = Json::object();
  for (const char* name : kSummedFiles)
    if (const std::string sum = sha256_of_file(folder / name); !sum.empty()) sums[name] = sum;
  return sums;
}

MatchEnd how_it_ended(const PlayedMatch& match, const monitor::Ending& ending, const Absence& absence) {
  if (!match.failure.empty()) return {"failed", std::string(match.failure)};
  if (match.outcome == Simulation::Outcome::too_few) {
    std::string why = fmt::format("{} of the agents that were awaited had not connected after {:g} s",
                                  match.simulation.yet_to_arrive(), match.options.wait_s);
    const monitor::Side winner = winner_of_no_show(match.simulation, match.options);
    if (winner != monitor::Side::none)
      why += fmt::format("; all of {} were ready",
                         printable(match.options.contestants()[winner == monitor::Side::left ? 0 : 1]));
    if (!absence.why.empty()) why += fmt::format(" ({})", absence.why);
    return {"walk-over", std::move(why), winner};
  }
  if (match.outcome == Simulation::Outcome::stopped)
    return {"stopped", fmt::format("stopped by {}", name_of_signal(match.ending_signal))};
  return end_of(match.simulation, match.outcome, ending, absence,
                match.options.absent_types == Options::AbsentTypes::lose);
}

}  // namespace

MatchEnd write_match_json(const PlayedMatch& match) {
  const Options& options = match.options;
  Json report;
  monitor::Ending ending;
  const Absence absence = absence_of(match.simulation, options.agents_awaited);
  try {
    if (const auto log = options.monitor_log_file(); !log.empty()) {
      std::string unused;  // the hub has already logged what is wrong with the log
      const monitor::Report made = monitor::report_of_log(log, unused);
      report = monitor::report_json(made);
      ending = monitor::ending_of(made, {absence.is_there, absence.is_certain});
    }
  } catch (const std::runtime_error& error) {
    match.core.log.debug("match.json has nothing about the game: {}", error.what());
  }
  MatchEnd end = how_it_ended(match, ending, absence);
  Json json{{"format", 1}};
  json["server"] = "rcssserver3D " RCSS_VERSION;
  json["seed"] = match.core.random.seed();
  json["end"] = end_json(end);
  json["simulated"] = static_cast<double>(match.core.clock.now()) * match.core.clock.step_seconds();
  if (report.is_object()) json.update(report);
  json["agents"] = agents_json(match.simulation, match.core.clock.step_seconds());
  Json& named = json["options"] = Json::object();
  for (const auto& [name, value] : match.parameters) named[name] = value;
  const Costs costs = costs_until_now();
  json["measured"] = {{"wall_seconds", match.wall_seconds},
                      {"cpu_seconds", costs.cpu_seconds},
                      {"memory_mb", costs.memory_mb},
                      {"report", std::string(server_report_sources)},
                      {"agents", costs_of_agents(match.simulation, match.gateway)}};
  if (match.failure.empty()) json["measured"]["sha256"] = checksums(options.log_folder);
  try {
    write_whole_file(options.log_folder / kMatchJson, monitor::report_text(json));
  } catch (const std::runtime_error& error) {
    match.core.log.error("{}", error.what());
  }
  return end;
}

}  // namespace server
