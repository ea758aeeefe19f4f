// SPDX-License-Identifier: Apache-2.0
// What a match leaves for programs: match.json, a report on its log with what only the server knows.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include "monitor-lite/client/reporter.h"
#include "monitor-lite/report/ending.h"
#include "monitor-lite/report/report_json.h"
#include "server/costs.h"
#include "server/gateways.h"
#include "server/match.h"
#include "server/text_file.h"
#include "server/text_logs.h"
#include "spark/agent/agent_gateway.h"
#include "spark/secret/checksum.h"

namespace server {

using namespace spark;
namespace {

using Json = nlohmann::ordered_json;

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

/// The logs that are packed, or could not be made anew from the record; also that of which parameters the match had.
/// Those that were not written are left out.
Json checksums(const std::filesystem::path& folder) {
  Json sums = Json::object();
  for (const char* name : kSummedFiles)
    if (const std::string sum = sha256_of_file(folder / name); !sum.empty()) sums[name] = sum;
  return sums;
}

}  // namespace

/// How it ended goes into `ended_`, also where the file cannot be written.
void Match::write_report(std::string_view failure) {
  std::string problem;
  Json json{{"format", 1}};
  Json report;
  monitor::Ending ending;
  const Absence absence = absence_of(*simulation_, options_.agents_awaited);
  try {
    if (const auto log = options_.monitor_log_file(); !log.empty()) {
      const monitor::Report made = monitor::report_of_log(log, problem);
      report = monitor::report_json(made);
      ending = monitor::ending_of(made, {absence.is_there, absence.is_certain});
    }
  } catch (const std::runtime_error& error) {
    assembly_.core.log.debug("match.json says nothing of the game: {}", error.what());
  }
  ended_ = how_it_ended(failure, ending, absence);
  json["server"] = "rcssserver3D " RCSS_VERSION;
  json["seed"] = assembly_.core.random.seed();
  json["end"] = end_json(ended_);
  json["simulated"] = assembly_.simulated_seconds();
  if (report.is_object()) json.update(report);
  json["agents"] = agents_json(*simulation_, assembly_.core.clock.step_seconds());
  Json& options = json["options"] = Json::object();
  for (const auto& [name, value] : parameters_) options[name] = value;
  text_logs_->actions.end();  // what is said from now on, as by a monitor that leaves, belongs to no match
  const Costs costs = costs_until_now();
  json["measured"] = {{"wall_seconds", wall_seconds_},
                      {"cpu_seconds", costs.cpu_seconds},
                      {"memory_mb", costs.memory_mb},
                      {"report", std::string(server_report_sources)},
                      {"agents", costs_of_agents(*simulation_, gateways_->gateway())}};
  if (failure.empty()) json["measured"]["sha256"] = checksums(options_.log_folder);
  try {
    write_text_file(options_.log_folder / "match.json", monitor::report_text(json));
  } catch (const std::runtime_error& error) {
    assembly_.core.log.error("{}", error.what());
  }
}

MatchEnd Match::how_it_ended(std::string_view failure, const monitor::Ending& ending, const Absence& absence) const {
  if (!failure.empty()) return {"failed", std::string(failure)};
  if (outcome_ == Simulation::Outcome::too_few) {
    std::string why = fmt::format("{} of the agents that were awaited had not connected after {:g} s",
                                  simulation_->yet_to_arrive(), options_.wait_s);
    if (!absence.why.empty()) why += fmt::format(" ({})", absence.why);
    return {"walk-over", std::move(why), ending.winner};
  }
  if (outcome_ == Simulation::Outcome::stopped)
    return {"stopped", fmt::format("stopped by {}", name_of_signal(signals_->ending()))};
  return end_of(*simulation_, outcome_, ending, absence, options_.absent_types == Options::AbsentTypes::lose);
}

}  // namespace server
