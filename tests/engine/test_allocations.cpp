// SPDX-License-Identifier: Apache-2.0
// Once every buffer has reached its largest size, a match allocates no memory outside ODE (which does not use operator
// new), in simulation, dialogues, sensations, acts and notifies.
#include <catch2/catch.hpp>
#include <optional>

#include "commserver/agent_dialogue.h"
#include "spark/agent/sexp_percept_writer.h"
#include "tests/engine/stage.h"
#include "tests/support/count_allocations.h"
#include "tests/support/plain_gateway.h"

using namespace engine_test;
using commserver::AgentDialogue;

namespace {

/// Agents that answer each sensation at once with acts and five time requests, and each notify with an act, without
/// allocating memory.
class SteadyGateway final : public PlainGateway {
 public:
  explicit SteadyGateway(spark::Log& log) : log_(log) { request_.reserve(32); }

  Coming start(AgentId id, const std::string&) override {
    agents_.push_back(std::make_unique<AgentDialogue>(id, std::make_unique<commserver::FixedMeter>(1),
                                                      commserver::DrawingLog({}, 0, log_), AgentDialogue::Rules{},
                                                      log_));
    agents_.back()->take("I", nobody_);
    return Coming::started;
  }
  void receive(spark::AgentGatewayListener& listener) override {
    listener_ = &listener;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      if (!introduced_) listener.agent_ready(AgentId::at(i));
      while (agents_[i]->open_next()) answer(*agents_[i]);
    }
    introduced_ = true;
  }
  /// As `Simulation::run` does between two steps.
  void receive() { receive(*listener_); }
  spark::PerceptWriter& begin_sensation(AgentId, Step generated, Step arrival) override {
    arrival_ = arrival;
    AgentDialogue::begin_sensation(frame_, generated, arrival);
    return writer_.emplace(frame_);
  }
  void end_sensation(AgentId id, Step next_arrival) override {
    agents_[id.index()]->add_sensation(frame_, arrival_, next_arrival);
  }
  void expect_sensation(AgentId id, Step arrival) override { agents_[id.index()]->expect_sensation(arrival); }
  Step earliest_act(AgentId id) const override { return agents_[id.index()]->earliest_act(); }

  long sensations = 0;
  long notifies = 0;

 private:
  void answer(AgentDialogue& agent) {
    const std::string_view bytes = agent.outgoing().pending();
    const bool sensation = bytes[4] == 'S';
    agent.outgoing().sent(bytes.size());
    if (sensation) {
      ++sensations;
      agent.take("A(note a_word_that_is_longer_than_any_small_string)(note another_word_of_that_kind)", *listener_);
      for (Step time = arrival_; time < arrival_ + 5; ++time) {
        request_ = "R";
        spark::append_integer(request_, time);
        agent.take(request_, *listener_);
      }
      agent.take("C", *listener_);
      agent.outgoing().clear();
    } else {
      ++notifies;
      agent.take("A(note a_word_that_answers_a_notify_and_not_a_sensation)", *listener_);
    }
    agent.take("D", *listener_);
  }

  spark::Log& log_;
  std::vector<std::unique_ptr<AgentDialogue>> agents_;
  spark::NullListener nobody_;
  spark::AgentGatewayListener* listener_ = nullptr;
  bool introduced_ = false;
  std::string frame_;
  std::string request_;
  std::optional<spark::SexpPerceptWriter> writer_;
  Step arrival_ = 0;
};

}  // namespace

TEST_CASE("a match of 22 agents with sensations, acts and notifies runs without allocating memory") {
  Stage stage(1'000'000'000, 1'000'000'000);
  stage.events().writes = false;
  SteadyGateway gateway(stage.core.log);
  spark::Simulation& simulation = stage.make_simulation(gateway, {});
  for (int i = 0; i < 22; ++i) simulation.start_agent("steady");
  simulation.connect_agents();
  const auto go_to = [&](Step time) {
    // Each turn lets all agents think as far as they may, so the world advances in each.
    for (Step turns = time - stage.core.clock.now(); turns > 0; --turns) {
      gateway.receive();
      simulation.advance();
    }
  };
  // The event queue reuses its texts in turn: each grows once, when it first gets the longest act. After that the match
  // repeats itself every 20 steps, so any allocation shows within 2000.
  go_to(2000);
  const long warm_sensations = gateway.sensations;
  const long warm_notifies = gateway.notifies;
  const int warm_notes = stage.events().notes;
  const long before = allocations;
  go_to(4000);
  CHECK(allocations == before);
  CHECK(stage.core.clock.now() == 4000);
  // 2000 steps are 100 sensations of each agent, give or take those on their way.
  CHECK(gateway.sensations - warm_sensations == 22 * 100);
  CHECK(gateway.notifies - warm_notifies == 22 * 100 * 5);
  CHECK(stage.events().notes - warm_notes == 22 * 100 * 7);
}
