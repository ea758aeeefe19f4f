// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>

#include "bench/report.h"
#include "bench/room_loop.h"
#include "gateways/rctp/world/environment.h"
#include "gateways/rctp/world/file_pose.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/scene/mover_list.h"
#include "spark/x3d/vrml_writer.h"

namespace {

/// Microseconds of one call: the median over the rounds of the mean of the `calls` calls in each round.
double microseconds(int rounds, int calls, const std::function<void()>& call, const std::function<void()>& between) {
  std::vector<double> means;
  for (int round = 0; round < rounds; ++round) {
    double seconds = 0;
    for (int i = 0; i < calls; ++i) {
      between();
      const double start = bench::thread_seconds();
      call();
      seconds += bench::thread_seconds() - start;
    }
    means.push_back(1e6 * seconds / calls);
  }
  return bench::median(means);
}

/// Measures the cost of following a match of 22 players for gateways, and of describing everything visible in it.
void measure(int rounds, int calls, bool csv) {
  bench::RoomLoop match(bench::Motion::match);
  spark::MoverList movers;
  std::size_t updates = 0;
  const auto step = [&] { match.run(3); };
  const auto nothing = [] {};
  const double clock = microseconds(rounds, calls, nothing, nothing);
  movers.refresh(&match.scene());
  movers.take_updates();
  const double follow = microseconds(
      rounds, calls,
      [&] {
        movers.refresh(&match.scene());
        updates += movers.take_updates().size();
      },
      step);
  spark::Appearance appearance;
  const double look = microseconds(
      rounds, calls, [&] { appearance = movers.appearance(); }, nothing);
  rctp::EnvironmentChoice choice;
  choice.numbers = movers.movers().size();
  rctp::Environment made;
  const double build = microseconds(
      rounds, calls, [&] { made = rctp::environment_of(appearance, choice); }, nothing);
  std::size_t size = 0;
  const double print = microseconds(
      rounds, calls,
      [&] {
        x3d::Document document;
        for (const x3d::Node& node : made.nodes) document.add(node);
        size = x3d::to_vrml(document).size();
      },
      nothing);

  bench::Report report;
  report.add("movers and cameras", static_cast<double>(movers.movers().size()), "");
  report.add("reported each time", static_cast<double>(updates) / (rounds * calls), "", 1);
  report.add("follow them", follow - clock, "us", 2);
  report.add("look at everything", look - clock, "us", 1);
  report.add("make nodes of it", build - clock, "us", 1);
  report.add("print them", print - clock, "us", 1);
  report.add("file", static_cast<double>(size), "bytes");
  std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 11, calls = 200;
  bool csv = false;
  spark::OptionTable table(
      {.name = "bench_looks",
       .about = "Looks: following a match of 22 players, and describing all that is to be seen of it"});
  table.begin_section("Options");
  table.add({.names = {"rounds"},
             .value = spark::whole_number(rounds, 1, 1000),
             .help = "figures of which the median is printed"});
  table.add({.names = {"calls"}, .value = spark::whole_number(calls, 1, 1000000), .help = "calls in each"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_looks", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        measure(rounds, calls, csv);
        return 0;
      });
}
