// SPDX-License-Identifier: Apache-2.0
#include "server/match/summary.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <vector>

#include "server/engine/console.h"
#include "server/match/costs.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/core/standard_streams.h"
#include "spark/physics/world.h"
#include "spark/sim/simulation.h"

namespace server {

using namespace spark;
namespace {

/// More names would scroll the rest off the screen; server.log and match.json list all.
constexpr std::size_t kMaxNamed = 5;

/// A line for each agent for which `why` returns a reason.
std::vector<std::string> agents_with(const Simulation& simulation, const std::function<std::string(AgentId)>& why) {
  std::vector<std::string> lines;
  int others = 0;
  for (AgentId id = 0; id < simulation.agents_started(); ++id) {
    const std::string reason = why(id);
    if (reason.empty()) continue;
    if (lines.size() == kMaxNamed)
      ++others;
    else
      lines.push_back(fmt::format("agent {} ({}): {}", id, simulation.type_of(id), reason));
  }
  if (others > 0) lines.push_back(fmt::format("{} more, see server.log", others));
  return lines;
}

double microseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

}  // namespace

std::string ends_early(const std::string& problem) {
  return problem.empty() ? std::string() : fmt::format("incomplete: {}", problem);
}

std::string times_real_time(double simulated_seconds, double wall_seconds) {
  const double times = wall_seconds > 0 ? simulated_seconds / wall_seconds : 0.0;
  return times >= 9.95 ? fmt::format("{:.0f} x real time", times) : fmt::format("{:.2g} x real time", times);
}

std::string restored_bodies(Core& core, const World& world) {
  using Why = BadStates::Why;
  const BadStates& bad = world.bad_states();
  if (bad.count() == 0) return {};
  std::string text;
  for (const Why why : {Why::not_finite, Why::too_far, Why::too_fast})
    if (bad.count(why) > 0)
      text += fmt::format("{}{} times {}", text.empty() ? "" : ", ", bad.count(why), BadStates::words(why));
  std::uint64_t named = 0;
  for (const BadStates::Named& body : bad.named()) {
    named += body.times;
    const Leaf* leaf = core.root().find(body.path);
    const AgentAspect* agent = leaf ? agent_of(*leaf) : nullptr;
    text += fmt::format("; {} {} times, first at {:.2f} s", agent ? agent->label() + " " + body.path : body.path,
                        body.times, static_cast<double>(body.first) * core.clock.step_seconds());
  }
  if (named < bad.count()) text += fmt::format("; others {} times", bad.count() - named);
  return text;
}

std::string summary(const Simulation& simulation, double simulated_seconds, double wall_seconds, std::uint64_t seed,
                    std::string_view how_it_ended, const LogLines& logs) {
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
  if (!how_it_ended.empty()) line("ended", how_it_ended);
  line("simulated", fmt::format("{:.1f} s", simulated_seconds));
  line("wall time", fmt::format("{:.2f} s", wall_seconds));
  line("speed", times_real_time(simulated_seconds, wall_seconds));
  const auto [cpu, memory_mb] = costs_until_now();
  const std::uint64_t cycles = simulation.sensations();
  line("server", fmt::format("{:.2f} s CPU, {}{} MB", cpu,
                             cycles == 0 ? std::string()
                                         : fmt::format("{:.1f} us per sense-act cycle, ",
                                                       1e6 * cpu / static_cast<double>(cycles)),
                             memory_mb));
  if (const DurationHistogram& steps = simulation.step_times(); steps.count() > 0)
    line("step time", fmt::format("p50 {:.0f} us, p99 {:.0f} us, max {:.1f} ms", microseconds(steps.quantile(0.5)),
                                  microseconds(steps.quantile(0.99)), microseconds(steps.longest()) / 1000));
  line("agents", fmt::format("{} started, {} lost", simulation.agents_started(), simulation.agents_lost()));
  const auto loss = [&](AgentId id) { return simulation.loss_of(id) ? simulation.loss_of(id)->reason : std::string(); };
  for (const std::string& words : agents_with(simulation, loss)) line("lost", words);
  for (const std::string& words : agents_with(simulation, [&](AgentId id) { return simulation.refusal_of(id); }))
    line("refused", words);
  const auto delay = [&](AgentId id) {
    const bool plays_late = simulation.has_held_up(id) && !simulation.loss_of(id);
    return std::string(plays_late ? "held up the match for too long; the world no longer waited for it" : "");
  };
  for (const std::string& words : agents_with(simulation, delay)) line("held up", words);
  if (!logs.monitors.empty()) line("monitors", logs.monitors);
  if (!logs.trainers.empty()) line("trainers", logs.trainers);
  if (!logs.bodies.empty()) line("restored", logs.bodies);
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
