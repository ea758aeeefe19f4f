// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/options.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "gateways/rtm/host/properties.h"
#include "spark/command_line/command_line.h"

namespace rtm_host {
namespace {

using spark::OptionTable;

std::string closing() {
  std::string text =
      "It ends with SIGINT or SIGTERM, and its names with it. Exit status: 0, 1 if a module or the name server is "
      "missing, 2 for wrong usage.\n\n"
      "Properties, for -f and -o. If a property is given twice, the later one counts; -o takes precedence over -f, and "
      "the options above over both:\n";
  for (const auto& [key, meaning] : manager_keys()) text += fmt::format("{}: {}\n", key, meaning);
  return text;
}

OptionTable::Program program() {
  return {"rtm-host", RCSS_VERSION,
          "Runs RT components: loads modules, and makes the components in them known in a naming service, where "
          "browsers, the command rtm and other components find them.",
          closing()};
}

void add_options(OptionTable& table, Options& options) {
  table.begin_section("Components");
  table.add({.names = {"load", "l"},
             .value = spark::in_a_row(spark::words(options.load, "NAME|FILE")),
             .help = "module to load, with one component of each of its types; can be given several times"});
  table.add({.names = {"create"},
             .value = spark::words(options.create, "TYPE"),
             .help = "one more component of a type from a loaded module"});
  table.add({.names = {"set"},
             .value = spark::words(options.set, "NAME.PARAMETER=TEXT"),
             .help = "parameter of a component (Logic0.threshold=50) or of all of a type (Logic.threshold=50)"});
  table.add({.names = {"modules"},
             .value = spark::words(options.modules, "DIR"),
             .help = "folder of modules that takes precedence over the program's own"});
  table.add({.names = {"config", "f"},
             .value = spark::not_empty(spark::file(options.config)),
             .help = "file of properties, KEY: VALUE or KEY = VALUE in each line, as managers of OpenRTM read it "
                     "(rtc.conf); a line that has no effect here gets a warning"});
  table.add({.names = {"property", "o"},
             .value = spark::words(options.properties, "KEY=VALUE"),
             .help = "one more property, which takes precedence over the file"});
  table.add({.names = {"port_log"},
             .value = spark::not_empty(spark::file(options.port_log)),
             .help = "file with a line TIME,COMPONENT,PORT,VALUE,... for every value that passes a port"});
  table.begin_section("Network");
  table.add({.names = {"nameserver"},
             .value = spark::word(options.name_server, "HOST:PORT|none"),
             .help = "naming service; none: references are written to files",
             .usual = "127.0.0.1:2809"});
  table.add({.names = {"references"}, .value = spark::folder(options.references), .help = "folder for these files"});
  table.add({.names = {"endpoint"},
             .value = spark::words(options.endpoints, "HOST:[PORT]"),
             .help = "where it listens; without a port, at any free one; can be given several times. There is no "
                     "password: anyone who can reach it can move what these components move",
             .usual = "127.0.0.1:"});
  table.add({.names = {"call_timeout"},
             .value = spark::whole_number(options.call_timeout_ms, 10, 600'000),
             .help = "how long calls to others may take",
             .unit = "ms"});
  table.add({.names = {"patience"},
             .value = spark::number(options.switch_on_timeout_s, 0.001, 600),
             .help = "how long a component may take to switch on",
             .unit = "s"});
  table.begin_section("Help");
  table.add_questions();
}

/// Takes the settings that no option gives from the properties.
void read_properties(Options& options) {
  Properties properties;
  if (!options.config.empty()) properties.read_file(options.config);
  for (const std::string& word : options.properties)
    if (!properties.set(word)) spark::refuse_value("-o", word, "KEY=VALUE");
  ManagerSettings& manager = options.manager;
  manager = read_manager_settings(std::move(properties));
  if (options.endpoints.empty()) options.endpoints = manager.endpoints;
  options.modules.insert(options.modules.end(), manager.module_folders.begin(), manager.module_folders.end());
  if (!options.name_server.empty()) return;
  if (!manager.has_names) {
    options.name_server = "none";
  } else if (!manager.name_servers.empty()) {
    options.name_server = manager.name_servers.front();
    // Names in two naming services would be ambiguous.
    if (manager.name_servers.size() > 1)
      manager.remarks.push_back(
          fmt::format("of several corba.nameservers the first is used, {}", spark::printable(options.name_server)));
  }
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, Options& options) {
  OptionTable table(program());
  add_options(table, options);
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  read_properties(options);
  if (options.name_server.empty()) options.name_server = "127.0.0.1:2809";
  const bool has_port = options.name_server.find(':') != std::string::npos && !options.name_server.ends_with(']');
  if (options.name_server != "none" && !has_port) options.name_server += ":2809";  // as rtc.conf may omit it
  if (options.name_server != "none" && !spark::read_host(options.name_server))
    spark::refuse_value("--nameserver", options.name_server, "HOST:PORT, with a port from 1 to 65535, or 'none'");
  if (options.endpoints.empty()) options.endpoints = {"127.0.0.1:"};
  if (options.load.empty() && options.manager.preload.empty())
    throw spark::WrongUsage("expected a module: --load NAME, or a property manager.modules.preload");
  return std::nullopt;
}

}  // namespace rtm_host
