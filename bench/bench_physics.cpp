// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "bench/bare_loop.h"
#include "bench/report.h"
#include "bench/room_loop.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"

namespace {

struct Choice {
  int rounds = 21, steps = 10000;
  bench::Motion motion = bench::Motion::match;
  std::string isolated = "both", only;
  bool csv = false;
};

/// One of the loops that run in turns.
struct Entrant {
  std::string name;
  std::function<void(int steps)> run;
  std::function<std::uint64_t()> hash;
  std::vector<double> speeds{};  ///< steps/s, by round

  void take_turn(int steps) {
    const double start = bench::thread_seconds();
    run(steps);
    speeds.push_back(steps / (bench::thread_seconds() - start));
  }
};

template <typename Loop>
Entrant entrant(std::string name, Loop& loop) {
  return {std::move(name), [&loop](int steps) { loop.run(steps); }, [&loop] { return loop.hash(); }};
}

void add_islands(bench::Report& report, const bench::BareLoop& bare) {
  const bench::Islands& islands = bare.islands();
  report.add("contacts per step", bare.contacts_per_step(), "", 1);
  report.add("isolated bodies per step", islands.isolated_per_step(), "", 2);
  report.add("islands of several bodies per step", islands.pairs_per_step() + islands.larger_per_step(), "", 4);
  report.add("of these, of more than two", islands.larger_per_step(), "", 4);
  report.add("largest island", static_cast<double>(islands.largest()), "bodies");
}

/// Adds the speed of the other loops relative to the first, which is the bare loop unless that is left out, and whether
/// all loops have reached the same state.
void add_comparison(bench::Report& report, const std::vector<Entrant>& entrants) {
  const Entrant& first = entrants.front();
  bool same = true;
  for (std::size_t i = 1; i < entrants.size(); ++i) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < first.speeds.size(); ++round)
      ratios.push_back(entrants[i].speeds[round] / first.speeds[round]);
    report.add("ratio of " + entrants[i].name, bench::median(ratios), "", 3);
    same = same && entrants[i].hash() == first.hash();
  }
  if (entrants.size() > 1) report.add("same states as " + first.name, same ? "yes" : "no");
}

/// Measures the speed of the same match with `spark::World` relative to a bare ODE loop. All loops run in turns, so
/// that other load on the machine affects them equally; the figures are medians over the rounds.
void measure(const Choice& choice) {
  bench::BareLoop bare(choice.motion);
  std::vector<std::unique_ptr<bench::RoomLoop>> rooms;
  std::vector<Entrant> entrants;
  if (choice.only != "world") entrants.push_back(entrant("bare ODE", bare));
  for (const bool isolated : {false, true}) {
    if (choice.only == "bare" || choice.isolated == (isolated ? "off" : "on")) continue;
    rooms.push_back(std::make_unique<bench::RoomLoop>(choice.motion));
    rooms.back()->set_isolated_bodies(isolated);
    entrants.push_back(entrant(isolated ? "World with isolated bodies" : "World by ODE alone", *rooms.back()));
  }
  for (int round = 0; round < choice.rounds; ++round)
    for (std::size_t i = 0; i < entrants.size(); ++i)
      entrants[(i + static_cast<std::size_t>(round)) % entrants.size()].take_turn(choice.steps);

  bench::Report report;
  report.add("rounds", choice.rounds, "");
  report.add("steps per round", choice.steps, "");
  for (const Entrant& entrant : entrants) report.add(entrant.name, bench::median(entrant.speeds), "steps/s");
  add_comparison(report, entrants);
  if (choice.only != "world") add_islands(report, bare);
  if (!rooms.empty()) report.add("state hash", bench::hex(rooms.back()->hash()));
  std::fputs((choice.csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Choice choice;
  spark::OptionTable table(
      {.name = "bench_physics", .about = "Physics: a bare ODE loop against spark::World, as it is and by ODE alone"});
  table.begin_section("Options");
  table.add({.names = {"rounds"}, .value = spark::whole_number(choice.rounds, 1, 10000), .help = "turns of each loop"});
  table.add({.names = {"steps"}, .value = spark::whole_number(choice.steps, 1, 100000000), .help = "steps per turn"});
  table.add({.names = {"motion"},
             .value = spark::one_of(choice.motion, {{"match", bench::Motion::match}, {"crowd", bench::Motion::crowd}}),
             .help = "how players move: as in a match, or six of them onto the ball"});
  table.add({.names = {"lone"},
             .value = spark::one_of(choice.isolated, {"on", "off", "both"}),
             .help = "isolated bodies: without ODE (on), with it (off), or both in turn"});
  table.add({.names = {"only"},
             .value = spark::one_of(choice.only, {"bare", "world"}),
             .help = "the bare loop or worlds only, for a profiler"});
  table.add({.names = {"csv"}, .value = spark::flag(choice.csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_physics", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        measure(choice);
        return 0;
      });
}
