// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/agent/percept_writer.h"
#include "spark/core/log.h"
#include "spark/core/poll_set.h"

namespace spark {

/// Forwards percepts to several writers, which it borrows.
class PerceptTee final : public PerceptWriter {
 public:
  /// Makes `writer` the only one.
  void start(PerceptWriter& writer) { writers_.assign(1, &writer); }
  void add(PerceptWriter& writer) { writers_.push_back(&writer); }

  void begin(std::string_view name) override {
    for (PerceptWriter* writer : writers_) writer->begin(name);
  }
  void end() override {
    for (PerceptWriter* writer : writers_) writer->end();
  }
  void real(double value, Unit unit) override {
    for (PerceptWriter* writer : writers_) writer->real(value, unit);
  }
  void integer(std::int64_t value, Unit unit) override {
    for (PerceptWriter* writer : writers_) writer->integer(value, unit);
  }
  void text(std::string_view text) override {
    for (PerceptWriter* writer : writers_) writer->text(text);
  }
  void reals(std::string_view name, std::span<const Real> values) override {
    for (PerceptWriter* writer : writers_) writer->reals(name, values);
  }
  void named_text(std::string_view name, std::string_view value) override {
    for (PerceptWriter* writer : writers_) writer->named_text(name, value);
  }

 private:
  std::vector<PerceptWriter*> writers_;
};

/// Combines several gateways into one: each agent is reached through the gateway that started it, or through which it
/// connected. Reports of a gateway about agents of other gateways are refused, with a line in the log, except acts if
/// it observes others.
class GatewaySwitch final : public AgentGateway, private AgentObserver {
 public:
  /// Chooses the gateway, one of those added, that starts an agent of that type. Throws `std::runtime_error` if none
  /// can.
  using Choice = std::function<AgentGateway&(AgentId, const std::string& type)>;

  /// Log and gateways must outlive it. Throws `std::runtime_error` if the system is out of descriptors.
  GatewaySwitch(Log& log, Choice choice);
  GatewaySwitch(const GatewaySwitch&) = delete;
  GatewaySwitch& operator=(const GatewaySwitch&) = delete;

  /// Adds a gateway. Gateways report in the order in which they were added.
  void add(AgentGateway& gateway);
  /// Before the gateways report, `receive` is called whenever `descriptor` polls readable: for a source that serves
  /// gateways without being one of them.
  void attend(int descriptor, std::function<void()> receive);

  /// The combined traits of the gateways added so far.
  GatewayTraits traits() override;
  void begin() override;
  Coming start(AgentId agent, const std::string& type) override;
  std::optional<AgentTiming> timing(AgentId agent) const override;
  void receive(AgentGatewayListener& listener) override;
  bool has_pending() const override;
  bool send_held() override;
  PerceptWriter& begin_sensation(AgentId agent, Step generated, Step arrival) override;
  void end_sensation(AgentId agent, Step next_arrival) override;
  void expect_sensation(AgentId agent, Step arrival) override;
  Step earliest_act(AgentId agent) const override;
  bool wait_no_longer(AgentId agent) override;
  std::optional<AgentReport> report(AgentId agent) const override;
  void drop(AgentId agent) override;
  void shut_down(std::chrono::milliseconds timeout) override;

 private:
  class Arrivals;
  struct Member {
    AgentGateway* gateway;
    AgentObserver* observer;  ///< or null
    bool observes_others;
  };
  AgentGateway& of(AgentId agent) const;
  AgentGateway* find(AgentId agent) const;
  void assign(AgentId agent, AgentGateway& gateway);
  template <typename Call>
  void notify_observers(AgentId agent, const Call& call);

  void agent_entered(AgentId agent, const AgentAspect& body) override;
  void agent_left(AgentId agent) override;
  // Copies are made in `begin_sensation`.
  PerceptWriter* begin_copy(AgentId, Step) override { return nullptr; }

  Log& log_;
  std::vector<Member> members_;
  Choice choice_;
  GatewayTraits traits_;
  std::vector<AgentGateway*> of_agent_;
  std::vector<Member> observing_others_;  ///< members that observe agents of others
  PerceptTee copies_;
  std::vector<std::function<void()>> sources_;
  PollSet source_polls_;  ///< descriptors of the sources, with their indices as keys
  PollSet polls_;         ///< of all members that have descriptors
};

}  // namespace spark
