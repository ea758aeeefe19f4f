// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;
using wire::SimCommand;
using wire::SimCtrl;
using State = RunState::State;

namespace {

const std::string kOne = agent("a", "y=50", true) + object("Ball.xml", "ball", "y=50 x=300");

void order(Peer& peer, SimCommand command) {
  peer.say(SimCtrl{static_cast<std::int16_t>(command)});
}

/// The lines of the log about the state.
Words states(SigStage& stage) {
  Words all;
  for (const std::string& line : stage.said())
    if (line.find("sigverse: ") != line.npos) all.push_back(line.substr(line.find("sigverse: ") + 10));
  return all;
}

}  // namespace

TEST_CASE("START, STOP, RESET and RESTART change the state, each with one line that names the client") {
  SigStage stage(kOne);
  auto peers = stage.start_controllers();
  CHECK(stage.gateway->state() == State::ready);
  CHECK(states(stage) == Words{"ready"});
  Peer tool(stage.gateway->port());
  tool.send("SIGViewer,tool,");
  const auto reach = [&](SimCommand command, State state) {
    order(tool, command);
    return stage.until([&] { return stage.gateway->state() == state; });
  };

  REQUIRE(reach(SimCommand::start, State::running));
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  stage.step();
  CHECK(stage.play(peers[0]) == Words{"ON_ACTION 0.01"});
  REQUIRE(reach(SimCommand::stop, State::stopped));
  CHECK(stage.control.paused());
  REQUIRE(reach(SimCommand::start, State::running));
  stage.step();
  CHECK(stage.play(peers[0]) == Words{"ON_ACTION 0.02"});
  REQUIRE(reach(SimCommand::reset, State::ready));
  CHECK(stage.sim->time() == 0.0);
  CHECK(stage.control.paused());
  CHECK(stage.hears_nothing(peers[0]));
  REQUIRE(reach(SimCommand::start, State::running));
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  stage.step();
  CHECK(stage.play(peers[0]) == Words{"ON_ACTION 0.01"});
  stage.step();
  const auto resets = stage.sim->resets();
  order(tool, SimCommand::restart);
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  CHECK(stage.sim->resets() == resets + 1);
  CHECK(stage.gateway->state() == State::running);

  const std::string who = " by tool (" + std::string("127.0.0.1:");
  const Words lines = states(stage);
  const Words expected{"running", "stopped", "running", "reset", "running", "reset", "running"};
  REQUIRE(lines.size() == expected.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CAPTURE(lines[i]);
    CHECK(lines[i].starts_with(expected[i] + (i + 1 < lines.size() ? who : "")));
  }
}

TEST_CASE("A clock that monitors start and stop changes the state that clients see") {
  SigStage stage(kOne);
  auto peers = stage.start_controllers();
  states(stage);
  stage.control.run();
  stage.play(peers[0]);
  stage.control.pause();
  stage.receive();
  CHECK(stage.gateway->state() == State::stopped);
  CHECK(states(stage) == Words{"running", "stopped"});
}

TEST_CASE("A client that stops a stopped world is not named for what others do later") {
  SigStage stage(kOne);
  auto peers = stage.start_controllers();
  Peer tool(stage.gateway->port());
  tool.send("SIGViewer,tool,");
  states(stage);
  order(tool, SimCommand::stop);
  tool.send(octets("0026 0004"));
  stage.octets(tool, 8);  // the time: the order before it has been taken
  stage.control.run();
  stage.play(peers[0]);
  CHECK(states(stage) == Words{"running"});
}

TEST_CASE("A reset that a handler requests waits until its turn has ended") {
  SigStage stage(kOne);
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.play(peers[0]);
  stage.step();
  stage.turn(peers[0]);
  order(peers[0], SimCommand::reset);
  CHECK(stage.hears_nothing(peers[0]));
  CHECK(stage.sim->time() == Approx(0.01));
  peers[0].say(wire::TurnDone{stage.turn_number, 5.0});
  REQUIRE(stage.until([&] { return stage.gateway->state() == State::ready; }));
  CHECK(stage.sim->time() == 0.0);
  // The time of the next action belonged to the old run.
  stage.control.run();
  CHECK(stage.play(peers[0], 0.0) == Words{"ON_INIT"});
  stage.step();
  CHECK(stage.play(peers[0]) == Words{"ON_ACTION 0.01"});
}

TEST_CASE("Of any three commands the last one decides whether time runs, even while a reset waits for a turn") {
  constexpr std::array kOrders{SimCommand::start, SimCommand::stop, SimCommand::reset, SimCommand::restart};
  const bool has_turn = GENERATE(true, false);
  SigStage stage(kOne);
  auto peers = stage.start_controllers();
  Peer tool(stage.gateway->port());
  tool.send("SIGViewer,tool,");
  const auto time = [&] {
    tool.send(octets("0026 0004"));
    return wire::OctetReader(stage.octets(tool, 8)).real();  // the orders before it have been taken
  };
  for (std::size_t i = 0; i < 64; ++i) {
    const std::array given{kOrders[i / 16], kOrders[i / 4 % 4], kOrders[i % 4]};
    CAPTURE(has_turn, i);
    stage.control.run();
    stage.play(peers[0]);
    stage.step();
    if (has_turn)
      stage.turn(peers[0]);
    else
      stage.play(peers[0]);
    const auto resets = stage.sim->resets();
    const bool is_reset = std::ranges::any_of(
        given, [](SimCommand each) { return each == SimCommand::reset || each == SimCommand::restart; });
    const bool runs = given[2] == SimCommand::start || given[2] == SimCommand::restart;
    for (const SimCommand each : given) order(tool, each);
    time();
    if (has_turn) {
      CHECK(stage.sim->resets() == resets);
      CHECK(stage.sim->time() > 0.0);
      CHECK(stage.is_held());
      peers[0].say(wire::TurnDone{stage.turn_number, 0.0});
    }
    const State expected = runs ? State::running : is_reset ? State::ready : State::stopped;
    REQUIRE(stage.until([&] { return stage.sim->resets() > resets || !is_reset; }));
    CHECK(stage.until([&] {
      stage.receive();
      return stage.gateway->state() == expected;
    }));
    CHECK(stage.control.paused() == !runs);
    CHECK((stage.sim->time() == 0.0) == is_reset);
    if (has_turn) CHECK(stage.sim->resets() == resets + (is_reset ? 1 : 0));
    // Restores the state for the next three commands.
    order(tool, SimCommand::reset);
    time();
    if (runs && is_reset) stage.play(peers[0]);
    REQUIRE(stage.until([&] { return stage.gateway->state() == State::ready && stage.sim->time() == 0.0; }));
  }
}

TEST_CASE("A reset that waits for a turn names the client that requested it") {
  SigStage stage(kOne);
  auto peers = stage.start_controllers();
  Peer tool(stage.gateway->port()), other(stage.gateway->port());
  tool.send("SIGViewer,tool,");
  other.send("SIGViewer,other,");
  stage.control.run();
  stage.turn(peers[0]);
  states(stage);
  order(tool, SimCommand::restart);
  stage.receive();
  order(other, SimCommand::stop);
  other.send(octets("0026 0004"));
  stage.octets(other, 8);
  CHECK(states(stage).empty());
  peers[0].say(wire::TurnDone{stage.turn_number, 0.0});
  REQUIRE(stage.until([&] { return stage.gateway->state() == State::ready; }));
  stage.control.run();
  stage.receive();
  const Words lines = states(stage);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("reset by tool (127.0.0.1:"));
  CHECK(lines[1] == "running");
}

TEST_CASE("Messages that arrive while a reset waits are for the new run, except those of old handlers") {
  SigStage stage(kOne + agent("b", "y=50 x=100", true));
  auto peers = stage.start_controllers();
  Peer tool(stage.gateway->port());
  tool.send("SIGViewer,tool,");
  const auto send = [](const Peer& from, const std::string& text) {
    std::string octets;
    REQUIRE(wire::append_raw_message(octets, {.text = text, .to = {"b"}}));
    from.send(octets);
  };
  stage.control.run();
  stage.turn(peers[0]);
  send(tool, "early");
  order(tool, SimCommand::restart);
  send(tool, "late");
  tool.send(octets("0026 0004"));
  stage.octets(tool, 8);
  send(peers[0], "stale");
  peers[0].say(wire::TurnDone{stage.turn_number, 0.0});
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  CHECK(stage.sim->resets() == 1);
  const Words heard = stage.play(peers[1], 100.0);
  REQUIRE(heard.size() == 2);
  CHECK(heard[0] == "ON_INIT");
  CHECK(heard[1].find("late") != std::string::npos);
  // The next reset drops no pending messages, and repeats no delivered ones.
  order(tool, SimCommand::restart);
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  CHECK(stage.play(peers[1]) == Words{"ON_INIT"});
}

TEST_CASE("Before a reset sleeping handlers are woken, and cannot sleep again") {
  SigStage stage(kOne + agent("b", "y=50 x=100", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.turn(peers[0]);
  peers[0].say(wire::TurnWait{1, 3.0});
  stage.play(peers[1], 100.0);
  for (int i = 0; i < 10; ++i) stage.step();
  order(peers[1], SimCommand::restart);
  CHECK(stage.next(peers[0]) == "TURN_GO_ON 1 nan");
  CHECK(stage.sim->resets() == 0);
  peers[0].say(wire::TurnWait{1, 4.0});
  CHECK(stage.next(peers[0]) == "TURN_GO_ON 1 nan");
  peers[0].say(wire::TurnDone{1, 0.0});
  CHECK(stage.play(peers[0]) == Words{"ON_INIT"});
  CHECK(stage.sim->resets() == 1);
  CHECK(stage.sim->time() == 0.0);
}

TEST_CASE("Two runs after a reset are the same, messages and places to the bit") {
  SigStage stage(agent("a", "y=50", true) + agent("b", "y=50 x=100", true) +
                 object("Ball.xml", "ball", "y=50 x=300 mass=2"));
  auto peers = stage.start_controllers();
  const auto run = [&] {
    std::string reported;
    stage.control.run();
    for (int i = 0; i < 60; ++i) {
      for (Peer& peer : peers) {
        for (const std::string& word : stage.turn(peer))
          if (!word.starts_with("TURN_ENDS")) reported += word + '\n';  // turns are counted on
        peer.say(wire::AddForce{"ball", {0.3 * i, 1.7, -2.0 / (i + 1)}, i % 2 == 0});
        const std::string number = std::to_string(i);
        const wire::OnRecvText text{.time = 0, .from = "x", .to = "", .text = number, .encode = 0};
        if (i % 7 == 3) peer.say(text, {.flags = wire::kForward});
        peer.say(wire::TurnDone{stage.turn_number, 0.0});
      }
      stage.step();
    }
    for (const double number : stage.at("ball").position()) reported += std::to_string(number) + ' ';
    stage.control.pause();
    const SigVector place = stage.at("ball").position();
    order(peers[0], SimCommand::reset);
    REQUIRE(stage.until([&] { return stage.gateway->state() == State::ready; }));
    return std::pair(reported, place);
  };
  const auto first = run();
  const auto second = run();
  const auto third = run();
  CHECK(first.first.find("ON_RECV_TEXT") != std::string::npos);
  CHECK(first == second);
  CHECK(first == third);
}

TEST_CASE("With autostep off time stands still unless a controller makes steps") {
  SigStage stage("<worldparam autostep=\"false\"/>" + kOne);
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.play(peers[0]);
  stage.step();
  CHECK(stage.turn(peers[0]).front() == "ON_ACTION 0");
  std::string octets;
  wire::RawRequest step;
  step.code = wire::RawCode::world_step;
  step.first = 0.02;
  REQUIRE(wire::append_raw_request(octets, step));
  REQUIRE(wire::append_raw_request(octets, {.code = wire::RawCode::sim_time}));
  peers[0].send(octets);
  CHECK(wire::OctetReader(stage.octets(peers[0], 8)).real() == Approx(0.02));
  stage.said();
  step.first = 0.2;
  octets.clear();
  REQUIRE(wire::append_raw_request(octets, step));
  REQUIRE(wire::append_raw_request(octets, {.code = wire::RawCode::sim_time}));
  peers[0].send(octets);
  CHECK(wire::OctetReader(stage.octets(peers[0], 8)).real() == Approx(0.02));
  CHECK(stage.said() == Words{"warning: a (agent 0): a world step of 0.2 s: expected 0.0005 to 0.1 s"});
}

TEST_CASE("With autostep off the clock stops while no controller has a turn, until an event arrives") {
  SigStage stage("<worldparam autostep=\"false\"/>" + kOne);
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.play(peers[0]);
  stage.step();
  CHECK(stage.play(peers[0], 0.1).front() == "ON_ACTION 0");  // and without a step that time never comes
  stage.step();
  stage.said();
  for (int i = 0; i < 10; ++i) {
    stage.receive();
    CHECK(stage.is_held());
  }
  CHECK(stage.said() ==
        Words{"note: sigverse: no controller steps this world now; it stands still until something arrives"});
  CHECK(stage.hears_nothing(peers[0]));
  std::string octets;
  wire::RawMessage message;
  message.text = "go";
  message.to.push_back("a");
  REQUIRE(wire::append_raw_message(octets, message));
  Peer viewer(stage.gateway->port());
  viewer.send("SIGViewer,v," + octets);
  CHECK(stage.play(peers[0], 0.1).front().find("go") != std::string::npos);
  stage.step();
  stage.receive();
  CHECK(stage.is_held());
  CHECK(stage.said().empty());
}

TEST_CASE("Request 7 and SIGEND end the simulation") {
  for (const std::string_view octets :
       {std::string_view("SIGViewer,x,\0\7\0\4", 16), std::string_view("SIGMESSAGE,SIGEND,")}) {
    SigStage stage(kOne);
    auto peers = stage.start_controllers();
    Peer peer(stage.gateway->port());
    peer.send(octets);
    CHECK(stage.until([&] {
      stage.receive();
      return stage.is_over();
    }));
  }
}

TEST_CASE("The end is reported once, however often it is requested") {
  SigStage stage(kOne);
  auto peers = stage.start_controllers();
  states(stage);
  Peer peer(stage.gateway->port());
  peer.send("SIGViewer,x," + octets("0007 0004 0007 0004 0026 0004"));
  stage.octets(peer, 8);  // the time, behind both
  CHECK(stage.is_over());
  const Words lines = states(stage);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].starts_with("ended by x (127.0.0.1:"));
}
