// SPDX-License-Identifier: Apache-2.0
// Whole matches with agents in this process, in turns: with and without isolated bodies, or with and without the rules
// of play that 0.5.2 did not have.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/local_match.h"
#include "bench/report.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"

namespace {

/// A folder that is removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "bench_local.XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder can be made");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// All rules that check every step of play, with limits that no match reaches, so that they do not change the match.
const std::vector<std::pair<std::string, std::string>> kRules = {
    {"Soccer.DoubleTouch", "true"}, {"Soccer.DoubleTouchGap", "60"},  {"Soccer.IndirectKicks", "kick-off,kick-in,free"},
    {"Soccer.BackPass", "true"},    {"Soccer.StuckBallTime", "3600"}, {"Soccer.CrowdTime", "3600"},
    {"Soccer.ChargeSpeed", "9"}};

struct Contest {
  std::string name;
  bool lone;
  std::unique_ptr<bench::LocalMatch> match;
  std::vector<double> microseconds{};  ///< of CPU time, per step, by piece
  long isolated_bodies = 0, looks = 0;
};

/// The matches that are played in turns.
std::vector<Contest> contests_of(int agents, const std::string& lone, bool rules, const Folder& folder) {
  std::vector<Contest> contests;
  for (const bool on : {true, false}) {
    const auto play = [&](const std::string& name, bool is_lone, const std::string& log, const auto& variables) {
      const bench::LocalMatch::Choice choice{agents, 1e6, is_lone, folder / log, variables};
      contests.push_back({name, is_lone, std::make_unique<bench::LocalMatch>(choice)});
    };
    const std::vector<std::pair<std::string, std::string>> none;
    if (rules)
      play(on ? "with all rules" : "with the rules of 0.5.2", true, on ? "on.log" : "off.log", on ? kRules : none);
    else if (lone != (on ? "off" : "on"))
      play(on ? "with isolated bodies" : "by ODE alone", on, on ? "lone.log" : "ode.log", none);
  }
  return contests;
}

void measure(int agents, int seconds, int piece, const std::string& lone, bool rules, bool csv) {
  const Folder folder;
  std::vector<Contest> contests = contests_of(agents, lone, rules, folder);
  for (int second = 0; second < seconds; second += piece)
    for (Contest& contest : contests) {
      const double start = bench::thread_seconds();
      for (int i = 0; i < piece; ++i) {
        contest.match->play(100);
        contest.isolated_bodies += static_cast<long>(contest.match->world().isolated_bodies_of_last_step());
        ++contest.looks;
      }
      contest.microseconds.push_back(1e4 * (bench::thread_seconds() - start) / piece);
    }
  bench::Report report;
  report.add("agents", agents, "");
  report.add("simulated", seconds, "s");
  for (const Contest& contest : contests) {
    const std::string& name = contest.name;
    const double step = bench::median(contest.microseconds);
    report.add("step " + name, step, "us", 2);
    report.add("speed " + name, 1e4 / step, "x real time");
    if (contest.lone && !rules)
      report.add("isolated bodies in a step",
                 static_cast<double>(contest.isolated_bodies) / static_cast<double>(contest.looks), "", 2);
    report.add("match " + name, contest.match->status());
  }
  std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int agents = 22, seconds = 300, piece = 10;
  bool csv = false, rules = false;
  std::string lone = "both";
  spark::OptionTable table(
      {.name = "bench_local", .about = "A whole match with agents of this process, its log written"});
  table.begin_section("Options");
  table.add({.names = {"agents"}, .value = spark::whole_number(agents, 1, 200), .help = "the first 22 play in teams"});
  table.add({.names = {"seconds"}, .value = spark::whole_number(seconds, 1, 1000000), .help = "simulated time"});
  table.add({.names = {"piece"}, .value = spark::whole_number(piece, 1, 1000), .help = "seconds of each turn"});
  table.add({.names = {"lone"},
             .value = spark::one_of(lone, {"on", "off", "both"}),
             .help = "bodies that are alone: without ODE (on), with it (off), or both in turn"});
  table.add({.names = {"rules"},
             .value = spark::flag(rules),
             .help = "with and without the rules of play that 0.5.2 did not have, in turn"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_local", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        measure(agents, seconds, piece, lone, rules, csv);
        return 0;
      });
}
