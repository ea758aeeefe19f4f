// SPDX-License-Identifier: Apache-2.0
#include "commserver/program/options.h"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <utility>

#include "spark/command_line/command_line.h"
#include "spark/command_line/option_values.h"

namespace commserver {
namespace {
constexpr double kMaxWait = 1e9;  // s
constexpr int kWrongUsage = 2;
}  // namespace

CommandLine read_command_line(int argc, char** argv) {
  CLI::App app(
      "Starts agents on this machine for a server (the engine) that runs elsewhere, and speaks with them for it.\n"
      "The engine needs --Spades.CommServersWanted N: it waits until that many commservers have connected.");
  app.name("commserver");
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", "commserver " RCSS_VERSION, "show the version");
  ProgramOptions options;
  app.add_option("--engine_host", options.engine_host, "where the engine runs (default 127.0.0.1)")->type_name("HOST");
  app.add_option("--engine_port", options.engine_port, "the engine's port for commservers (default 12000)")
      ->type_name("N");
  app.add_option("--agent_db_fn,--agentdb", options.agent_database,
                 "agent database: the agents this commserver can start (default agentdb.xml)")
      ->type_name("FILE");
  app.add_option("--name", options.name, "what the engine calls this commserver (default: the name of this machine)")
      ->type_name("NAME");
  app.add_option("--logfile_dir,--logdir", options.log_folder,
                 "folder for the agents' logs (default Logfiles-NAME; an earlier one is kept as DIR.1)")
      ->type_name("DIR");
  app.add_option("--secret_file", options.secret_file, "file with the secret shared with the engine")
      ->type_name("FILE");
  app.add_option("--wait", options.wait, "seconds to look for the engine (default 60)")->type_name("S");
  app.add_flag("--stay", options.stay, "serve one match after another until stopped");
  GuardOptionTexts guard;
  guard.add_to(app);
  app.footer(
      "SIGINT, SIGTERM, SIGHUP and SIGQUIT end it in order, a second one at once.\n"
      "Exit status: 0 after a match, 128 + the signal that ended it (143: SIGTERM), 2 for wrong usage, else 1.");
  try {
    spark::parse_command_line(app, argc, argv);
    options.engine_port = spark::read_port("--engine_port", std::to_string(options.engine_port), 1);
    options.wait = spark::read_number("--wait", fmt::format("{}", options.wait), 0, kMaxWait);
    options.guard = guard.read();
    return {.options = std::move(options)};
  } catch (const CLI::CallForHelp&) {
    return {.exit_status = EXIT_SUCCESS, .text = app.help()};
  } catch (const CLI::CallForVersion&) {
    return {.exit_status = EXIT_SUCCESS, .text = "commserver " RCSS_VERSION "\n"};
  } catch (const std::exception& error) {
    return {.exit_status = kWrongUsage, .text = fmt::format("{} (--help shows the options)", error.what())};
  }
}

}  // namespace commserver
