// SPDX-License-Identifier: Apache-2.0
#include "server/summary.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "server/console.h"
#include "spark/core/standard_streams.h"
#include "spark/sim/simulation.h"

namespace server {

using namespace spark;
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

std::string ends_early(const std::string& problem) {
  return problem.empty() ? std::string() : fmt::format("incomplete: {}", problem);
}

std::string summary(const Simulation& simulation, double simulated_seconds, double wall_seconds, std::uint64_t seed,
                    const LogLines& logs) {
  std::string text = "\n";
  const auto line = [&](std::string_view name, std::string_view value) {
    text += fmt::format("  {:<12} {}\n", name, value);
  };
  for (const std::string& words : simulation.summary()) {
    const auto colon = words.find(": ");
    if (colon == words.npos)
      line(words, "");
    else
      line(words.substr(0, colon), words.substr(colon + 2));
  }
  line("simulated", fmt::format("{:.1f} s", simulated_seconds));
  line("wall time", fmt::format("{:.2f} s", wall_seconds));
  line("speed", fmt::format("{:.0f} x real time", wall_seconds > 0 ? simulated_seconds / wall_seconds : 0.0));
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const double cpu = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  const std::uint64_t cycles = simulation.sensations();
  line("server", fmt::format("{:.2f} s CPU, {}{} MB", cpu,
                             cycles == 0 ? std::string()
                                         : fmt::format("{:.1f} us per sense-act cycle, ",
                                                       1e6 * cpu / static_cast<double>(cycles)),
                             used.ru_maxrss / 1024));
  line("agents", fmt::format("{} started, {} lost", simulation.agents_started(), simulation.agents_lost()));
  if (!logs.monitors.empty()) line("monitors", logs.monitors);
  if (!logs.trainers.empty()) line("trainers", logs.trainers);
  line("random seed", fmt::format("{}", seed));
  line("log", logs.monitor);
  if (!logs.server.empty()) line("server.log", logs.server);
  if (!logs.actions.empty()) line("actions.log", logs.actions);
  return text;
}

void print_summary(const std::string& text, Console& console) {
  const int error = write_text(STDOUT_FILENO, text);
  if (error != 0 && error != EPIPE)
    console.show(LogLevel::warning, fmt::format("cannot write the summary: {}", std::strerror(error)));
}

}  // namespace server
