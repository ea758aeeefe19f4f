// SPDX-License-Identifier: Apache-2.0
//
// The end of a CommServer: how its agents leave.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "commserver/comm_server.h"
#include "spark/core/check.h"

namespace commserver {
namespace {

using spark::AgentId;
using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kBetweenTermAndKill{500};
/// From SIGKILL to the report of the end, on a busy machine.
constexpr Milliseconds kDyingTakes{2000};

}  // namespace

/// Finds lost agents among all, and reads those held back: at deadlines, at news of programs, and while any is closing.
void CommServer::settle_all(spark::AgentGatewayListener& listener) {
  all_to_settle_ = false;
  for (std::size_t i = 0; i < agents_.size(); ++i) {  // the listener may start further ones
    AgentProcess* agent = agents_[i].get();
    if (!agent || agent->is_closed()) continue;
    if (agent->is_closing() || agent->is_held_back()) {
      agent->read(input_, listener);  // what it said before its end, or while it was held back
      if (agent->is_closed()) continue;
      attend(*agent);
    }
    settle(*agent, listener);
  }
  report_doomed(listener);
}

/// Finds out whether an agent is lost. One that is killed for it is reported when its last lines have come.
void CommServer::settle(AgentProcess& agent, spark::AgentGatewayListener& listener) {
  if (agent.is_closed()) return;
  const auto now = clock_.now();
  if (const std::string reason = agent.loss(now); !reason.empty()) {
    end(agent);
    if (agent.is_exited()) return listener.agent_lost(agent.id(), reason);
    doomed_.push_back({agent.id(), reason, now + kDyingTakes});
    alarm_.ring_by(doomed_.back().latest);
  } else if (const auto deadline = agent.deadline()) {
    alarm_.ring_by(*deadline);
  }
}

/// One after another: the listener may drop others.
void CommServer::report_doomed(spark::AgentGatewayListener& listener) {
  const auto is_due = [&](const Doomed& doomed) {
    return find(doomed.agent)->is_exited() || clock_.now() >= doomed.latest;
  };
  while (true) {
    const auto next = std::ranges::find_if(doomed_, is_due);
    if (next == doomed_.end()) break;
    const Doomed doomed = std::move(*next);
    doomed_.erase(next);
    listener.agent_lost(doomed.agent, find(doomed.agent)->and_last_lines(doomed.why));
  }
  for (const Doomed& doomed : doomed_) alarm_.ring_by(doomed.latest);
}

void CommServer::end(AgentProcess& agent) {
  agent.close();
  programs_.stop(agent.program(), Milliseconds(0));
}

std::size_t CommServer::running() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      agents_, [&](const auto& agent) { return agent && !agent->is_closed() && !agent->is_exited(); }));
}

void CommServer::shut_down(Milliseconds patience) {
  SPARK_DEMAND(!receiving_);
  if (shut_down_) return;
  shut_down_ = true;
  send_held();
  for (const auto& agent : agents_) {
    if (!agent || agent->is_closed()) continue;
    agent->ask_to_leave();
  }
  wait_for_exits(patience);
  if (running() > 0) {
    if (patience > Milliseconds(0)) name_those_who_stayed();
    for (const auto& agent : agents_)
      if (agent && !agent->is_closed() && !agent->is_exited())
        programs_.stop(agent->program(), kMaxLeaving * kBetweenTermAndKill);
    if (patience > Milliseconds(0)) wait_for_exits(kBetweenTermAndKill);
  }
  for (const auto& agent : agents_)
    if (agent) agent->close();
  programs_.end(*this, Milliseconds(0));
}

void CommServer::name_those_who_stayed() {
  std::vector<std::string> names;
  for (const auto& agent : agents_)
    if (agent && !agent->is_closed() && !agent->is_exited())
      names.push_back(fmt::format("{} ({})", agent->id(), types_[static_cast<std::size_t>(agent->id())]));
  log_.normal("{} did not exit when asked to and {} terminated: {}",
              names.size() == 1 ? "an agent" : fmt::format("{} agents", names.size()), names.size() == 1 ? "is" : "are",
              fmt::join(names, ", "));
}

/// Waits for agents to exit: keeps sending and reading, so that none is stuck in a full pipe. An agent that exits keeps
/// the machine busy and the others from exiting, so with each the time of the rest starts again.
void CommServer::wait_for_exits(Milliseconds patience) {
  const auto begin = clock_.now();
  auto end = begin + patience;
  std::size_t left = running();
  while (left > 0) {
    const auto rest = end - clock_.now();
    if (rest <= Milliseconds(0)) return;
    std::span<const epoll_event> ready;
    clock_.wait(rest, [&](spark::RealClock::Duration longest) {
      ready = polls_.wait(std::chrono::ceil<Milliseconds>(longest));
      return !ready.empty();
    });
    for (const epoll_event& event : ready) {
      if (event.data.u64 == kProgramsKey) {
        programs_.receive();
      } else if (event.data.u64 == kAlarmKey) {
        alarm_.acknowledge();
      } else if (AgentProcess* agent = find(AgentPipes::agent_of(event.data.u64)); agent && !agent->is_closed()) {
        agent->discard(input_);
        agent->send();
      }
    }
    if (running() < left) end = std::min(clock_.now() + patience, begin + kMaxLeaving * patience);
    left = running();
  }
}

}  // namespace commserver
