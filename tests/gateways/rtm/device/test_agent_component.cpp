// SPDX-License-Identifier: Apache-2.0
//
// An agent of another gateway as a component.
#include "gateways/rtm/device/agent_component.h"

#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using Form = AgentPlan::In::Form;

/// Agent7, with effectors for a trigger, numbers, text and words.
struct AgentBench {
  AgentBench() {
    AgentPlan plan{.number = 7,
                   .ins = {{"jump", 0, Form::trigger, 0},
                           {"drive", 1, Form::numbers, 3},
                           {"turn", 2, Form::numbers, 1},
                           {"say", 3, Form::text, 1},
                           {"init", 4, Form::words, 2}},
                   .outs = {{"HJ_arm", "HJ", "arm", true}, {"hear", "hear", {}, false}}};
    agent = std::make_shared<AgentComponent>(plan);
    stage.manager().adopt(agent, plan.number);
  }
  std::vector<Order> act() {
    answer.count = 0;
    agent->act(answer, 1, nullptr);
    return {answer.orders.begin(), answer.orders.begin() + static_cast<std::ptrdiff_t>(answer.count)};
  }
  template <typename Content>
  void put(const std::string& port, Content content) {
    REQUIRE(agent->in_port(port)->put(Value(Value::Content(std::move(content)))) == Refusal::none);
  }

  ComponentStage stage{true};
  std::shared_ptr<AgentComponent> agent;
  Answer answer;
};

void write_hinge(spark::PerceptArray& percepts, std::string_view name, double angle) {
  percepts.begin("HJ");
  percepts.field("name", name);
  percepts.field("axis", angle, spark::Unit::degree);
  percepts.end();
}

}  // namespace

TEST_CASE("an agent's component has the agent's number, and is off at first") {
  AgentBench bench;
  CHECK(bench.agent->name() == "Agent7");
  CHECK(bench.agent->state() == State::off);
  bench.put("turn", 5.0);
  CHECK(bench.act().empty());
  bench.agent->switch_on();
  CHECK(bench.act().empty());  // values put while it was off are forgotten
}

TEST_CASE("values put into an agent's ports become orders of its effectors, once") {
  AgentBench bench;
  bench.agent->switch_on();
  bench.put("jump", true);
  bench.put("drive", Value::Doubles{1, 2, 3});
  bench.put("turn", 5.0);
  bench.put("say", std::string("hello there"));
  bench.put("init", std::string("(unum 7)(name foo)"));
  const auto orders = bench.act();
  REQUIRE(orders.size() == 5);
  for (std::size_t i = 0; i < orders.size(); ++i) CHECK(orders[i].effector == i);
  CHECK(orders[1].numbers[2] == 3.0);
  CHECK_FALSE(orders[1].numbers[3]);
  CHECK(orders[2].numbers[0] == 5.0);
  CHECK(orders[3].text == "hello there");
  CHECK(orders[3].text_parameter == 0);
  CHECK(orders[4].kind == Order::Kind::words);
  CHECK(orders[4].text == "(unum 7)(name foo)");
  CHECK(bench.act().empty());
}

TEST_CASE("a trigger of false and a wrong count of numbers give no order") {
  AgentBench bench;
  bench.agent->switch_on();
  bench.put("jump", false);
  bench.put("drive", Value::Doubles{1, 2});
  CHECK(bench.act().empty());
  CHECK(bench.stage.lines_with("Agent7.drive: 2 numbers, where its effector takes 3") == 1);
}

TEST_CASE("an agent's percepts are put as the numbers of one, or as the text of all with a name") {
  AgentBench bench;
  bench.agent->switch_on();
  spark::PerceptArray percepts;
  write_hinge(percepts, "leg", 1.0);
  write_hinge(percepts, "arm", 12.5);
  for (const char* word : {"ball", "mine"}) percepts.field("hear", word);
  bench.agent->sense(percepts);
  CHECK(bench.agent->out_port("HJ_arm")->get() == Value(Value::Doubles{12.5}));
  CHECK(to_text(bench.agent->out_port("hear")->get()) == "(hear ball)(hear mine)");
  percepts.clear();
  bench.agent->sense(percepts);
  CHECK(bench.agent->out_port("HJ_arm")->get() == Value(Value::Doubles{12.5}));
}

}  // namespace rtm
