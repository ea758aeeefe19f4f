// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <catch2/catch.hpp>

#include <utility>

#include "tests/match/short_match.h"
#include "tests/support/folders.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

bool has_waiting_signals(pid_t process) {
  const std::string status = content("/proc/" + std::to_string(process) + "/status");
  return status.find("\nShdPnd:\t0000000000000000\n") == status.npos;
}

}  // namespace

TEST_CASE("SIGINT and SIGTERM end a match cleanly") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    ServerProcess server(folder, {"--monitor_port", "0", "--seed", "1"});
    REQUIRE(server.wait_for_message("waiting for a kick-off"));
    server.send(signal);
    CHECK(server.wait() == 128 + signal);
    CHECK(read_lines(folder / "logs/monitor.log").size() > 1);
  }
}

TEST_CASE("a signal that arrives twice in a row ends the match cleanly") {
  const TemporaryFolder folder;
  write_file(folder / "agents.xml", "<agentdb><agent_type_external name=\"stubborn\"><exec_line>" + build_folder() +
                                        "/bin/test_agent stubborn</exec_line></agent_type_external></agentdb>");
  ServerProcess server(folder,
                       {"--monitor_port", "0", "--agentdb", (folder / "agents.xml").string(), "--team", "stubborn:1"});
  REQUIRE(server.wait_for_message("waiting for a kick-off"));
  server.send(SIGTERM);
  // Two pending signals of a kind are merged, so the first one has to be delivered before.
  REQUIRE(wait_until([&] { return !has_waiting_signals(server.pid()); }));
  // The agent does not leave when it is asked to, and the server gives it two seconds.
  server.send(SIGTERM);
  CHECK(server.wait() == 143);
  CHECK(fs::exists(folder / "logs/match.json"));
  CHECK(server.err().find("stopped by SIGTERM after") != std::string::npos);
  CHECK(wait_until([&] { return processes_with(folder.path().string()).empty(); }));
}

TEST_CASE("another signal a second later ends the server at once") {
  const TemporaryFolder folder;
  write_file(folder / "sleeps.rb", "STDERR.puts 'asleep'\nsleep 100\n");
  ServerProcess server(folder, {"--monitor_port", "0", "--script", (folder / "sleeps.rb").string()});
  REQUIRE(server.wait_for_message("asleep"));
  server.send(SIGINT);
  REQUIRE(wait_until([&] { return !has_waiting_signals(server.pid()); }));
  // The script would continue to sleep.
  CHECK(wait_until([&] {
    if (!server.has_ended()) server.send(SIGINT);
    return server.has_ended();
  }));
  CHECK(server.wait() == 130);
}

TEST_CASE("SIGUSR1 pauses and resumes a match, and SIGUSR2 shows the agents") {
  const TemporaryFolder folder;
  ServerProcess server(folder, {"--monitor_port", "0", "--seed", "1", "--speed", "1"});
  REQUIRE(server.wait_for_message("monitor port"));
  const fs::path log = folder / "logs/monitor.log";
  const auto has_grown_from = [&](std::uintmax_t size) { return fs::file_size(log) > size; };
  REQUIRE(wait_until([&] { return fs::exists(log) && has_grown_from(1000); }));
  server.send(SIGUSR1);
  REQUIRE(server.wait_for_message("paused"));
  server.send(SIGUSR2);
  REQUIRE(server.wait_for_message("agent type"));
  REQUIRE(server.wait_for_message("   21 bar "));
  // A frame takes 0.15 s at this speed, and the file is written every second. Pending lines may still come.
  std::uintmax_t size = 0;
  CHECK(wait_until([&] {
    size = fs::file_size(log);
    std::this_thread::sleep_for(3s);
    return fs::file_size(log) == size;
  }));
  server.send(SIGUSR1);
  CHECK(wait_until([&] { return has_grown_from(size + 8192); }));
  server.send(SIGINT);
  CHECK(server.wait() == 130);
}

TEST_CASE("a match continues after kill -9 of agents, and kill -9 of the server leaves no agent behind") {
  const TemporaryFolder folder;
  // Each agent starts a daemon that wants to survive it.
  write_file(folder / "agent.sh",
             "#!/bin/sh\n( setsid sleep 3600.25 & )\nexec " + build_folder() + "/bin/agenttest --teamname foo\n");
  fs::permissions(folder / "agent.sh", fs::perms::owner_all);
  write_file(folder / "db.xml",
             "<agentdb>\n<agent_type_external name=\"foo\"><working_dir>.</working_dir>"
             "<exec_line>./agent.sh</exec_line></agent_type_external>\n</agentdb>");
  ServerProcess server(
      folder, {"--monitor_port", "0", "--seed", "1", "--agentdb", (folder / "db.xml").string(), "--team", "foo:4"});
  REQUIRE(server.wait_for_message("waiting for a kick-off"));
  const auto ours = [&](const std::string& text) {
    std::vector<pid_t> found;
    for (const pid_t pid : processes_with(text)) {
      std::error_code none;
      if (fs::read_symlink("/proc/" + std::to_string(pid) + "/cwd", none) == fs::canonical(folder.path()))
        found.push_back(pid);
    }
    return found;
  };
  REQUIRE(wait_until([&] { return ours("agenttest").size() == 4 && ours("sleep 3600.25").size() == 4; }));
  for (const pid_t pid : {ours("agenttest")[0], ours("agenttest")[1]}) kill(pid, SIGKILL);
  CHECK(wait_until([&] {
    // Which two of the four they are is not known: sandboxes are ready in any order.
    const std::string err = server.err();
    const std::string end = " lost: ended by signal 9";
    const std::size_t first = err.find(end);
    return first != err.npos && err.find(end, first + 1) != err.npos;
  }));
  CHECK(server.wait(0s) == -1);  // it continues
  server.send(SIGKILL);
  CHECK(server.wait() == 128 + SIGKILL);
  CHECK(wait_until([&] { return ours("agenttest").empty() && ours("sleep 3600.25").empty(); }));
}
