// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commserver/host/guard_options.h"
#include "spark/core/input_limits.h"
#include "spark/monitor/monitor_limits.h"

namespace server {

/// What is asked of the log of a match that has been played.
struct ReportOptions {
  std::filesystem::path log;   ///< a monitor log, plain or compressed, or a log folder; empty: no report is wanted
  std::filesystem::path json;  ///< file to write; empty: none
  std::filesystem::path html;  ///< likewise
};

/// What the command line says. The defaults stand here, all else about an option in option_table.cpp.
struct Options {
  std::vector<std::string> parameter_files;  ///< whose options and variables are in force, too
  bool trust_scripts = false;                ///< they may name any file, also one that is carried out, and set guards
  std::vector<std::string> not_taken;        ///< of these files, because it guards: "--sandbox off"
  /// Whether somebody else may have chosen what is played.
  bool takes_only_own_files() const { return !parameter_files.empty() && !trust_scripts; }
  std::filesystem::path script = "rcssserver3D.rb";
  std::filesystem::path agent_database = "agentdb.xml";
  std::filesystem::path log_folder = "Logfiles";
  enum class MonitorLog { plain, zst, none };
  MonitorLog monitor_log = MonitorLog::plain;
  /// Empty: none is written.
  std::filesystem::path monitor_log_file() const;
  bool record_acts = true;
  std::int64_t hash_interval = 0;      ///< steps; 0: no hashes are written
  std::filesystem::path verify;        ///< logs of a match that is to be verified; empty: none
  std::string verified_as;             ///< in the process that is started for it: what the user calls these logs
  std::filesystem::path verified_log;  ///< likewise: the monitor log that he named; empty: the one in the folder
  std::vector<std::string> pack;       ///< a log folder, and the file that is made of it; empty: none
  ReportOptions report{};              ///< on a log, instead of a match
  std::optional<std::uint16_t> monitor_port = 12001;  ///< none: off; 0: any free one
  enum class MonitorAccess { watch, trainer };
  MonitorAccess monitor_access = MonitorAccess::trainer;
  std::optional<std::uint16_t> watch_port;  ///< where one can only watch; none: off; 0: any free one
  std::string monitor_address = "127.0.0.1";
  std::filesystem::path trainer_secret_file;  ///< empty: only this machine has trainers
  bool competition = false;                   ///< no trainer without that secret, and `kCompetitionWall`
  std::uint16_t engine_port = 12000;  ///< where commservers of other machines connect, if the script wants any; 0: any
  std::string engine_address = "127.0.0.1";
  std::filesystem::path secret_file;        ///< shared with those; empty: none, and only this machine may connect
  std::optional<std::uint16_t> agent_port;  ///< none: off; 0: any free one
  std::string agent_address = "127.0.0.1";
  int agents_awaited = 0;  ///< the match begins when this many have connected
  static constexpr int kMaxAwaited = 100;
  double wait_s = 0;          ///< real time for that; 0: for ever
  bool sync = false;          ///< the world waits for agents that have connected
  double sync_timeout_s = 1;  ///< real time
  double sync_budget_s = 60;  ///< real time, of one agent in the whole match
  double agent_wall_s = 0;    ///< the same for all agents of a type that are started; 0: no limit
  bool agent_wall_chosen = false;
  /// `agent_wall_s` of a competition, if none was given: 40 ms for each of the 3000 think cycles of a match.
  static constexpr double kCompetitionWall = 120;
  std::int64_t random_seed = -1;  ///< -1: a fresh one
  bool speed_chosen = false;
  std::optional<double> chosen_speed;  ///< × real time; none: as fast as it goes
  struct Batch {
    std::string type;
    int count = 11;
  };
  std::vector<Batch> agents;  ///< instead of the script's queue, if not empty
  /// The type of agents that connect to the agent port by themselves.
  static constexpr const char* kConnectedType = "tcp";
  /// The types of `agents` if they are two, or one and that of agents that connect if some are awaited; else empty.
  std::vector<std::string> contestants() const;
  enum class AbsentTypes { refuse, lose };
  AbsentTypes absent_types = AbsentTypes::refuse;  ///< what a program that is missing comes to
  double think_limit_s = 10.0;                     ///< real time a think cycle may take
  std::int64_t max_thinking = 1000;                ///< simulated time, in steps, a think cycle may cost
  std::string timers = "as_written";               ///< or the one timer of all agents, "fixed N"
  bool record_think_times = false;
  std::filesystem::path replay_think_times;  ///< folder of a recorded match; empty: nothing is replayed
  commserver::GuardOptions guard{};
  spark::InputLimits limits{};      ///< what agents and trainers may say
  spark::MonitorLimits monitors{};  ///< how many may watch, and what one may leave unread
  bool use_monitor_log = true;      ///< the names of 2006 for `monitor_log` and `monitor_port`: false goes before these
  bool accept_monitors = true;
  std::string home;     ///< the folder that goes before the server's own files; "off": none; empty: ~/.rcssserver3d
  bool strict = false;  ///< what fails in the set-up script ends the start
  double script_limit_s = 60;   ///< real time of the script, and of each call of its functions; 0: any
  bool list_files = false;      ///< print which files would be taken and exit
  bool list_arguments = false;  ///< print what stands on the command line, and which of it guards, and exit
  bool quiet = false;
  bool verbose = false;
  // A scene that is looked at instead of a match.
  std::vector<std::string> scene;      ///< its file, and the values that this wants; empty: none
  std::int64_t scene_steps = 0;        ///< played before it is shown
  std::optional<double> scene_height;  ///< of its origin above the floor, m; none: as high as its bodies need
  bool dump_scene = false;
  bool watch_scene = false;
  bool script_chosen = false;
  bool monitor_port_chosen = false;
  enum class Format { text, md, json };
  Format format = Format::text;                                ///< of what is printed instead of a match
  bool list_variables = false;                                 ///< print the script's variables and exit
  std::optional<std::string> described;                        ///< print the reference of that, "": of everything
  std::string profile;                                         ///< of the script; empty: its usual one
  std::vector<std::pair<std::string, std::string>> variables;  ///< --Ns.Name VALUE, in order
  std::vector<std::string> ignored;                            ///< engine options that have no meaning here
};

/// The options in force, or what was asked for instead of a match.
struct CommandLine {
  Options options;
  std::optional<std::string> answer;  ///< --help, --version: to be printed
};

/// `arguments` are without the program's name. Of what is given twice the later goes before the earlier, and what
/// stands on the command line before what stands in the files of --parameters. Throws `spark::WrongUsage` with one
/// line for what is wrong.
CommandLine read_command_line(const std::vector<std::string>& arguments);

}  // namespace server
