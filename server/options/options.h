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

/// The options of a report on the log of a match.
struct ReportOptions {
  std::filesystem::path log;   ///< a monitor log, plain or compressed, or a log folder; empty: no report is wanted
  std::filesystem::path json;  ///< file to write; empty: none
  std::filesystem::path html;  ///< the same for a page
};

/// The values of all options. Their defaults are defined here, everything else about an option in option_table.cpp.
struct Options {
  std::vector<std::string> parameter_files;  ///< files with further options and variables
  bool trust_scripts = false;                ///< these files may name any file, including scripts, and set guards
  std::vector<std::string> not_taken;        ///< guards in these files, which were not applied: "--sandbox off"
  /// Whether someone else may have chosen the files of this match.
  bool takes_only_own_files() const { return !parameter_files.empty() && !trust_scripts; }
  std::filesystem::path script = "rcssserver3D.rb";
  std::filesystem::path agent_database = "agentdb.xml";
  std::filesystem::path log_folder = "Logfiles";
  enum class MonitorLog { plain, zst, none };
  MonitorLog monitor_log = MonitorLog::plain;
  /// Empty if no monitor log is written.
  std::filesystem::path monitor_log_file() const;
  bool record_acts = true;
  std::int64_t hash_interval = 0;      ///< steps; 0: no hashes are written
  std::filesystem::path verify;        ///< logs of a match to be verified; empty: none
  std::string verified_as;             ///< in the process that --verify starts: the user's name for these logs
  std::filesystem::path verified_log;  ///< in that process: the monitor log named by the user; empty: the folder's
  std::vector<std::string> pack;       ///< a log folder, and the file to pack it into; empty: none
  ReportOptions report{};              ///< report on a log, instead of playing a match
  std::optional<std::uint16_t> monitor_port = 12001;  ///< none: off; 0: any free port
  enum class MonitorAccess { watch, trainer };
  MonitorAccess monitor_access = MonitorAccess::trainer;
  std::optional<std::uint16_t> watch_port;  ///< a port only for watching; none: off; 0: any free port
  std::string monitor_address = "127.0.0.1";
  std::filesystem::path trainer_secret_file;  ///< empty: trainers only from this machine
  bool competition = false;                   ///< trainers need that secret, and agents have `kCompetitionWall`
  std::uint16_t engine_port = 12000;  ///< for commservers of other machines, if the script wants any; 0: any free port
  std::string engine_address = "127.0.0.1";
  std::filesystem::path secret_file;  ///< shared with these commservers; empty: none, and only this machine may connect
  std::optional<std::uint16_t> agent_port;  ///< none: off; 0: any free port
  std::string agent_address = "127.0.0.1";
  int agents_awaited = 0;  ///< the match begins when this many have connected
  static constexpr int kMaxAwaited = 100;
  double wait_s = 0;          ///< real time to wait for them; 0: for ever
  bool sync = false;          ///< the world waits for agents that have connected
  double sync_timeout_s = 1;  ///< real time
  double sync_budget_s = 60;  ///< real time, of one agent in the whole match
  double agent_wall_s = 0;    ///< real time for all agents of a type that are started here; 0: no limit
  bool agent_wall_chosen = false;
  /// Default of `agent_wall_s` in a competition: 40 ms for each of the 3000 think cycles of a match.
  static constexpr double kCompetitionWall = 120;
  std::int64_t random_seed = -1;  ///< -1: drawn at the start
  bool speed_chosen = false;
  std::optional<double> chosen_speed;  ///< × real time; none: as fast as possible
  struct Batch {
    std::string type;
    int count = 11;
  };
  std::vector<Batch> agents;  ///< replaces the script's queue if not empty
  /// The type of agents that connect to the agent port by themselves.
  static constexpr const char* kConnectedType = "tcp";
  /// The types of `agents` if they are two, or one and `kConnectedType` if some are awaited; else empty.
  std::vector<std::string> contestants() const;
  enum class AbsentTypes { refuse, lose };
  AbsentTypes absent_types = AbsentTypes::refuse;  ///< what happens if a program is missing
  double think_limit_s = 10.0;                     ///< real time a think cycle may take
  std::int64_t max_thinking = 1000;                ///< simulated time, in steps, a think cycle may cost
  std::string timers = "as_written";               ///< or the one timer of all agents, "fixed N"
  bool record_think_times = false;
  std::filesystem::path replay_think_times;  ///< folder of a recorded match; empty: think times are not replayed
  commserver::GuardOptions guard{};
  spark::InputLimits limits{};      ///< on messages of agents and trainers
  spark::MonitorLimits monitors{};  ///< on the number of monitors, and on unread data of each
  bool use_monitor_log = true;      ///< the switch of 2006 for the monitor log: false overrides `monitor_log`
  bool accept_monitors = true;
  std::string home;     ///< the folder searched before the server's own files; "off": none; empty: ~/.rcssserver3d
  bool strict = false;  ///< an error in the set-up script ends the start
  double script_limit_s = 60;   ///< real time of the script, and of each call of its functions; 0: no limit
  bool list_files = false;      ///< print the files that a match would read and exit
  bool list_arguments = false;  ///< print the command line's arguments, and which are guards, and exit
  bool quiet = false;
  bool verbose = false;
  // Options for viewing a scene instead of playing a match.
  std::vector<std::string> scene;      ///< its file, and its parameters; empty: none
  std::int64_t scene_steps = 0;        ///< steps played before it is shown
  std::optional<double> scene_height;  ///< height of its origin above the floor, m; none: as high as its bodies need
  bool dump_scene = false;
  bool watch_scene = false;
  bool script_chosen = false;
  bool monitor_port_chosen = false;
  enum class Format { text, md, json };
  Format format = Format::text;                                ///< of output that is printed instead of a match
  bool list_variables = false;                                 ///< print the script's variables and exit
  std::optional<std::string> described;                        ///< print the reference of that name, "": of everything
  std::string profile;                                         ///< of the script; empty: its default
  std::vector<std::pair<std::string, std::string>> variables;  ///< --Ns.Name VALUE, in order
  std::vector<std::string> ignored;  ///< options of the SPADES engine that have no meaning here
};

/// The options in force, or the text to print instead of a match.
struct CommandLine {
  Options options;
  std::optional<std::string> answer;  ///< of --help or --version
};

/// `arguments` exclude the program's name. A later value overrides an earlier one, and the command line overrides the
/// files of --parameters. Throws `spark::WrongUsage` with one line for an error.
CommandLine read_command_line(const std::vector<std::string>& arguments);

}  // namespace server
