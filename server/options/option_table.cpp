// SPDX-License-Identifier: Apache-2.0
#include "server/options/option_table.h"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <vector>

#include "server/options/limit_options.h"
#include "server/options/option_kinds.h"
#include "server/options/options.h"
#include "server/options/scene_options.h"

namespace server {

using namespace spark;
namespace {

constexpr double kMaxWait = 1e9;                      // s
constexpr std::int64_t kMaxThinking = 1'000'000;      // steps
constexpr std::int64_t kMaxHashInterval = 1'000'000;  // steps

/// Modes of options that describe a match; with --list_files, --variables and --describe the command line describes
/// one, too.
const std::vector<std::string>& match() {
  static const std::vector<std::string> modes{kUsualWork, "list_files", "variables", "describe"};
  return modes;
}

/// Modes of options that apply to a match and to these other tasks.
std::vector<std::string> match_or(std::initializer_list<std::string> others) {
  std::vector<std::string> modes = match();
  modes.insert(modes.end(), others);
  return modes;
}

void add_match_options(OptionTable& table, Options& options) {
  table.begin_section("The match", match_or({"scene"}));
  table.add({.names = {"script", "initscript"},
             .value = noted(not_empty(file(options.script)), options.script_chosen),
             .help = "set-up script",
             .usual = "rcssserver3D.rb; with --scene world.rb",
             .with = match_or({"scene", "verify"})});
  table.add({.names = {"home"},
             .value = folder_or_off(options.home),
             .help = "folder whose scripts, scenes and agent database take precedence over the server's own",
             .usual = "~/.rcssserver3d",
             .with = match_or({"scene", "verify"})});
  table.add(
      {.names = {"strict"},
       .value = flag(options.strict),
       .help = "end the start at the first call that fails in the set-up script; otherwise such a call returns nil"});
  table.add({.names = {"script_limit"},
             .value = seconds_or_off(options.script_limit_s),
             .help = "real time that the set-up script may take, and each call of one of its functions",
             .unit = "s"});
  table.add({.names = {"profile"},
             .value = word(options.profile, "NAME"),
             .help = "the script's set of values: 0.5.2, manual or modern",
             .usual = "0.5.2"});
  table.add({.names = {"team"},
             .value = batches(options.agents),
             .help = "agents to start instead of the script's: type and number (11 if omitted); given twice, the left "
                     "side comes first; the type none starts no agents, tcp waits for that many at the --agent_port",
             .with = match()});
  table.add({.names = {"random_seed", "seed"},
             .value = whole_number(options.random_seed, -1, std::numeric_limits<std::int64_t>::max()),
             .help = "the same seed gives the same match; -1: a new one"});
  table.add({.names = {"speed"},
             .value = speed(options),
             .help = "multiple of real time; max: as fast as possible",
             .usual = "max, but 1 while the game waits for a person, or with agents that connect without --sync",
             .with = match_or({"watch"})});
  table.add(
      {.names = {"parameters"},
       .value = files(options.parameter_files),
       .help = "play a match again: its log folder, or the parameters.xml in it; the command line takes precedence",
       .in_files = false});
  table.add({.names = {"trust_scripts"},
             .value = flag(options.trust_scripts),
             .help = "with --parameters or --verify: load scripts, programs and all other files from the paths in "
                     "parameters.xml, and take ports, addresses and limits from it; otherwise only this server's own "
                     "files and those of the command line",
             .in_files = false,
             .guards = true,
             .with = match_or({"scene", "verify"})});
}

void add_log_options(OptionTable& table, Options& options) {
  using MonitorLog = Options::MonitorLog;
  table.begin_section("Logs and output", match());
  table.add({.names = {"logfile_dir", "logdir"},
             .value = folder(options.log_folder),
             .help = "folder for logs; an earlier one is kept as DIR.1",
             .below_here = true});
  table.add({.names = {"monitor_log"},
             .value = one_of(options.monitor_log,
                             {{"plain", MonitorLog::plain}, {"zst", MonitorLog::zst}, {"none", MonitorLog::none}}),
             .help = "how monitor.log is written; zst: compressed"});
  table.add({.names = {"record_acts"},
             .value = perhaps_one(zero_or_one(options.record_acts)),
             .help = "1: record what agents and trainers do in acts.zst, so that --verify can play the match again"});
  table.add({.names = {"hash"},
             .value = whole_number(options.hash_interval, 0, kMaxHashInterval),
             .help = "write a hash of the whole state to hashes.log every N steps; 0: never",
             .unit = "steps"});
  table.add({.names = {"verify"},
             .value = shown_as(folder(options.verify), "PLACE"),
             .help =
                 "play the match in this log folder, or in a pack of it (.zip, .tgz), again from its record, without "
                 "its agents, and report whether its logs are true",
             .in_files = false,
             .is_mode = true});
  table.add({.names = {"verified_as"},
             .value = word(options.verified_as, "NAME"),
             .help = "in the process that verifies: what people call the logs",
             .in_files = false,
             .is_hidden = true,
             .with = {"verify"}});
  table.add({.names = {"verified_log"},
             .value = file(options.verified_log),
             .help = "in the process that verifies: the monitor log",
             .in_files = false,
             .is_hidden = true,
             .with = {"verify"}});
  table.add({.names = {"pack"},
             .value = two_names(options.pack, "DIR FILE"),
             .help = "pack the match in this log folder into one file, which others can --verify",
             .in_files = false,
             .is_mode = true});
  table.add(
      {.names = {"report"},
       .value = shown_as(file(options.report.log), "LOG"),
       .help = "print a report on this monitor log, or the one in this log folder or pack, instead of playing a match",
       .in_files = false,
       .is_mode = true});
  table.add({.names = {"json"},
             .value = not_empty(file(options.report.json)),
             .help = "write all numbers of the report to this file",
             .in_files = false,
             .with = {"report"}});
  table.add({.names = {"html"},
             .value = not_empty(file(options.report.html)),
             .help = "write the report as a page for browsers, with pictures, to this file",
             .in_files = false,
             .with = {"report"}});
  table.add({.names = {"use_monitor_log"},
             .value = zero_or_one(options.use_monitor_log),
             .help = "0: same as --monitor_log none",
             .in_files = false});
  table.add({.names = {"quiet"},
             .value = flag(options.quiet),
             .help = "print warnings and errors only",
             .in_files = false,
             .with = match_or({"scene", "report", "verify"})});
  table.add({.names = {"verbose"},
             .value = flag(options.verbose),
             .help = "print more",
             .in_files = false,
             .with = match_or({"scene"})});
}

void add_monitor_options(OptionTable& table, Options& options) {
  table.begin_section("Monitors and trainers", match());
  table.add({.names = {"monitor_port"},
             .value = noted(port_or_off(options.monitor_port), options.monitor_port_chosen),
             .help = "where monitors and trainers connect; 0: any free port",
             .guards = true,
             .with = match_or({"watch"})});
  using Access = Options::MonitorAccess;
  table.add({.names = {"monitor_access"},
             .value = one_of(options.monitor_access, {{"watch", Access::watch}, {"trainer", Access::trainer}}),
             .help = "what clients may do there: only watch, or control the match as trainers, too",
             .guards = true});
  table.add({.names = {"watch_port"},
             .value = port_or_off(options.watch_port),
             .help = "another port, for watching only; 0: any free port",
             .guards = true});
  table.add(
      {.names = {"trainer_secret_file"},
       .value = file(options.trainer_secret_file),
       .help =
           "file with a secret shared with trainers; without it only trainers on this machine may control the match",
       .guards = true});
  table.add({.names = {"competition"},
             .value = perhaps_one(zero_or_one(options.competition)),
             .help = "1: trainers need that secret even on this machine; the time that the match may wait for an "
                     "agent is limited (--agent_wall)",
             .guards = true});
  table.add({.names = {"monitor_address"},
             .value = word(options.monitor_address, "A"),
             .help = "address to listen on for monitors and trainers",
             .guards = true,
             .with = match_or({"watch"})});
  add_monitor_limits(table, options.monitors, options.limits);
  table.add({.names = {"accept_monitor_connections"},
             .value = zero_or_one(options.accept_monitors),
             .help = "0: same as --monitor_port off --watch_port off",
             .in_files = false});
}

void add_started_agents(OptionTable& table, Options& options) {
  table.begin_section("Agents that the server starts", match());
  table.add({.names = {"agent_db_fn", "agentdb"},
             .value = not_empty(file(options.agent_database)),
             .help = "agent database"});
  table.add({.names = {"timers"},
             .value = timers(options.timers),
             .help = "cost of thinking: as_written in the agent database, or fixed N steps per cycle"});
  table.add({.names = {"record_think_times"},
             .value = perhaps_one(zero_or_one(options.record_think_times)),
             .help = "1: record what thinking costs in agentN-ttimes.log"});
  table.add({.names = {"replay_think_times"},
             .value = folder(options.replay_think_times),
             .help = "charge the thinking times recorded in this log folder of an earlier match"});
  table.add({.names = {"send_agent_think_times"},
             .value = perhaps_one(script_switch(options.variables, "Spades.SendAgentThinkTimes")),
             .help = "1: agents receive the cost of each think cycle; the script's variable Spades.SendAgentThinkTimes",
             .usual = "the script's value",
             .variable = "Spades.SendAgentThinkTimes"});
  table.add({.names = {"max_simtime_for_agent_think"},
             .value = whole_number(options.max_thinking, 1, kMaxThinking),
             .help = "simulated time a think cycle may cost before the agent is dropped",
             .unit = "steps"});
  table.add({.names = {"max_secs_for_agent_think"},
             .value = shown_as(positive_number(options.think_limit_s), "S"),
             .help = "real time after which a silent agent is dropped",
             .unit = "s"});
  table.add({.names = {"agent_wall"},
             .value = agent_wall(options),
             .help = "real time the match may wait for the agents of one type in total; after that, "
                     "those that have used more than their equal part of it are lost",
             .unit = "s",
             .usual = fmt::format("off; with --competition {:g} s", Options::kCompetitionWall)});
  using Absent = Options::AbsentTypes;
  table.add(
      {.names = {"absent_types"},
       .value = one_of(options.absent_types, {{"refuse", Absent::refuse}, {"lose", Absent::lose}}),
       .help = "what happens if the program of an agent type is missing: refuse does not start the match; lose counts "
               "the type as absent, so that the other one wins by walk-over, or neither if both are absent"});
}

void add_connecting_agents(OptionTable& table, Options& options) {
  table.begin_section("Agents that connect by themselves", match());
  table.add({.names = {"agent_port"},
             .value = port_or_off(options.agent_port),
             .help = "where agents connect; 0: any free port",
             .guards = true});
  table.add({.names = {"agent_address"},
             .value = word(options.agent_address, "A"),
             .help = "address to listen on for agents",
             .guards = true});
  table.add({.names = {"agents_awaited"},
             .value = whole_number(options.agents_awaited, 0, Options::kMaxAwaited),
             .help = "begin when this many have connected; the script's own agents are then not started"});
  table.add({.names = {"wait"},
             .value = shown_as(number(options.wait_s, 0, kMaxWait), "S"),
             .help = "real time these agents have to connect before the match is a walk-over; 0: no limit",
             .unit = "s"});
  table.add({.names = {"sync"},
             .value = perhaps_one(zero_or_one(options.sync)),
             .help = "1: the world waits for their answers; 0: they play in real time, unless --speed is given"});
  table.add({.names = {"sync_timeout"},
             .value = shown_as(positive_number(options.sync_timeout_s), "S"),
             .help = "real time --sync waits for one answer",
             .unit = "s"});
  table.add({.names = {"sync_budget"},
             .value = shown_as(positive_number(options.sync_budget_s), "S"),
             .help = "real time --sync may wait for one agent in the whole match, and for all together that have "
                     "connected but not joined the game yet; after that the match continues without waiting for it",
             .unit = "s"});
}

void add_operators(OptionTable& table, Options& options) {
  table.begin_section("Robots that people operate", match());
  table.add({.names = {"rctp_port"},
             .value = script_port(options.variables, "Rctp.Port"),
             .help = "where operators connect and descriptions of robots are read; 0: any free port; the script's "
                     "variable Rctp.Port",
             .usual = "off",
             .variable = "Rctp.Port",
             .guards = true});
  table.add({.names = {"rctp_address"},
             .value = script_word(options.variables, "Rctp.Address", "A"),
             .help = "address to listen on for them; the script's variable Rctp.Address",
             .usual = "127.0.0.1",
             .variable = "Rctp.Address",
             .guards = true});
  table.add({.names = {"rctp_secret_file"},
             .value = script_file(options.variables, "Rctp.SecretFile"),
             .help =
                 "file with a secret that operators on other machines have to know; without it anyone who can reach "
                 "the port may operate; the script's variable Rctp.SecretFile",
             .usual = "none",
             .variable = "Rctp.SecretFile",
             .guards = true});
  table.add({.names = {"trusted_origin"},
             .value = script_words(options.variables, "Rctp.TrustedOrigins", "https://HOST[:PORT]"),
             .help = "origin of operators' pages that come through a proxy with TLS on this machine; can be given "
                     "several times; the script's variable Rctp.TrustedOrigins",
             .usual = "none",
             .variable = "Rctp.TrustedOrigins",
             .guards = true});
  table.add({.names = {"replay_operators"},
             .value = script_folder(options.variables, "Rctp.Replay"),
             .help = "robots obey the operators' logs in this log folder of an earlier match; the script's variable "
                     "Rctp.Replay",
             .usual = "none",
             .variable = "Rctp.Replay"});
}

void add_commservers(OptionTable& table, Options& options) {
  table.begin_section("Commservers on other machines", match());
  table.add({.names = {"engine_port"},
             .value = port(options.engine_port, 0),
             .help = "where they connect, if --Spades.CommServersWanted requires any; 0: any free port",
             .guards = true});
  table.add({.names = {"engine_address"},
             .value = word(options.engine_address, "A"),
             .help = "address to listen on for them",
             .guards = true});
  table.add({.names = {"secret_file"},
             .value = file(options.secret_file),
             .help = "file with a secret shared with them; without it only commservers on this machine may connect",
             .guards = true});
  table.add({.names = {"run_integrated_commserver"},
             .value = perhaps_one(script_switch(options.variables, "Spades.RunIntegratedCommserver")),
             .help = "0: this server starts no agents itself; the script's variable Spades.RunIntegratedCommserver",
             .usual = "the script's value",
             .variable = "Spades.RunIntegratedCommserver"});
}

/// Adds the variables of worlds whose ports, addresses and name servers no other option sets. They are options only
/// because this table alone defines what a file of parameters cannot set; users set the variables directly.
void add_guarding_variables(OptionTable& table, Options& options) {
  const auto add = [&](const std::string& name, const std::string& variable, const std::string& usual) {
    table.add({.names = {name},
               .value = script_word(options.variables, variable, "TEXT"),
               .help = "the script's variable " + variable,
               .usual = usual,
               .variable = variable,
               .in_files = false,
               .guards = true,
               .is_hidden = true});
  };
  table.begin_section("Ports of other worlds", match());
  add("sig_port", "Sig.Port", "9000");
  add("sig_address", "Sig.Address", "127.0.0.1");
  add("rtm_name_server", "Rtm.NameServer", "127.0.0.1:2809");
  add("rtm_endpoint", "Rtm.Endpoint", "giop:tcp:127.0.0.1:");
}

}  // namespace

OptionTable::Program program() {
  return {"rcssserver3D", RCSS_VERSION,
          "Runs one match of the RoboCup 3D simulation league: starts the agents, simulates the world, applies the "
          "rules and shows everything to monitors and the log.",
          "Every variable of the set-up script can be set by its name: --Namespace.Name VALUE. Options of the SPADES "
          "engine that have no meaning here are accepted and listed in one line. Of --scene, --verify, --pack, "
          "--report, --list_files, --variables and --describe, which ask for something other than a match, only one "
          "can be given, together with options that have an effect on it.\n\n"
          "SIGUSR1 pauses and resumes the match, SIGUSR2 prints a table of the agents. SIGINT, SIGTERM, SIGHUP and "
          "SIGQUIT end the match in order; another one at least a second later ends it at once.\n\n"
          "Exit status: 0 after a game that ended, or with --verify for true logs (3 for others), 4 after a walk-over, "
          "128 + the signal "
          "that ended it (130: SIGINT, 143: SIGTERM), 2 for "
          "wrong usage, else 1.\n"};
}

void add_options(OptionTable& table, Options& options) {
  add_match_options(table, options);
  add_log_options(table, options);
  add_monitor_options(table, options);
  add_started_agents(table, options);
  table.begin_section("What agents may do", match());
  commserver::add_guard_options(table, options.guard, match_or({"verify"}));
  add_agent_limits(table, options.limits);
  add_connecting_agents(table, options);
  add_operators(table, options);
  add_commservers(table, options);
  add_guarding_variables(table, options);
  add_scene_options(table, options);
  table.begin_section("Help");
  table.add({.names = {"variables"},
             .value = flag(options.list_variables),
             .help = "list the variables of the set-up script, with values, meanings, ranges and units",
             .in_files = false,
             .is_mode = true});
  table.add({.names = {"list_files"},
             .value = flag(options.list_files),
             .help = "list which script, agent database and scenes would be used, and why",
             .in_files = false,
             .is_mode = true});
  table.add({.names = {"describe"},
             .value = perhaps_a_name(options.described),
             .help = "print the reference of what scripts, scenes and agents may use: of the class, effector or "
                     "perceptor of that name, or of everything",
             .in_files = false,
             .is_mode = true});
  table.add({.names = {"list_arguments"},
             .value = flag(options.list_arguments),
             .help = "list this command line as JSON, and which of it guards",
             .in_files = false,
             .is_hidden = true});
  using Format = Options::Format;
  table.add({.names = {"format"},
             .value = one_of(options.format, {{"text", Format::text}, {"md", Format::md}, {"json", Format::json}}),
             .help = "format of what is printed; md not with --dump",
             .in_files = false,
             .with = {"describe", "dump"}});
  table.add_questions();
}

}  // namespace server
