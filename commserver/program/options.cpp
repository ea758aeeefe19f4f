// SPDX-License-Identifier: Apache-2.0
#include "commserver/program/options.h"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <utility>

#include "spark/command_line/command_line.h"
#include "spark/command_line/option_table.h"

namespace commserver {
namespace {

constexpr double kMaxWait = 1e9;  // s

spark::OptionTable::Program program() {
  return {"commserver", RCSS_VERSION,
          "Starts agents on this machine for a server (the engine) that runs elsewhere, and exchanges messages with "
          "them for it. The "
          "engine needs --Spades.CommServersWanted N: it waits until that many commservers have connected.",
          "SIGINT, SIGTERM, SIGHUP and SIGQUIT shut it down in order; another one, at least a second later, ends it at "
          "once.\n\n"
          "Exit status: 0 after a match, 128 + the signal that ended it (143: SIGTERM), 2 for wrong usage, 1 for all "
          "else.\n"};
}

void add_options(spark::OptionTable& table, ProgramOptions& options) {
  table.begin_section("The engine");
  table.add({.names = {"engine_host"},
             .value = spark::host(options.engine_host, options.engine_port),
             .help = "where the engine runs"});
  table.add({.names = {"engine_port"},
             .value = spark::port(options.engine_port, 1),
             .help = "the engine's port for commservers"});
  table.add({.names = {"name"},
             .value = spark::word(options.name, "NAME"),
             .help = "what the engine calls this commserver",
             .usual = "the name of this machine"});
  table.add({.names = {"secret_file"},
             .value = spark::file(options.secret_file),
             .help = "file with the secret shared with the engine"});
  table.add({.names = {"wait"},
             .value = spark::shown_as(spark::number(options.wait, 0, kMaxWait), "S"),
             .help = "how long to look for the engine",
             .unit = "s",
             .not_with = {"stay"}});
  table.add(
      {.names = {"stay"}, .value = spark::flag(options.stay), .help = "serve one match after another until stopped"});
  table.begin_section("Agents");
  table.add({.names = {"agent_db_fn", "agentdb"},
             .value = spark::file(options.agent_database),
             .help = "agent database: the agents this commserver can start"});
  table.add({.names = {"home"},
             .value = spark::word(options.home, "DIR|off"),
             .help = "folder whose agent database takes precedence over the program's own",
             .usual = "~/.rcssserver3d"});
  table.add({.names = {"logfile_dir", "logdir"},
             .value = spark::folder(options.log_folder),
             .help = "folder for the agents' logs; an earlier one is kept as DIR.1",
             .usual = "Logfiles-NAME"});
  table.begin_section("What agents may do");
  add_guard_options(table, options.guard);
  table.begin_section("Help");
  table.add_questions();
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, ProgramOptions& options) {
  spark::OptionTable table(program());
  add_options(table, options);
  return spark::read_command_line(table, argc, argv);
}

}  // namespace commserver
