// SPDX-License-Identifier: Apache-2.0
//
// Programs that a gateway starts, from the script to the logs: tests/support/gateways/program_gateway.cpp.
#include <catch2/catch.hpp>
#include <csignal>

#include <unistd.h>

#include "tests/match/short_match.h"
#include "tests/support/processes.h"
#include "tests/support/skipping.h"
#include "tests/support/waiting.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// A world of which a program is the only agent.
struct Stage {
  explicit Stage(const std::string& shell_script, const std::string& program = "bash") {
    fs::create_directory(folder / "home");
    write_file(folder / "home/part", "x");
    write_file(folder / "mine.rb",
               "createVariable('Spades.EndTime', 1.0)\nrun 'world.rb'\n"
               "importBundle 'program_gateway'\n"
               "new('ProgramGateway', '/sys/server/programs').setProgram('" +
                   program + "', '" + shell_script + "', '" + (folder / "home").string() + "')\n");
  }
  std::vector<std::string> arguments(const std::vector<std::string>& more = {}) const {
    return with({"--script", (folder / "mine.rb").string(), "--monitor_port", "off"}, more);
  }
  std::string log(const std::string& name) const { return content(folder / "logs" / name); }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("programs that a gateway starts have sandbox, limits, logs and kept files like agents") {
  const std::string sandbox = GENERATE("off", "auto");
  const TemporaryFolder elsewhere;
  write_file(elsewhere / "file", "x");
  const Stage stage("ls; echo new > result; test -e " + (elsewhere / "file").string() +
                    " && echo elsewhere; ls ../logs >&2; "
                    "head -c 500000000 /dev/zero | tail -n 1 > /dev/null || echo no memory; "
                    "for n in {100000..399999}; do echo $n; done; kill -9 $$");
  ServerProcess server(stage.folder,
                       stage.arguments({"--sandbox", sandbox, "--agent_memory", kMemoryCanBeLimited ? "100" : "0",
                                        "--agent_log_limit", "1", "--keep_agent_files"}));
  const int status = server.wait(kMatchTimeout);
  INFO(server.err());
  REQUIRE(status == 0);
  const std::string said = stage.log("server.log");
  const bool closed = said.find("agents run in a sandbox") != said.npos;
  if (sandbox == "auto" && !closed) return skip("there is no sandbox");
  CHECK((closed || said.find("agents run without a sandbox, because of --sandbox off") != said.npos));
  CHECK(said.find("agent 0 (shell) lost: ended by signal 9 (Killed)") != said.npos);
  const std::string printed = stage.log("agent0-stdout.log");
  const std::string seen = closed ? "part\n" : "part\nelsewhere\n";
  CHECK(printed.starts_with(seen + (kMemoryCanBeLimited ? "no memory\n100000\n" : "100000\n")));
  CHECK(printed.ends_with("399999\n"));
  CHECK(printed.size() == 1024 * 1024);
  CHECK((stage.log("agent0-stderr.log").find("server.log") == std::string::npos) == closed);
  CHECK(fs::exists(stage.folder / "home/result") != closed);
  CHECK(stage.log("agent0-files/result") == (closed ? "new\n" : ""));
}

TEST_CASE("a missing program of a gateway stops the start with one line") {
  const Stage stage("", "no-such-program");
  ServerProcess server(stage.folder, stage.arguments());
  CHECK(server.wait() == 1);
  CHECK_THAT(server.err(), Catch::StartsWith("rcssserver3D: the gateway of /sys/server/programs: cannot find program "
                                             "'no-such-program' (looked in ") &&
                               Catch::EndsWith(" and $PATH)\n"));
  CHECK_FALSE(fs::exists(stage.folder / "logs"));
}

TEST_CASE("a program of a gateway ends with the server, even if the server is killed") {
  const int signal = GENERATE(SIGTERM, SIGKILL);
  // A number of seconds that no other process sleeps.
  const std::string sleep = "sleep 4" + std::to_string(::getpid()) + std::to_string(signal);
  const Stage stage("setsid " + sleep + " & exec " + sleep);
  ServerProcess server(stage.folder, stage.arguments());
  const auto count = [&] {
    std::size_t all = 0;
    for (const pid_t pid : processes_with(sleep)) all += content("/proc/" + std::to_string(pid) + "/comm") == "sleep\n";
    return all;
  };
  REQUIRE(wait_until([&] { return count() == 2; }));
  server.send(signal);
  CHECK(server.wait() == 128 + signal);
  CHECK(wait_until([&] { return count() == 0; }));
}
