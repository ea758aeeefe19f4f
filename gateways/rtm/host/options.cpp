// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/host/rtc_conf.h"
#include "spark/command_line/command_line.h"
#include "spark/core/log.h"
#include "spark/core/near_name.h"

namespace rtm_host {
namespace {

using spark::OptionTable;

// What of an rtc.conf has an effect.
constexpr const char* kPreload = "manager.modules.preload";
constexpr const char* kLoadPath = "manager.modules.load_path";
constexpr const char* kPrecreate = "manager.components.precreate";
constexpr const char* kNameServers = "corba.nameservers";
constexpr const char* kEndpoints = "corba.endpoints";

OptionTable::Program program() {
  return {"rtm-host", RCSS_VERSION,
          "Runs RT components: loads modules, and makes the components in them known in a naming service, where "
          "browsers, the command rtm and other components find them.",
          "It ends with SIGINT or SIGTERM, and its names with it. Exit status: 0, 1 if a module or the name server is "
          "missing, 2 for wrong usage.\n"};
}

void add_options(OptionTable& table, Options& options) {
  table.begin_section("Components");
  table.add({.names = {"load", "l"},
             .value = spark::in_a_row(spark::words(options.load, "NAME|FILE")),
             .help = "module to load, with one component of each type that it brings; again for one more"});
  table.add({.names = {"create"},
             .value = spark::words(options.create, "TYPE"),
             .help = "one more component of a type that a module has brought"});
  table.add({.names = {"set"},
             .value = spark::words(options.set, "NAME.PARAMETER=TEXT"),
             .help = "parameter of a component (Logic0.threshold=50) or of all of a type (Logic.threshold=50)"});
  table.add({.names = {"modules"},
             .value = spark::words(options.modules, "DIR"),
             .help = "folder of modules that goes before the program's own"});
  table.add(
      {.names = {"config", "f"},
       .value = spark::file(options.config),
       .help = "rtc.conf, which adds manager.modules.preload, manager.modules.load_path, manager.components.precreate, "
               "corba.nameservers and corba.endpoints to what the command line says; a warning names each other "
               "line"});
  table.begin_section("Network");
  table.add({.names = {"nameserver"},
             .value = spark::word(options.name_server, "HOST:PORT|none"),
             .help = "naming service; none: references are written to files"});
  table.add({.names = {"references"}, .value = spark::folder(options.references), .help = "folder for them"});
  table.add({.names = {"endpoint"},
             .value = spark::word(options.endpoint, "HOST:[PORT]"),
             .help = "where it listens; without port at any free one. There is no password: whoever reaches it can "
                     "move what these components move"});
  table.add({.names = {"call_timeout"},
             .value = spark::whole_number(options.call_timeout_ms, 10, 600'000),
             .help = "how long calls to others may take",
             .unit = "ms"});
  table.add({.names = {"patience"},
             .value = spark::number(options.patience_s, 0.001, 600),
             .help = "how long a component may take to switch on",
             .unit = "s"});
  table.begin_section("Help");
  table.add_questions();
}

/// What the file says and the command line does not.
void add_file(const Properties& file, const Options& before, Options& options) {
  // Of several the first: names in two places could belong to two.
  const auto first = [&](const char* key, const std::string& preset, std::string& kept) {
    const auto words = comma_list(file.text(key));
    if (words.empty() || kept != preset) return;
    kept = words.front();
    if (words.size() > 1)
      options.remarks.push_back(
          fmt::format("{}: of several {} the first is taken, {}", file.values.at(key).line, key, kept));
  };
  options.preload = comma_list(file.text(kPreload));
  for (std::string& folder : comma_list(file.text(kLoadPath))) options.modules.push_back(std::move(folder));
  for (const std::string& type : comma_list(file.text(kPrecreate))) options.create.push_back(type);
  first(kNameServers, before.name_server, options.name_server);
  first(kEndpoints, before.endpoint, options.endpoint);
  const std::vector<std::string> known{kPreload, kLoadPath, kPrecreate, kNameServers, kEndpoints};
  for (const auto& [key, value] : file.values) {
    if (std::ranges::find(known, key) != known.end()) continue;
    const std::string near = spark::near_name(key, known);
    options.remarks.push_back(fmt::format("{}: {} means nothing here{}", value.line, spark::printable(key),
                                          near.empty() ? std::string() : fmt::format("; did you mean {}?", near)));
  }
  options.remarks.insert(options.remarks.end(), file.problems.begin(), file.problems.end());
  const auto line_of = [](const std::string& remark) { return std::stoul(remark); };
  std::ranges::stable_sort(options.remarks, {}, line_of);
  for (std::string& remark : options.remarks) remark = fmt::format("{}:{}", options.config.string(), remark);
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, Options& options) {
  const Options before;
  OptionTable table(program());
  add_options(table, options);
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  if (!options.config.empty()) add_file(read_properties_file(options.config), before, options);
  const bool has_port = options.name_server.find(':') != std::string::npos && !options.name_server.ends_with(']');
  if (options.name_server != "none" && !has_port) options.name_server += ":2809";  // as rtc.conf may leave it out
  if (options.load.empty() && options.preload.empty())
    throw spark::WrongUsage("expected a module: --load NAME, or a file with manager.modules.preload");
  return std::nullopt;
}

}  // namespace rtm_host
