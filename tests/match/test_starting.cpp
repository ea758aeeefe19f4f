// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <regex>

#include "tests/match/short_match.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

TEST_CASE("an earlier log folder is renamed and kept, and one with other files is refused") {
  const TemporaryFolder folder;
  const auto arguments = with(kShortMatch, {"--Soccer.RuleHalfTime", "1", "--seed", "3"});
  for (int i = 0; i < 3; ++i) {
    ServerProcess server(folder, arguments);
    REQUIRE(server.wait(kMatchTimeout) == 0);
  }
  CHECK(fs::exists(folder / "logs.1/monitor.log"));
  CHECK(content(folder / "logs.1/monitor.log") == content(folder / "logs/monitor.log"));
  CHECK_FALSE(fs::exists(folder / "logs.1.1"));

  write_file(folder / "logs/notes.txt", "mine");
  const std::string log = content(folder / "logs/monitor.log");
  ServerProcess server(folder, arguments);
  REQUIRE(server.wait(kMatchTimeout) == 1);
  CHECK(server.err().find("it contains other files ('notes.txt'); use a new or an empty folder") != std::string::npos);
  CHECK(content(folder / "logs/notes.txt") == "mine");
  CHECK(content(folder / "logs/monitor.log") == log);
}

TEST_CASE("matches side by side do not share logs or ports") {
  const TemporaryFolder folder;
  ServerProcess first(folder, {"--monitor_port", "0", "--seed", "1"});
  const int port = first.monitor_port();
  REQUIRE(port > 0);
  REQUIRE(wait_until([&] { return fs::exists(folder / "logs/monitor.log"); }));
  // Its last line: the other server in this folder writes into the same file for errors.
  REQUIRE(first.wait_for_message("waiting for a kick-off"));
  const TemporaryFolder other;
  ServerProcess same_port(other, {"--monitor_port", std::to_string(port)});
  CHECK(same_port.wait() == 1);
  CHECK(same_port.err().find(std::to_string(port)) != std::string::npos);
  CHECK_FALSE(fs::exists(other / "logs"));
  ServerProcess same_logs(folder, {"--monitor_port", "0"});
  CHECK(same_logs.wait() == 1);
  CHECK(same_logs.err().find("another match is writing its logs into") != std::string::npos);
  CHECK_FALSE(fs::exists(folder / "logs.1"));
  first.send(SIGKILL);
  first.wait();
  // A killed server does not hold its folder.
  ServerProcess next(folder, with(kShortMatch, {"--seed", "1"}));
  CHECK(next.wait(kMatchTimeout) == 0);
  CHECK(fs::exists(folder / "logs.1/monitor.log"));
}

TEST_CASE("a server that cannot start says why in one line and leaves nothing running") {
  const TemporaryFolder folder;
  write_file(folder / "broken.rb", "createVariable('Soccer.X', 1)\nraise 'no field'\n");
  write_file(folder / "plain.rb", "createVariable('Soccer.X', 1)\n");
  write_file(folder / "noscene.rb",
             "new('oxygen/SceneServer', '/sys/server/scene').createScene('/usr/scene')\n"
             "raise 'cannot import' unless get('/usr/scene').importScene('nowhere.rsg')\n");
  const auto gateway_script = [&](const char* name, const std::string& lines) {
    write_file(folder / name, lines + "run 'rcssserver3D.rb'\n");
    return (folder / name).string();
  };
  write_file(folder / "missing.xml",
             "<agentdb><agent_type_external name=\"foo\"><exec_line>no_such_agent</exec_line>"
             "</agent_type_external></agentdb>");
  write_file(folder / "narrow.xml", "<parameters><parameter name='Soccer.GoalWidth' value='-3'/></parameters>");
  write_file(folder / "rescues.rb", "begin\n  run 'rcssserver3D.rb'\nrescue Exception\n  run 'rcssserver3D.rb'\nend\n");
  write_file(folder / "discards.rb", "def start\n  run 'rcssserver3D.rb'\nensure\n  return\nend\nstart\n");
  write_file(folder / "fiber.rb", "begin\n  Fiber.new { run 'rcssserver3D.rb' }.resume\nrescue StandardError\nend\n");
  write_file(folder / "cut.xml", "<agentdb><agent_type_external");
  struct Case {
    std::vector<std::string> arguments;
    std::string message;
    int status = 1;
  };
  const Case cases[] = {
      {{"--script", "nowhere.rb"}, "--script nowhere.rb: there is no such file, neither here nor in "},
      {{"--script", folder.path().string()}, ": this is not a file"},
      {{"--script", (folder / "broken.rb").string()}, "broken.rb:2: no field"},
      {{"--script", (folder / "noscene.rb").string()}, "nowhere.rsg"},
      {{"--agentdb", "nowhere.xml"}, "nowhere.xml"},
      {{"--agentdb", (folder / "cut.xml").string()}, "cut.xml"},
      {{"--agentdb", (folder / "missing.xml").string(), "--team", "foo:1"}, "no_such_agent"},
      {{"--team", "no_type:3"}, "no_type"},
      {{"--Soccer.RuleHalfTyme", "3"}, "creates no such variable; did you mean --Soccer.RuleHalfTime?\n", 2},
      {{"--Soccer.RuleHalfTime", "nan"}, "finite", 2},
      {{"--Soccer.GoalWidth", "-3"}, "--Soccer.GoalWidth -3: expected a number from ", 2},
      {{"--parameters", (folder / "narrow.xml").string()}, "--Soccer.GoalWidth -3: expected a number from ", 2},
      {{"--script", (folder / "rescues.rb").string(), "--Soccer.GoalWidth", "-3"},
       "rcssserver3D: --Soccer.GoalWidth -3: expected a number from ",
       2},
      {{"--script", (folder / "discards.rb").string(), "--Soccer.GoalWidth", "-3"},
       "rcssserver3D: --Soccer.GoalWidth -3: expected a number from ",
       2},
      {{"--script", (folder / "fiber.rb").string(), "--Soccer.GoalWidth", "-3"},
       "rcssserver3D: --Soccer.GoalWidth -3: expected a number from ",
       2},
      {{"--Soccer.ShootOut", "2.5"}, "--Soccer.ShootOut 2.5: expected a whole number\n", 2},
      {{"--Soccer.IndirectKicks", "free,x"}, "--Soccer.IndirectKicks free,x: expected none, or some of ", 2},
      {{"--Soccer.UseOffside", "perhaps"}, "--Soccer.UseOffside perhaps: expected true or false\n", 2},
      {{"--Spades.MonitorInterval", "0"}, "--Spades.MonitorInterval 0: expected a number from 1 to 1000000 steps", 2},
      {{"--Spades.CommServersWanted", "0"}, "--Spades.CommServersWanted 0: expected a number from 1 to 1000", 2},
      {{"--timers", "fixed", "-1"}, "timer 'fixed -1'", 2},
      {{"--monitor_log", "gz"}, "--monitor_log gz: expected plain, zst or none", 2},
      {{"--timers", "sundial"}, "--timers sundial: expected as_written or fixed N", 2},
      {{"--sandbox", "perhaps"}, "--sandbox perhaps: expected on, off or auto", 2},
      {{"--agent_memory", "1"}, "--agent_memory 1: expected a whole number from 16 to 1000000, or 0 for no limit", 2},
      {{"--agent_cpu", "-1"}, "--agent_cpu -1: expected a whole number from 1", 2},
      {{"--agent_file_size", "0"}, "--agent_file_size 0: expected a whole number from 1 to 1000000", 2},
      {{"--agent_log_limit", "much"}, "--agent_log_limit much: expected a whole number from 1", 2},
      {{"--max_simtime_for_agent_think", "0"}, "max_simtime_for_agent_think", 2},
      {{"--parameters", "nowhere.xml"}, "nowhere.xml", 2},
      {{"--parameters", (folder / "cut.xml").string()}, "cut.xml", 2},
      {{"--replay_think_times", "/nowhere"}, "--replay_think_times /nowhere: there is no such folder"},
      {{"--profile", "2050"}, "--profile 2050: expected 0.5.2 or manual or modern", 2},
      {{"--profile", "manual", "--script", (folder / "plain.rb").string()}, "plain.rb offers no profiles", 2},
      {{"--no_such_option"}, "--no_such_option: there is no such option; variables of the script are written", 2},
      {{"--sede", "1"}, "--sede: there is no such option; did you mean --seed?", 2},
      {{"--seed", "one"}, "--seed one: expected a whole number from -1 to ", 2},
      {{"--speed", "fast"}, "--speed fast: expected a number above 0, at most 1000000, or 'max'", 2},
      {{"--team", "foo:12"}, "--team foo:12: expected TYPE or TYPE:N with N from 0 to 11", 2},
      {{"--monitor_port", "70000"}, "--monitor_port 70000: expected a whole number from 0 to 65535 or 'off'", 2},
      {{"--agent_port", "70000"}, "--agent_port 70000: expected a whole number from 0 to 65535 or 'off'", 2},
      {{"--agents_awaited", "3"}, "--agents_awaited 3: expected an --agent_port with it", 2},
      {{"--agents_awaited", "101", "--agent_port", "0"},
       "--agents_awaited 101: expected a whole number from 0 to 100",
       2},
      {{"--sync", "maybe"}, "--sync maybe: expected 0 or 1", 2},
      {{"--sync_timeout", "0"}, "--sync_timeout 0: expected a number above 0, at most 1000000", 2},
      {{"--agent_port", "0", "--agent_address", "300.1.1.1"},
       "rcssserver3D: --agent_port 0: cannot open agent port 0 on 300.1.1.1: "},
      {{"--team", "none:3"}, "no agent type 'none'"},
      {{"--script", gateway_script("nothere.rb", "importBundle 'telepathy'\n")},
       "nothere.rb:1: there is no module telepathy.so in "},
      {{"--script",
        gateway_script("badport.rb", "importBundle 'tcp'\nnew('TcpServer', '/sys/server/a').setPort(70000)\n")},
       "badport.rb:2: setPort(70000): expected 0 to 65535"},
      {{"--script", gateway_script("twice.rb",
                                   "importBundle 'tcp'\nnew('TcpServer', '/sys/server/a')\n"
                                   "new('TcpServer', '/sys/server/b')\n")},
       "two gateways of the class TcpServer, /sys/server/a and /sys/server/b: only one is allowed"},
      {{"--script", gateway_script("badplace.rb",
                                   "importBundle 'tcp'\nnew('TcpServer', '/sys/server/a').setAddress('300.1.1.1')\n")},
       "the gateway of /sys/server/a: cannot open agent port 0 on 300.1.1.1: "},
      {{"--logdir", "/proc/nowhere"}, "/proc/nowhere"},
  };
  for (const auto& c : cases) {
    ServerProcess server(folder, with({"--monitor_port", "off"}, c.arguments));
    const int status = server.wait();
    const std::string err = server.err();
    INFO(c.message << ": " << err);
    CHECK(status == c.status);
    CHECK(err.find(c.message) != err.npos);
    // The last line has the reason; before it there may be a line of the scene file.
    REQUIRE(err.ends_with("\n"));
    const auto last = err.rfind('\n', err.size() - 2);
    CHECK(err.substr(last == err.npos ? 0 : last + 1).starts_with("rcssserver3D: "));
    CHECK(std::count(err.begin(), err.end(), '\n') <= 2);
  }
  CHECK(wait_until([&] { return processes_with(folder.path().string()).empty(); }));
}

TEST_CASE("a port in use is reported in one line") {
  const TemporaryFolder folder;
  ServerProcess first(folder, {"--monitor_port", "0", "--seed", "1"});
  const int port = first.monitor_port();
  REQUIRE(port > 0);
  const TemporaryFolder other;
  ServerProcess second(other, {"--monitor_port", std::to_string(port)});
  CHECK(second.wait() == 1);
  CHECK(second.err().find(std::to_string(port)) != std::string::npos);
  CHECK(second.err().find("in use") != std::string::npos);
}

TEST_CASE("the options for help, version and variables print their answers") {
  const TemporaryFolder folder;
  ServerProcess help(folder, {"--help"});
  CHECK(help.wait() == 0);
  for (const char* option : {"--script",
                             "--initscript",
                             "--agent_db_fn",
                             "--agentdb",
                             "--logfile_dir",
                             "--monitor_port",
                             "--monitor_address",
                             "--agent_port",
                             "--agent_address",
                             "--agents_awaited",
                             "--sync",
                             "--sync_timeout",
                             "--profile",
                             "--random_seed",
                             "--seed",
                             "--speed",
                             "--team",
                             "--quiet",
                             "--verbose",
                             "--agent_memory",
                             "--agent_cpu",
                             "--agent_file_size",
                             "--agent_log_limit",
                             "--sandbox"})
    CHECK(help.out().find(option) != std::string::npos);
  ServerProcess version(folder, {"--version"});
  CHECK(version.wait() == 0);
  CHECK(std::regex_match(version.out(), std::regex("rcssserver3D \\d+\\.\\d+\\.\\d+\n")));
  ServerProcess variables(
      folder, {"--variables", "--Soccer.GoalWidth", "4", "--", "--ipc_force_remove", "--max_at_ref_depth", "100"});
  CHECK(variables.wait() == 0);
  CHECK(variables.out().find("--Soccer.GoalWidth 4\n") != std::string::npos);
  CHECK(
      variables.out().find("--Spades.MonitorInterval 15\n      time from a frame to the next, 1 to 1000000 steps\n") !=
      std::string::npos);
  CHECK(variables.out().find("--Soccer.UseOffside true\n      the offside rule is applied\n") != std::string::npos);
  CHECK(variables.err().find("ipc_force_remove, max_at_ref_depth") != std::string::npos);
  for (const auto& [given, in_force] : {std::pair("0", "false"), std::pair("1", "true")}) {
    ServerProcess engine(folder, {"--variables", "--send_agent_think_times", given});
    CHECK(engine.wait() == 0);
    CHECK(engine.out().find(std::string("--Spades.SendAgentThinkTimes ") + in_force + "\n") != std::string::npos);
  }
}
