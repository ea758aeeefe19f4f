// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/agent_waits.h"

#include <algorithm>

#include "spark/core/log.h"
#include "spark/sim/agent_roster.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "spark/sim/step_meter.h"

namespace spark {
namespace {

/// Real time that one wait may charge to agents. A wait usually takes `kNap`: if it takes much longer, the server or
/// the machine was suspended.
constexpr std::chrono::nanoseconds kMaxCharge = std::chrono::seconds(1);
/// Interval of lines about awaited agents: in the first minute, and later.
constexpr std::chrono::seconds kFirstLines{10};
constexpr std::chrono::seconds kLaterLines{60};

}  // namespace

AgentWaits::AgentWaits(const Parts& parts, const Limits& limits)
    : parts_(parts), limits_(limits), command_watch_(parts.loop.watch(parts.commands.poll_descriptor())) {
  if (const int descriptor = parts.gateway.traits().poll_descriptor; descriptor >= 0)
    gateway_watch_ = parts.loop.watch(descriptor);
}

/// Agents that connect are started by people, who may take any time. Those that connect by themselves do so at the
/// first `receive`, and need no line in the log.
void AgentWaits::for_arrivals() {
  AgentRoster& agents = parts_.agents;
  if (agents.yet_to_arrive() > 0) parts_.gateway.receive(agents);
  if (const int missing = agents.yet_to_arrive(); missing > 0)
    parts_.log.normal("waiting for {} agents to connect", missing);
  const auto begin = parts_.loop.now();
  auto next_line = begin + kFirstLines;
  while (!parts_.run_control.stop_requested() && agents.yet_to_arrive() > 0) {
    parts_.commands.run_all();
    parts_.gateway.receive(agents);
    if (agents.yet_to_arrive() == 0) break;
    const auto now = parts_.loop.now();
    if (limits_.arrival > Duration::zero() && now - begin >= limits_.arrival) return;
    if (now >= next_line) {
      report_missing(now - begin);
      next_line = now + (now - begin < kLaterLines ? kFirstLines : kLaterLines);
    }
    for_input(kNap);
  }
}

void AgentWaits::report_missing(Duration waited) const {
  const int connected = parts_.agents.arrived(), missing = parts_.agents.yet_to_arrive();
  parts_.log.normal("{} of {} agents have connected after {:.0f} s, {} missing", connected, connected + missing,
                    std::chrono::duration<double>(waited).count(), missing);
}

void AgentWaits::for_ready_agents() {
  for_arrivals();
  AgentRoster& agents = parts_.agents;
  const RunControl& run_control = parts_.run_control;
  // Also if not all have connected: started agents get their usual time, because those that are ready may win.
  const auto limit = parts_.loop.now() + limits_.ready;
  while (!run_control.stop_requested() && agents.is_anyone_starting()) {
    parts_.commands.run_all();
    parts_.gateway.receive(agents);
    const bool waits_on = agents.is_anyone_held() && agents.yet_to_arrive() == 0;
    if (parts_.loop.now() >= limit && !waits_on) break;
    if (agents.is_anyone_starting()) for_input(kNap);
  }
  if (agents.yet_to_arrive() > 0) return;
  for (AgentId id = 0; id < agents.size() && !run_control.stop_requested(); ++id) {
    if (!agents.is_starting(id)) continue;
    const std::chrono::duration<double> seconds = limits_.ready;
    const auto report = parts_.gateway.report(id);
    const std::string missing = report && !report->missing.empty() ? ": " + report->missing : std::string();
    agents.agent_lost(id, fmt::format("not ready within {} s{}", seconds.count(), missing));
    parts_.gateway.drop(id);
  }
}

void AgentWaits::find_holders() {
  holders_.clear();
  const AgentRoster& agents = parts_.agents;
  if (limits_.started_may_hold <= Duration::zero() &&
      (limits_.arrived_may_hold <= Duration::zero() || !agents.has_connecting()))
    return;
  for (AgentId id = 0; id < agents.size(); ++id)
    if (agents.is_in_world(id) && agents.earliest_effect(id) <= parts_.clock.now()) holders_.push_back(id);
}

/// The time is also charged while there is much input.
void AgentWaits::for_acts() {
  find_holders();
  const bool is_pending = parts_.gateway.send_held() || parts_.gateway.has_pending();
  const auto begin = parts_.loop.now();
  if (!is_pending) parts_.loop.wait(kNap);
  parts_.gateway.receive(parts_.agents);
  const auto end = parts_.loop.now();
  parts_.step_meter.resumes(end);
  const auto waited = std::min<std::chrono::nanoseconds>(end - begin, kMaxCharge);
  for (const AgentId id : holders_) charge(id, waited / static_cast<std::int64_t>(holders_.size()));
}

void AgentWaits::charge(AgentId id, std::chrono::nanoseconds time) {
  AgentRoster& agents = parts_.agents;
  if (!agents.is_in_world(id)) return;  // lost meanwhile
  const auto index = id.index();
  if (index >= accounts_.size()) accounts_.resize(static_cast<std::size_t>(agents.size()));
  Account& account = accounts_[index];
  const auto limit = agents.connects(id) ? limits_.arrived_may_hold : limits_.started_may_hold;
  account.held += time;
  if (account.is_closed || limit == limit.zero()) return;
  const bool is_newcomer = is_charged_to_all(id, account);
  if (is_newcomer) held_by_newcomers_ += time;
  const bool is_alone = account.held >= limit;
  const bool is_one_of_newcomers = is_newcomer && held_by_newcomers_ >= limit && account.held >= kNewcomers;
  const bool is_one_of_type =
      !agents.connects(id) && charge_type(id, account, time) >= limit && has_had_its_part(id, account, limit);
  if (!is_alone && !is_one_of_newcomers && !is_one_of_type) return;
  account.is_closed = true;
  const double seconds = std::chrono::duration<double>(limit).count();
  const char* const others = is_alone              ? ""
                             : is_one_of_newcomers ? ", with others that had not joined the game yet"
                                                   : ", with others of its type";
  if (parts_.gateway.wait_no_longer(id)) {
    parts_.log.warning("agent {} ({}) has held up the match for {:g} s in total{}; the world no longer waits for it",
                       id, agents.type_of(id), seconds, others);
    return;
  }
  agents.agent_lost(id, fmt::format("has held up the match for {:g} s in total{}", seconds, others));
  parts_.gateway.drop(id);
}

/// The total time for which agents of its type have held up the match.
std::chrono::nanoseconds AgentWaits::charge_type(AgentId id, Account& account, std::chrono::nanoseconds time) {
  const AgentRoster& agents = parts_.agents;
  if (!account.first_of_type) {
    account.first_of_type = 0;
    while (agents.type_of(*account.first_of_type) != agents.type_of(id)) ++*account.first_of_type;
  }
  return accounts_[account.first_of_type->index()].held_by_type += time;
}

bool AgentWaits::has_had_its_part(AgentId id, const Account& account, std::chrono::nanoseconds limit) const {
  const AgentRoster& agents = parts_.agents;
  int count = 0;
  for (AgentId other = 0; other < agents.size(); ++other) count += agents.type_of(other) == agents.type_of(id) ? 1 : 0;
  return account.held * count >= limit;
}

/// Time held up before it was a player is not charged to the player.
bool AgentWaits::is_charged_to_all(AgentId id, Account& account) const {
  const AgentRoster& agents = parts_.agents;
  if (account.is_player || !agents.has_arrived(id)) return false;
  account.is_player = agents.is_player(id);
  if (account.is_player) account.held = account.held.zero();
  return !account.is_player;
}

bool AgentWaits::has_held_up(AgentId id) const {
  const auto index = id.index();
  return index < accounts_.size() && accounts_[index].is_closed;
}

void AgentWaits::for_input(Duration longest) {
  net::Loop& loop = parts_.loop;
  if (parts_.gateway.send_held()) parts_.step_meter.waits(loop.now());
  loop.wait(parts_.gateway.has_pending() ? Duration::zero() : std::min<Duration>(longest, kNap));
  // Since the previous step there was nothing to do except to wait and to read input. This time is not counted, however
  // much input there was.
  parts_.step_meter.resumes(loop.now());
}

}  // namespace spark
