// SPDX-License-Identifier: Apache-2.0
#include "commserver/comm_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "commserver/guardian/pipe.h"
#include "spark/core/check.h"

namespace commserver {
namespace {

using spark::AgentId;
using spark::Step;
using Milliseconds = std::chrono::milliseconds;

constexpr AgentId kMaxAgents = 10000;
/// Read from an agent at once; as much as its pipe holds.
constexpr std::size_t kInputBytes = 64 * 1024;

/// A flag that is up while this lives.
class Raised {
 public:
  explicit Raised(bool& flag) : flag_(flag) { flag_ = true; }
  ~Raised() { flag_ = false; }
  Raised(const Raised&) = delete;
  Raised& operator=(const Raised&) = delete;

 private:
  bool& flag_;
};

}  // namespace

CommServer::CommServer(AgentDatabase database, Guardian& guardian, spark::RealClock& clock, spark::Log& log,
                       Options options)
    : database_(std::move(database)),
      guardian_(guardian),
      clock_(clock),
      log_(log),
      options_(std::move(options)),
      programs_(database_, options_, log_),
      meters_({options_.timer, options_.record_think_times, options_.replay_think_times}, log_),
      input_(kInputBytes) {
  ::signal(SIGPIPE, SIG_IGN);
  for (const std::string& warning : database_.warnings()) log_.warning("{}", warning);
  polls_.add(guardian_.poll_descriptor(), EPOLLIN, kGuardianKey);
  polls_.add(alarm_.descriptor(), EPOLLIN, kAlarmKey);
}

CommServer::~CommServer() {
  if (!shut_down_) shut_down(Milliseconds(0));
}

AgentProcess* CommServer::find(AgentId agent) const {
  if (agent < 0 || static_cast<std::size_t>(agent) >= agents_.size()) return nullptr;
  return agents_[static_cast<std::size_t>(agent)].get();
}

void CommServer::start(AgentId agent, const std::string& type_name) {
  SPARK_DEMAND(agent >= 0 && agent < kMaxAgents && !find(agent) && !shut_down_);
  const AgentType& type = database_.get(type_name);
  const Guardian::Program program = programs_.program_of(agent, type);
  auto meter = meters_.make(agent, type.name, type.timer);

  Pipe to_agent = Pipe::make();
  Pipe from_agent = Pipe::make();
  make_non_blocking(to_agent.write);
  make_non_blocking(from_agent.read);
  const AgentPrograms::Logs logs = programs_.open_logs(agent);
  const int child =
      guardian_.start(program, {to_agent.read.get(), from_agent.write.get(), logs.output.get(), logs.error.get()});

  if (agents_.size() <= static_cast<std::size_t>(agent)) agents_.resize(static_cast<std::size_t>(agent) + 1);
  auto& process = agents_[static_cast<std::size_t>(agent)];
  process =
      std::make_unique<AgentProcess>(agent, child, std::move(from_agent.read), std::move(to_agent.write),
                                     std::move(meter), options_.rules, options_.think_limit, polls_, clock_, log_);
  types_.resize(agents_.size());
  types_[static_cast<std::size_t>(agent)] = type_name;
}

/// Serves an agent to which something new may be said, and lets the alarm know of its deadline.
void CommServer::attend(AgentProcess& agent) {
  agent.deliver();
  if (const auto deadline = agent.deadline()) alarm_.ring_by(*deadline);
}

void CommServer::receive(spark::AgentGatewayListener& listener) {
  SPARK_DEMAND(!receiving_);
  const Raised receiving(receiving_);
  const auto ready = polls_.wait(Milliseconds(0));
  for (const epoll_event& event : ready) {
    if (event.data.u64 == kGuardianKey) take_reports();
    if (event.data.u64 == kAlarmKey) alarm_.acknowledge();
  }
  for (const epoll_event& event : ready) {
    if (event.data.u64 >= kAlarmKey) continue;
    AgentProcess* agent = find(AgentPipes::agent_of(event.data.u64));
    if (!agent || agent->is_closed()) continue;
    if (event.data.u64 == AgentPipes::input_key(agent->id())) agent->read(input_, listener);
    attend(*agent);
  }
  settle(listener);
}

void CommServer::take_reports() {
  while (const auto report = guardian_.next_report()) {
    const auto agent = std::ranges::find_if(
        agents_, [&](const auto& process) { return process && process->child() == report->child; });
    if (agent == agents_.end() || report->kind == GuardianReport::Kind::all_ended) continue;
    if (report->kind == GuardianReport::Kind::started) {
      (*agent)->has_started(report->value);
      if (!(*agent)->is_closed()) attend(**agent);
    } else if (report->kind == GuardianReport::Kind::read_only) {
      programs_.tell_of_read_only(spark::printable(report->words, GuardianReport::kMaxWords));
    } else {
      (*agent)->has_exited(describe(*report));
    }
  }
  if (!guardian_.is_gone() || guardian_gone_) return;
  guardian_gone_ = true;
  polls_.remove(guardian_.poll_descriptor());
  log_.error("the guardian (process {}) has been killed, and all agents with it", guardian_.pid());
  for (const auto& agent : agents_)
    if (agent) agent->has_exited("ended with the guardian");
}

/// Finds lost agents.
void CommServer::settle(spark::AgentGatewayListener& listener) {
  const auto now = clock_.now();
  for (std::size_t i = 0; i < agents_.size(); ++i) {  // the listener may start further ones
    AgentProcess* agent = agents_[i].get();
    if (!agent || agent->is_closed()) continue;
    if (agent->is_closing()) {
      agent->read(input_, listener);  // what it said before its end
      if (agent->is_closed()) continue;
      attend(*agent);
    }
    if (const std::string reason = agent->loss(now); !reason.empty()) {
      end(*agent);
      listener.agent_lost(agent->id(), reason);
    } else if (const auto deadline = agent->deadline()) {
      alarm_.ring_by(*deadline);
    }
  }
}

void CommServer::end(AgentProcess& agent) {
  agent.close();
  guardian_.signal(agent.child(), SIGKILL);
}

spark::PerceptWriter& CommServer::begin_sensation(AgentId, Step generated, Step arrival) {
  arrival_ = arrival;
  AgentProcess::begin_sensation(sensation_, generated, arrival);
  return writer_.emplace(sensation_);
}

void CommServer::end_sensation(AgentId id, Step next_arrival) {
  AgentProcess* agent = find(id);
  if (!agent || agent->is_closed()) return;
  agent->add_sensation(sensation_, arrival_, next_arrival);
  attend(*agent);
}

void CommServer::add_sensation(AgentId agent, Step generated, Step arrival, std::string_view percepts,
                               Step next_arrival) {
  begin_sensation(agent, generated, arrival);
  sensation_ += percepts;
  end_sensation(agent, next_arrival);
}

void CommServer::expect_sensation(AgentId id, Step arrival) {
  AgentProcess* agent = find(id);
  if (!agent) return;
  agent->expect_sensation(arrival);
  if (!agent->is_closed()) attend(*agent);
}

Step CommServer::earliest_act(AgentId id) const {
  const AgentProcess* agent = find(id);
  return agent ? agent->earliest_act() : 0;
}

void CommServer::drop(AgentId id) {
  if (AgentProcess* agent = find(id); agent && !agent->is_closed()) end(*agent);
}

std::optional<spark::AgentReport> CommServer::report(AgentId id) const {
  const AgentProcess* agent = find(id);
  if (!agent) return std::nullopt;
  return agent->report();
}

}  // namespace commserver
