// SPDX-License-Identifier: Apache-2.0
#include "commserver/comm_server.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>

#include "spark/core/check.h"

namespace commserver {
namespace {

using spark::AgentId;
using spark::Step;
using Milliseconds = std::chrono::milliseconds;

constexpr int kMaxAgents = 10000;
constexpr Milliseconds kBetweenTermAndKill{500};
/// Limits the time from SIGKILL to the report of the end; a busy machine may need some of it.
constexpr Milliseconds kKillTimeout{2000};

/// Sensations of this part of the agents are sent together. Agents that sense one after the other, as by default, get
/// theirs later by a quarter of the time for which the world can run without their answers. With few agents, none is
/// held back.
constexpr std::size_t kPartHeld = 4;

/// A flag that is set while this object exists.
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
  if (agent < 0 || agent.index() >= agents_.size()) return nullptr;
  return agents_[agent.index()].get();
}

spark::AgentGateway::Coming CommServer::start(AgentId agent, const std::string& type_name) {
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

  if (agents_.size() <= agent.index()) agents_.resize(agent.index() + 1);
  auto& process = agents_[agent.index()];
  process = std::make_unique<AgentProcess>(agent, started.id, std::move(started.from_program),
                                           std::move(started.to_program), std::move(meter),
                                           drawing_log_of(order.log_stem), programs_.output_log(order.log_stem),
                                           options_.rules, options_.think_limit, polls_, clock_, log_);
  types_.resize(agents_.size());
  types_[agent.index()] = type_name;
  return Coming::started;
}

DrawingLog CommServer::drawing_log_of(const std::string& log_stem) {
  const StarterOptions& starter = programs_.options();
  if (starter.log_folder.empty()) return {{}, 0, log_};
  return {starter.log_folder / (log_stem + "-draw.log"), starter.limits.log_size, log_};
}

/// Serves an agent for which there may be new data, and sets the alarm to its deadline.
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
    all_to_settle_ = true;  // then each agent sets the alarm to its deadline again
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
      agent->is_closed() && !shut_down_ && std::ranges::find(lost_, agent->id(), &LostAgent::agent) == lost_.end();
  if (is_dropped && !end.said.empty())
    log_.normal("agent {} ({}): {}", agent->id(), types_[agent->id().index()], end.said);
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
  std::erase_if(lost_, [&](const LostAgent& lost) { return lost.agent == id; });
  if (AgentProcess* agent = find(id); agent && !agent->is_closed()) end(*agent);
}

std::optional<spark::AgentReport> CommServer::report(AgentId id) const {
  const AgentProcess* agent = find(id);
  if (!agent) return std::nullopt;
  return agent->report();
}

/// Checks all agents for losses, and reads throttled ones. Called at deadlines, when a program has started or ended,
/// and while any agent is closing.
void CommServer::settle_all(spark::AgentGatewayListener& listener) {
  all_to_settle_ = false;
  for (std::size_t i = 0; i < agents_.size(); ++i) {  // the listener may start further agents
    AgentProcess* agent = agents_[i].get();
    if (!agent || agent->is_closed()) continue;
    if (agent->is_closing() || agent->is_held_back()) {
      agent->read(input_, listener);  // messages before its end, or from while it was throttled
      if (agent->is_closed()) continue;
      attend(*agent);
    }
    settle(*agent, listener);
  }
  report_lost(listener);
}

/// Checks whether an agent is lost. If it has to be killed, its loss is reported once its last output has arrived.
void CommServer::settle(AgentProcess& agent, spark::AgentGatewayListener& listener) {
  if (agent.is_closed()) return;
  const auto now = clock_.now();
  if (const std::string reason = agent.loss(now); !reason.empty()) {
    end(agent);
    if (agent.is_exited()) return listener.agent_lost(agent.id(), reason);
    lost_.push_back({agent.id(), reason, now + kKillTimeout});
    alarm_.ring_by(lost_.back().latest);
  } else if (const auto deadline = agent.deadline()) {
    alarm_.ring_by(*deadline);
  }
}

/// Reports lost agents one by one, because the listener may drop others.
void CommServer::report_lost(spark::AgentGatewayListener& listener) {
  const auto is_due = [&](const LostAgent& lost) {
    return find(lost.agent)->is_exited() || clock_.now() >= lost.latest;
  };
  while (true) {
    const auto next = std::ranges::find_if(lost_, is_due);
    if (next == lost_.end()) break;
    const LostAgent lost = std::move(*next);
    lost_.erase(next);
    listener.agent_lost(lost.agent, find(lost.agent)->and_last_lines(lost.why));
  }
  for (const LostAgent& lost : lost_) alarm_.ring_by(lost.latest);
}

void CommServer::end(AgentProcess& agent) {
  agent.close();
  programs_.stop(agent.program(), Milliseconds(0));
}

std::size_t CommServer::running() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      agents_, [&](const auto& agent) { return agent && !agent->is_closed() && !agent->is_exited(); }));
}

void CommServer::shut_down(Milliseconds timeout) {
  SPARK_DEMAND(!receiving_);
  if (shut_down_) return;
  shut_down_ = true;
  send_held();
  for (const auto& agent : agents_) {
    if (!agent || agent->is_closed()) continue;
    agent->ask_to_leave();
  }
  wait_for_exits(timeout);
  if (running() > 0) {
    if (timeout > Milliseconds(0)) log_unresponsive_agents();
    for (const auto& agent : agents_)
      if (agent && !agent->is_closed() && !agent->is_exited())
        programs_.stop(agent->program(), kMaxLeaving * kBetweenTermAndKill);
    if (timeout > Milliseconds(0)) wait_for_exits(kBetweenTermAndKill);
  }
  for (const auto& agent : agents_)
    if (agent) agent->close();
  programs_.end(*this, Milliseconds(0));
}

void CommServer::log_unresponsive_agents() {
  std::vector<std::string> names;
  for (const auto& agent : agents_)
    if (agent && !agent->is_closed() && !agent->is_exited())
      names.push_back(fmt::format("{} ({})", agent->id(), types_[agent->id().index()]));
  log_.normal("{} did not exit when asked to and {} now terminated: {}",
              names.size() == 1 ? "an agent" : fmt::format("{} agents", names.size()), names.size() == 1 ? "is" : "are",
              fmt::join(names, ", "));
}

/// Waits for agents to exit, and keeps sending and reading, so that none is stuck at a full pipe. An exiting agent
/// keeps the machine busy and delays the others, so each exit restarts the time for the rest.
void CommServer::wait_for_exits(Milliseconds timeout) {
  const auto begin = clock_.now();
  auto end = begin + timeout;
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
    if (running() < left) end = std::min(clock_.now() + timeout, begin + kMaxLeaving * timeout);
    left = running();
  }
}

bool CommServer::may_hold_more() const {
  return !held_.empty() && held_.size() < agents_.size() / kPartHeld;
}

bool CommServer::send_held() {
  if (held_.empty()) return false;
  for (const spark::AgentId id : held_)
    if (AgentProcess* agent = find(id); agent && !agent->is_closed()) attend(*agent);
  held_.clear();
  return true;
}

}  // namespace commserver
