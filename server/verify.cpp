// SPDX-License-Identifier: Apache-2.0
#include "server/verify.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "commserver/host/home_folder.h"
#include "commserver/host/places.h"
#include "server/assembly.h"
#include "server/match_record.h"
#include "server/option_table.h"
#include "server/options.h"
#include "server/record/line_comparison.h"
#include "server/record/recorded_agents.h"
#include "server/search_paths.h"
#include "server/signals.h"
#include "spark/core/standard_streams.h"
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

/// Some of a line around the place where it differs.
std::string part_of(std::string_view line, std::size_t column) {
  constexpr std::size_t kBefore = 30, kLength = 60;
  if (line.empty()) return "nothing";
  const std::size_t begin = column > kBefore ? column - kBefore : 0;
  return fmt::format("'{}'", printable(line.substr(std::min(begin, line.size()), kLength)));
}

/// The first body whose hash differs between two lines of hashes, by the names of both.
std::string body_that_differs(std::string_view recorded, std::string_view played, std::string_view names) {
  next_word(names);  // "bodies"
  for (int i = 0; i < 3; ++i) next_word(recorded), next_word(played);
  while (!names.empty()) {
    const std::string_view name = next_word(names);
    if (next_word(recorded) != next_word(played)) return std::string(name);
  }
  return "the game or its random numbers";
}

/// A match that is played again, and what it makes compared with its logs.
class Replay final : public FrameListener {
 public:
  explicit Replay(const fs::path& folder);
  void play();
  bool is_true() const;
  /// Whether the logs go on where the record has ended.
  bool goes_beyond() const;
  std::string report() const;

 private:
  void frame(Step step) override;
  void set_up();
  void compare(LineComparison& with, auto print);
  void add_verdict(std::string& out, const LineComparison& log) const;
  MonitorSystem& monitors() { return assembly_.monitor_system(); }
  Step now() const { return assembly_.core.clock.now(); }

  const fs::path folder_;
  const Options options_;
  const commserver::Places places_ = commserver::find_places();
  std::string line_, names_of_bodies_;
  std::unique_ptr<LineComparison> monitor_log_, hashes_;
  std::unique_ptr<RecordedAgents> agents_;
  Assembly assembly_;
  std::optional<Signals> signals_;
  std::unique_ptr<Simulation> simulation_;
  std::optional<HashLog> hash_log_;
  bool is_cut_ = false;  ///< the record does not say how the match ended
};

Replay::Replay(const fs::path& folder)
    : folder_(folder),
      options_(options_of(folder)),
      agents_(std::make_unique<RecordedAgents>(
          folder / MatchRecord::kActs, RecordedAgents::Match{[this](std::string_view peer, std::string_view text) {
                                                               monitors().command(peer, text);
                                                             },
                                                             [this] {
                                                               line_.clear();
                                                               monitors().header(line_);
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
  set_search_paths(assembly_.core, places_, commserver::chosen_home_folder(options_.home));
  assembly_.scripts();
  signals_.emplace();  // after Ruby, which unblocks signals
  assembly_.run_script(
      {options_.script, options_.profile, options_.variables, options_.strict, options_.script_limit_s});
  monitors().prepare();
  Simulation::Options simulation = assembly_.simulation_options();
  simulation.agents_awaited = agents_->arrived_before();
  simulation.more_may_come = true;
  simulation.pace_chosen = true;
  simulation_ = assembly_.make_simulation(*agents_, std::move(simulation));
  simulation_->set_input_source(*agents_);
  if (monitor_log_) simulation_->add_frame_listener(*this);
  if (!hashes_) return;
  hash_log_.emplace(
      assembly_.core, *assembly_.core.find_first<World>(), [this] { return simulation_->status(); },
      [this](std::string_view line) {
        if (line.starts_with("bodies ")) names_of_bodies_ = line.substr(0, line.size() - 1);
        hashes_->made(line, now());
      });
  simulation_->add_frame_listener(*hash_log_, options_.hash_interval);
}

void Replay::compare(LineComparison& with, auto print) {
  line_.clear();
  print();
  if (!line_.empty()) with.made(line_, now());
}

void Replay::frame(Step) {
  compare(*monitor_log_, [&] { monitors().frame(line_); });
}

void Replay::play() {
  signals_->attach(
      assembly_.run_control, assembly_.commands, [] {}, [] {});
  if (monitor_log_) compare(*monitor_log_, [&] { monitors().header(line_); });
  for (const std::string& type : agents_->started()) simulation_->start_agent(type);
  const auto outcome = simulation_->run();
  signals_->detach();
  if (!agents_->problem().empty()) throw std::runtime_error(agents_->problem());
  if (signals_->ending() != 0) throw std::runtime_error("ended by a signal; nothing is verified");
  if (monitor_log_) compare(*monitor_log_, [&] { monitors().farewell(line_); });
  is_cut_ = outcome != Simulation::Outcome::game_ended && !agents_->is_complete();
  for (LineComparison* log : {monitor_log_.get(), hashes_.get()})
    if (log) log->ended(is_cut_, now());
}

bool Replay::is_true() const {
  return !(monitor_log_ && monitor_log_->difference()) && !(hashes_ && hashes_->difference());
}

bool Replay::goes_beyond() const {
  return (monitor_log_ && monitor_log_->beyond() > 0) || (hashes_ && hashes_->beyond() > 0);
}

void Replay::add_verdict(std::string& out, const LineComparison& log) const {
  if (!log.difference()) {
    out += fmt::format("{}: {} lines, the same to the byte\n", log.name(), log.lines());
    if (log.beyond() > 0)
      out += fmt::format("{}: {} more lines, of which nothing can be said\n", log.name(), log.beyond());
    if (!log.problem().empty()) out += fmt::format("{}: {}\n", log.name(), log.problem());
    return;
  }
  const LineComparison::Difference& first = *log.difference();
  out += fmt::format("{}: differs first in line {}, of step {} ({:.2f} s), column {}: it has {}, the match {}\n",
                     log.name(), first.line, first.step,
                     static_cast<double>(first.step) * assembly_.core.clock.step_seconds(), first.column,
                     part_of(first.recorded, first.column), part_of(first.played, first.column));
  if (&log == hashes_.get() && !first.recorded.empty() && !first.played.empty())
    out +=
        fmt::format("{}: first of {}\n", log.name(), body_that_differs(first.recorded, first.played, names_of_bodies_));
}

std::string Replay::report() const {
  std::string out =
      fmt::format("{}: played again from its record: {} steps ({:.2f} s), {} acts of {} agents\n", folder_.string(),
                  now(), assembly_.simulated_seconds(), agents_->acts(), simulation_->agents_started());
  if (is_cut_)
    out +=
        fmt::format("{}: ends there without an end: the server was killed, or the file is cut\n", MatchRecord::kActs);
  if (agents_->version() != program().version)
    out += fmt::format("played by version {}, verified by {}\n", agents_->version(), program().version);
  for (const LineComparison* log : {monitor_log_.get(), hashes_.get()})
    if (log) add_verdict(out, *log);
  return out;
}

}  // namespace

int verify(const fs::path& folder) {
  Replay replay(folder);
  replay.play();
  const bool is_true = replay.is_true(), goes_beyond = replay.goes_beyond();
  const std::string text = replay.report() + (!is_true      ? "not verified: these are not the logs of this match\n"
                                              : goes_beyond ? "not verified beyond the end of the record\n"
                                                            : "verified: these are the logs of this match\n");
  if (const int error = write_text(STDOUT_FILENO, text); error != 0 && error != EPIPE)
    throw std::runtime_error(std::strerror(error));
  if (!is_true) return kUntrueLogs;
  return goes_beyond ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace server
