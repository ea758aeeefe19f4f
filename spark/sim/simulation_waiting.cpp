// SPDX-License-Identifier: Apache-2.0
// Where a simulation waits, for whom and how long. Nothing here decides what happens in the world, but for agents that
// are given up.
#include <algorithm>

#include "spark/core/core.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/run_control.h"
#include "spark/sim/simulation.h"

namespace spark {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{200};
/// Real time that one wait may cost agents. It takes `kNap` as a rule: what takes much longer is a server, or a
/// machine, that was stopped.
constexpr std::chrono::nanoseconds kMaxCharge = std::chrono::seconds(1);
/// Between lines about agents that are awaited: in the first minute, and later.
constexpr std::chrono::seconds kBetweenLines{10};
constexpr std::chrono::seconds kManyLines{60};

}  // namespace

/// Agents that connect are started by people, who may want any time for that. Those that come by themselves do so at
/// the first `receive`, and people need not be told of them.
void Simulation::wait_for_arrivals() {
  if (yet_to_arrive() > 0) gateway_.receive(*this);
  if (const int missing = yet_to_arrive(); missing > 0) core_.log.normal("waiting for {} agents to connect", missing);
  const auto begin = loop_.now();
  auto next_line = begin + kBetweenLines;
  while (!run_control_.stop_requested() && yet_to_arrive() > 0) {
    commands_.run_all();
    gateway_.receive(*this);
    if (yet_to_arrive() == 0) break;
    const auto now = loop_.now();
    if (options_.arrival_limit > RealClock::Duration::zero() && now - begin >= options_.arrival_limit) return;
    if (now >= next_line) {
      say_who_is_missing(now - begin);
      next_line = now + (now - begin < kManyLines ? kBetweenLines : kManyLines);
    }
    wait_for_input(kNap);
  }
}

int Simulation::yet_to_arrive() const {
  const auto expected = std::ranges::count_if(
      agents_, [](const Agent& agent) { return agent.is_awaited && agent.phase == AgentPhase::starting; });
  return std::max(0, options_.agents_awaited - arrived_) + static_cast<int>(expected);
}

void Simulation::say_who_is_missing(RealClock::Duration waited) {
  const auto expected = std::ranges::count_if(
      agents_, [](const Agent& agent) { return agent.is_awaited && agent.phase != AgentPhase::starting; });
  const int connected = arrived_ + static_cast<int>(expected), missing = yet_to_arrive();
  core_.log.normal("{} of {} agents have connected after {:.0f} s, {} missing", connected, connected + missing,
                   std::chrono::duration<double>(waited).count(), missing);
}

void Simulation::wait_for_ready_agents() {
  wait_for_arrivals();
  if (yet_to_arrive() > 0 && !run_control_.stop_requested()) return;
  const auto limit = loop_.now() + options_.ready_limit;
  const auto starting = [](const Agent& agent) { return agent.phase == AgentPhase::starting; };
  while (!run_control_.stop_requested() && std::any_of(agents_.begin(), agents_.end(), starting)) {
    commands_.run_all();
    gateway_.receive(*this);
    if (loop_.now() >= limit) break;
    if (std::any_of(agents_.begin(), agents_.end(), starting)) wait_for_input(kNap);
  }
  for (std::size_t i = 0; i < agents_.size() && !run_control_.stop_requested(); ++i) {
    if (!starting(agents_[i])) continue;
    const std::chrono::duration<double> seconds = options_.ready_limit;
    agent_lost(static_cast<AgentId>(i), fmt::format("not ready within {} s", seconds.count()));
    gateway_.drop(static_cast<AgentId>(i));
  }
}

std::optional<double> Simulation::effective_pace() {
  if (options_.pace_chosen || run_control_.pace()) return run_control_.pace();
  for (const ControlAspect* aspect : game_control_->aspects()) {
    const std::string wanted = aspect->waiting_for();
    if (wanted.empty()) continue;
    if (!waiting_announced_) {
      const std::string how = aspect->how_to_give(!options_.monitor_place.empty());
      core_.log.normal("waiting for a {}{}{}{}", wanted,
                       options_.monitor_place.empty() ? "" : " on " + options_.monitor_place, how.empty() ? "" : ": ",
                       how);
    }
    waiting_announced_ = true;
    return 1.0;
  }
  waiting_announced_ = false;
  return std::nullopt;
}

void Simulation::report_progress(Pacer::Time now) {
  if (!options_.progress || now < next_progress_) return;
  next_progress_ = now + kProgressInterval;
  options_.progress();
}

/// The clock stands because somebody may still act in the next step. The time is charged to those for whom it stands,
/// also while there is much to read.
void Simulation::wait_for_agents() {
  using Nanoseconds = std::chrono::nanoseconds;
  holders_.clear();
  if (options_.started_may_hold > Nanoseconds::zero() ||
      (options_.arrived_may_hold > Nanoseconds::zero() && some_connect_))
    for (std::size_t i = 0; i < agents_.size(); ++i)
      if (agents_[i].phase == AgentPhase::in_world && earliest_effect(static_cast<AgentId>(i)) <= core_.clock.now())
        holders_.push_back(static_cast<AgentId>(i));
  const bool has_news = gateway_.send_held() || gateway_.has_news();
  const auto begin = loop_.now();
  if (!has_news) loop_.wait(kNap);
  gateway_.receive(*this);
  const auto end = loop_.now();
  step_meter_.goes_on(end);
  const auto waited = std::min<Nanoseconds>(end - begin, kMaxCharge);
  for (const AgentId id : holders_) charge(id, waited / static_cast<std::int64_t>(holders_.size()));
}

void Simulation::charge(AgentId id, std::chrono::nanoseconds time) {
  Agent& agent = agents_[static_cast<std::size_t>(id)];
  if (agent.phase != AgentPhase::in_world) return;  // lost meanwhile
  const auto limit = agent.connects ? options_.arrived_may_hold : options_.started_may_hold;
  agent.held += time;
  if (!agent.may_hold || limit == limit.zero() || agent.held < limit) return;
  agent.may_hold = false;
  const double seconds = std::chrono::duration<double>(limit).count();
  if (gateway_.wait_no_longer(id)) {
    core_.log.warning("agent {} ({}) has held up the match for {:g} s in total; the world no longer waits for it", id,
                      agent.type, seconds);
    return;
  }
  agent_lost(id, fmt::format("has held up the match for {:g} s in total", seconds));
  gateway_.drop(id);
}

void Simulation::wait_for_input(Pacer::Duration longest) {
  if (gateway_.send_held()) step_meter_.waits(loop_.now());
  loop_.wait(gateway_.has_news() ? Pacer::Duration::zero() : std::min<Pacer::Duration>(longest, kNap));
  // But for what was sent it has been waiting ever since the step before, however much there was to read meanwhile.
  step_meter_.goes_on(loop_.now());
}

}  // namespace spark
