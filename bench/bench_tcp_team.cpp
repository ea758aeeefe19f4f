// SPDX-License-Identifier: Apache-2.0
// Runs all agents of a match in one process, by TCP. The server's figures are in its own report (bench_all.py).
#include <cstdio>
#include <exception>

#include "bench/report.h"
#include "bench/tcp_team.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"

int main(int argc, char** argv) {
  std::uint16_t port = 0;
  int agents = 22;
  bool csv = false;
  spark::OptionTable table(
      {.name = "bench_tcp_team",
       .about = "Sample agents in one process and on one thread, at the agent port of a server of this machine"});
  table.begin_section("Options");
  table.add({.names = {"port"}, .value = spark::port(port, 1), .help = "the server's --agent_port"});
  table.add({.names = {"agents"},
             .value = spark::whole_number(agents, 1, 100),
             .help = "how many; half of them for each team"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_tcp_team", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        if (port == 0) throw spark::WrongUsage("--port: a value is missing");
        bench::TcpTeam team(port, agents);
        team.play();
        bench::Report report;
        report.add("agents", agents, "");
        report.add("cycles", static_cast<double>(team.cycles()), "");
        report.add("acts", static_cast<double>(team.acts()), "");
        report.add("CPU time", bench::thread_seconds(), "s", 2);
        report.add("per cycle", 1e6 * bench::thread_seconds() / static_cast<double>(team.cycles()), "us", 1);
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
