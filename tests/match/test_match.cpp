// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include "tests/match/server_process.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kShortMatch{
    "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "20", "--monitor_port", "off"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::string monitor_log(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  ServerProcess server(folder, with(kShortMatch, more));
  INFO(server.err());
  REQUIRE(server.wait(120s) == 0);
  return read_file(folder / "logs/monitor.log");
}

/// Keeps both cores busy as long as it lives.
class Load {
 public:
  Load() {
    for (auto& thread : threads_)
      thread = std::thread([this] {
        while (!stop_) ++rounds_;
      });
  }
  ~Load() {
    stop_ = true;
    for (auto& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<unsigned long> rounds_{0};
  std::thread threads_[3];
};

/// The value of the first `(name value` in an Info line; empty if it is not there.
std::string item(const std::string& line, const std::string& name) {
  const auto at = line.find('(' + name + ' ');
  if (at == line.npos) return {};
  const auto begin = at + name.size() + 2;
  return line.substr(begin, line.find(')', begin) - begin);
}

}  // namespace

TEST_CASE("a short match is played to its end and its log reads as behaviour 8 says") {
  const TemporaryFolder folder;
  ServerProcess server(folder, with(kShortMatch, {"--seed", "1"}));
  REQUIRE(server.wait(120s) == 0);
  const std::string out = server.out();
  for (const char* word :
       {"foo", "bar", "score", "simulated", "wall time", "speed", "22 started, 0 lost", "monitor.log"}) {
    INFO(word << " in " << out);
    CHECK(out.find(word) != out.npos);
  }

  const auto lines = read_lines(folder / "logs/monitor.log");
  REQUIRE(lines.size() > 300);
  CHECK(lines[0].starts_with("(Init (FieldLength "));
  CHECK(lines[0].find("(RuleHalfTime 20)(play_modes BeforeKickOff KickOff_Left ") != std::string::npos);
  CHECK(lines[1].starts_with("(Info (time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0)(P (pos 0 0 0))"));
  CHECK(lines[1].find("(F (id 1_l)(pos ") != std::string::npos);
  CHECK(lines[1].ends_with("(B (pos 0 0 10)))"));

  const std::regex frame("\\(Info (\\([a-zA-Z_]+ ?[^()]*(\\([^()]*\\))*\\))+\\)");
  const std::regex player("\\(P \\(s [12]\\)\\(id \\d+\\)\\(pos [-0-9.e]+ [-0-9.e]+ [-0-9.e]+\\)(\\(last\\))?\\)");
  std::set<std::string> modes;
  std::string left, right;
  double time = 0;
  std::size_t dies = 0, most_players = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i] == "(Die)") {
      ++dies;
      continue;
    }
    REQUIRE(dies == 0);
    REQUIRE(std::regex_match(lines[i], frame));
    REQUIRE(lines[i].size() < 4096);
    const double now = std::stod(item(lines[i], "time"));
    CHECK(now >= time);
    CHECK(now - time < 0.16);  // 15 steps, the last digit rounded
    time = now;
    if (const auto mode = item(lines[i], "play_mode"); !mode.empty()) modes.insert(mode);
    if (left.empty()) left = item(lines[i], "team_left");
    if (right.empty()) right = item(lines[i], "team_right");
    const auto players = static_cast<std::size_t>(
        std::distance(std::sregex_iterator(lines[i].begin(), lines[i].end(), player), std::sregex_iterator()));
    most_players = std::max(most_players, players);
  }
  CHECK(left == "foo");
  CHECK(right == "bar");
  CHECK(most_players == 22);
  CHECK(time == Approx(40).margin(0.1));
  CHECK(dies >= 6);  // from 9 s to 10 s after the end, every 15 steps
  CHECK(modes.count("0") == 1);
  CHECK(modes.count("3") == 1);
  CHECK(modes.count("12") == 1);
  CHECK(modes.count("1") + modes.count("2") >= 1);
  for (int i = 0; i < 22; ++i)
    for (const char* name : {"stdout", "stderr"})
      CHECK(fs::exists(folder / ("logs/agent" + std::to_string(i) + "-" + name + ".log")));
}

TEST_CASE("same seed, same match, also under load; another seed, another match") {
  const std::string first = monitor_log({"--seed", "7"});
  CHECK(first.size() > 100'000);
  {
    const Load load;
    CHECK(monitor_log({"--seed", "7"}) == first);
  }
  CHECK(monitor_log({"--seed", "8"}) != first);
}

TEST_CASE("five a side on 40 x 20 m, from the script and from the command line, in either profile") {
  const std::vector<std::string> by_script{"--script", "five_a_side.rb"};
  const std::vector<std::string> by_hand{
      "--Soccer.FieldLength",   "40",  "--Soccer.FieldWidth",       "20", "--Soccer.GoalWidth",        "4",
      "--Soccer.TeamSize",      "5",   "--Soccer.PenaltyAreaDepth", "5",  "--Soccer.GoalKickDistance", "3",
      "--Soccer.ClearDistance", "5.5", "--Soccer.FreeKickDistance", "4",  "--Soccer.OmniVision",       "true"};
  const std::string log = monitor_log(with(by_script, {"--seed", "5"}));
  CHECK(log.starts_with("(Init (FieldLength 40)(FieldWidth 20)(FieldHeight 40)(GoalWidth 4)"));
  CHECK(log.find("(FreeKickDistance 4)") != log.npos);
  const std::string last = log.substr(log.rfind("(Info "));
  std::size_t players = 0;
  for (auto at = last.find("(P (s "); at != last.npos; at = last.find("(P (s ", at + 1)) ++players;
  CHECK(players == 10);
  CHECK(monitor_log(with(by_hand, {"--seed", "5"})) == log);
  const std::string manual = monitor_log(with(by_hand, {"--seed", "5", "--profile", "manual"}));
  CHECK(manual.find("(GoalHeight 0.5)") < manual.find('\n'));
  CHECK(manual.find("(play_mode 3)") != manual.npos);
}

TEST_CASE("an earlier log folder is kept, other folders are left alone") {
  const TemporaryFolder folder;
  const auto arguments = with(kShortMatch, {"--Soccer.RuleHalfTime", "1", "--seed", "3"});
  for (int i = 0; i < 3; ++i) {
    ServerProcess server(folder, arguments);
    REQUIRE(server.wait(60s) == 0);
  }
  CHECK(fs::exists(folder / "logs.1/monitor.log"));
  CHECK(read_file(folder / "logs.1/monitor.log") == read_file(folder / "logs/monitor.log"));
  CHECK_FALSE(fs::exists(folder / "logs.1.1"));

  write_file(folder / "logs/notes.txt", "mine");
  ServerProcess server(folder, arguments);
  REQUIRE(server.wait(60s) == 0);
  CHECK(read_file(folder / "logs/notes.txt") == "mine");
}

TEST_CASE("SIGINT and SIGTERM end in order") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    ServerProcess server(folder, {"--monitor_port", "0", "--seed", "1"});
    REQUIRE(server.wait_for_message("waiting for a kick-off", 30s));
    server.send(signal);
    CHECK(server.wait(10s) == 128 + signal);
    CHECK(read_lines(folder / "logs/monitor.log").size() > 1);
  }
}

TEST_CASE("a second SIGINT ends the server at once, and the agents with it") {
  const TemporaryFolder folder;
  write_file(folder / "agents.xml", "<agentdb><agent_type_external name=\"deaf\"><exec_line>" RCSS_BUILD_DIR
                                    "/bin/test_agent stubborn</exec_line></agent_type_external></agentdb>");
  ServerProcess server(folder,
                       {"--monitor_port", "0", "--agentdb", (folder / "agents.xml").string(), "--team", "deaf:1"});
  REQUIRE(server.wait_for_message("waiting for a kick-off", 30s));
  server.send(SIGINT);
  // The agent does not leave when it is told to, and the server gives it two seconds.
  std::this_thread::sleep_for(200ms);
  const auto second = std::chrono::steady_clock::now();
  server.send(SIGINT);
  CHECK(server.wait(10s) == 130);
  CHECK(std::chrono::steady_clock::now() - second < 1500ms);
  CHECK(wait_until([&] { return processes_with(folder.path().string()).empty(); }, 10s));
}

TEST_CASE("SIGUSR1 pauses and lets run again, SIGUSR2 shows the agents") {
  const TemporaryFolder folder;
  ServerProcess server(folder, {"--monitor_port", "0", "--seed", "1", "--speed", "1"});
  REQUIRE(server.wait_for_message("monitor port", 30s));
  const fs::path log = folder / "logs/monitor.log";
  const auto has_grown_from = [&](std::uintmax_t size) { return fs::file_size(log) > size; };
  REQUIRE(wait_until([&] { return fs::exists(log) && has_grown_from(1000); }, 30s));
  server.send(SIGUSR1);
  REQUIRE(server.wait_for_message("paused", 10s));
  server.send(SIGUSR2);
  REQUIRE(server.wait_for_message("agent type", 10s));
  REQUIRE(server.wait_for_message("   21 bar ", 10s));
  // A frame takes 0.15 s at this speed; what was on its way to the file may still come.
  std::uintmax_t size = 0;
  REQUIRE(wait_until([&] { return std::exchange(size, fs::file_size(log)) == fs::file_size(log); }, 5s));
  std::this_thread::sleep_for(600ms);
  CHECK(fs::file_size(log) <= size + 4096);
  size = fs::file_size(log);
  server.send(SIGUSR1);
  CHECK(wait_until([&] { return has_grown_from(size + 8192); }, 30s));
  server.send(SIGINT);
  CHECK(server.wait(10s) == 130);
}

TEST_CASE("a match is repeated from its parameters, whatever it was started with") {
  const TemporaryFolder first;
  const TemporaryFolder second;
  {
    // No seed: a fresh one is drawn.
    ServerProcess server(first, with(kShortMatch, {"--profile", "manual", "--team", "foo:3", "--team", "bar:2",
                                                   "--timers", "fixed", "3", "--Soccer.GoalHeight", "0.7"}));
    REQUIRE(server.wait(60s) == 0);
  }
  const std::string log = read_file(first / "logs/monitor.log");
  CHECK(log.find("(GoalHeight 0.7)") != log.npos);
  ServerProcess again(second, {"--parameters", (first / "logs/parameters.xml").string()});
  REQUIRE(again.wait(60s) == 0);
  CHECK(read_file(second / "logs/monitor.log") == log);
  // The folder of the logs is this match's own, the rest is the same.
  CHECK(read_lines(second / "logs/parameters.xml").size() == read_lines(first / "logs/parameters.xml").size());

  const TemporaryFolder third;
  ServerProcess other(third, {"--parameters=" + (first / "logs/parameters.xml").string(), "--team", "bar:1",
                              "--Soccer.RuleHalfTime", "5"});
  REQUIRE(other.wait(60s) == 0);
  CHECK(other.out().find("1 started") != std::string::npos);
  CHECK(read_file(third / "logs/monitor.log").find("(RuleHalfTime 5)") != std::string::npos);
}

TEST_CASE("a match with measured thinking is repeated from what was recorded") {
  const TemporaryFolder folder;
  write_file(folder / "measured.xml",
             "<agentdb><agent_type_external name=\"foo\"><timer>perfctr_instr 2</timer><exec_line>agenttest --teamname "
             "foo</exec_line></agent_type_external><agent_type_external name=\"bar\"><timer>jiffies 50</timer>"
             "<exec_line>agenttest --teamname bar</exec_line></agent_type_external></agentdb>");
  const auto arguments = with(kShortMatch, {"--seed", "5", "--agentdb", (folder / "measured.xml").string()});
  const TemporaryFolder first;
  ServerProcess server(first, with(arguments, {"--record_think_times"}));
  REQUIRE(server.wait(60s) == 0);
  CHECK(server.err().find("thinking is measured") != std::string::npos);
  CHECK(read_file(first / "logs/agent0-ttimes.log").size() > 100);
  const TemporaryFolder second;
  const Load load;
  ServerProcess again(second, with(arguments, {"--replay_think_times", (first / "logs").string()}));
  REQUIRE(again.wait(120s) == 0);
  CHECK(again.err().find("something else") == std::string::npos);
  CHECK(read_file(second / "logs/monitor.log") == read_file(first / "logs/monitor.log"));
}

TEST_CASE("agents that break the protocol lose, the match does not") {
  const TemporaryFolder folder;
  const std::vector<std::string> modes{"sleeper", "endless", "requests", "done", "half",
                                       "garbage", "refused", "nonsense", "deaf", "mute"};
  std::string types;
  for (const auto& mode : modes)
    types += "<agent_type_external name=\"" + mode + "\"><exec_line>" RCSS_BUILD_DIR "/bin/test_agent " + mode +
             "</exec_line></agent_type_external>";
  write_file(folder / "agents.xml",
             "<agentdb><agent_type_external name=\"foo\"><exec_line>agenttest --teamname foo</exec_line>"
             "</agent_type_external>" +
                 types + "</agentdb>");
  std::vector<std::string> arguments = with(kShortMatch, {"--agentdb", (folder / "agents.xml").string(), "--seed", "1",
                                                          "--max_secs_for_agent_think", "1", "--team", "foo:3"});
  for (const auto& mode : modes) arguments = with(arguments, {"--team", mode + ":1"});
  ServerProcess server(folder, arguments);
  REQUIRE(server.wait(60s) == 0);
  const std::string out = server.out();
  INFO(out);
  CHECK(out.find("game time    40.0 s") != out.npos);
  // The good ones have answered every sensation.
  for (const char* agent : {"    0 foo ", "    1 foo ", "    2 foo "}) {
    const auto row = out.find(agent);
    REQUIRE(row != out.npos);
    std::istringstream words(out.substr(row + 18, 40));
    long cycles = 0, acts = 0, late = 0, refused = 0;
    words >> cycles >> acts >> late >> refused;
    CHECK(cycles >= 250);
    CHECK(acts == cycles - 1);
    CHECK(late == 0);
    CHECK(refused == 0);
  }
  const std::string log = read_file(folder / "logs/server.log");
  for (const char* mode : {"sleeper", "endless", "requests", "done", "half", "garbage", "refused", "deaf", "mute"})
    CHECK(log.find(" (" + std::string(mode) + ") lost: ") != log.npos);
  CHECK(std::count(log.begin(), log.end(), '\n') < 200);
}

TEST_CASE("a compressed monitor log holds the same lines, also after a kill") {
  const std::string plain = monitor_log({"--seed", "4"});
  const TemporaryFolder folder;
  const auto unpacked = [&] {
    const std::string command = "zstd -dcq '" + (folder / "logs/monitor.log.zst").string() + "' >'" +
                                (folder / "unpacked").string() + "' 2>/dev/null";
    [[maybe_unused]] const int status = std::system(command.c_str());
    return read_file(folder / "unpacked");
  };
  {
    ServerProcess server(folder, with(kShortMatch, {"--seed", "4", "--monitor_log", "zst"}));
    REQUIRE(server.wait(60s) == 0);
    CHECK(server.out().find("monitor.log.zst") != std::string::npos);
    CHECK_FALSE(fs::exists(folder / "logs/monitor.log"));
    CHECK(unpacked() == plain);
  }
  ServerProcess server(folder, with(kShortMatch, {"--seed", "4", "--monitor_log", "zst", "--speed", "10"}));
  REQUIRE(wait_until([&] { return unpacked().size() > 50'000; }, 30s));
  server.send(SIGKILL);
  CHECK(server.wait(10s) == 128 + SIGKILL);
  const std::string rest = unpacked();
  CHECK(rest == plain.substr(0, rest.size()));
  CHECK(rest.ends_with('\n'));
}

TEST_CASE("actions.log has warnings with their time, and nothing else") {
  const TemporaryFolder folder;
  write_file(folder / "strange.xml",
             "<agentdb><agent_type_external name=\"foo\"><strange/><exec_line>agenttest --teamname foo</exec_line>"
             "</agent_type_external><agent_type_external name=\"bad\"><exec_line>false</exec_line>"
             "</agent_type_external></agentdb>");
  ServerProcess server(folder, with(kShortMatch, {"--agentdb", (folder / "strange.xml").string(), "--team", "foo:1",
                                                  "--team", "bad:1", "--Soccer.RuleHalfTime", "1"}));
  REQUIRE(server.wait(60s) == 0);
  const auto lines = read_lines(folder / "logs/actions.log");
  REQUIRE_FALSE(lines.empty());
  for (const auto& line : lines)
    CHECK(std::regex_match(line, std::regex("(\\d+)\\[error\\]Engine(Warning|Error)\\[10\\]\\(\\1\\): .+")));
  CHECK(read_file(folder / "logs/actions.log").find("agent 1 (bad) lost") != std::string::npos);
  CHECK(read_file(folder / "logs/server.log").find("agent 1 (bad) lost") != std::string::npos);
}

TEST_CASE("what cannot start says why in one line and leaves nothing running") {
  const TemporaryFolder folder;
  write_file(folder / "broken.rb", "createVariable('Soccer.X', 1)\nraise 'no field'\n");
  write_file(folder / "plain.rb", "createVariable('Soccer.X', 1)\n");
  write_file(folder / "noscene.rb",
             "new('oxygen/SceneServer', '/sys/server/scene').createScene('/usr/scene')\n"
             "raise 'cannot import' unless get('/usr/scene').importScene('nowhere.rsg')\n");
  write_file(folder / "missing.xml",
             "<agentdb><agent_type_external name=\"foo\"><exec_line>no_such_agent</exec_line>"
             "</agent_type_external></agentdb>");
  write_file(folder / "cut.xml", "<agentdb><agent_type_external");
  struct Case {
    std::vector<std::string> arguments;
    std::string message;
    int status = 1;
  };
  const Case cases[] = {
      {{"--script", "nowhere.rb"}, "nowhere.rb"},
      {{"--script", (folder / "broken.rb").string()}, "broken.rb:2: no field"},
      {{"--script", (folder / "noscene.rb").string()}, "nowhere.rsg"},
      {{"--agentdb", "nowhere.xml"}, "nowhere.xml"},
      {{"--agentdb", (folder / "cut.xml").string()}, "cut.xml"},
      {{"--agentdb", (folder / "missing.xml").string(), "--team", "foo:1"}, "no_such_agent"},
      {{"--team", "nobody:3"}, "nobody"},
      {{"--Soccer.RuleHalfTyme", "3"}, "RuleHalfTyme"},
      {{"--Soccer.RuleHalfTime", "nan"}, "finite"},
      {{"--Soccer.GoalWidth", "-3"}, "Soccer.GoalWidth"},
      {{"--timers", "fixed", "-1"}, "timer 'fixed -1'", 2},
      {{"--monitor_log", "gz"}, "--monitor_log gz: expected plain, zst or none", 2},
      {{"--timers", "sundial"}, "--timers sundial: expected as_written or fixed N", 2},
      {{"--max_simtime_for_agent_think", "0"}, "max_simtime_for_agent_think", 2},
      {{"--parameters", "nowhere.xml"}, "nowhere.xml", 2},
      {{"--parameters", (folder / "cut.xml").string()}, "cut.xml", 2},
      {{"--replay_think_times", "/nowhere"}, "--replay_think_times /nowhere: there is no such folder"},
      {{"--profile", "2050"}, "there is no profile '2050', but 0.5.2, manual"},
      {{"--profile", "manual", "--script", (folder / "plain.rb").string()}, "plain.rb offers no profiles"},
      {{"--no_such_option"}, "no_such_option", 2},
      {{"--speed", "fast"}, "--speed", 2},
      {{"--monitor_port", "70000"}, "70000", 2},
      {{"--logdir", "/proc/nowhere"}, "/proc/nowhere"},
  };
  for (const auto& c : cases) {
    ServerProcess server(folder, with({"--monitor_port", "off"}, c.arguments));
    const int status = server.wait(30s);
    const std::string err = server.err();
    INFO(c.message << ": " << err);
    CHECK(status == c.status);
    CHECK(err.find(c.message) != err.npos);
    // The last line says it; before that there may be the scene file's own line.
    REQUIRE(err.ends_with("\n"));
    const auto last = err.rfind('\n', err.size() - 2);
    CHECK(err.substr(last == err.npos ? 0 : last + 1).starts_with("rcssserver3D: "));
    CHECK(std::count(err.begin(), err.end(), '\n') <= 2);
  }
  CHECK(wait_until([&] { return processes_with(folder.path().string()).empty(); }, 10s));
}

TEST_CASE("a port in use is one clear line") {
  const TemporaryFolder folder;
  ServerProcess first(folder, {"--monitor_port", "0", "--seed", "1"});
  const int port = first.monitor_port(30s);
  REQUIRE(port > 0);
  const TemporaryFolder other;
  ServerProcess second(other, {"--monitor_port", std::to_string(port)});
  CHECK(second.wait(30s) == 1);
  CHECK(second.err().find(std::to_string(port)) != std::string::npos);
  CHECK(second.err().find("in use") != std::string::npos);
}

TEST_CASE("kill -9 of agents costs the match nothing, kill -9 of the server leaves no agent") {
  const TemporaryFolder folder;
  // Each agent starts a daemon that wants to survive it.
  write_file(folder / "agent.sh",
             "#!/bin/sh\n( setsid sleep 3600.25 & )\nexec " RCSS_BUILD_DIR "/bin/agenttest --teamname foo\n");
  fs::permissions(folder / "agent.sh", fs::perms::owner_all);
  write_file(folder / "db.xml",
             "<agentdb>\n<agent_type_external name=\"foo\"><working_dir>.</working_dir>"
             "<exec_line>./agent.sh</exec_line></agent_type_external>\n</agentdb>");
  ServerProcess server(
      folder, {"--monitor_port", "0", "--seed", "1", "--agentdb", (folder / "db.xml").string(), "--team", "foo:4"});
  REQUIRE(server.wait_for_message("waiting for a kick-off", 30s));
  const auto ours = [&](const std::string& text) {
    std::vector<pid_t> found;
    for (const pid_t pid : processes_with(text)) {
      std::error_code none;
      if (fs::read_symlink("/proc/" + std::to_string(pid) + "/cwd", none) == fs::canonical(folder.path()))
        found.push_back(pid);
    }
    return found;
  };
  REQUIRE(wait_until([&] { return ours("agenttest").size() == 4 && ours("sleep 3600.25").size() == 4; }, 20s));
  for (const pid_t pid : {ours("agenttest")[0], ours("agenttest")[1]}) kill(pid, SIGKILL);
  CHECK(wait_until(
      [&] {
        const std::string err = server.err();
        return err.find("agent 0") != err.npos && err.find("agent 1") != err.npos;
      },
      20s));
  CHECK(server.wait(0s) == -1);  // it goes on
  server.send(SIGKILL);
  CHECK(server.wait(10s) == 128 + SIGKILL);
  CHECK(wait_until([&] { return ours("agenttest").empty() && ours("sleep 3600.25").empty(); }, 10s));
}

TEST_CASE("help, version and variables") {
  const TemporaryFolder folder;
  ServerProcess help(folder, {"--help"});
  CHECK(help.wait(10s) == 0);
  for (const char* option :
       {"--script", "--initscript", "--agent_db_fn", "--agentdb", "--logfile_dir", "--monitor_port",
        "--monitor_address", "--profile", "--random_seed", "--seed", "--speed", "--team", "--quiet", "--verbose"})
    CHECK(help.out().find(option) != std::string::npos);
  ServerProcess version(folder, {"--version"});
  CHECK(version.wait(10s) == 0);
  CHECK(std::regex_match(version.out(), std::regex("rcssserver3D \\d+\\.\\d+\\.\\d+\n")));
  ServerProcess variables(
      folder, {"--variables", "--Soccer.GoalWidth", "4", "--", "--ipc_force_remove", "--engine_port", "12000"});
  CHECK(variables.wait(10s) == 0);
  CHECK(variables.out().find("--Soccer.GoalWidth 4\n") != std::string::npos);
  CHECK(variables.out().find("--Spades.MonitorInterval 15\n") != std::string::npos);
  CHECK(variables.err().find("ipc_force_remove, engine_port") != std::string::npos);
  for (const auto& [given, in_force] : {std::pair("0", "false"), std::pair("1", "true")}) {
    ServerProcess engine(folder, {"--variables", "--send_agent_think_times", given});
    CHECK(engine.wait(10s) == 0);
    CHECK(engine.out().find(std::string("--Spades.SendAgentThinkTimes ") + in_force + "\n") != std::string::npos);
  }
}

TEST_CASE("the agent of docs/agents.md plays, and the page shows the very program") {
  const std::string program = read_file(RCSS_SOURCE_DIR "/agent-sample/minimal_agent.py");
  const std::string page = read_file(RCSS_SOURCE_DIR "/docs/agents.md");
  CHECK(page.find("```python\n" + program + "```\n") != page.npos);

  if (std::system("python3 -c 'import re' 2>/dev/null") != 0) {
    WARN("python3 is missing: the program is not run");
    return;
  }
  const TemporaryFolder folder;
  write_file(folder / "minimal_agent.py", program);
  const auto begin = page.find("```xml\n") + 7;
  write_file(folder / "my_agents.xml", page.substr(begin, page.find("```", begin) - begin));
  ServerProcess server(folder, {"--agentdb", (folder / "my_agents.xml").string(), "--team", "mine:5", "--team", "foo:5",
                                "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "20", "--seed", "1",
                                "--monitor_port", "off"});
  REQUIRE(server.wait(120s) == 0);
  CHECK(server.out().find("mine - foo") != std::string::npos);
  CHECK(server.out().find("10 started, 0 lost") != std::string::npos);
  // They run to the ball: somebody of theirs has touched it.
  const auto lines = read_lines(folder / "logs/monitor.log");
  const std::regex touch("\\(P \\(s 1\\)\\(id \\d+\\)\\(pos [-0-9.e]+ [-0-9.e]+ [-0-9.e]+\\)\\(last\\)\\)");
  CHECK(std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return std::regex_search(line, touch); }));
}
