// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <catch2/catch.hpp>

#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

#include "tests/match/short_match.h"
#include "tests/support/folders.h"
#include "tests/support/skipping.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// The value of the first `(name value` in an Info line; empty if it is not there.
std::string item(const std::string& line, const std::string& name) {
  const auto at = line.find('(' + name + ' ');
  if (at == line.npos) return {};
  const auto begin = at + name.size() + 2;
  return line.substr(begin, line.find(')', begin) - begin);
}

}  // namespace

TEST_CASE("a short match is played to its end, and its log has the format of behaviour 8") {
  const TemporaryFolder folder;
  ServerProcess server(folder, with(kShortMatch, {"--seed", "1"}));
  REQUIRE(server.wait(kMatchTimeout) == 0);
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
  std::size_t dies = 0, max_players = 0;
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
    max_players = std::max(max_players, players);
  }
  CHECK(left == "foo");
  CHECK(right == "bar");
  CHECK(max_players == 22);
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

TEST_CASE("five a side on 40 x 20 m is the same from the script and from the command line") {
  const std::vector<std::string> by_script{"--script", "five_a_side.rb"};
  const std::vector<std::string> by_hand{
      "--Soccer.FieldLength",   "40",  "--Soccer.FieldWidth",       "20", "--Soccer.GoalWidth",        "4",
      "--Soccer.TeamSize",      "5",   "--Soccer.PenaltyAreaDepth", "5",  "--Soccer.GoalKickDistance", "3",
      "--Soccer.ClearDistance", "6.5", "--Soccer.FreeKickDistance", "5",  "--Soccer.OmniVision",       "true"};
  const std::string log = monitor_log(with(by_script, {"--seed", "5"}));
  CHECK(log.starts_with("(Init (FieldLength 40)(FieldWidth 20)(FieldHeight 40)(GoalWidth 4)"));
  CHECK(log.find("(FreeKickDistance 5)") != log.npos);
  const std::string last = log.substr(log.rfind("(Info "));
  std::size_t players = 0;
  for (auto at = last.find("(P (s "); at != last.npos; at = last.find("(P (s ", at + 1)) ++players;
  CHECK(players == 10);
  CHECK(monitor_log(with(by_hand, {"--seed", "5"})) == log);
  const std::string manual = monitor_log(with(by_hand, {"--seed", "5", "--profile", "manual"}));
  CHECK(manual.find("(GoalHeight 0.5)") < manual.find('\n'));
  CHECK(manual.find("(play_mode 3)") != manual.npos);
}

TEST_CASE("agents that break the protocol are lost, and the others play the whole match") {
  const TemporaryFolder folder;
  const std::vector<std::string> modes{"sleeper", "endless", "requests", "done",         "half",
                                       "garbage", "refused", "nonsense", "closed_input", "mute"};
  std::string types;
  for (const auto& mode : modes)
    types += "<agent_type_external name=\"" + mode + "\"><exec_line>" + build_folder() + "/bin/test_agent " + mode +
             "</exec_line></agent_type_external>";
  write_file(folder / "agents.xml",
             "<agentdb><agent_type_external name=\"foo\"><exec_line>agenttest-0.1 --teamname foo</exec_line>"
             "</agent_type_external>" +
                 types + "</agentdb>");
  std::vector<std::string> arguments = with(kShortMatch, {"--agentdb", (folder / "agents.xml").string(), "--seed", "1",
                                                          "--max_secs_for_agent_think", "1", "--team", "foo:3"});
  for (const auto& mode : modes) arguments = with(arguments, {"--team", mode + ":1"});
  ServerProcess server(folder, arguments);
  REQUIRE(server.wait(kMatchTimeout) == kWalkOver);  // only the three of foo ever became players
  const std::string out = server.out();
  INFO(out);
  CHECK(out.find("game time    40.0 s") != out.npos);
  // The well-behaved agents have answered every sensation.
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
  const std::string log = content(folder / "logs/server.log");
  for (const char* mode :
       {"sleeper", "endless", "requests", "done", "half", "garbage", "refused", "closed_input", "mute"})
    CHECK(log.find(" (" + std::string(mode) + ") lost: ") != log.npos);
  CHECK(std::count(log.begin(), log.end(), '\n') < 200);
}

TEST_CASE("a compressed monitor log has the same lines, also after a kill") {
  const std::string plain = monitor_log({"--seed", "4"});
  const TemporaryFolder folder;
  const auto unpacked = [&] {
    const std::string command = "zstd -dcq '" + (folder / "logs/monitor.log.zst").string() + "' >'" +
                                (folder / "unpacked").string() + "' 2>/dev/null";
    [[maybe_unused]] const int status = std::system(command.c_str());
    return content(folder / "unpacked");
  };
  {
    ServerProcess server(folder, with(kShortMatch, {"--seed", "4", "--monitor_log", "zst"}));
    REQUIRE(server.wait(kMatchTimeout) == 0);
    CHECK(server.out().find("monitor.log.zst") != std::string::npos);
    CHECK_FALSE(fs::exists(folder / "logs/monitor.log"));
    CHECK(unpacked() == plain);
  }
  ServerProcess server(folder, with(kShortMatch, {"--seed", "4", "--monitor_log", "zst", "--speed", "10"}));
  REQUIRE(wait_until([&] { return unpacked().size() > 50'000; }));
  server.send(SIGKILL);
  CHECK(server.wait() == 128 + SIGKILL);
  const std::string rest = unpacked();
  CHECK(rest == plain.substr(0, rest.size()));
  CHECK(rest.ends_with('\n'));
}

TEST_CASE("actions.log has warnings and errors with their time, and nothing else") {
  const TemporaryFolder folder;
  write_file(folder / "strange.xml",
             "<agentdb><agent_type_external name=\"foo\"><strange/><exec_line>agenttest --teamname foo</exec_line>"
             "</agent_type_external><agent_type_external name=\"bad\"><exec_line>false</exec_line>"
             "</agent_type_external></agentdb>");
  ServerProcess server(folder, with(kShortMatch, {"--agentdb", (folder / "strange.xml").string(), "--team", "foo:1",
                                                  "--team", "bad:1", "--Soccer.RuleHalfTime", "1"}));
  REQUIRE(server.wait(kMatchTimeout) == 4);  // a walk-over
  const auto lines = read_lines(folder / "logs/actions.log");
  REQUIRE_FALSE(lines.empty());
  for (const auto& line : lines)
    CHECK(std::regex_match(line, std::regex("(\\d+)\\[error\\]Engine(Warning|Error)\\[10\\]\\(\\1\\): .+")));
  CHECK(content(folder / "logs/actions.log").find("agent 1 (bad) lost") != std::string::npos);
  CHECK(content(folder / "logs/server.log").find("agent 1 (bad) lost") != std::string::npos);
}

TEST_CASE("the agent of docs/write/agents.md plays a match, and is the program that the page shows") {
  const std::string program = content(source_folder() + "/agent-sample/minimal_agent.py");
  const std::string page = content(source_folder() + "/docs/write/agents.md");
  CHECK(page.find("```python\n" + program + "```\n") != page.npos);

  if (std::system("python3 -c 'import re' 2>/dev/null") != 0) return skip("there is no python3 to run the program");
  const TemporaryFolder folder;
  write_file(folder / "minimal_agent.py", program);
  const auto begin = page.find("```xml\n") + 7;
  write_file(folder / "my_agents.xml", page.substr(begin, page.find("```", begin) - begin));
  ServerProcess server(folder, {"--agentdb", (folder / "my_agents.xml").string(), "--team", "mine:5", "--team", "foo:5",
                                "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "20", "--seed", "1",
                                "--monitor_port", "off"});
  REQUIRE(server.wait(kMatchTimeout) == 0);
  CHECK(server.out().find("mine - foo") != std::string::npos);
  CHECK(server.out().find("10 started, 0 lost") != std::string::npos);
  // They run to the ball: one of them has touched it.
  const auto lines = read_lines(folder / "logs/monitor.log");
  const std::regex touch("\\(P \\(s 1\\)\\(id \\d+\\)\\(pos [-0-9.e]+ [-0-9.e]+ [-0-9.e]+\\)\\(last\\)\\)");
  CHECK(std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return std::regex_search(line, touch); }));
}
