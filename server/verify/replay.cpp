// SPDX-License-Identifier: Apache-2.0
#include "server/verify/replay.h"

#include <fmt/format.h>

#include <stdexcept>

#include "commserver/host/home_folder.h"
#include "commserver/host/places.h"
#include "monitor-lite/client/reporter.h"
#include "monitor-lite/report/report_json.h"
#include "server/engine/search_paths.h"
#include "server/record/match_json.h"
#include "server/record/match_record.h"
#include "server/verify/replay_options.h"
#include "spark/monitor/command_sender.h"
#include "spark/monitor/monitor_system.h"
#include "spark/monitor/trainer_commands.h"
#include "spark/physics/world.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr unsigned kCallsPerCheck = 64;  ///< inputs between two checks of the clock

RecordedParameters parameters_of(const fs::path& folder) {
  const fs::path file = folder / "parameters.xml";
  return read_parameters(file, file.string());
}

Options options_for(const RecordedParameters& recorded, const fs::path& folder, const Options& caller) {
  try {
    return replay_options(recorded, folder, caller);
  } catch (const WrongUsage& error) {  // the error is in the file; the user who verifies it made none
    throw std::runtime_error(fmt::format("{}: {}", (folder / "parameters.xml").string(), error.what()));
  }
}

}  // namespace

Replay::Replay(const fs::path& folder, const fs::path& monitor_log, const Options& caller, Progress progress)
    : folder_(folder),
      recorded_(parameters_of(folder)),
      options_(options_for(recorded_, folder, caller)),
      progress_(std::move(progress)),
      assembly_(static_cast<std::uint64_t>(options_.random_seed)),
      files_(assembly_.core) {
  agents_ = std::make_unique<RecordedAgents>(
      folder / MatchRecord::kActs,
      RecordedAgents::Match{[this](std::string_view peer, std::string_view text) { command(peer, text); },
                            [this] {
                              line_.clear();
                              assembly_.monitor_system().header(line_);
                            },
                            [this] { assembly_.run_control.stop(); }, [this](Step at) { check_progress(at); }});
  check_record();
  open_logs(monitor_log);
  set_up();
}

void Replay::check_record() const {
  const auto refuse = [&](const std::string& why) {
    throw std::runtime_error(fmt::format("{}: {}", folder_.string(), why));
  };
  if (!agents_->foreign().empty())
    refuse(fmt::format("cannot be verified: {} changed its world and are not recorded", agents_->foreign()));
  if (agents_->seed() != assembly_.core.random.seed())
    refuse(fmt::format("parameters.xml has another seed ({}) than the record of acts ({})",
                       assembly_.core.random.seed(), agents_->seed()));
}

/// Opens all existing logs, including one that the match did not write.
void Replay::open_logs(const fs::path& monitor_log) {
  std::error_code none;
  for (const char* name : {"monitor.log", "monitor.log.zst"})
    if (fs::exists(folder_ / name, none) || folder_ / name == monitor_log) {
      logs_.push_back(std::make_unique<LineComparison>(folder_ / name));
      if (monitor_log_.empty()) monitor_log_ = folder_ / name;
    }
  if (options_.hash_interval > 0 && fs::exists(folder_ / MatchRecord::kHashes, none))
    hashes_ = logs_.emplace_back(std::make_unique<LineComparison>(folder_ / MatchRecord::kHashes)).get();
}

void Replay::set_up() {
  Core& core = assembly_.core;
  core.input_limits = options_.limits;
  if (agents_->revision() < 2) core.clock.sum_floats();
  set_search_paths(core, commserver::find_places(), commserver::chosen_home_folder(options_.home),
                   !options_.trust_scripts);
  core.files.on_taken([this](const TakenFiles::File& file) { files_.note(file); });
  assembly_.scripts();
  assembly_.run_script(
      {options_.script, options_.profile, options_.variables, options_.strict, options_.script_limit_s});
  assembly_.monitor_system().prepare();
  Simulation::Options simulation = assembly_.simulation_options();
  simulation.agents_awaited = agents_->arrived_before();
  if (agents_->never_began()) {  // fewer agents connected than were awaited
    ++simulation.agents_awaited;
    simulation.arrival_limit = RealClock::Duration(1);
    simulation.ready_limit = {};
  }
  simulation.more_may_come = !agents_->ends_where_it_began();
  simulation.contestants = options_.contestants();
  simulation.pace_chosen = true;
  simulation.progress = [this] { report_progress(); };
  simulation_ = assembly_.make_simulation(*agents_, std::move(simulation));
  simulation_->set_input_source(*agents_);
  if (!monitor_log_.empty()) simulation_->add_frame_listener(*this);
  if (!hashes_) return;
  hash_log_.emplace(
      core, *core.find_first<World>(), [this] { return simulation_->status(); },
      [this](std::string_view line) { take_hashes(line); });
  simulation_->add_frame_listener(*hash_log_, options_.hash_interval);
}

void Replay::command(std::string_view peer, std::string_view text) {
  commands_.push_back({steps(), std::string(peer), printable(text, text.size())});
  RecordedSender sender(peer);
  TrainerCommands(assembly_.monitor_system()).carry_out(sender, text);
}

void Replay::check_progress(Step at) {
  if (++calls_ % kCallsPerCheck != 0) return;
  const auto now = assembly_.loop.now();
  if (std::exchange(at_, at) != at) at_since_ = now;
  report_progress();
  if (now - at_since_ > kLongestStep)
    throw std::runtime_error(
        fmt::format("{}: the input at step {} has taken longer than {} s: this is not the record of a match",
                    (folder_ / MatchRecord::kActs).string(), at, kLongestStep.count()));
}

void Replay::report_progress() const {
  progress_(seconds_of(steps()), agents_ ? agents_->acts() : 0);
}

void Replay::take_hashes(std::string_view line) {
  if (line.starts_with("bodies ") && !hashes_->difference()) names_of_bodies_ = line.substr(0, line.size() - 1);
  hashes_->made(line, steps());
}

void Replay::compare(auto print) {
  if (monitor_log_.empty()) return;
  line_.clear();
  print();
  if (line_.empty()) return;
  for (const auto& log : logs_)
    if (log.get() != hashes_) log->made(line_, steps());
}

void Replay::frame(Step) {
  compare([&] { assembly_.monitor_system().frame(line_); });
}

void Replay::play() {
  compare([&] { assembly_.monitor_system().header(line_); });
  for (const std::string& type : agents_->started()) {
    check_progress(0);
    simulation_->start_agent(type);
  }
  outcome_ = simulation_->run();
  if (!agents_->problem().empty()) throw std::runtime_error(agents_->problem());
  compare([&] { assembly_.monitor_system().farewell(line_); });
  is_cut_ = outcome_ == Simulation::Outcome::stopped && !agents_->is_complete();
  for (const auto& log : logs_) log->ended(is_cut_, steps());
}

std::optional<monitor::Report> Replay::report() const {
  if (monitor_log_.empty()) return std::nullopt;
  try {
    std::string unused;  // the comparison reports what is wrong with the log
    return monitor::report_of_log(monitor_log_, unused);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

Json Replay::match_json(const std::string& how, const std::optional<monitor::Report>& report) const {
  const Absence absence = absence_of(*simulation_, options_.agents_awaited);
  const monitor::Ending ending =
      report ? monitor::ending_of(*report, {absence.is_there, absence.is_certain}) : monitor::Ending();
  Json json{{"format", 1}, {"server", fmt::format("rcssserver3D {}", agents_->version())}, {"seed", agents_->seed()}};
  if (outcome_ == Simulation::Outcome::stopped)
    json["end"] = {{"how", how == "failed" ? how : "stopped"}, {"winner", nullptr}};
  else if (outcome_ == Simulation::Outcome::too_few)
    (json["end"] = end_json({"walk-over", {}, winner_of_no_show(*simulation_, options_)})).erase("why");
  else
    json["end"] =
        end_json(end_of(*simulation_, outcome_, ending, absence, options_.absent_types == Options::AbsentTypes::lose));
  json["simulated"] = assembly_.simulated_seconds();
  if (report) json.update(monitor::report_json(*report));
  json["agents"] = agents_json(*simulation_, assembly_.core.clock.step_seconds());
  Json& options = json["options"] = Json::object();
  for (const auto& [name, value] : recorded_.values) options[name] = value;
  return json;
}

}  // namespace server
