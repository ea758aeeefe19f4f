// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cstdlib>

#include "tests/match/short_match.h"
#include "tests/support/folders.h"
#include "tests/support/skipping.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// Sets an environment variable during its lifetime.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~Environment() { ::setenv(name_, old_.c_str(), 1); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::string old_;
};

bool has_line(const fs::path& file, const std::string& line) {
  const auto lines = read_lines(file);
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

}  // namespace

TEST_CASE("the same seed gives the same match in a sandbox and without one") {
  const auto arguments = with(kShortMatch, {"--seed", "7"});
  const TemporaryFolder inside;
  ServerProcess guarded(inside, with(arguments, {"--sandbox", "on"}));
  if (guarded.wait(kMatchTimeout) != 0) {
    const std::string why = guarded.err();
    const std::string known = "rcssserver3D: --sandbox on: agents cannot be put into a sandbox: ";
    REQUIRE(why.starts_with(known));
    return skip("there is no sandbox: " + why.substr(known.size()));
  }
  CHECK(has_line(inside / "logs/server.log", "note: agents run in a sandbox"));
  const TemporaryFolder outside;
  ServerProcess free(outside, with(arguments, {"--sandbox", "off"}));
  REQUIRE(free.wait(kMatchTimeout) == 0);
  CHECK(has_line(outside / "logs/server.log", "note: agents run without a sandbox, because of --sandbox off"));
  const std::string log = content(inside / "logs/monitor.log");
  CHECK(log.size() > 100'000);
  CHECK(log == content(outside / "logs/monitor.log"));
}

TEST_CASE("old programs that write into their folder play the same match in a sandbox and without one") {
  const TemporaryFolder folder;
  const auto home = [&](const std::string& name) {
    fs::remove_all(folder / name);
    fs::create_directory(folder / name);
    write_file(folder / name / "team.conf", "60\n");
    write_file(folder / name / "learned.tab", "5\n");
    fs::copy_file(build_folder() + "/bin/libold_team_skill.so", folder / name / "skill.so");
  };
  const auto play = [&](const std::string& sandbox, const std::vector<std::string>& homes) {
    std::string types;
    std::vector<std::string> more{
        "--agentdb", (folder / "agents.xml").string(), "--seed", "7", "--sandbox", sandbox, "--keep_agent_files"};
    for (std::size_t i = 0; i < homes.size(); ++i) {
      home(homes[i]);
      types += "<agent_type_external name=\"" + std::to_string(i) + "\"><working_dir>" + homes[i] +
               "</working_dir><exec_line>" + build_folder() + "/bin/old_team old</exec_line></agent_type_external>";
      more.insert(more.end(), {"--team", std::to_string(i) + ":1"});
    }
    write_file(folder / "agents.xml", "<agentdb>" + types + "</agentdb>");
    ServerProcess server(folder, with(kShortMatch, more));
    REQUIRE(server.wait(kMatchTimeout) == 0);
    CHECK(server.out().find("3 started, 0 lost") != std::string::npos);
    return content(folder / "logs/monitor.log");
  };
  // In one folder, as the players of a team are; without a sandbox they would write into each other's table.
  const std::string inside = play("auto", {"team", "team", "team"});
  if (!has_line(folder / "logs/server.log", "note: agents run in a sandbox")) return skip("there is no sandbox");
  CHECK(inside.size() > 50'000);
  CHECK(content(folder / "team/learned.tab") == "5\n");
  CHECK_FALSE(fs::exists(folder / "team/logs"));
  for (const int agent : {0, 1, 2}) {
    const fs::path kept = folder / ("logs/agent" + std::to_string(agent) + "-files");
    CHECK(content(kept / "logs/player.log").starts_with("player of old starts\nS"));
    CHECK(std::stoi(content(kept / "learned.tab")) > 100);
    CHECK_FALSE(fs::exists(kept / "team.conf"));
  }
  CHECK(content(folder / "logs/parameters.xml").find("name=\"keep_agent_files\" value=\"1\"") != std::string::npos);
  CHECK(inside == play("off", {"one", "two", "three"}));
  CHECK(content(folder / "two/logs/player.log").starts_with("player of old starts\nS"));
}

TEST_CASE("if no sandbox is possible the match is played without one, unless it is demanded") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "programs");
  std::string reason;
  SECTION("bubblewrap is not installed") {
    reason = "bwrap (bubblewrap) is not installed";
  }
  SECTION("the kernel does not permit it") {
    write_file(folder / "programs/bwrap",
               "#!/bin/sh\necho bwrap: No permissions to create a new namespace >&2\nexit 1\n");
    fs::permissions(folder / "programs/bwrap", fs::perms::owner_all);
    reason = "bwrap: No permissions to create a new namespace";
  }
  const Environment path("PATH", (folder / "programs").string());
  const auto arguments = with(kShortMatch, {"--Soccer.RuleHalfTime", "1"});
  ServerProcess demanded(folder, with(arguments, {"--sandbox", "on"}));
  CHECK(demanded.wait() == 1);
  CHECK(demanded.err() == "rcssserver3D: --sandbox on: agents cannot be put into a sandbox: " + reason + "\n");
  CHECK_FALSE(fs::exists(folder / "logs"));
  ServerProcess automatic(folder, arguments);
  CHECK(automatic.wait(kMatchTimeout) == 0);
  CHECK(has_line(folder / "logs/server.log", "note: agents run without a sandbox: " + reason));
}

TEST_CASE("agents that exceed their limits are lost or cut, and the match is complete") {
  const TemporaryFolder folder;
  write_file(folder / "agents.xml",
             "<agentdb><agent_type_external name=\"foo\"><exec_line>agenttest --teamname foo</exec_line>"
             "</agent_type_external><agent_type_external name=\"busy\"><exec_line>" +
                 build_folder() +
                 "/bin/test_agent eat_cpu</exec_line></agent_type_external><agent_type_external "
                 "name=\"talker\"><exec_line>" +
                 build_folder() + "/bin/test_agent print_lines 300000</exec_line></agent_type_external></agentdb>");
  const std::string memory = kMemoryCanBeLimited ? "4096" : "0";
  ServerProcess server(
      folder, with(kShortMatch, {"--agentdb", (folder / "agents.xml").string(), "--team", "foo:2", "--team", "busy:1",
                                 "--team", "talker:1", "--agent_cpu", "1", "--agent_log_limit", "1", "--agent_memory",
                                 memory, "--agent_file_size", "50"}));
  // Neither "busy" nor "talker" ever became a player.
  REQUIRE(server.wait(kMatchTimeout) == kWalkOver);
  CHECK(server.out().find("walk-over: the right team never came") != std::string::npos);
  CHECK(server.out().find("game time    40.0 s") != std::string::npos);
  CHECK(server.out().find("4 started, 1 lost") != std::string::npos);
  CHECK(content(folder / "logs/server.log")
            .find("agent 2 (busy) lost: ended by signal 24 (CPU time limit exceeded): the limit is 1 s of CPU time") !=
        std::string::npos);
  const std::string printed = content(folder / "logs/agent3-stdout.log");
  CHECK(printed.size() == 1024 * 1024);
  CHECK(printed.starts_with("000000000\n000000001\n"));
  CHECK(printed.ends_with("000299998\n000299999\n"));
  CHECK(printed.find("\n[... ") == printed.size() / 2);
  const std::string parameters = content(folder / "logs/parameters.xml");
  for (const char* parameter : {R"(name="agent_cpu" value="1")", R"(name="agent_log_limit" value="1")",
                                R"(name="agent_file_size" value="50")", R"(name="sandbox" value="auto")"})
    CHECK(parameters.find(parameter) != std::string::npos);
  CHECK(parameters.find(R"(name="agent_memory" value=")" + memory + '"') != std::string::npos);
}
