// SPDX-License-Identifier: Apache-2.0
// A gateway as a third party might write it, from the public headers alone: puppets, which it starts by itself, sense
// and act in every step without any latency, with numbers. Each drives a cart (scenes/cart.rsg) in an arc of its own.
// By `setFault` it misbehaves.
#include <ode/ode.h>

#include <cmath>
#include <deque>
#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/gateway_node.h"
#include "spark/agent/percept_array.h"
#include "spark/core/core.h"

namespace {

using namespace spark;

class Puppets final : public AgentGateway, private AgentObserver {
 public:
  Puppets(int count, std::string fault) : count_(count), fault_(std::move(fault)) {}
  GatewayTraits traits() override {
    GatewayTraits traits;
    traits.notices = {std::to_string(count_) + " puppets"};
    traits.own_types = {"puppet"};
    traits.own_agents.assign(static_cast<std::size_t>(count_), "puppet");
    traits.observer = this;
    return traits;
  }
  void begin() override {}
  Coming start(AgentId agent, const std::string&) override {
    puppets_.push_back({agent});
    return Coming::started;
  }
  std::optional<AgentTiming> timing(AgentId) const override { return AgentTiming{fault_ == "timing" ? 0 : 1, 0, 0}; }
  void receive(AgentGatewayListener& listener) override;
  bool has_pending() const override { return is_pending_; }
  bool send_held() override { return false; }
  PerceptWriter& begin_sensation(AgentId, Step, Step arrival) override {
    percepts_.clear();
    arrival_ = arrival;
    return percepts_;
  }
  void end_sensation(AgentId agent, Step next) override {
    puppet(agent).due = arrival_;
    puppet(agent).next = next;
    puppet(agent).has_axis = percepts_.find("HJ") < percepts_.items().size();
    is_pending_ = true;
  }
  void expect_sensation(AgentId agent, Step arrival) override { puppet(agent).next = arrival; }
  Step earliest_act(AgentId agent) const override {
    for (const Puppet& one : puppets_)
      if (one.id == agent) return one.due >= 0 ? one.due : one.next;
    return 0;
  }
  bool wait_no_longer(AgentId) override { return false; }
  std::optional<AgentReport> report(AgentId) const override { return std::nullopt; }
  void drop(AgentId agent) override {
    puppet(agent).next = earliest_act(agent);
    puppet(agent).due = -1;
  }
  void shut_down(std::chrono::milliseconds) override {}

 private:
  struct Puppet {
    AgentId id;
    bool ready = false, has_axis = false;
    const AgentAspect* body = nullptr;
    Step due = -1, next = 0;
  };
  Puppet& puppet(AgentId agent) {
    for (Puppet& one : puppets_)
      if (one.id == agent) return one;
    throw std::logic_error("not a puppet");
  }
  void act(Puppet& one, AgentGatewayListener& listener);
  void agent_entered(AgentId agent, const AgentAspect& body) override { puppet(agent).body = &body; }
  void agent_left(AgentId agent) override { puppet(agent).body = nullptr; }
  PerceptWriter* begin_copy(AgentId, Step) override { return nullptr; }

  int count_;
  std::string fault_;
  std::deque<Puppet> puppets_;
  PerceptArray percepts_;
  ActionList actions_;
  Step arrival_ = 0;
  bool is_pending_ = true;
};

void Puppets::receive(AgentGatewayListener& listener) {
  is_pending_ = false;
  for (Puppet& one : puppets_) {
    if (!std::exchange(one.ready, true)) listener.agent_ready(one.id);
    if (one.due >= 0) act(one, listener);
  }
}

void Puppets::act(Puppet& one, AgentGatewayListener& listener) {
  const Step due = std::exchange(one.due, -1);
  actions_.clear();
  if (!one.has_axis) {
    actions_.add("create");
  } else {
    for (const Effector* effector : one.body->effectors())
      if (!effector->is_trigger() && !effector->parameters().empty())
        actions_.add(effector->predicate())
            .real(effector->range(0).max *
                  std::sin(static_cast<double>(due * (one.id.number() + 1)) / 700.0 + effector->predicate().size()));
  }
  if (fault_ == "foreign") listener.agent_acted(one.id.number() + 1, due, actions_.all());
  if (fault_ == "past") listener.agent_acted(one.id, due - 1, actions_.all());
  if (fault_ == "ode" && due == 200) dError(d_ERR_UNKNOWN, "%d times nothing", 7);
  if (due == 300) listener.agent_halted(one.id);
  listener.agent_acted(one.id, due, actions_.all());
}

class PuppetsNode final : public GatewayNode {
 public:
  void set_count(int count) { count_ = count; }
  void set_fault(const std::string& fault) { fault_ = fault; }
  std::unique_ptr<AgentGateway> make_gateway(GatewayContext&) override {
    if (fault_ == "throws") throw std::runtime_error("the strings are torn");
    return std::make_unique<Puppets>(count_, fault_);
  }

 private:
  int count_ = 2;
  std::string fault_;
};

}  // namespace

extern "C" void spark_register_bundle(ClassRegistry& classes) {
  classes.add<PuppetsNode>("Puppets", "oxygen/GatewayNode", "Puppets that drive carts.")
      .method("setCount", &PuppetsNode::set_count, "count", "How many.")
      .method("setFault", &PuppetsNode::set_fault, "fault", "How they misbehave.");
}
