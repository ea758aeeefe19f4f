// SPDX-License-Identifier: Apache-2.0
//
// Set points of a script for components that are created later.
#include <catch2/catch.hpp>

#include <atomic>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/server/peer_wiring.h"
#include "gateways/rtm/server/wiring.h"
#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

struct Box final : Component {
  Box() : Component("Box", Pattern::client), in(add_in_port("in")), out(add_out_port("out")) {
    add_in_port("words", ValueType::string);
  }
  InPort& in;
  OutPort& out;
};

struct Yard {
  explicit Yard(SetPoints set_points)
      : wiring(std::move(set_points), stage.manager(), stage.manager().environment().log, mistakes) {}
  std::shared_ptr<Box> add() {
    auto box = stage.add<Box>();
    wiring.came(box);
    wiring.try_all();
    return box;
  }
  ComponentStage stage{true};
  spark::LateMistakes mistakes{stage.manager().environment().log, true};
  Wiring wiring;
};

}  // namespace

TEST_CASE("components are connected and switched as soon as they exist") {
  Yard yard({.wires = {{"", "Box0.out", "Box1.in"}},
             .switches = {{"", "Box1", true}, {"", "Box0", true}, {"", "Box0", false}},
             .puts = {}});
  const auto first = yard.add();
  CHECK(first->out.links().empty());
  const auto second = yard.add();
  CHECK(first->out.links().size() == 1);
  first->out.put(Value(3));
  CHECK(second->in.get().number() == 3);
  yard.stage.manager().tick();
  CHECK(second->state() == State::on);
  CHECK(first->state() == State::off);
  yard.wiring.report_rest();
  CHECK(yard.stage.lines().empty());
  CHECK_NOTHROW(yard.mistakes.end_if_strict());
}

TEST_CASE("names in a script mean components of this server, even if another one has that name") {
  ComponentStage stage(true);
  stage.add<Box>();  // the Box0 of another program
  spark::LateMistakes mistakes(stage.manager().environment().log, false);
  Wiring wiring({.wires = {}, .switches = {{"", "Box0", true}}, .puts = {}}, stage.manager(),
                stage.manager().environment().log, mistakes);
  const auto ours = stage.add<Box>();
  wiring.came(ours);
  CHECK(stage.lines_with("Box0 is called Box1: another component has its name") == 1);
  wiring.try_all();
  stage.manager().tick();
  CHECK(ours->state() == State::on);
  CHECK(stage.manager().find("Box0")->state() == State::off);
}

TEST_CASE("set points that cannot be applied are reported in a line each, and end a strict match") {
  Yard yard({.wires = {{"a.rb:1", "Box0.out", "Sink0.in"},
                       {"a.rb:2", "Source0.out", "Box0.in"},
                       {"a.rb:3", "Box0.out", "Box0.words"},
                       {"a.rb:4", "Box0.outt", "Box0.in"}},
             .switches = {{"a.rb:5", "Bux0", true}, {"a.rb:6", "Sink0", false}},
             .puts = {{.place = "a.rb:7", .seconds = 2, .step = 200, .port = "Box0.in", .words = {"fast"}},
                      {.place = "a.rb:8", .seconds = 2, .step = 200, .port = "Box0.inn", .words = {"1"}},
                      {.place = "a.rb:9", .seconds = 2, .step = 200, .port = "Box7.in", .words = {"1"}},
                      {.place = "a.rb:10", .seconds = 2, .step = 200, .port = "Box0.in", .words = {"3"}}}});
  const auto box = yard.add();
  for (int i = 0; i < 2; ++i) {
    yard.wiring.report_rest();
    yard.wiring.check_puts();
  }
  CHECK(yard.stage.lines_with("a.rb:1: rtm: connect('Box0.out', 'Sink0.in'): there is no component Sink0") == 1);
  CHECK(yard.stage.lines_with("a.rb:2: rtm: connect('Source0.out', 'Box0.in'): there is no component Source0") == 1);
  CHECK(yard.stage.lines_with("a.rb:3: rtm: connect('Box0.out', 'Box0.words'): Box0.out has values of type float") ==
        1);
  CHECK(yard.stage.lines_with(
            "a.rb:4: rtm: connect('Box0.outt', 'Box0.in'): Box0 has no OutPort 'outt'; did you mean out?") == 1);
  CHECK(yard.stage.lines_with("a.rb:5: rtm: activate('Bux0'): there is no component Bux0; did you mean Box0?") == 1);
  CHECK(yard.stage.lines_with("a.rb:6: rtm: deactivate('Sink0'): there is no component Sink0") == 1);
  CHECK(yard.stage.lines_with("a.rb:7: rtm: schedule('Box0.in', 2, …): 'fast' is not of type float") == 1);
  CHECK(yard.stage.lines_with("a.rb:8: rtm: schedule('Box0.inn', 2, …): Box0 has no InPort 'inn'; did you mean in?") ==
        1);
  CHECK(yard.stage.lines_with(
            "a.rb:9: rtm: schedule('Box7.in', 2, …): there is no component Box7; did you mean Box0?") == 1);
  CHECK(yard.stage.lines().size() == 9);
  CHECK_THROWS_WITH(yard.mistakes.end_if_strict(),
                    Catch::Contains("a.rb:") && Catch::Contains("(--strict; 8 more such mistakes above)"));
  yard.wiring.put_until(300);
  CHECK(box->in.get().number() == 3);
  CHECK(yard.mistakes.count() == 9);
}

TEST_CASE("values are put at their steps, those of one step in the script's order") {
  Yard yard({.wires = {},
             .switches = {},
             .puts = {{.step = 20, .port = "Box0.in", .words = {"5"}},
                      {.step = 10, .port = "Box0.in", .words = {"1"}},
                      {.step = 10, .port = "Box0.in", .words = {"2"}},
                      {.step = 11, .port = "Box0.in", .words = {"fast"}},
                      {.step = 11, .port = "Box7.in", .words = {"1"}}}});
  const auto box = yard.add();
  yard.wiring.put_until(9);
  CHECK(box->in.puts() == 0);
  yard.wiring.put_until(10);
  CHECK(box->in.puts() == 2);
  CHECK(box->in.get().number() == 2);
  yard.wiring.put_until(30);  // steps may be skipped
  CHECK(box->in.get().number() == 5);
  CHECK(yard.stage.lines_with("rtm: schedule('Box0.in', 0, …): 'fast' is not of type float") == 1);
  CHECK(yard.stage.lines_with("rtm: schedule('Box7.in', 0, …): there is no component Box7") == 1);
  yard.wiring.put_until(40);
  CHECK(box->in.puts() == 3);
}

TEST_CASE("set points for components of other programs are handed over, with the names of the network") {
  ComponentStage stage(true);
  stage.add<Box>();  // the Box0 of another program
  spark::LateMistakes mistakes(stage.manager().environment().log, false);
  Wiring wiring({.wires = {{"a.rb:1", "Box0.out", "SeqIn0.Float"},
                           {"a.rb:2", "SeqOut0.Long", "Box1.in"},
                           {"a.rb:3", "Box0.out", "Agent4.drive"},
                           {"a.rb:4", "Box0.out", "Box1.in"}},
                 .switches = {{"a.rb:5", "SeqIn0", true}, {"a.rb:6", "Agent4", false}, {"a.rb:7", "Box0", true}},
                 .puts = {}},
                stage.manager(), stage.manager().environment().log, mistakes);
  wiring.came(stage.add<Box>());
  std::vector<std::string> taken;
  bool agents_may_come = true;
  const auto begin = [&] {
    wiring.hand_over_to(
        {[&](const SetPoints::Wire& wire, const std::string& out, const std::string& in) {
           taken.push_back(wire.place + " " + wire.call() + ": " + out + " " + in);
         },
         [&](const SetPoints::Switch& change) { taken.push_back(change.place + " " + change.call()); },
         [&](const std::string& name) { return name == "Box1" || (agents_may_come && name.starts_with("Agent")); }});
  };
  begin();
  // Components that may still be created here are waited for, those of other programs are not.
  CHECK(taken == std::vector<std::string>{"a.rb:1 connect('Box0.out', 'SeqIn0.Float'): Box1.out SeqIn0.Float",
                                          "a.rb:5 activate('SeqIn0')"});
  taken.clear();
  wiring.came(stage.add<Box>());
  wiring.try_all();
  CHECK(taken == std::vector<std::string>{"a.rb:2 connect('SeqOut0.Long', 'Box1.in'): SeqOut0.Long Box2.in"});
  CHECK(stage.manager().find("Box1")->out_ports()[0]->links().size() == 1);
  agents_may_come = false;
  taken.clear();
  wiring.try_all();
  CHECK(taken == std::vector<std::string>{"a.rb:3 connect('Box0.out', 'Agent4.drive'): Box1.out Agent4.drive",
                                          "a.rb:6 deactivate('Agent4')"});
  wiring.report_rest();
  CHECK(mistakes.count() == 0);
}

namespace {

/// A component of another program, which can be missing, slow or unwilling.
struct Others {
  explicit Others(bool is_strict = false) : mistakes(stage.manager().environment().log, is_strict) {}
  PeerWiring::Task task(const std::string& place) {
    return {place, "activate('Other0')", [this] {
              ++attempts;
              if (refuses) throw std::runtime_error("Other0 has no InPort inn");
              if (!is_there) throw NoSuchComponent("there is no component Other0");
              if (is_slow) throw NotYet("Other0 is not on after 1 s");
            }};
  }

  /// Lets time pass once the search waits for it.
  void advance(std::chrono::seconds time) { stage.clock().advance_when_waiting(1, time); }

  ComponentStage stage{true};
  std::atomic<int> attempts{0};
  std::atomic<bool> is_there{false}, is_slow{false}, refuses{false};
  spark::LateMistakes mistakes;
  PeerWiring wiring{std::chrono::seconds(3), stage.clock(), stage.manager().environment().log, mistakes};
};

}  // namespace

TEST_CASE("a component of another program is searched for until it is found and switched") {
  Others others;
  others.wiring.add(others.task("a.rb:1"));
  CHECK(wait_until([&] { return others.attempts == 1; }));
  CHECK_FALSE(others.wiring.is_settled());
  others.is_there = others.is_slow = true;
  others.advance(std::chrono::seconds(1));
  CHECK(wait_until([&] { return others.attempts == 2; }));
  CHECK_FALSE(others.wiring.is_settled());
  others.is_slow = false;
  others.advance(std::chrono::seconds(1));
  CHECK(wait_until([&] { return others.wiring.is_settled(); }));
  CHECK(others.attempts == 3);
  others.wiring.end();
  CHECK(others.mistakes.count() == 0);
}

TEST_CASE("a component of another program that comes too late is reported, and still used") {
  Others others(true);
  others.wiring.add(others.task("a.rb:7"));
  for (int second = 1; second <= 3; ++second) {
    CHECK(wait_until([&] { return others.attempts == second; }));
    CHECK_NOTHROW(others.mistakes.end_if_strict());
    others.advance(std::chrono::seconds(1));
  }
  CHECK(wait_until([&] { return others.wiring.is_settled(); }));
  CHECK(others.attempts == 4);
  CHECK(others.stage.lines_with("a.rb:7: rtm: activate('Other0'): there is no component Other0") == 1);
  CHECK_THROWS_WITH(others.mistakes.end_if_strict(), Catch::Contains("a.rb:7: rtm: activate('Other0')"));
  others.is_there = true;
  others.advance(std::chrono::seconds(5));
  CHECK(wait_until([&] { return others.attempts == 5; }));
  others.wiring.end();
  CHECK(others.mistakes.count() == 1);
}

TEST_CASE("refusals of another program are reported at once, missing components at the end") {
  Others others;
  others.refuses = true;
  others.wiring.add(others.task("a.rb:3"));
  CHECK(wait_until([&] { return others.wiring.is_settled(); }));
  CHECK(others.stage.lines_with("a.rb:3: rtm: activate('Other0'): Other0 has no InPort inn") == 1);
  others.refuses = false;
  others.wiring.add(others.task("a.rb:4"));
  CHECK(wait_until([&] { return others.attempts == 2; }));
  others.wiring.end();
  CHECK(others.stage.lines_with("a.rb:4: rtm: activate('Other0'): there is no component Other0") == 1);
  CHECK(others.attempts == 2);
  others.wiring.add(others.task("a.rb:5"));
  CHECK(others.wiring.is_settled());
}

}  // namespace rtm
