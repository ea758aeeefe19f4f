// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/remote_comm_server.h"

#include <algorithm>
#include <limits>

#include "commserver/comm_server.h"
#include "spark/core/check.h"
#include "spark/net/frame_reader.h"

namespace commserver {
namespace {

using spark::AgentId;
using spark::Step;
using std::chrono::milliseconds;

constexpr std::size_t kMaxActSize = spark::InputLimits::kMaxMessage;
constexpr milliseconds kEndTimeout{8000};  ///< more than a commserver needs to end agents by force
constexpr std::int64_t kMaxCount = std::numeric_limits<std::int64_t>::max();

}  // namespace

RemoteCommServer::RemoteCommServer(std::unique_ptr<Link> link, std::string name, std::vector<std::string> types,
                                   spark::Log& log)
    : link_(std::move(link)), name_(std::move(name)), types_(std::move(types)), log_(log) {}

RemoteCommServer::~RemoteCommServer() = default;

RemoteCommServer::Agent* RemoteCommServer::find(AgentId agent) {
  return const_cast<Agent*>(static_cast<const RemoteCommServer*>(this)->find(agent));
}

const RemoteCommServer::Agent* RemoteCommServer::find(AgentId agent) const {
  if (agent < 0 || agent.index() >= agents_.size()) return nullptr;
  const Agent& found = agents_[agent.index()];
  return found.here ? &found : nullptr;
}

spark::AgentGateway::Coming RemoteCommServer::start(AgentId agent, const std::string& type) {
  SPARK_DEMAND(agent >= 0 && agent.number() < MessageReader::kMaxAgents && !find(agent));
  const auto place = agent.index();
  if (agents_.size() <= place) agents_.resize(place + 1);
  agents_[place].here = true;
  MessageWriter(link_->outgoing()).begin(MessageKind::start).agent(agent).text(type).end();
  link_->send();
  return Coming::started;
}

void RemoteCommServer::receive(spark::AgentGatewayListener& listener) {
  link_->poll();
  link_->attend([&](std::string_view message) { return take(message, listener); });
  if (!link_->is_open() && !lost_) lose_all(listener);
}

bool RemoteCommServer::reject(const char* rule) {
  link_->close(fmt::format("it breaks the rules of the link ({})", rule));
  return false;
}

bool RemoteCommServer::take(std::string_view bytes, spark::AgentGatewayListener& listener) {
  MessageReader message(bytes);
  const MessageKind kind = message.kind();
  if (kind == MessageKind::alive) return true;
  if (kind == MessageKind::ended && message.is_good()) {
    ended_ = true;
    return true;
  }
  const AgentId id = message.agent();
  Agent* agent = find(id);
  if (!agent) return reject("a message from an agent that it does not have");
  switch (kind) {
    case MessageKind::ready:
      if (!message.is_good()) break;
      if (!agent->has_left) listener.agent_ready(id);
      return true;
    case MessageKind::acted: {
      const Step stamp = message.step();
      const std::string_view text = message.text(kMaxActSize);
      if (!message.is_good()) break;
      if (stamp < agent->earliest) return reject("an act in the past");
      if (!agent->has_left) listener.agent_acted(id, stamp, text);
      return true;
    }
    case MessageKind::earliest: {
      const Step earliest = message.step();
      if (!message.is_good()) break;
      if (earliest < agent->earliest) return reject("time that goes backwards");
      agent->earliest = earliest;
      return true;
    }
    case MessageKind::lost: {
      const std::string reason = spark::printable(message.text(Link::kMaxReasonLength), Link::kMaxReasonLength);
      if (!message.is_good()) break;
      // The reason names logs on the commserver's machine.
      if (!std::exchange(agent->has_left, true))
        listener.agent_lost(id, fmt::format("{} (on commserver '{}')", reason, name_));
      return true;
    }
    case MessageKind::report: {
      spark::AgentReport& report = agent->report;
      for (std::uint64_t* count :
           {&report.cycles, &report.acts, &report.late_acts, &report.refused, &report.bytes_to, &report.bytes_from})
        *count = static_cast<std::uint64_t>(message.number(0, kMaxCount));
      for (std::chrono::nanoseconds* time : {&report.thinking_p50, &report.thinking_p99, &report.thinking_max})
        *time = std::chrono::nanoseconds(message.number(0, kMaxCount));
      if (!message.is_good()) break;
      return true;
    }
    default:
      break;
  }
  return reject("a message that makes no sense");
}

void RemoteCommServer::lose_all(spark::AgentGatewayListener& listener) {
  lost_ = true;
  log_.error("the commserver '{}' on {} is lost: {}", name_, link_->peer(), link_->problem());
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (!agents_[i].here || std::exchange(agents_[i].has_left, true)) continue;
    listener.agent_lost(AgentId::at(i), fmt::format("its commserver '{}' is lost", name_));
  }
}

spark::PerceptWriter& RemoteCommServer::begin_sensation(AgentId, Step generated, Step arrival) {
  generated_ = generated;
  arrival_ = arrival;
  percepts_.clear();
  return writer_;
}

void RemoteCommServer::end_sensation(AgentId id, Step next_arrival) {
  const Agent* agent = find(id);
  if (!agent || agent->has_left) return;
  MessageWriter(link_->outgoing())
      .begin(MessageKind::sensation)
      .agent(id)
      .number(generated_)
      .number(arrival_)
      .number(next_arrival)
      .text(percepts_)
      .end();
  link_->send();
}

void RemoteCommServer::expect_sensation(AgentId id, Step arrival) {
  if (Agent* agent = find(id)) agent->expected = arrival;
  MessageWriter(link_->outgoing()).begin(MessageKind::expect).agent(id).number(arrival).end();
  link_->send();
}

Step RemoteCommServer::earliest_act(AgentId id) const {
  const Agent* agent = find(id);
  if (!agent) return 0;
  // If an agent was lost before its commserver knew the time of its first sensation, the commserver has only reported
  // the minimum cost of a cycle. The time at which its body leaves must not depend on which of the two messages came
  // first.
  return agent->has_left && agent->earliest < agent->expected ? agent->expected + agent->earliest : agent->earliest;
}

std::optional<spark::AgentReport> RemoteCommServer::report(AgentId id) const {
  const Agent* agent = find(id);
  if (!agent) return std::nullopt;
  return agent->report;
}

void RemoteCommServer::drop(AgentId id) {
  Agent* agent = find(id);
  if (!agent || std::exchange(agent->has_left, true)) return;
  MessageWriter(link_->outgoing()).begin(MessageKind::drop).agent(id).end();
  link_->send();
}

void RemoteCommServer::shut_down(milliseconds timeout) {
  spark::NullListener no_listener;
  if (!link_->is_open()) return;
  MessageWriter(link_->outgoing()).begin(MessageKind::end).number(timeout.count()).end();
  link_->send();
  const auto deadline = link_->now() + CommServer::kMaxLeaving * timeout + kEndTimeout;
  while (link_->is_open() && !ended_ && link_->now() < deadline) {
    link_->wait(milliseconds(50));
    link_->attend([&](std::string_view message) { return take(message, no_listener); });
  }
  if (!ended_) log_.warning("the commserver '{}' did not report that its agents have ended", name_);
  link_->close("the match is over");
}

}  // namespace commserver
