// SPDX-License-Identifier: Apache-2.0
// Steps per second of many worlds in one process, on one thread and on several, in turns.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>

#include "bench/report.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "tests/support/played_world.h"

namespace {

using Worlds = std::vector<std::unique_ptr<PlayedWorld>>;

struct Speed {
  double steps_per_second;  ///< of real time: shows the gain by threads, and the loss if they wait for each other
  double cpu_per_step;      ///< µs of all threads: comparable even on a machine with other load
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Advances every world by `steps`, each on the next free thread.
Speed play_all(const Worlds& worlds, int threads, int steps) {
  std::atomic<std::size_t> next{0};
  const auto play = [&] {
    for (std::size_t i = next++; i < worlds.size(); i = next++) worlds[i]->play_until(worlds[i]->now() + steps);
  };
  const auto begin = std::chrono::steady_clock::now();
  const double cpu_begin = cpu_seconds();
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(play);
  play();
  for (std::thread& other : others) other.join();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const double all_steps = static_cast<double>(worlds.size()) * steps;
  return {all_steps / seconds.count(), 1e6 * (cpu_seconds() - cpu_begin) / all_steps};
}

void measure(PlayedWorld::Choice choice, int count, int threads, int steps, int rounds, bool csv) {
  const auto begin = std::chrono::steady_clock::now();
  Worlds worlds;
  for (int i = 0; i < count; ++i) {
    worlds.push_back(std::make_unique<PlayedWorld>(choice));
    ++choice.seed;
  }
  const std::chrono::duration<double> building = std::chrono::steady_clock::now() - begin;
  std::vector<double> one, many, ratios, cpu, cpu_ratios;
  for (int round = 0; round < rounds; ++round) {
    const Speed alone = play_all(worlds, 1, steps), together = play_all(worlds, threads, steps);
    one.push_back(alone.steps_per_second);
    many.push_back(together.steps_per_second);
    ratios.push_back(many.back() / one.back());
    cpu.push_back(alone.cpu_per_step);
    cpu_ratios.push_back(together.cpu_per_step / alone.cpu_per_step);
  }
  bench::Report report;
  report.add("worlds", count, "");
  report.add("built in", building.count() * 1000 / count, "ms each", 1);
  report.add("on 1 thread", bench::median(one), "steps/s");
  report.add("on " + std::to_string(threads) + " threads", bench::median(many), "steps/s");
  report.add("ratio", bench::median(ratios), "", 2);
  report.add("CPU time on 1 thread", bench::median(cpu), "us per step", 1);
  report.add("ratio of CPU time", bench::median(cpu_ratios), "", 2);
  std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  PlayedWorld::Choice choice;
  int worlds = 64, threads = 2, steps = 100, rounds = 7;
  bool csv = false, robots = false;
  spark::OptionTable table(
      {.name = "bench_worlds", .about = "Many worlds in one process, with agents of this process that play at random"});
  table.begin_section("Options");
  table.add({.names = {"worlds"}, .value = spark::whole_number(worlds, 1, 1000), .help = "how many"});
  table.add({.names = {"agents"}, .value = spark::whole_number(choice.agents, 1, 22), .help = "in each"});
  table.add({.names = {"threads"}, .value = spark::whole_number(threads, 1, 64), .help = "to compare with one"});
  table.add({.names = {"steps"}, .value = spark::whole_number(steps, 1, 100000), .help = "of each world and turn"});
  table.add({.names = {"rounds"},
             .value = spark::whole_number(rounds, 1, 1000),
             .help = "turns with one and with several threads"});
  table.add({.names = {"robots"}, .value = spark::flag(robots), .help = "scripts/two_robots.rb instead of soccer"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_worlds", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        if (robots) choice.kind = PlayedWorld::Kind::robots;
        try {
          measure(choice, worlds, threads, steps, rounds, csv);
        } catch (const std::exception& error) {
          std::fprintf(stderr, "bench_worlds: %s\n", error.what());
          return 1;
        }
        return 0;
      });
}
