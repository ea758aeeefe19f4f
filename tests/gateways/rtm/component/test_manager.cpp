// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>

#include "tests/gateways/rtm/component/probe.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::Contains;

class Notes final : public Publisher {
 public:
  std::string choose_name(const std::string& type, const std::function<bool(const std::string&)>& is_free) override {
    for (int number = 0;; ++number) {
      const std::string name = type + std::to_string(number);
      if (is_free(name) && !elsewhere.contains(name)) return prefix + name;
    }
  }
  void publish(const std::shared_ptr<Component>& component) override {
    if (refuses) throw std::runtime_error("no name server");
    CHECK(component->log());
    notes.push_back("+" + component->name());
  }
  void withdraw(const Component& component) override {
    CHECK_FALSE(component.has_left());
    notes.push_back("-" + component.name());
    if (refuses) throw std::runtime_error("no name server any more");
  }

  std::set<std::string> elsewhere;
  std::string prefix;
  bool refuses = false;
  std::vector<std::string> notes;
};

std::vector<std::string> names(const Manager& manager) {
  std::vector<std::string> names;
  for (const auto& component : manager.components()) names.push_back(component->name());
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("components get the first free number of their type") {
  ComponentStage stage;
  const auto first = stage.add<Probe>();
  stage.add<Probe>();
  CHECK(names(stage.manager()) == Names{"Probe0", "Probe1"});
  CHECK(stage.manager().find("Probe0") == first);
  CHECK_FALSE(stage.manager().find("Probe"));
  stage.manager().remove(first);
  CHECK(first->has_left());
  CHECK_FALSE(stage.manager().find("Probe0"));
  CHECK(names(stage.manager()) == Names{"Probe1"});
  stage.manager().remove(first);
  stage.manager().remove(nullptr);
  stage.add<Probe>();
  CHECK(names(stage.manager()) == Names{"Probe1", "Probe0"});
}

TEST_CASE("a publisher avoids names in use elsewhere, and is notified of all components") {
  ComponentStage stage;
  Notes notes;
  notes.elsewhere = {"Probe1"};
  stage.publisher_ = &notes;
  const auto first = stage.add<Probe>();
  stage.add<Probe>();
  CHECK(names(stage.manager()) == Names{"Probe0", "Probe2"});
  stage.manager().remove(first);
  stage.manager().shut_down();
  CHECK(notes.notes == Names{"+Probe0", "+Probe2", "-Probe0", "-Probe2"});
}

TEST_CASE("a component that cannot be published is not created") {
  ComponentStage stage;
  Notes notes;
  notes.refuses = true;
  stage.publisher_ = &notes;
  CHECK_THROWS_WITH(stage.add<Probe>(), "Probe0: no name server");
  CHECK(stage.manager().components().empty());
  notes.refuses = false;
  CHECK(stage.add<Probe>()->name() == "Probe0");
  notes.refuses = true;
  stage.manager().shut_down();
  CHECK(stage.lines_with("cannot be withdrawn: no name server any more") == 1);
  notes.refuses = false;
}

TEST_CASE("an invalid name for a component is refused") {
  ComponentStage stage;
  Notes notes;
  notes.prefix = "../";
  stage.publisher_ = &notes;
  CHECK_THROWS_WITH(stage.add<Probe>(), Contains("is not a name for a component: expected 1 to 64"));
  CHECK(notes.notes.empty());
  struct Long final : Component {
    Long() : Component(std::string(64, 'a'), Pattern::passive) {}
  };
  ComponentStage other;
  CHECK_THROWS_WITH(other.add<Long>(), Contains("is not a name for a component: expected 1 to 64"));
}

TEST_CASE("a process has at most 256 components") {
  ComponentStage stage(true);
  for (std::size_t i = 0; i < kMaxComponents; ++i) stage.add<Probe>();
  CHECK_THROWS_WITH(stage.add<Probe>(), "more than 256 components");
  stage.manager().remove(stage.manager().find("Probe200"));
  CHECK(stage.add<Probe>()->name() == "Probe200");
}

TEST_CASE("components are created by their registered types, and failures are reported") {
  ComponentStage stage;
  Manager& manager = stage.manager();
  manager.add_type("Probe", [] { return std::make_shared<Probe>(); });
  manager.add_type("Broken", []() -> std::shared_ptr<Component> { throw std::runtime_error("no\ncamera"); });
  manager.add_type("None", []() -> std::shared_ptr<Component> { return nullptr; });
  CHECK_THROWS_AS(manager.add_type("Probe", [] { return std::make_shared<Probe>(); }), std::invalid_argument);
  CHECK_THROWS_AS(manager.add_type("a b", [] { return std::make_shared<Probe>(); }), std::invalid_argument);
  CHECK_THROWS_AS(manager.add_type("Nothing", nullptr), std::invalid_argument);
  CHECK(manager.types() == Names{"Broken", "None", "Probe"});
  CHECK(manager.create("Probe")->name() == "Probe0");
  CHECK_THROWS_WITH(manager.create("Logic"), "there is no component type Logic");
  CHECK_THROWS_WITH(manager.create("Broken"), "Broken: no?camera");
  CHECK_THROWS_WITH(manager.create("None"), Contains("None"));
  CHECK_THROWS_WITH(manager.create("Probe", {{"threshold", "1"}}), Contains("Probe has no parameter 'threshold'"));
  CHECK_THROWS_AS(manager.adopt(nullptr), std::runtime_error);
  CHECK_THROWS_AS(manager.adopt(manager.find("Probe0")), std::runtime_error);
  CHECK(names(manager) == Names{"Probe0"});
}

/// Notes the value of its parameter in on_initialize.
class Configured final : public Component {
 public:
  Configured() : Component("Configured", Pattern::client) { add_parameter("depth", "1"); }
  std::string found;

 protected:
  void on_initialize() override { found = name() + ' ' + parameter("depth"); }
};

TEST_CASE("a new component is set up when it has its name and before it initializes") {
  ComponentStage stage;
  Manager& manager = stage.manager();
  manager.add_type("Configured", [] { return std::make_shared<Configured>(); });
  const auto component =
      manager.create("Configured", [](Component& made, const std::string& name, ContextSettings& context) {
        CHECK(name == "Configured0");
        CHECK_FALSE(made.log());
        CHECK(made.set_parameter("depth", "2"));
        context.rate = 25.0;
      });
  CHECK(std::static_pointer_cast<Configured>(component)->found == "Configured0 2");
  const auto contexts = component->owned_contexts();
  REQUIRE(contexts.size() == 1);
  const auto context = std::dynamic_pointer_cast<ExecutionContext>(contexts[0]);
  REQUIRE(context);
  CHECK(context->rate() == 25.0);
  const auto refuses = [](Component&, const std::string&, ContextSettings&) { throw std::runtime_error("not today"); };
  CHECK_THROWS_WITH(manager.create("Configured", refuses), "Configured1: not today");
  CHECK(names(manager) == Names{"Configured0"});
}

TEST_CASE("need_context_type refuses unknown types before a context is made") {
  ComponentStage stage;
  Manager& manager = stage.manager();
  manager.add_context_type("Mine", [](const ContextSettings&, const Environment&) { return nullptr; });
  CHECK_NOTHROW(manager.need_context_type("Mine"));
  CHECK_THROWS_WITH(manager.need_context_type("Yours"),
                    Contains("there is no type Yours of execution contexts; there are ") && Contains("Mine"));
}

TEST_CASE("ticks go to the components in the order in which they were added") {
  ComponentStage stage(true);
  std::vector<int> order;
  std::vector<std::shared_ptr<Probe>> probes;
  for (int i = 0; i < 3; ++i) {
    probes.push_back(stage.add<Probe>());
    probes.back()->executing = [&order, i] { order.push_back(i); };
    probes.back()->switch_on();
  }
  stage.manager().tick();
  stage.manager().tick();
  CHECK(order == std::vector<int>{0, 1, 2, 0, 1, 2});
}

TEST_CASE("a component that is ticked apart ignores the manager's ticks") {
  ComponentStage stage(true);
  const auto apart = stage.add<Probe>(), usual = stage.add<Probe>();
  apart->tick_apart();
  for (const auto& probe : {apart, usual}) probe->switch_on();
  stage.manager().tick();
  stage.manager().tick();
  CHECK(usual->executed == 2);
  CHECK(apart->executed == 0);
  CHECK(apart->calls().empty());
  apart->tick();
  CHECK(apart->executed == 1);
}

TEST_CASE("the puts of a component are reported, unless it turns that off") {
  std::vector<std::string> reported;
  spark::Log log;
  HeldClock clock;
  Environment environment{.log = log, .real_clock = clock, .time = [] { return std::chrono::nanoseconds(1); }};
  environment.on_put = [&](const OutPort& port, const Value&) { reported.push_back(port.full_name()); };
  Manager manager(environment, {}, nullptr);
  class Source final : public Component {
   public:
    Source() : Component("Source", Pattern::passive), out(add_out_port("out", ValueType::float64)) {}
    OutPort& out;
  };
  const auto one = std::make_shared<Source>(), other = std::make_shared<Source>();
  for (const auto& source : {one, other}) manager.adopt(source);
  other->report_no_puts();
  for (const auto& source : {one, other}) source->out.put(Value(1.0));
  CHECK(reported == std::vector<std::string>{"Source0.out"});
  CHECK(other->out.get().number() == 1.0);
}

TEST_CASE("components may come and go in a tick") {
  ComponentStage stage(true);
  const auto probe = stage.add<Probe>();
  probe->executing = [&] {
    stage.manager().remove(probe);
    stage.add<Probe>()->switch_on();
  };
  probe->switch_on();
  stage.manager().tick();
  CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
  CHECK(probe->state() == State::off);
  CHECK(names(stage.manager()) == Names{"Probe0"});
  stage.manager().tick();
  CHECK(stage.manager().find("Probe0")->state() == State::on);
}

TEST_CASE("a component may remove itself in its own activity") {
  ComponentStage stage;
  auto probe = stage.add<Probe>();
  probe->executing = [&stage, it = probe.get()] {
    stage.manager().remove(std::static_pointer_cast<Probe>(it->shared_from_this()));
  };
  probe->switch_on();
  REQUIRE(wait_until([&] { return probe->calls() == Calls{"on_activated", "on_deactivated"}; }));
  CHECK(stage.manager().components().empty());
  const std::weak_ptr<Probe> gone = probe;
  probe.reset();
  CHECK(wait_until([&] { return gone.expired(); }));
}

TEST_CASE("at shutdown all components are deactivated, and no more are created") {
  for (const Pattern pattern : {Pattern::passive, Pattern::client}) {
    ComponentStage stage;
    const auto probe = stage.add<Probe>(pattern);
    probe->switch_on();
    stage.manager().shut_down();
    CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
    CHECK(probe->state() == State::off);
    CHECK(stage.manager().components().empty());
    CHECK_THROWS_WITH(stage.add<Probe>(), Contains("no more components"));
    stage.manager().shut_down();
    CHECK(stage.lines().empty());
  }
}

}  // namespace
}  // namespace rtm
