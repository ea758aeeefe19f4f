// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/gateway_switch.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/check.h"

namespace spark {
namespace {

/// What each of the gateways says, one after another.
template <typename Ask>
std::vector<std::string> all_of(const std::vector<AgentGateway*>& gateways, const Ask& ask) {
  std::vector<std::string> all;
  for (const AgentGateway* gateway : gateways)
    for (std::string& each : ask(*gateway)) all.push_back(std::move(each));
  return all;
}

/// The texts of those that have one.
template <typename Ask>
std::string joined(const std::vector<AgentGateway*>& gateways, const Ask& ask) {
  std::string all;
  for (const AgentGateway* gateway : gateways)
    if (const std::string text = ask(*gateway); !text.empty()) all += (all.empty() ? "" : ", ") + text;
  return all;
}

template <typename Ask>
bool any_of(const std::vector<AgentGateway*>& gateways, const Ask& ask) {
  return std::ranges::any_of(gateways, [&](const AgentGateway* gateway) { return ask(*gateway); });
}

}  // namespace

/// Notes by which gateway somebody comes; what a gateway says of its own agents goes through.
class GatewaySwitch::Arrivals final : public AgentGatewayListener {
 public:
  Arrivals(GatewaySwitch& owner, AgentGateway& gateway, AgentGatewayListener& listener)
      : owner_(owner), gateway_(gateway), listener_(listener) {}

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
  bool may_act_for(AgentId agent) const { return (gateway_.shows_others() && owner_.find(agent)) || is_own(agent); }
  bool is_own(AgentId agent) const {
    const bool own = owner_.find(agent) == &gateway_;
    if (!own) owner_.log_.complain("gateways", "one speaks of agent {}, which is not its own; refused", agent);
    return own;
  }

  GatewaySwitch& owner_;
  AgentGateway& gateway_;
  AgentGatewayListener& listener_;
};

GatewaySwitch::GatewaySwitch(Log& log, Choice choice) : log_(log), choice_(std::move(choice)) {}

void GatewaySwitch::add(AgentGateway& gateway) {
  if (const int descriptor = gateway.poll_descriptor(); descriptor >= 0) polls_.add(descriptor, EPOLLIN, 0);
  gateways_.push_back(&gateway);
  if (gateway.shows_others()) showing_.push_back(&gateway);
}

void GatewaySwitch::attend(int descriptor, std::function<void()> receive) {
  if (sources_.empty()) polls_.add(source_polls_.descriptor(), EPOLLIN, 0);
  source_polls_.add(descriptor, EPOLLIN, sources_.size());
  sources_.push_back(std::move(receive));
}

AgentGateway* GatewaySwitch::find(AgentId agent) const {
  const auto place = static_cast<std::size_t>(agent);
  return agent >= 0 && place < of_agent_.size() ? of_agent_[place] : nullptr;
}

AgentGateway& GatewaySwitch::of(AgentId agent) const {
  AgentGateway* gateway = find(agent);
  SPARK_DEMAND(gateway);
  return *gateway;
}

void GatewaySwitch::assign(AgentId agent, AgentGateway& gateway) {
  const auto place = static_cast<std::size_t>(agent);
  if (of_agent_.size() <= place) of_agent_.resize(place + 1);
  of_agent_[place] = &gateway;
}

std::string GatewaySwitch::notice() const {
  return joined(gateways_, [](const AgentGateway& gateway) { return gateway.notice(); });
}

std::vector<std::string> GatewaySwitch::own_types() const {
  return all_of(gateways_, [](const AgentGateway& gateway) { return gateway.own_types(); });
}

std::vector<std::string> GatewaySwitch::own_agents() const {
  return all_of(gateways_, [](const AgentGateway& gateway) { return gateway.own_agents(); });
}

bool GatewaySwitch::takes_arrivals() const {
  return any_of(gateways_, [](const AgentGateway& gateway) { return gateway.takes_arrivals(); });
}

int GatewaySwitch::arrives_at_once() const {
  int count = 0;
  for (const AgentGateway* gateway : gateways_) count += gateway->arrives_at_once();
  return count;
}

bool GatewaySwitch::wants_real_time() const {
  return any_of(gateways_, [](const AgentGateway& gateway) { return gateway.wants_real_time(); });
}

void GatewaySwitch::begin() {
  for (AgentGateway* gateway : gateways_) gateway->begin();
}

void GatewaySwitch::start(AgentId agent, const std::string& type) {
  AgentGateway& gateway = choice_(agent, type);
  assign(agent, gateway);
  gateway.start(agent, type);
}

AgentGateway::Coming GatewaySwitch::coming(AgentId agent) const {
  return of(agent).coming(agent);
}

/// Asked of agents that could not be started, too, which have no gateway.
std::optional<AgentTiming> GatewaySwitch::timing(AgentId agent) const {
  const AgentGateway* gateway = find(agent);
  return gateway ? gateway->timing(agent) : std::nullopt;
}

void GatewaySwitch::agent_entered(AgentId agent, const AgentAspect& body) {
  AgentGateway& own = of(agent);
  own.agent_entered(agent, body);
  for (AgentGateway* gateway : showing_)
    if (gateway != &own) gateway->agent_entered(agent, body);
}

void GatewaySwitch::agent_left(AgentId agent) {
  AgentGateway& own = of(agent);
  own.agent_left(agent);
  for (AgentGateway* gateway : showing_)
    if (gateway != &own) gateway->agent_left(agent);
}

bool GatewaySwitch::has_news() const {
  return any_of(gateways_, [](const AgentGateway& gateway) { return gateway.has_news(); });
}

bool GatewaySwitch::send_held() {
  bool sent = false;
  for (AgentGateway* gateway : gateways_) sent |= gateway->send_held();
  return sent;
}

void GatewaySwitch::receive(AgentGatewayListener& listener) {
  if (!sources_.empty())
    for (const epoll_event& event : source_polls_.wait(std::chrono::milliseconds(0))) sources_[event.data.u64]();
  for (AgentGateway* gateway : gateways_) {
    Arrivals arrivals(*this, *gateway, listener);
    gateway->receive(arrivals);
  }
}

PerceptWriter& GatewaySwitch::begin_sensation(AgentId agent, Step generated, Step arrival) {
  AgentGateway& own = of(agent);
  PerceptWriter& writer = own.begin_sensation(agent, generated, arrival);
  if (showing_.empty()) return writer;
  copying_.clear();
  copies_.start(writer);
  for (AgentGateway* gateway : showing_) {
    PerceptWriter* copy = gateway == &own ? nullptr : gateway->begin_copy(agent, arrival);
    if (!copy) continue;
    copies_.add(*copy);
    copying_.push_back(gateway);
  }
  return copying_.empty() ? writer : copies_;
}

void GatewaySwitch::end_sensation(AgentId agent, Step next_arrival) {
  of(agent).end_sensation(agent, next_arrival);
  for (AgentGateway* gateway : copying_) gateway->end_copy(agent);
  copying_.clear();
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

std::string GatewaySwitch::beyond_acts() const {
  return joined(gateways_, [](const AgentGateway& gateway) { return gateway.beyond_acts(); });
}

std::vector<std::string> GatewaySwitch::tallies() const {
  return all_of(gateways_, [](const AgentGateway& gateway) { return gateway.tallies(); });
}

void GatewaySwitch::drop(AgentId agent) {
  of(agent).drop(agent);
}

void GatewaySwitch::shut_down(std::chrono::milliseconds patience) {
  for (AgentGateway* gateway : gateways_) gateway->shut_down(patience);
}

}  // namespace spark
