// SPDX-License-Identifier: Apache-2.0
//
// What a script wants of components that come later.
#include <catch2/catch.hpp>

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
  explicit Yard(Wishes wishes) : wiring(std::move(wishes), stage.manager(), stage.manager().environment().log) {}
  std::shared_ptr<Box> add() {
    auto box = stage.add<Box>();
    wiring.came(box);
    wiring.try_all();
    return box;
  }
  ComponentStage stage{true};
  Wiring wiring;
};

}  // namespace

TEST_CASE("components are wired and switched as they come") {
  Yard yard(
      {.wires = {{"Box0.out", "Box1.in"}}, .switches = {{"Box1", true}, {"Box0", true}, {"Box0", false}}, .puts = {}});
  const auto first = yard.add();
  CHECK(first->out.links().empty());
  const auto second = yard.add();
  CHECK(first->out.links().size() == 1);
  first->out.put(Value(3));
  CHECK(second->in.get().number() == 3);
  yard.stage.manager().tick();
  CHECK(second->state() == State::on);
  CHECK(first->state() == State::off);
  yard.wiring.complain_about_rest();
  CHECK(yard.stage.lines().empty());
}

TEST_CASE("a script's names are those of this server, whatever components are called elsewhere") {
  ComponentStage stage(true);
  stage.add<Box>();  // somebody else's Box0
  Wiring wiring({.wires = {}, .switches = {{"Box0", true}}, .puts = {}}, stage.manager(),
                stage.manager().environment().log);
  const auto ours = stage.add<Box>();
  wiring.came(ours);
  CHECK(stage.lines_with("Box0 is called Box1: another component has its name") == 1);
  wiring.try_all();
  stage.manager().tick();
  CHECK(ours->state() == State::on);
  CHECK(stage.manager().find("Box0")->state() == State::off);
}

TEST_CASE("wishes that nobody can fulfil have a line each, once") {
  Yard yard({.wires = {{"Box0.out", "Sink0.in"},
                       {"Source0.out", "Box0.in"},
                       {"Box0.out", "Box0.words"},
                       {"Box0.none", "Box0.in"}},
             .switches = {{"Sink0", true}, {"Sink0", false}},
             .puts = {}});
  yard.add();
  CHECK(yard.stage.lines_with("connect('Box0.out', 'Box0.words')") == 1);
  CHECK(yard.stage.lines_with("connect('Box0.none', 'Box0.in')") == 1);
  for (int i = 0; i < 2; ++i) yard.wiring.complain_about_rest();
  CHECK(yard.stage.lines_with("connect('Box0.out', 'Sink0.in'): there is no component Sink0") == 1);
  CHECK(yard.stage.lines_with("connect('Source0.out', 'Box0.in'): there is no component Source0") == 1);
  CHECK(yard.stage.lines_with("rtm: activate('Sink0'): there is no such component") == 1);
  CHECK(yard.stage.lines_with("deactivate('Sink0'): there is no such component") == 1);
  CHECK(yard.stage.lines().size() == 6);
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
  yard.wiring.put_until(30);  // steps may be left out
  CHECK(box->in.get().number() == 5);
  CHECK(yard.stage.lines_with("'fast' is no float for Box0.in") == 1);
  CHECK(yard.stage.lines_with("there is no InPort Box7.in") == 1);
  yard.wiring.put_until(40);
  CHECK(box->in.puts() == 3);
}

}  // namespace rtm
