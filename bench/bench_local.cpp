// SPDX-License-Identifier: Apache-2.0
// A whole match with agents of this process; with and without lone bodies, taking turns.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bench/local_match.h"
#include "bench/report.h"

namespace {

/// A folder that goes at the end.
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

struct Contest {
  bool lone;
  std::unique_ptr<bench::LocalMatch> match;
  std::vector<double> microseconds{};  ///< of CPU time, per step, by piece
  long lone_bodies = 0, looks = 0;
};

void measure(int agents, int seconds, int piece, const std::string& lone, bool csv) {
  const Folder folder;
  std::vector<Contest> contests;
  for (const bool on : {true, false}) {
    if (lone == (on ? "off" : "on")) continue;
    const bench::LocalMatch::Choice choice{agents, 1e6, on, folder / (on ? "lone.log" : "ode.log")};
    contests.push_back({on, std::make_unique<bench::LocalMatch>(choice)});
  }
  for (int second = 0; second < seconds; second += piece)
    for (Contest& contest : contests) {
      const double start = bench::thread_seconds();
      for (int i = 0; i < piece; ++i) {
        contest.match->play(100);
        contest.lone_bodies += static_cast<long>(contest.match->world().lone_bodies_of_last_step());
        ++contest.looks;
      }
      contest.microseconds.push_back(1e4 * (bench::thread_seconds() - start) / piece);
    }
  bench::Report report;
  report.add("agents", agents, "");
  report.add("simulated", seconds, "s");
  for (const Contest& contest : contests) {
    const std::string name = contest.lone ? "with lone bodies" : "by ODE alone";
    const double step = bench::median(contest.microseconds);
    report.add("step " + name, step, "us", 2);
    report.add("speed " + name, 1e4 / step, "x real time");
    if (contest.lone)
      report.add("lone bodies in a step", static_cast<double>(contest.lone_bodies) / static_cast<double>(contest.looks),
                 "", 2);
    report.add("match " + name, contest.match->status());
  }
  std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int agents = 22, seconds = 300, piece = 10;
  bool csv = false;
  std::string lone = "both";
  CLI::App app("A whole match with agents of this process, its log written");
  app.add_option("--agents", agents, "The first 22 play in teams")->check(CLI::Range(1, 200))->capture_default_str();
  app.add_option("--seconds", seconds, "Simulated time")->check(CLI::Range(1, 1000000))->capture_default_str();
  app.add_option("--piece", piece, "Seconds of each turn")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--lone", lone, "Bodies that are alone: without ODE (on), with it (off), or both in turn")
      ->check(CLI::IsMember({"on", "off", "both"}))
      ->capture_default_str();
  app.add_flag("--csv", csv, "Print CSV");
  CLI11_PARSE(app, argc, argv);
  try {
    measure(agents, seconds, piece, lone, csv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_local: %s\n", error.what());
    return 1;
  }
  return 0;
}
