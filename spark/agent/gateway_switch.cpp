// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/gateway_switch.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/check.h"

namespace spark {

/// Records through which gateway an agent arrives, and passes on a gateway's reports about its own agents.
class GatewaySwitch::Arrivals final : public AgentGatewayListener {
 public:
  Arrivals(GatewaySwitch& owner, const Member& member, AgentGatewayListener& listener)
      : owner_(owner), gateway_(*member.gateway), observes_others_(member.observes_others), listener_(listener) {}

  std::optional<AgentId> agent_arrived(const std::string& type) override {
    const auto agent = listener_.agent_arrived(type);
    if (agent) owner_.assign(*agent, gateway_);
    return agent;
  }
  void agent_ready(AgentId agent) override {
    if (is_own(agent)) listener_.agent_ready(agent);
  }
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    if (may_act_for(agent)) listener_.agent_acted(agent, stamp, text);
  }
  void agent_acted(AgentId agent, Step stamp, std::span<const Action> actions) override {
    if (may_act_for(agent)) listener_.agent_acted(agent, stamp, actions);
  }
  void agent_halted(AgentId agent) override {
    if (is_own(agent)) listener_.agent_halted(agent);
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    if (is_own(agent)) listener_.agent_lost(agent, reason);
  }

 private:
  bool may_act_for(AgentId agent) const { return (observes_others_ && owner_.find(agent)) || is_own(agent); }
  bool is_own(AgentId agent) const {
    const bool own = owner_.find(agent) == &gateway_;
    if (!own)
      owner_.log_.complain("gateways", "a report about agent {}, which belongs to another gateway, is refused", agent);
    return own;
  }

  GatewaySwitch& owner_;
  AgentGateway& gateway_;
  const bool observes_others_;
  AgentGatewayListener& listener_;
};

GatewaySwitch::GatewaySwitch(Log& log, Choice choice) : log_(log), choice_(std::move(choice)) {}

void GatewaySwitch::add(AgentGateway& gateway) {
  const GatewayTraits traits = gateway.traits();
  traits_.add(traits);
  if (traits.poll_descriptor >= 0) polls_.add(traits.poll_descriptor, EPOLLIN, 0);
  const Member member{&gateway, traits.observer, traits.observer && traits.observes_others};
  members_.push_back(member);
  if (member.observes_others) observing_others_.push_back(member);
}

void GatewaySwitch::attend(int descriptor, std::function<void()> receive) {
  if (sources_.empty()) polls_.add(source_polls_.descriptor(), EPOLLIN, 0);
  source_polls_.add(descriptor, EPOLLIN, sources_.size());
  sources_.push_back(std::move(receive));
}

AgentGateway* GatewaySwitch::find(AgentId agent) const {
  return agent.index() < of_agent_.size() ? of_agent_[agent.index()] : nullptr;
}

AgentGateway& GatewaySwitch::of(AgentId agent) const {
  AgentGateway* gateway = find(agent);
  SPARK_DEMAND(gateway);
  return *gateway;
}

void GatewaySwitch::assign(AgentId agent, AgentGateway& gateway) {
  if (of_agent_.size() <= agent.index()) of_agent_.resize(agent.index() + 1);
  of_agent_[agent.index()] = &gateway;
}

GatewayTraits GatewaySwitch::traits() {
  GatewayTraits all = traits_;
  all.poll_descriptor = polls_.descriptor();
  all.observer = this;
  return all;
}

void GatewaySwitch::begin() {
  for (const Member& member : members_) member.gateway->begin();
}

AgentGateway::Coming GatewaySwitch::start(AgentId agent, const std::string& type) {
  AgentGateway& gateway = choice_(agent, type);
  assign(agent, gateway);
  return gateway.start(agent, type);
}

/// Also called for agents that could not be started, and so have no gateway.
std::optional<AgentTiming> GatewaySwitch::timing(AgentId agent) const {
  const AgentGateway* gateway = find(agent);
  return gateway ? gateway->timing(agent) : std::nullopt;
}

/// The agent's own gateway comes first.
template <typename Call>
void GatewaySwitch::notify_observers(AgentId agent, const Call& call) {
  const AgentGateway& own = of(agent);
  for (const Member& member : members_)
    if (member.gateway == &own && member.observer) call(*member.observer);
  for (const Member& member : observing_others_)
    if (member.gateway != &own) call(*member.observer);
}

void GatewaySwitch::agent_entered(AgentId agent, const AgentAspect& body) {
  notify_observers(agent, [&](AgentObserver& observer) { observer.agent_entered(agent, body); });
}

void GatewaySwitch::agent_left(AgentId agent) {
  notify_observers(agent, [&](AgentObserver& observer) { observer.agent_left(agent); });
}

bool GatewaySwitch::has_pending() const {
  return std::ranges::any_of(members_, [](const Member& member) { return member.gateway->has_pending(); });
}

bool GatewaySwitch::send_held() {
  bool sent = false;
  for (const Member& member : members_) sent |= member.gateway->send_held();
  return sent;
}

void GatewaySwitch::receive(AgentGatewayListener& listener) {
  if (!sources_.empty())
    for (const epoll_event& event : source_polls_.wait(std::chrono::milliseconds(0))) sources_[event.data.u64]();
  for (const Member& member : members_) {
    Arrivals arrivals(*this, member, listener);
    member.gateway->receive(arrivals);
  }
}

PerceptWriter& GatewaySwitch::begin_sensation(AgentId agent, Step generated, Step arrival) {
  AgentGateway& own = of(agent);
  PerceptWriter& writer = own.begin_sensation(agent, generated, arrival);
  bool is_copied = false;
  for (const Member& member : observing_others_) {
    PerceptWriter* copy = member.gateway == &own ? nullptr : member.observer->begin_copy(agent, arrival);
    if (!copy) continue;
    if (!std::exchange(is_copied, true)) copies_.start(writer);
    copies_.add(*copy);
  }
  return is_copied ? copies_ : writer;
}

void GatewaySwitch::end_sensation(AgentId agent, Step next_arrival) {
  of(agent).end_sensation(agent, next_arrival);
}

void GatewaySwitch::expect_sensation(AgentId agent, Step arrival) {
  of(agent).expect_sensation(agent, arrival);
}

Step GatewaySwitch::earliest_act(AgentId agent) const {
  return of(agent).earliest_act(agent);
}

bool GatewaySwitch::wait_no_longer(AgentId agent) {
  return of(agent).wait_no_longer(agent);
}

std::optional<AgentReport> GatewaySwitch::report(AgentId agent) const {
  const AgentGateway* gateway = find(agent);
  return gateway ? gateway->report(agent) : std::nullopt;
}

void GatewaySwitch::drop(AgentId agent) {
  of(agent).drop(agent);
}

void GatewaySwitch::shut_down(std::chrono::milliseconds timeout) {
  for (const Member& member : members_) member.gateway->shut_down(timeout);
}

}  // namespace spark
