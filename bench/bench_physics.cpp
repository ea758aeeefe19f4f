// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <map>

#include "bench/bare_loop.h"
#include "bench/report.h"
#include "bench/room_loop.h"

namespace {

template <typename Loop>
double steps_per_second(Loop& loop, int steps) {
  const double start = bench::thread_seconds();
  loop.run(steps);
  return steps / (bench::thread_seconds() - start);
}

struct Choice {
  int rounds = 21, steps = 10000;
  bench::Motion motion = bench::Motion::match;
  std::string only;
  bool csv = false;
};

void add_islands(bench::Report& report, const bench::BareLoop& bare) {
  const bench::Islands& islands = bare.islands();
  report.add("contacts per step", bare.contacts_per_step(), "", 1);
  report.add("lone bodies per step", islands.lone_per_step(), "", 2);
  report.add("islands of several bodies per step", islands.pairs_per_step() + islands.larger_per_step(), "", 4);
  report.add("of these, of more than two", islands.larger_per_step(), "", 4);
  report.add("largest island", static_cast<double>(islands.largest()), "bodies");
}

/// How much of the speed of a bare ODE loop is left when the same match runs through `spark::World`. The two take
/// turns, so that a noisy machine slows both alike; the figures are medians over the rounds.
void measure(const Choice& choice) {
  bench::BareLoop bare(choice.motion);
  bench::RoomLoop room(choice.motion);
  std::vector<double> bare_speeds, room_speeds, ratios;
  for (int round = 0; round < choice.rounds; ++round) {
    const bool bare_first = round % 2 == 0;
    if (bare_first && choice.only != "world") bare_speeds.push_back(steps_per_second(bare, choice.steps));
    if (choice.only != "bare") room_speeds.push_back(steps_per_second(room, choice.steps));
    if (!bare_first && choice.only != "world") bare_speeds.push_back(steps_per_second(bare, choice.steps));
    if (choice.only.empty()) ratios.push_back(room_speeds.back() / bare_speeds.back());
  }

  bench::Report report;
  report.add("rounds", choice.rounds, "");
  report.add("steps per round", choice.steps, "");
  if (!bare_speeds.empty()) report.add("bare ODE", bench::median(bare_speeds), "steps/s");
  if (!room_speeds.empty()) report.add("World::step", bench::median(room_speeds), "steps/s");
  if (!ratios.empty()) report.add("ratio", bench::median(ratios), "", 3);
  if (!bare_speeds.empty()) add_islands(report, bare);
  if (!room_speeds.empty()) report.add("state hash", bench::hex(room.hash()));
  if (!ratios.empty()) report.add("same states as bare ODE", bare.hash() == room.hash() ? "yes" : "no");
  std::fputs((choice.csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Choice choice;
  const std::map<std::string, bench::Motion> motions{{"match", bench::Motion::match}, {"crowd", bench::Motion::crowd}};
  CLI::App app("Physics: a bare ODE loop against spark::World");
  app.add_option("--rounds", choice.rounds, "Turns of each loop")->check(CLI::Range(1, 10000))->capture_default_str();
  app.add_option("--steps", choice.steps, "Steps per turn")->check(CLI::Range(1, 100000000))->capture_default_str();
  app.add_option("--motion", choice.motion,
                 "How players move: as in a match (the default), or six of them onto the ball")
      ->transform(CLI::Transformer(motions));
  app.add_option("--only", choice.only, "Run one loop only, for a profiler")->check(CLI::IsMember({"bare", "world"}));
  app.add_flag("--csv", choice.csv, "Print CSV");
  CLI11_PARSE(app, argc, argv);
  try {
    measure(choice);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_physics: %s\n", error.what());
    return 1;
  }
  return 0;
}
