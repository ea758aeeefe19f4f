// SPDX-License-Identifier: Apache-2.0
#include "server/verify/replay_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "server/options/file_names.h"
#include "server/options/open_names.h"
#include "server/options/option_table.h"
#include "server/options/own_files.h"
#include "spark/core/log.h"
#include "spark/core/near_name.h"
#include "spark/core/variables.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;
using Kind = OptionValue::Kind;

bool names_files(const Option& option) {
  return option.value.kind == Kind::file || option.value.kind == Kind::folder;
}

/// In the form of `Options::home`.
std::string home_for(const std::string& recorded, const Options& caller) {
  std::error_code none;
  if (!caller.home.empty()) return caller.home;
  if (recorded == "off" || (caller.trust_scripts && fs::is_directory(recorded, none))) return recorded;
  return {};
}

fs::path script_for(const std::string& recorded, const fs::path& folder, const OwnFiles& own, const Options& caller) {
  if (caller.script_chosen) return caller.script;
  if (caller.trust_scripts) {
    std::error_code none;
    const fs::path beside = folder / fs::path(recorded).filename();
    return !fs::exists(recorded, none) && fs::is_regular_file(fs::symlink_status(beside, none)) ? beside
                                                                                                : fs::path(recorded);
  }
  if (const fs::path script = own.script_like(recorded); !script.empty()) return script;
  throw std::runtime_error(
      fmt::format("{}: this server has no script {}, with which the match was set up: --script FILE uses a copy "
                  "that you trust, --trust_scripts runs the one at that path on this machine",
                  folder.string(), printable(recorded, 200)));
}

void check_variables(const NamedValues& variables, const fs::path& folder, const OwnFiles& own, const Options& caller,
                     const OptionTable& table) {
  for (const auto& [name, value] : variables) {
    // A variable that is set by an option has no effect on a replay.
    const bool is_set_by_option = std::ranges::find(table.all(), name, &Option::variable) != table.all().end();
    const bool is_given =
        std::ranges::any_of(caller.variables, [&name = name](const auto& one) { return one.first == name; });
    if (is_set_by_option || is_given) continue;
    if (const auto foreign = own.foreign_file_in(value))
      throw std::runtime_error(fmt::format(
          "{}: the match's variable {} names {}, which is not one of this server's files: --{} FILE uses one "
          "that you trust, --trust_scripts uses that one",
          folder.string(), printable(name), printable(foreign->string(), 200), printable(name)));
  }
}

}  // namespace

Options replay_options(const RecordedParameters& recorded, const fs::path& folder, const Options& caller) {
  Options options;
  OptionTable table(program());
  add_options(table, options);
  NamedValues taken;
  for (const auto& [name, value] : recorded.values)
    if (const Option* option = table.find(name);
        !option || (option->in_files && !option->guards && !names_files(*option)))
      taken.emplace_back(name, value);
  table.take(take_open_names(taken, table, options), [&](const std::string& name, const std::string&) {
    throw std::runtime_error(fmt::format("{}: --{}: there is no such option{}", (folder / "parameters.xml").string(),
                                         printable(name), did_you_mean(name, table.names())));
  });
  options.home = home_for(last_value(recorded.values, table, "home"), caller);
  const OwnFiles own(options.home);
  options.script =
      script_for(last_value(recorded.values, table, "script", options.script.string()), folder, own, caller);
  if (!caller.trust_scripts) check_variables(options.variables, folder, own, caller, table);
  options.variables.insert(options.variables.end(), caller.variables.begin(), caller.variables.end());
  options.trust_scripts = caller.trust_scripts;
  return options;
}

}  // namespace server
