// SPDX-License-Identifier: Apache-2.0
#include "server/verify/verify.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <new>
#include <stdexcept>

#include "commserver/guardian/program_search.h"
#include "commserver/host/home_folder.h"
#include "commserver/host/places.h"
#include "commserver/host/sandbox_choice.h"
#include "server/options/file_names.h"
#include "server/options/option_table.h"
#include "server/options/parameters.h"
#include "server/verify/log_place.h"
#include "server/verify/other_files.h"
#include "server/verify/packed_match.h"
#include "server/verify/recorded_json.h"
#include "server/verify/replay.h"
#include "server/verify/supervised.h"
#include "server/verify/verdict.h"
#include "spark/command_line/run_program.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;
using Sandbox = commserver::GuardOptions::Sandbox;

constexpr std::string_view kUnfinished = "nothing is verified";

void report_progress(double seconds, std::uint64_t acts) {
  print(STDERR_FILENO, "{}verifying: {:.1f} s played, {} acts\n", kProgressMark, seconds, acts);
}

/// Limits the memory that this process may allocate in addition to what it has. Returns the limit in MiB. A lower limit
/// that was set before is kept.
std::uint64_t limit_memory() {
  std::uint64_t size = 0, data = 0;  // pages: the first field of this file, and the sixth
  std::ifstream statm("/proc/self/statm");
  for (std::uint64_t* field : {&size, &size, &size, &size, &size, &data}) statm >> *field;
  const rlim_t wanted = data * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + (kMaxReplayMemory << 20);
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= wanted) return limit.rlim_cur >> 20;
  limit.rlim_cur = wanted;
  ::setrlimit(RLIMIT_DATA, &limit);
  return kMaxReplayMemory;
}

/// Runs in the process that `verify_apart` has started.
int verify_here(const Options& options) {
  report_progress(0, 0);
  const std::uint64_t memory = limit_memory();
  const std::vector<std::string> changed = RecordedJson(options.verify).changed_files();
  try {
    Replay replay(options.verify, options.verified_log, options, report_progress);
    replay.play();
    const Verdict verdict(printable(options.verified_as, kMaxErrorLine), options.verify, changed, replay);
    print_answer(verdict.text());
    return verdict.status();
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(fmt::format("{}: verifying it takes more than {} MiB of memory",
                                         printable(options.verified_as, kMaxErrorLine), memory));
  } catch (const std::runtime_error& error) {
    if (changed.empty()) throw;
    print_answer(
        fmt::format("{}\n{}\n{}\n", fmt::join(changed, "\n"), printable(error.what(), kMaxErrorLine), kNotVerified));
    return kUntrueLogs;
  }
}

/// Makes the path valid in the other process, which may have another working folder.
std::string findable(const fs::path& file) {
  std::error_code none;
  return fs::exists(file, none) ? fs::absolute(file).string() : file.string();
}

std::vector<std::string> arguments_for(const Options& options, const LogPlace& place) {
  std::vector<std::string> all{"--verify", place.folder.string(), "--verified_as", place.name};
  const auto add = [&](const std::string& name, const std::string& value) { all.insert(all.end(), {name, value}); };
  if (!place.monitor_log.empty()) add("--verified_log", place.monitor_log.string());
  if (options.script_chosen) add("--script", findable(options.script));
  if (!options.home.empty()) add("--home", options.home == "off" ? options.home : findable(options.home));
  for (const auto& [name, value] : options.variables) add("--" + name, findable(value));
  if (options.trust_scripts) all.emplace_back("--trust_scripts");
  return all;
}

/// The paths that the process must see within the folders that a sandbox hides.
std::vector<fs::path> needed_for(const Options& options, const LogPlace& place) {
  const commserver::Places places = commserver::find_places();
  std::vector<fs::path> needed{
      places.programs, places.scripts, places.scenes, places.modules, places.modules.parent_path(), place.folder};
  const auto add_file = [&](const fs::path& file) {
    std::error_code none;
    if (fs::is_regular_file(file, none)) needed.push_back(fs::absolute(file).parent_path());
  };
  needed.push_back(commserver::chosen_home_folder(options.home).folder);
  if (options.script_chosen) add_file(options.script);
  for (const auto& [name, value] : options.variables) add_file(value);
  if (options.trust_scripts) {
    const fs::path file = place.folder / "parameters.xml";
    const NamedValues recorded = read_parameters(file, file.string()).values;
    Options unused;
    OptionTable table(program());
    add_options(table, unused);
    // Only the script, not its folder: that could be any folder, as could the home folder.
    const fs::path script = last_value(recorded, table, "script");
    std::error_code none;
    if (script.is_absolute() && script.extension() == ".rb" && fs::is_regular_file(script, none))
      needed.push_back(script);
  }
  std::erase_if(needed, [](const fs::path& path) { return path.empty(); });
  return needed;
}

/// Runs scripts of the sender, in the sandbox of agents.
int supervise_foreign_scripts(const Options& options, SupervisedRun run) {
  const auto guardian = commserver::Guardian::start();
  const commserver::SandboxChoice choice =
      commserver::choose_sandbox("scripts", options.guard.sandbox, commserver::find_places().modules, *guardian);
  if (!choice.sandbox && options.guard.sandbox != Sandbox::off && !options.quiet)
    print(STDERR_FILENO, "{}\n", choice.line);
  run.guardian = guardian.get();
  run.sandbox = choice.sandbox;
  const SupervisedEnd end = supervise(run, kUnfinished);
  if (!end.started) throw std::runtime_error(fmt::format("--verify: {}", end.why));
  return end.status;
}

/// Starts the process that verifies the match.
int verify_apart(const Options& options) {
  const LogPlace place = find_logs("--verify", options.verify);
  if (place.unpacked && !place.unpacked->others().empty())
    print_answer(fmt::format("not examined: {}\n", fmt::join(list_of_others(place.unpacked->others()), "; ")));
  SupervisedRun run{arguments_for(options, place), options.quiet};
  if (options.trust_scripts) {
    run.visible = needed_for(options, place);
    return supervise_foreign_scripts(options, std::move(run));
  }
  std::string why = "bwrap (bubblewrap) is not installed";
  if (options.guard.sandbox != Sandbox::off) {
    run.visible = needed_for(options, place);
    run.bwrap = commserver::find_in_path("bwrap");
    if (!run.bwrap.empty()) {
      const SupervisedEnd end = supervise(run, kUnfinished);
      if (end.started) return end.status;
      why = end.why;
    }
    if (options.guard.sandbox == Sandbox::on)
      throw std::runtime_error(fmt::format("--sandbox on: scripts cannot be put into a sandbox: {}", why));
    if (!options.quiet) print(STDERR_FILENO, "scripts run without a sandbox: {}\n", why);
    run.bwrap.clear();
  }
  const SupervisedEnd end = supervise(run, kUnfinished);
  if (!end.started) throw std::runtime_error(fmt::format("--verify: {}", end.why));
  return end.status;
}

}  // namespace

int verify(const Options& options) {
  try {
    return options.verified_as.empty() ? verify_apart(options) : verify_here(options);
  } catch (const WrongUsage&) {
    throw;
  } catch (const std::runtime_error& error) {
    // Names in it may come from someone else, and must not look like a verdict.
    throw std::runtime_error(printable(error.what(), kMaxErrorLine));
  }
}

}  // namespace server
