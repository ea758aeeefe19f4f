// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <limits>

#include "tests/gateways/sigverse/server/sig_stage.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;
using wire::TurnDone;
using wire::TurnWait;

namespace {

/// Three agents with controllers, 100 cm from each other.
const std::string kThree = agent("a", "y=50", true) + agent("b", "y=50 x=100", true) + agent("c", "y=50 x=200", true);

/// A message from one controller to another.
void send_message(Peer& from, const std::string& to, const std::string& text) {
  std::string octets;
  wire::RawMessage message;
  message.text = text;
  message.to = {to};
  REQUIRE(wire::append_raw_message(octets, message));
  from.send(octets);
}

}  // namespace

TEST_CASE("Controllers have their turns one after the other, in the order of the world file") {
  SigStage stage(kThree);
  auto peers = stage.start_controllers();
  stage.receive();
  for (Peer& peer : peers) CHECK(stage.hears_nothing(peer));
  CHECK_FALSE(stage.is_held());

  stage.control.run();
  for (int i = 0; i < 3; ++i) {
    CHECK(stage.turn(peers[0]) ==
          Words{i == 0 ? "ON_INIT" : "ON_ACTION 0.0" + std::to_string(i),
                "TURN_ENDS " + std::to_string(i + 1) + (i == 0 ? " 0" : " 0.0" + std::to_string(i))});
    CHECK(stage.hears_nothing(peers[1]));
    CHECK(stage.is_held());
    peers[0].say(TurnDone{stage.turn_number, 0.0});
    stage.play(peers[1]);
    CHECK(stage.hears_nothing(peers[0]));
    CHECK(stage.is_held());
    stage.play(peers[2]);
    stage.step();
    CHECK(stage.core.clock.now() == i + 1);
  }
  // Each turn ends with one act, sent in its step.
  using Acts = std::vector<std::pair<spark::AgentId, spark::Step>>;
  CHECK(stage.listener.acts == Acts{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}});
  CHECK(stage.gateway->report(1)->cycles == 3);
}

TEST_CASE("onAction is called exactly at the requested step, despite rounding") {
  SigStage stage(agent("a", "y=50", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  std::vector<spark::Step> called;
  double wish = 0.0;
  for (int i = 0; i < 1000; ++i) {
    stage.step();
    if (!stage.is_held()) continue;
    called.push_back(stage.core.clock.now());
    wish = stage.sim->time() + 0.1;
    CHECK(stage.play(peers[0], wish).size() == 1);
  }
  REQUIRE(called.size() == 100);
  for (std::size_t i = 0; i < called.size(); ++i) CHECK(called[i] == 1 + 10 * static_cast<spark::Step>(i));
}

TEST_CASE("A next action in the past, or NaN, means the next step, and infinity means never") {
  SigStage stage(agent("a", "y=50", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.play(peers[0], -1.0);
  stage.step();
  CHECK(stage.play(peers[0], std::numeric_limits<double>::quiet_NaN()) == Words{"ON_ACTION 0.01"});
  stage.step();
  CHECK(stage.play(peers[0], std::numeric_limits<double>::infinity()) == Words{"ON_ACTION 0.02"});
  for (int i = 0; i < 50; ++i) stage.step();
  CHECK(stage.hears_nothing(peers[0]));
}

TEST_CASE("A message reaches controllers with a later turn in the same step, and others in the next") {
  SigStage stage(kThree);
  auto peers = stage.start_controllers();
  stage.control.run();
  for (Peer& peer : peers) stage.play(peer, 100.0);
  stage.step();
  // Only b receives something, from a viewer: messages wait for the next turn of the receiver.
  Peer viewer(stage.gateway->port());
  viewer.send("SIGViewer,eye,");
  send_message(viewer, "b", "go");
  stage.step_until_held();
  CHECK(stage.turn(peers[1]).front() == "message go from eye");
  send_message(peers[1], "a", "back");
  send_message(peers[1], "c", "on");
  peers[1].say(TurnDone{stage.turn_number, 100.0});
  const auto now = stage.core.clock.now();
  CHECK(stage.play(peers[2], 100.0) == Words{"message on from b"});
  CHECK(stage.core.clock.now() == now);
  CHECK(stage.hears_nothing(peers[0]));
  stage.step();
  CHECK(stage.play(peers[0], 100.0) == Words{"message back from b"});
}

TEST_CASE("While a handler sleeps the world continues, and events for it wait until it returns") {
  SigStage stage(kThree);
  auto peers = stage.start_controllers();
  stage.control.run();
  for (Peer& peer : peers) stage.play(peer, 100.0);
  send_message(peers[2], "a", "wake");
  stage.step_until_held();
  const double began = stage.sim->time();
  CHECK(stage.turn(peers[0]).front() == "message wake from c");
  peers[0].say(TurnWait{stage.turn_number, began + 2.0});
  send_message(peers[0], "b", "I sleep");
  CHECK(stage.play(peers[1], 100.0) == Words{"message I sleep from a"});
  const auto slept_from = stage.core.clock.now();
  send_message(peers[1], "a", "still there?");
  for (int i = 0; i < 199; ++i) stage.step();
  CHECK(stage.hears_nothing(peers[0]));
  stage.step();
  CHECK(stage.core.clock.now() == slept_from + 200);
  CHECK(stage.next(peers[0]).starts_with("TURN_GO_ON " + std::to_string(2)));
  CHECK(stage.is_held());
  peers[0].say(TurnDone{2, 100.0});
  stage.step();
  CHECK(stage.play(peers[0], 100.0) == Words{"message still there? from b"});
}

TEST_CASE("A sleep that is already over ends in the next step") {
  SigStage stage(agent("a", "y=50", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.turn(peers[0]);
  peers[0].say(TurnWait{1, -5.0});
  stage.step();
  CHECK(stage.next(peers[0]) == "TURN_GO_ON 1 0.01");
  peers[0].say(TurnDone{1, 0.0});
  stage.step();
  CHECK(stage.play(peers[0]) == Words{"ON_ACTION 0.02"});
}

TEST_CASE("An agent that touches something is notified in each step, before onAction and after messages") {
  SigStage stage(agent("a", "y=50 dynamics=false", true) + object("Box.xml", "box", "y=50 x=15 dynamics=false") +
                 agent("b", "y=50 x=200", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  CHECK(stage.turn(peers[1]) == Words{"ON_INIT", "TURN_ENDS 1 0"});
  send_message(peers[1], "a", "look");
  peers[1].say(TurnDone{1, 100.0});
  for (int i = 0; i < 2; ++i) {
    stage.step();
    Words expected{"message look from b", "ON_COLLISION 0.01 box:body:body:", "ON_ACTION 0.01"};
    if (i == 1) expected = {"ON_COLLISION 0.02 box:body:body:", "ON_ACTION 0.02"};
    CHECK(stage.play(peers[0]) == expected);
  }
}

TEST_CASE("A controller that the server starts and that does not return is lost, and the world continues") {
  SigStage stage(agent("a", "y=50", true) + agent("b", "y=50 x=100", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.turn(peers[0]);
  stage.real.advance(9900ms);
  CHECK(stage.is_held());
  CHECK(stage.listener.heard.empty());
  stage.real.advance(200ms);
  stage.receive();
  CHECK(stage.listener.heard == Words{"lost 0: its handlers have not returned within 10 s"});
  CHECK(stage.programs.stopped == std::vector<spark::ProgramId>{0});
  CHECK_FALSE(stage.at("a").is_attached());
  CHECK(stage.play(peers[1]) == Words{"ON_INIT"});
  stage.step();
  CHECK(stage.play(peers[1]) == Words{"ON_ACTION 0.01"});
}

TEST_CASE("A reply for a turn that is not open is refused with a line") {
  SigStage stage(agent("a", "y=50", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.turn(peers[0]);
  stage.said();
  peers[0].say(TurnDone{7, 0.0});
  peers[0].say(TurnWait{0, 0.0});
  peers[0].say(wire::TurnHello{});
  REQUIRE(stage.until([&] { return stage.log.size() == 3; }));
  CHECK(stage.said() ==
        Words{"warning: a (agent 0): TURN_DONE 7, which is not the turn",
              "warning: a (agent 0): TURN_WAIT 0, which is not the turn",
              "warning: a (agent 0): an invalid TURN_HELLO: not from a controller, unknown version or repeated"});
  CHECK(stage.is_held());
}

TEST_CASE("Without lock-step turns are the same, but the world does not wait for them") {
  SigOptions options;
  options.lock_step = false;
  SigStage stage(agent("a", "y=50", true) + agent("b", "y=50 x=100", true), options);
  auto peers = stage.start_controllers();
  stage.control.run();
  CHECK(stage.turn(peers[0]) == Words{"ON_INIT", "TURN_ENDS 1 0"});
  CHECK(stage.turn(peers[1]) == Words{"ON_INIT", "TURN_ENDS 1 0"});
  for (int i = 0; i < 5; ++i) stage.step();
  CHECK(stage.hears_nothing(peers[0]));
  peers[0].say(TurnDone{1, 0.0});
  REQUIRE(stage.until([&] { return stage.listener.acts.size() == 1; }));
  stage.step();
  CHECK(stage.turn(peers[0]) == Words{"ON_ACTION 0.06", "TURN_ENDS 2 0.06"});
  CHECK(stage.hears_nothing(peers[1]));
}
