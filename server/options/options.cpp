// SPDX-License-Identifier: Apache-2.0
#include "server/options/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "server/options/file_names.h"
#include "server/options/open_names.h"
#include "server/options/option_table.h"
#include "server/options/parameters.h"
#include "server/options/scene_options.h"
#include "spark/command_line/command_line.h"
#include "spark/core/near_name.h"
#include "spark/core/variables.h"

namespace server {

using namespace spark;
namespace {

/// Applies the options and variables of a file, or of parameters.xml in a log folder; later values override them.
/// `command_line` has those of the command line. Returns the options that no match writes into such a file, because
/// they select a task instead of describing a match.
NamedValues take_file(const std::filesystem::path& place, const NamedValues& command_line, const OptionTable& table,
                      Options& options) {
  std::error_code none;
  const std::filesystem::path file = std::filesystem::is_directory(place, none) ? place / "parameters.xml" : place;
  NamedValues given = read_parameters(file, fmt::format("--parameters {}", file.string())).values;
  check_names(file, given, command_line, table);
  for (std::string& one : take_out_guards(given, command_line, table)) options.not_taken.push_back(std::move(one));
  try {
    table.take(take_open_names(given, table, options), [&](const std::string& name, const std::string&) {
      throw WrongUsage(fmt::format("--{}: there is no such option{}", name, did_you_mean(name, table.names())));
    });
  } catch (const std::runtime_error& error) {
    throw WrongUsage(fmt::format("--parameters {}: {}", file.string(), error.what()));
  }
  NamedValues by_hand;
  for (const auto& named : given)
    if (const Option* option = table.find(named.first); option && !option->in_files) by_hand.push_back(named);
  return by_hand;
}

/// The names that are not in the table, with the option whose rules apply to each: variables of the script are accepted
/// where --script is, options of the old engine where --team is.
std::vector<OptionTable::Given> rules_of(const NamedValues& open, const OptionTable& table) {
  std::vector<OptionTable::Given> given;
  for (const auto& [name, value] : open) {
    const Option* const option = table.find(name);
    given.emplace_back(name, option ? option : table.find(Variables::is_name(name) ? "script" : "team"));
  }
  return given;
}

/// Checks that involve several options.
void check(const OptionTable& table, const std::vector<OptionTable::Given>& given, Options& options) {
  table.check_modes(given);
  if (!options.accept_monitors) {
    options.monitor_port.reset();
    options.watch_port.reset();
  }
  if (options.competition && !options.agent_wall_chosen) options.agent_wall_s = Options::kCompetitionWall;
  check_scene(options);
  if (!options.use_monitor_log) options.monitor_log = Options::MonitorLog::none;
}

/// The files that are named on the command line, in order.
std::vector<std::string> files_in(const NamedValues& given) {
  std::vector<std::string> files;
  for (const auto& [name, value] : given)
    if (name == "parameters") files.push_back(value);
  return files;
}

/// Names the files in an error about a combination of options, because users would not look for the cause there.
void check_with(const std::vector<std::string>& files, const OptionTable& table,
                const std::vector<OptionTable::Given>& given, Options& options) {
  try {
    check(table, given, options);
  } catch (const WrongUsage& error) {
    if (files.empty()) throw;
    throw WrongUsage(fmt::format("{} (options of {} included)", error.what(), fmt::join(files, ", ")));
  }
}

/// Each argument as one word, for a program that starts this one with arguments that someone else may have written.
std::string as_json(const NamedValues& given, const OptionTable& table) {
  nlohmann::ordered_json words = nlohmann::json::array();
  for (const auto& [name, value] : given)
    if (table.find(name) != table.find("list_arguments"))
      words.push_back(
          {{"word", fmt::format("{}={}", with_dashes(name), value)}, {"guards", guards(table, name, value)}});
  return nlohmann::ordered_json{{"arguments", words}}.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) +
         "\n";
}

/// Suggests an option in place of the bare name of a file or folder, depending on its kind; nothing if there is no such
/// file.
std::string instead_of_file(const std::string& word) {
  const std::filesystem::path file = word;
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(file, error);
  if (!is_folder && !std::filesystem::is_regular_file(file, error)) return {};
  if (file.extension() == ".rb") return fmt::format("--script {} plays it", word);
  if (file.extension() == ".rsg") return fmt::format("--scene {} shows it", word);
  if (file.extension() == ".xml") return fmt::format("--parameters {0} or --agent_db_fn {0}", word);
  return fmt::format(
      "--report {0} reports on the match in it, --verify {0} plays it again, rcssmonitor3D-lite {0} shows it", word);
}

CommandLine read_arguments(const std::vector<std::string>& arguments) {
  CommandLine result;
  Options& options = result.options;
  OptionTable table(program());
  add_options(table, options);
  OpenArguments open = split_open_names(arguments, table);
  const NamedValues given = split_arguments(table, open.others,
                                            "; variables of the script are written --Namespace.Name (--variables "
                                            "lists them)",
                                            instead_of_file);
  result.answer = answer_questions(table, given);
  if (result.answer) return result;
  const std::vector<std::string> files = files_in(given);
  NamedValues all = given;
  all.insert(all.end(), open.named.begin(), open.named.end());
  std::vector<OptionTable::Given> named = rules_of(open.named, table);
  for (const auto& [name, value] : given) named.emplace_back(name, table.find(name));
  for (const std::string& file : files)
    for (const auto& [name, value] : take_file(file, all, table, options)) named.emplace_back(name, table.find(name));
  // Files in these values are relative to the current folder: with a file of parameters nothing is searched for there
  // later.
  if (!files.empty())
    for (auto& [name, value] : open.named)
      if (Variables::is_name(name)) value = named_from_here(value);
  take_open_names(open.named, table, options);
  table.take(given, [](const std::string&, const std::string&) {});
  check_with(files, table, named, options);
  if (options.list_arguments) {
    all = open.named;
    all.insert(all.end(), given.begin(), given.end());
    result.answer = as_json(all, table);
  }
  return result;
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

std::vector<std::string> Options::contestants() const {
  std::vector<std::string> types;
  for (const Batch& batch : agents)
    if (batch.count > 0 && std::ranges::find(types, batch.type) == types.end()) types.push_back(batch.type);
  if (agents_awaited > 0 && std::ranges::find(types, kConnectedType) == types.end()) types.emplace_back(kConnectedType);
  return types.size() == 2 ? types : std::vector<std::string>();
}

CommandLine read_command_line(const std::vector<std::string>& arguments) {
  try {
    return read_arguments(arguments);
  } catch (const WrongUsage&) {
    throw;
  } catch (const std::runtime_error& error) {  // a file that an option names cannot be read
    throw WrongUsage(error.what());
  }
}

}  // namespace server
