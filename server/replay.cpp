// SPDX-License-Identifier: Apache-2.0
#include "server/replay.h"

#include <fmt/format.h>

#include <stdexcept>

#include "commserver/host/home_folder.h"
#include "commserver/host/places.h"
#include "server/match_record.h"
#include "server/search_paths.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/world.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;

Options options_of(const fs::path& folder) {
  return read_command_line({"--parameters", (folder / "parameters.xml").string()}).options;
}

std::optional<fs::path> log_in(const fs::path& folder, std::initializer_list<const char*> names) {
  std::error_code none;
  for (const char* name : names)
    if (fs::exists(folder / name, none)) return folder / name;
  return std::nullopt;
}

}  // namespace

Replay::Replay(const fs::path& folder)
    : options_(options_of(folder)),
      agents_(std::make_unique<RecordedAgents>(
          folder / MatchRecord::kActs, RecordedAgents::Match{[this](std::string_view peer, std::string_view text) {
                                                               assembly_.monitor_system().command(peer, text);
                                                             },
                                                             [this] {
                                                               line_.clear();
                                                               assembly_.monitor_system().header(line_);
                                                             },
                                                             [this] { assembly_.run_control.stop(); }})),
      assembly_(static_cast<std::uint64_t>(options_.random_seed)) {
  if (!agents_->foreign().empty())
    throw std::runtime_error(fmt::format("{}: cannot be verified: {} changed its world, which are not recorded",
                                         folder.string(), agents_->foreign()));
  if (agents_->seed() != assembly_.core.random.seed())
    throw std::runtime_error(fmt::format("{}: parameters.xml has another seed ({}) than the record of acts ({})",
                                         folder.string(), assembly_.core.random.seed(), agents_->seed()));
  if (const auto file = log_in(folder, {"monitor.log", "monitor.log.zst"}))
    monitor_log_ = std::make_unique<LineComparison>(*file);
  if (options_.hash_interval > 0) hashes_ = std::make_unique<LineComparison>(folder / MatchRecord::kHashes);
  if (!monitor_log_ && !hashes_)
    throw std::runtime_error(fmt::format("{}: has neither a monitor log nor hashes to be verified", folder.string()));
  set_up();
}

void Replay::set_up() {
  assembly_.core.input_limits = options_.limits;
  set_search_paths(assembly_.core, commserver::find_places(), commserver::chosen_home_folder(options_.home));
  assembly_.scripts();
  signals_.emplace();  // after Ruby, which unblocks signals
  assembly_.run_script(
      {options_.script, options_.profile, options_.variables, options_.strict, options_.script_limit_s});
  assembly_.monitor_system().prepare();
  Simulation::Options simulation = assembly_.simulation_options();
  simulation.agents_awaited = agents_->arrived_before();
  simulation.more_may_come = true;
  simulation.contestants = options_.contestants();
  simulation.pace_chosen = true;
  simulation_ = assembly_.make_simulation(*agents_, std::move(simulation));
  simulation_->set_input_source(*agents_);
  if (monitor_log_) simulation_->add_frame_listener(*this);
  if (!hashes_) return;
  hash_log_.emplace(
      assembly_.core, *assembly_.core.find_first<World>(), [this] { return simulation_->status(); },
      [this](std::string_view line) { take_hashes(line); });
  simulation_->add_frame_listener(*hash_log_, options_.hash_interval);
}

void Replay::take_hashes(std::string_view line) {
  if (line.starts_with("bodies ") && !hashes_->difference()) names_of_bodies_ = line.substr(0, line.size() - 1);
  hashes_->made(line, steps());
}

void Replay::compare(LineComparison& with, auto print) {
  line_.clear();
  print();
  if (!line_.empty()) with.made(line_, steps());
}

void Replay::frame(Step) {
  compare(*monitor_log_, [&] { assembly_.monitor_system().frame(line_); });
}

void Replay::play() {
  signals_->attach(
      assembly_.run_control, assembly_.commands, [] {}, [] {});
  if (monitor_log_) compare(*monitor_log_, [&] { assembly_.monitor_system().header(line_); });
  for (const std::string& type : agents_->started()) simulation_->start_agent(type);
  const auto outcome = simulation_->run();
  signals_->detach();
  if (!agents_->problem().empty()) throw std::runtime_error(agents_->problem());
  if (signals_->ending() != 0) throw std::runtime_error("ended by a signal; nothing is verified");
  if (monitor_log_) compare(*monitor_log_, [&] { assembly_.monitor_system().farewell(line_); });
  is_cut_ = outcome != Simulation::Outcome::game_ended && !agents_->is_complete();
  for (LineComparison* log : {monitor_log_.get(), hashes_.get()})
    if (log) log->ended(is_cut_, steps());
}

bool Replay::is_true() const {
  return !(monitor_log_ && monitor_log_->difference()) && !(hashes_ && hashes_->difference());
}

bool Replay::goes_beyond() const {
  return (monitor_log_ && monitor_log_->beyond() > 0) || (hashes_ && hashes_->beyond() > 0);
}

}  // namespace server
