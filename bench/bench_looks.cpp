// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>

#include "bench/report.h"
#include "bench/room_loop.h"
#include "gateways/rctp/surroundings/file_pose.h"
#include "gateways/rctp/surroundings/surroundings.h"
#include "gateways/x3d/vrml_writer.h"
#include "spark/scene/mover_list.h"

namespace {

/// Microseconds of one call, the median over the rounds of the mean over `calls` calls in each.
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

/// What it costs to follow a match of 22 players for gateways, and to describe all that is to be seen of it.
void measure(int rounds, int calls, bool csv) {
  bench::RoomLoop match(bench::Motion::match);
  spark::MoverList movers;
  std::size_t told = 0;
  const auto step = [&] { match.run(3); };
  const auto nothing = [] {};
  const double clock = microseconds(rounds, calls, nothing, nothing);
  movers.refresh(&match.scene());
  movers.take_news();
  const double follow = microseconds(
      rounds, calls,
      [&] {
        movers.refresh(&match.scene());
        told += movers.take_news().size();
      },
      step);
  spark::Looks looks;
  const double look = microseconds(
      rounds, calls, [&] { looks = movers.looks(); }, nothing);
  rctp::SurroundingsChoice choice;
  choice.numbers = movers.movers().size();
  rctp::Surroundings made;
  const double build = microseconds(
      rounds, calls, [&] { made = rctp::surroundings_of(looks, choice); }, nothing);
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
  report.add("told of each time", static_cast<double>(told) / (rounds * calls), "", 1);
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
  CLI::App app("Looks: following a match of 22 players, and describing all that is to be seen of it");
  app.add_option("--rounds", rounds, "Figures of which the median is printed")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--calls", calls, "Calls in each")->check(CLI::Range(1, 1000000))->capture_default_str();
  app.add_flag("--csv", csv, "Print CSV");
  CLI11_PARSE(app, argc, argv);
  try {
    measure(rounds, calls, csv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_looks: %s\n", error.what());
    return 1;
  }
  return 0;
}
