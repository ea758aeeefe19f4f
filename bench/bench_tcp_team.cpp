// SPDX-License-Identifier: Apache-2.0
// Plays all agents of a match from one process, by TCP; the server's figures are in its own report (bench_all.py).
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "bench/report.h"
#include "bench/tcp_team.h"

int main(int argc, char** argv) {
  std::uint16_t port = 0;
  int agents = 22;
  bool csv = false;
  CLI::App app("Sample agents in one process and on one thread, at the agent port of a server of this machine");
  app.add_option("--port", port, "The server's --agent_port")->required();
  app.add_option("--agents", agents, "How many; half of them for each team")->check(CLI::Range(1, 100));
  app.add_flag("--csv", csv, "Print CSV");
  CLI11_PARSE(app, argc, argv);
  try {
    bench::TcpTeam team(port, agents);
    team.play();
    bench::Report report;
    report.add("agents", agents, "");
    report.add("cycles", static_cast<double>(team.cycles()), "");
    report.add("acts", static_cast<double>(team.acts()), "");
    report.add("CPU time", bench::thread_seconds(), "s", 2);
    report.add("per cycle", 1e6 * bench::thread_seconds() / static_cast<double>(team.cycles()), "us", 1);
    std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_tcp_team: %s\n", error.what());
    return 1;
  }
  return 0;
}
