// SPDX-License-Identifier: Apache-2.0
#include "server/options.h"

#include <fmt/format.h>

#include "server/open_names.h"
#include "server/option_table.h"
#include "server/parameters.h"
#include "server/scene_options.h"
#include "spark/command_line/command_line.h"
#include "spark/core/near_name.h"

namespace server {

using namespace spark;
namespace {

/// The options and variables of a file, in force but for what is given later.
void take_file(const std::filesystem::path& file, const OptionTable& table, Options& options) {
  const NamedValues given = read_parameters(file);
  try {
    table.take(take_open_names(given, table, options), [&](const std::string& name, const std::string&) {
      throw WrongUsage(fmt::format("--{}: there is no such option{}", name, did_you_mean(name, table.names())));
    });
  } catch (const std::runtime_error& error) {
    throw WrongUsage(fmt::format("--parameters {}: {}", file.string(), error.what()));
  }
}

/// What depends on several options.
void check(Options& options) {
  if (!options.accept_monitors) {
    options.monitor_port.reset();
    options.watch_port.reset();
  }
  if (options.competition && !options.agent_wall_chosen) options.agent_wall_s = Options::kCompetitionWall;
  check_scene(options);
  if (options.report.log.empty() && !(options.report.json.empty() && options.report.html.empty()))
    throw WrongUsage("--json and --html are files for --report LOG");
  if (!options.use_monitor_log) options.monitor_log = Options::MonitorLog::none;
}

/// The files that are named on the command line, in order.
std::vector<std::string> files_in(const NamedValues& given) {
  std::vector<std::string> files;
  for (const auto& [name, value] : given)
    if (name == "parameters") files.push_back(value);
  return files;
}

/// What does not go together may stand in a file, where one would not look for it.
void check_with(const std::vector<std::string>& files, Options& options) {
  try {
    check(options);
  } catch (const WrongUsage& error) {
    if (files.empty()) throw;
    throw WrongUsage(fmt::format("{} (options of {} included)", error.what(), fmt::join(files, ", ")));
  }
}

}  // namespace

std::filesystem::path Options::monitor_log_file() const {
  switch (monitor_log) {
    case MonitorLog::plain:
      return log_folder / "monitor.log";
    case MonitorLog::zst:
      return log_folder / "monitor.log.zst";
    case MonitorLog::none:
      break;
  }
  return {};
}

CommandLine read_command_line(const std::vector<std::string>& arguments) {
  CommandLine result;
  Options& options = result.options;
  OptionTable table(program());
  add_options(table, options);
  const OpenArguments open = split_open_names(arguments, table);
  const NamedValues given = split_arguments(table, open.others,
                                            "; variables of the script are written --Namespace.Name (--variables "
                                            "lists them)");
  result.answer = answer_questions(table, given);
  if (result.answer) return result;
  const std::vector<std::string> files = files_in(given);
  for (const std::string& file : files) take_file(file, table, options);
  take_open_names(open.named, table, options);
  table.take(given, [](const std::string&, const std::string&) {});
  check_with(files, options);
  return result;
}

}  // namespace server
