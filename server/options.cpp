// SPDX-License-Identifier: Apache-2.0
#include "server/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "commserver/think/timer.h"
#include "server/engine_options.h"
#include "server/parameters.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/option_values.h"
#include "spark/core/number_text.h"
#include "spark/core/variables.h"
#include "spark/tcp/tcp_gateway.h"

namespace server {

using namespace spark;
namespace {

constexpr std::int64_t kMaxThinking = 1'000'000;  // steps

/// Those that scripts have as a variable; without a value they are true.
constexpr std::pair<std::string_view, const char*> kVariableOptions[] = {
    {"send_agent_think_times", "Spades.SendAgentThinkTimes"},
    {"run_integrated_commserver", "Spades.RunIntegratedCommserver"},
};

/// Takes script variables and engine options out of the arguments; the rest, in order, is for CLI11. These two have
/// open sets of names, which a table of options cannot hold.
std::vector<std::string> take_open_names(const std::vector<std::string>& arguments, Options& options) {
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--") continue;  // 0.5.2 passed what follows on to the engine; here both read the same options
    const bool is_long = argument.starts_with("--");
    const auto equals = argument.find('=');
    const std::string name(is_long ? argument.substr(2, equals == argument.npos ? equals : equals - 2) : "");
    const bool has_next = i + 1 < arguments.size();
    const auto* variable = std::find_if(std::begin(kVariableOptions), std::end(kVariableOptions),
                                        [&](const auto& option) { return option.first == name; });
    if (variable != std::end(kVariableOptions)) {
      const bool next_is_value = equals == argument.npos && has_next && !arguments[i + 1].starts_with("--");
      const std::string value = equals != argument.npos ? std::string(argument.substr(equals + 1))
                                : next_is_value         ? arguments[++i]
                                                        : "1";
      options.variables.emplace_back(variable->second, value == "0" ? "false" : "true");
    } else if (Variables::is_name(name)) {
      if (equals == argument.npos && !has_next) throw std::runtime_error(fmt::format("--{}: a value is missing", name));
      options.variables.emplace_back(
          name, equals != argument.npos ? std::string(argument.substr(equals + 1)) : arguments[++i]);
    } else if (is_engine_option(name)) {
      options.ignored.push_back(name);
      if (equals == argument.npos && has_next && !arguments[i + 1].starts_with("--")) ++i;
    } else {
      rest.emplace_back(argument);
    }
  }
  return rest;
}

/// The arguments, after those of the file that --parameters names: values given here override those written there.
std::vector<std::string> with_parameters(int argc, const char* const* argv) {
  const std::vector<std::string> given(argv + 1, argv + argc);
  std::vector<std::string> arguments;
  const auto has = [&](std::string_view option) {
    return std::any_of(given.begin(), given.end(), [&](const std::string& argument) {
      return argument == option || (argument.starts_with(option) && argument[option.size()] == '=');
    });
  };
  for (std::size_t i = 0; i < given.size(); ++i) {
    constexpr std::string_view kOption = "--parameters";
    std::string file;
    if (given[i] == kOption && i + 1 < given.size())
      file = given[i + 1];
    else if (given[i].starts_with(kOption) && given[i][kOption.size()] == '=')
      file = given[i].substr(kOption.size() + 1);
    else
      continue;
    for (const auto& [name, value] : read_parameters(file))
      if (name != "team" || !has("--team")) arguments.push_back(fmt::format("--{}={}", name, value));
  }
  arguments.insert(arguments.end(), given.begin(), given.end());
  return arguments;
}

/// "as_written", or "fixed N"; of several the last one.
std::string read_timers(const std::vector<std::string>& words) {
  if (words.empty()) return "as_written";
  std::string text;
  for (const std::string& word : words) {
    const bool begins = text.empty() || word.starts_with("as_written") || word.starts_with("fixed");
    text = begins ? word : fmt::format("{} {}", text, word);
  }
  if (text != "as_written" && !(text.starts_with("fixed ") && commserver::Timer::parse(text).least() >= 0))
    refuse_value("--timers", text, "as_written or fixed N");
  return text;
}

std::optional<std::uint16_t> read_port_or_off(const char* option, const std::string& text) {
  if (text == "off") return std::nullopt;
  return read_port(option, text, 0, " or 'off'");
}

Options::MonitorLog read_monitor_log(const std::string& text) {
  constexpr Options::MonitorLog kChoices[] = {Options::MonitorLog::plain, Options::MonitorLog::zst,
                                              Options::MonitorLog::none};
  return kChoices[read_choice("--monitor_log", text, {"plain", "zst", "none"})];
}

/// The options for agents that connect.
struct AgentPortWords {
  std::string port = "off";
  std::string awaited = "0";
  std::string sync = "0";
  std::string sync_timeout = "1";
  std::string sync_budget = "60";
};

void read_agent_port(const AgentPortWords& words, Options& options) {
  options.agent_port = read_port_or_off("--agent_port", words.port);
  const std::int64_t awaited =
      read_whole_number("--agents_awaited", words.awaited, 0, static_cast<std::int64_t>(TcpGateway::kMaxConnections));
  if (awaited > 0 && !options.agent_port) refuse_value("--agents_awaited", words.awaited, "an --agent_port with it");
  options.agents_awaited = static_cast<int>(awaited);
  options.sync = words.sync.empty() || read_choice("--sync", words.sync, {"0", "1"}) == 1;
  options.sync_timeout_s = read_positive_number("--sync_timeout", words.sync_timeout);
  options.sync_budget_s = read_positive_number("--sync_budget", words.sync_budget);
}

Options::Batch read_batch(const std::string& text) {
  if (text == "none" || text == "none:0") return {"none", 0};
  const auto colon = text.rfind(':');
  Options::Batch batch{text.substr(0, colon), 11};
  std::int64_t count = 11;
  if (batch.type.empty() ||
      (colon != text.npos && (!whole_integer(text.substr(colon + 1), count) || count < 0 || count > 11)))
    refuse_value("--team", text, "TYPE or TYPE:N with N from 0 to 11");
  batch.count = static_cast<int>(count);
  return batch;
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

CommandLine read_command_line(int argc, const char* const* argv) {
  CommandLine result;
  Options& options = result.options;
  CLI::App app(
      "Runs one match of the RoboCup 3D simulation league: starts the agents, simulates the world,\n"
      "applies the rules and shows everything to monitors and the log.");
  app.name("rcssserver3D");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", "rcssserver3D " RCSS_VERSION, "show the version");
  std::string port = "12001";
  std::string engine_port = "12000";
  std::string seed = "-1";
  std::string speed;
  std::vector<std::string> batches;
  std::string think_limit = "10";
  std::string accept_monitors = "1";
  std::string use_monitor_log = "1";
  std::string monitor_log = "plain";
  std::string record_think_times;
  std::string max_thinking = "1000";
  std::string agent_wall = "off";
  std::vector<std::string> timers;
  AgentPortWords agents;
  std::string parameters;  // have been read before
  commserver::GuardOptionTexts guard;
  app.add_option("--script,--initscript", options.script, "set-up script (default rcssserver3D.rb)")->type_name("FILE");
  app.add_option("--profile", options.profile, "the script's set of values: 0.5.2 (default) or manual")
      ->type_name("NAME");
  app.add_option("--agent_db_fn,--agentdb", options.agent_database, "agent database (default agentdb.xml)")
      ->type_name("FILE");
  app.add_option("--team", batches,
                 "agents to start instead of the script's: type and number (default 11); give it twice, the\n"
                 "left side first; with the type none: nobody")
      ->type_name("TYPE[:N]")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  app.add_option("--logfile_dir,--logdir", options.log_folder,
                 "folder for logs (default Logfiles; an earlier one is kept as DIR.1)")
      ->type_name("DIR");
  app.add_option("--monitor_log", monitor_log, "how monitor.log is written (default plain); zst: compressed")
      ->type_name("plain|zst|none");
  app.add_option("--monitor_port", port, "where monitors and trainers connect (default 12001); 0: any free port")
      ->type_name("N|off");
  app.add_option("--monitor_address", options.monitor_address, "address to listen on (default 127.0.0.1)")
      ->type_name("A");
  app.add_option("--engine_port", engine_port,
                 "where commservers of other machines connect (default 12000), if\n"
                 "--Spades.CommServersWanted says that there are any")
      ->type_name("N");
  app.add_option("--engine_address", options.engine_address, "address to listen on for them (default 127.0.0.1)")
      ->type_name("A");
  app.add_option("--secret_file", options.secret_file,
                 "a secret shared with them; without it only those of this machine may connect")
      ->type_name("FILE");
  app.add_option("--agent_port", agents.port, "where agents connect (default off); 0: any free port")
      ->type_name("N|off");
  app.add_option("--agent_address", options.agent_address, "address to listen on for them (default 127.0.0.1)")
      ->type_name("A");
  app.add_option("--agents_awaited", agents.awaited,
                 "begin when this many have connected; the script's own agents are not started then")
      ->type_name("N");
  app.add_option("--sync", agents.sync,
                 "1: the world waits for their answers; 0 (default): they play in real time, if no\n"
                 "--speed is given")
      ->type_name("[0|1]")
      ->expected(0, 1);
  app.add_option("--sync_timeout", agents.sync_timeout, "seconds of real time --sync waits for one answer (default 1)")
      ->type_name("S");
  app.add_option("--sync_budget", agents.sync_budget,
                 "seconds of real time --sync may wait for one agent in the whole match (default 60);\n"
                 "after that the match goes on without waiting for it")
      ->type_name("S");
  app.add_option("--random_seed,--seed", seed, "same seed, same match; -1 (default): a fresh one")->type_name("N");
  app.add_option("--speed", speed, "multiple of real time; default max, but 1 while the game waits for a person")
      ->type_name("X|max");
  app.add_option("--timers", timers,
                 "what thinking costs agents: as_written in the agent database (default), or fixed N\n"
                 "steps a cycle")
      ->type_name("TIMER")
      ->expected(1, 2)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  const auto* record = app.add_option("--record_think_times", record_think_times,
                                      "record what thinking costs in agentN-ttimes.log (default 0)")
                           ->type_name("[0|1]")
                           ->expected(0, 1);
  app.add_option("--replay_think_times", options.replay_think_times,
                 "charge the thinking times recorded in this log folder of an earlier match")
      ->type_name("DIR");
  app.add_option("--parameters", parameters, "play a match again: the parameters.xml in its log folder")
      ->type_name("FILE");
  app.add_option("--max_simtime_for_agent_think", max_thinking,
                 "steps a think cycle may cost before the agent is dropped (default 1000)")
      ->type_name("N");
  app.add_option("--max_secs_for_agent_think", think_limit,
                 "seconds after which a silent agent is dropped (default 10)")
      ->type_name("S");
  app.add_option("--agent_wall", agent_wall,
                 "seconds of real time the match may wait for one agent in total (default off);\n"
                 "after that the agent is lost")
      ->type_name("S|off");
  guard.add_to(app);
  app.add_option("--accept_monitor_connections", accept_monitors, "0: same as --monitor_port off")->type_name("0|1");
  app.add_option("--use_monitor_log", use_monitor_log, "0: same as --monitor_log none")->type_name("0|1");
  app.add_flag("--quiet", options.quiet, "print warnings and errors only");
  app.add_flag("--verbose", options.verbose, "print more");
  app.add_flag("--variables", options.list_variables, "list the variables of the set-up script with their values");
  app.footer(
      "Every variable of the set-up script can be set by its name: --Namespace.Name VALUE.\n"
      "Options of the SPADES engine that have no meaning here are accepted and listed in one line.\n\n"
      "SIGUSR1 pauses and resumes the match, SIGUSR2 prints a table of the agents. SIGINT, SIGTERM, SIGHUP and "
      "SIGQUIT\n"
      "end the match in order; a second one ends it at once.\n\n"
      "Exit status: 0 after a game that ended, 128 + the signal that ended it (130: SIGINT, 143: SIGTERM), 2 for "
      "wrong\n"
      "usage, else 1.\n");
  try {
    parse_command_line(app, take_open_names(with_parameters(argc, argv), options),
                       "; variables of the script are written --Namespace.Name (--variables lists them)");
    options.monitor_port = accept_monitors == "0" ? std::nullopt : read_port_or_off("--monitor_port", port);
    options.engine_port = read_port("--engine_port", engine_port, 0);
    options.monitor_log = use_monitor_log == "0" ? Options::MonitorLog::none : read_monitor_log(monitor_log);
    options.record_think_times = record->count() > 0 && record_think_times != "0";
    options.timers = read_timers(timers);
    options.guard = guard.read();
    options.max_thinking = read_whole_number("--max_simtime_for_agent_think", max_thinking, 1, kMaxThinking);
    options.random_seed =
        read_whole_number("--seed", seed, -1, std::numeric_limits<std::int64_t>::max(), "; -1: a fresh one");
    options.speed_chosen = !speed.empty();
    if (options.speed_chosen && speed != "max") options.speed = read_positive_number("--speed", speed, ", or 'max'");
    read_agent_port(agents, options);
    if (options.agent_port && !options.sync && !options.speed_chosen) options.speed = 1.0;
    options.think_limit_s = read_positive_number("--max_secs_for_agent_think", think_limit);
    options.agent_wall_s = agent_wall == "off" ? 0 : read_positive_number("--agent_wall", agent_wall, ", or 'off'");
    for (const auto& batch : batches) options.agents.push_back(read_batch(batch));
  } catch (const CLI::CallForHelp&) {
    result = {{}, 0, app.help()};
  } catch (const CLI::CallForVersion&) {
    result = {{}, 0, "rcssserver3D " RCSS_VERSION "\n"};
  } catch (const std::exception& error) {
    result = {{}, 2, fmt::format("{} (--help shows the options)", error.what())};
  }
  return result;
}

}  // namespace server
