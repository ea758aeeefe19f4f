// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

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

/// How much of the speed of a bare ODE loop is left when the same match runs through `spark::World`. The two take
/// turns, so that a noisy machine slows both alike; the figures are medians over the rounds.
void measure(int rounds, int steps, const std::string& only, bool csv) {
  bench::BareLoop bare;
  bench::RoomLoop room;
  std::vector<double> bare_speeds, room_speeds, ratios;
  for (int round = 0; round < rounds; ++round) {
    const bool bare_first = round % 2 == 0;
    if (bare_first && only != "world") bare_speeds.push_back(steps_per_second(bare, steps));
    if (only != "bare") room_speeds.push_back(steps_per_second(room, steps));
    if (!bare_first && only != "world") bare_speeds.push_back(steps_per_second(bare, steps));
    if (only.empty()) ratios.push_back(room_speeds.back() / bare_speeds.back());
  }

  bench::Report report;
  report.add("rounds", rounds, "");
  report.add("steps per round", steps, "");
  if (!bare_speeds.empty()) report.add("bare ODE", bench::median(bare_speeds), "steps/s");
  if (!room_speeds.empty()) report.add("World::step", bench::median(room_speeds), "steps/s");
  if (!ratios.empty()) report.add("ratio", bench::median(ratios), "", 3);
  if (!bare_speeds.empty()) report.add("contacts per step", bare.contacts_per_step(), "", 1);
  if (!room_speeds.empty()) report.add("state hash", bench::hex(room.hash()));
  if (!ratios.empty()) report.add("same states as bare ODE", bare.hash() == room.hash() ? "yes" : "no");
  std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 21, steps = 10000;
  bool csv = false;
  std::string only;
  CLI::App app("Physics: a bare ODE loop against spark::World");
  app.add_option("--rounds", rounds, "Turns of each loop")->check(CLI::Range(1, 10000))->capture_default_str();
  app.add_option("--steps", steps, "Steps per turn")->check(CLI::Range(1, 100000000))->capture_default_str();
  app.add_option("--only", only, "Run one loop only, for a profiler")->check(CLI::IsMember({"bare", "world"}));
  app.add_flag("--csv", csv, "Print CSV");
  CLI11_PARSE(app, argc, argv);
  try {
    measure(rounds, steps, only, csv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_physics: %s\n", error.what());
    return 1;
  }
  return 0;
}
