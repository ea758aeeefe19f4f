// SPDX-License-Identifier: Apache-2.0
#include "commserver/comm_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>

#include "spark/core/check.h"

namespace commserver {
namespace {

using spark::AgentId;
using spark::Step;
using Milliseconds = std::chrono::milliseconds;

constexpr AgentId kMaxAgents = 10000;

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

spark::ProgramOrder order_for(AgentId agent, const AgentType& type) {
  spark::ProgramOrder order;
  order.program = type.command.front();
  order.arguments.assign(type.command.begin() + 1, type.command.end());
  order.folder = type.working_folder;
  order.log_stem = fmt::format("agent{}", agent);
  order.reads_from = type.input_fd;
  order.writes_to = type.output_fd;
  return order;
}

}  // namespace

CommServer::CommServer(AgentDatabase database, GuardedPrograms& programs, spark::RealClock& clock, spark::Log& log,
                       Options options)
    : database_(std::move(database)),
      programs_(programs),
      clock_(clock),
      log_(log),
      options_(std::move(options)),
      meters_({options_.timer, options_.record_think_times, options_.replay_think_times}, log_),
      input_(spark::InputLimits::kBytesAtOnce) {
  ::signal(SIGPIPE, SIG_IGN);
  for (const std::string& warning : database_.warnings()) log_.warning("{}", warning);
  for (const AgentType& type : database_.types()) programs_.hide(type.working_folder);
  polls_.add(programs_.poll_descriptor(), EPOLLIN, kProgramsKey);
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
  if (type.connects != AgentType::Connects::no)
    throw std::runtime_error(
        fmt::format("agent type '{}': its agents connect by themselves, which only the "
                    "server that runs the match can arrange",
                    type.name));
  const spark::ProgramOrder order = order_for(agent, type);
  try {
    programs_.find(order.program, order.folder);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("agent type '{}': {}", type.name, error.what()));
  }
  auto meter = meters_.make(agent, type.name, type.timer);
  spark::ProgramStarter::Started started = programs_.start(order, *this);

  if (agents_.size() <= static_cast<std::size_t>(agent)) agents_.resize(static_cast<std::size_t>(agent) + 1);
  auto& process = agents_[static_cast<std::size_t>(agent)];
  process =
      std::make_unique<AgentProcess>(agent, started.id, std::move(started.from_program), std::move(started.to_program),
                                     std::move(meter), options_.rules, options_.think_limit, polls_, clock_, log_);
  types_.resize(agents_.size());
  types_[static_cast<std::size_t>(agent)] = type_name;
}

/// Serves an agent to which something new may be said, and lets the alarm know of its deadline.
void CommServer::attend(AgentProcess& agent) {
  agent.deliver();
  if (agent.is_closing()) all_to_settle_ = true;
  if (const auto deadline = agent.deadline()) alarm_.ring_by(*deadline);
}

void CommServer::receive(spark::AgentGatewayListener& listener) {
  SPARK_DEMAND(!receiving_);
  if (may_hold_more()) return;
  send_held();
  const Raised receiving(receiving_);
  if (alarm_.is_due()) all_to_settle_ = true;
  const auto ready = polls_.wait(Milliseconds(0));
  for (const epoll_event& event : ready) {
    if (event.data.u64 == kProgramsKey) programs_.receive();
    if (event.data.u64 != kAlarmKey) continue;
    alarm_.acknowledge();
    all_to_settle_ = true;  // and each sets it for its own deadline again
  }
  for (const epoll_event& event : ready) {
    if (event.data.u64 >= kAlarmKey) continue;
    AgentProcess* agent = find(AgentPipes::agent_of(event.data.u64));
    if (!agent || agent->is_closed()) continue;
    if (event.data.u64 == AgentPipes::input_key(agent->id())) agent->read(input_, listener);
    attend(*agent);
    if (!all_to_settle_) settle(*agent, listener);
  }
  if (all_to_settle_) settle_all(listener);
}

AgentProcess* CommServer::find_program(spark::ProgramId program) const {
  const auto agent =
      std::ranges::find_if(agents_, [&](const auto& process) { return process && process->program() == program; });
  return agent == agents_.end() ? nullptr : agent->get();
}

void CommServer::program_started(spark::ProgramId program, pid_t process) {
  all_to_settle_ = true;
  AgentProcess* agent = find_program(program);
  if (!agent) return;
  agent->has_started(process);
  if (!agent->is_closed()) attend(*agent);
}

void CommServer::program_ended(spark::ProgramId program, const spark::ProgramEnd& end) {
  all_to_settle_ = true;
  AgentProcess* agent = find_program(program);
  if (!agent) return;
  const bool is_dropped =
      agent->is_closed() && !shut_down_ && std::ranges::find(doomed_, agent->id(), &Doomed::agent) == doomed_.end();
  if (is_dropped && !end.said.empty())
    log_.normal("agent {} ({}): {}", agent->id(), types_[static_cast<std::size_t>(agent->id())], end.said);
  agent->has_exited(end);
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
  if (options_.holds_sensations)
    held_.push_back(id);
  else
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
  std::erase_if(doomed_, [&](const Doomed& doomed) { return doomed.agent == id; });
  if (AgentProcess* agent = find(id); agent && !agent->is_closed()) end(*agent);
}

std::optional<spark::AgentReport> CommServer::report(AgentId id) const {
  const AgentProcess* agent = find(id);
  if (!agent) return std::nullopt;
  return agent->report();
}

}  // namespace commserver
