// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <stdexcept>

#include "gateways/sigverse/server/library_search.h"
#include "tests/gateways/sigverse/server/sig_stage.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;

TEST_CASE("A controller library is searched for in the folders in their order") {
  TemporaryFolder first, second;
  std::ofstream(second / "X.so") << "";
  const std::vector<std::filesystem::path> folders{first.path(), second.path()};
  CHECK(find_library("./X.so", folders) == second / "X.so");
  std::ofstream(first / "X.so") << "";
  CHECK(find_library("X.so", folders) == first / "X.so");
  CHECK(find_library((second / "X.so").string(), folders) == second / "X.so");
  const std::string missing =
      "there is no controller 'Y.so' (looked in " + first.path().string() + ", " + second.path().string() + ")";
  CHECK_THROWS_WITH(find_library("Y.so", folders), missing);
}

TEST_CASE("Each agent with a controller in C++ gets a program of its own, in the order of the world file") {
  SigStage stage(agent("b", "y=50", true) + agent("free", "y=50 x=100") +
                 agent("other", "y=50 x=200 language=java implementation=X.jar") + agent("a", "y=50 x=300", true));
  CHECK(stage.gateway->traits().own_agents == Words{"b", "a"});
  CHECK(stage.log.size() == 1);  // the language
  stage.gateway->start(0, "b");
  stage.gateway->start(1, "a");
  REQUIRE(stage.programs.orders.size() == 2);
  const spark::ProgramOrder& order = stage.programs.orders[1].order;
  const std::filesystem::path folder = stage.folder.path();
  CHECK(order.program == "runac");
  CHECK(order.arguments == Words{"--fds", "3,4", "-n", "a", "-l", (folder / "Mine.so").string()});
  CHECK(std::filesystem::equivalent(order.folder, folder));
  CHECK(order.log_stem == "agent1");
  CHECK(order.reads_from == 3);
  CHECK(order.writes_to == 4);
  CHECK(order.keeps_files);
  using Environment = std::vector<std::pair<std::string, std::string>>;
  CHECK(order.environment == Environment{{"SIGVERSE_SEED", "1"}});
  CHECK_THROWS_AS(stage.gateway->start(2, "free"), std::exception);
}

TEST_CASE("A missing controller library ends the start") {
  const auto start = [] { SigStage stage(object("Me.xml", "a", "y=50 language=c++ implementation=Nowhere.so")); };
  CHECK_THROWS_AS(start(), std::runtime_error);
}

TEST_CASE("A controller that fails before all are attached ends the start, with its last lines") {
  SigStage stage(agent("a", "y=50", true));
  stage.gateway->start(0, "a");
  stage.programs.orders.clear();
  stage.receive();
  stage.programs.ends(0,
                      {.exit_status = 1, .signal = {}, .how = "ended with exit status 1: runac: no createController"});
  CHECK_THROWS_WITH(stage.receive(), "a: its controller ended with exit status 1: runac: no createController");
}

TEST_CASE("A controller that crashes after the start is lost for that reason") {
  SigStage stage(agent("a", "y=50", true));
  stage.gateway->start(0, "a");
  stage.programs.ends(0, {.exit_status = {}, .signal = 11, .how = "ended by signal 11"});
  stage.receive();
  CHECK(stage.listener.heard == Words{"lost 0: ended by signal 11"});
}

TEST_CASE("Requests sent before a controller's end are carried out, the object stays, and another may attach") {
  SigStage stage(agent("a", "y=50", true) + object("Ball.xml", "ball", "y=50 x=300"));
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.turn(peers[0]);
  std::string place;
  REQUIRE(
      wire::append_raw_request(place, {.code = wire::RawCode::set_position, .object = "ball", .triple = {1, 2, 3}}));
  peers[0].send(place);
  peers[0].hang_up();
  stage.programs.ends(0, {.exit_status = 3, .signal = {}, .how = "ended with exit status 3"});
  stage.receive();
  CHECK(stage.listener.heard == Words{"lost 0: ended with exit status 3"});
  CHECK(stage.at("ball").position() == SigVector{1, 2, 3});
  CHECK_FALSE(stage.at("a").is_attached());
  CHECK_FALSE(stage.is_held());
  stage.step();
  Peer other = stage.attach("a");
  CHECK(stage.until([&] { return stage.listener.heard.back() == "ready 1"; }));
}

TEST_CASE("A controller that closes its pipes and keeps running is killed, and the world waits for its end") {
  SigStage stage(agent("a", "y=50", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  stage.turn(peers[0]);
  peers[0].hang_up();
  CHECK(stage.is_held());
  CHECK(stage.programs.stopped.empty());
  stage.real.advance(1100ms);
  CHECK(stage.is_held());
  CHECK(stage.programs.stopped == std::vector<spark::ProgramId>{0});
  stage.programs.ends(0, {.exit_status = {}, .signal = 9, .how = "ended by signal 9"});
  CHECK_FALSE(stage.is_held());
  CHECK(stage.listener.heard == Words{"lost 0: ended by signal 9"});
}

TEST_CASE("A controller that the server starts attaches only to its own agent") {
  SigStage stage(agent("a", "y=50", true) + agent("b", "y=50 x=100"));
  stage.gateway->start(0, "a");
  auto& order = stage.programs.orders[0];
  Peer peer(std::move(order.reads), std::move(order.writes));
  peer.say(wire::AttachController{"b"});
  CHECK(stage.next(peer) == "ATTACH_CONTROLLER_RESULT 2 'no agent b'");
  peer.say(wire::AttachController{"a"});
  CHECK(stage.next(peer) == "ATTACH_CONTROLLER_RESULT 0 'ext1'");
}

TEST_CASE("A controller that the server starts is not ready until it says that it knows turns") {
  SigStage stage(agent("a", "y=50", true));
  stage.gateway->start(stage.listener.next++, "a");
  auto& order = stage.programs.orders[0];
  Peer peer(std::move(order.reads), std::move(order.writes));
  peer.say(wire::AttachController{"a"});
  CHECK(stage.next(peer) == "ATTACH_CONTROLLER_RESULT 0 'ext1'");
  stage.control.begin();
  stage.control.run();
  stage.real.advance(14s);
  CHECK(stage.hears_nothing(peer));
  CHECK(stage.listener.heard.empty());
  peer.say(wire::TurnHello{});
  stage.step_until_held();
  CHECK(stage.play(peer) == Words{"ON_INIT"});
  CHECK(stage.listener.heard == Words{"ready 0"});
}

TEST_CASE("A controller that sends more than it reads gets all replies, in order") {
  SigStage stage(agent("a", "y=50", true));
  auto peers = stage.start_controllers();
  std::string request, reply;
  wire::append_packet(request, wire::GetEntity{"a"});
  peers[0].send(request);
  stage.next(peers[0]);
  // Far more than fits into a pipe.
  for (int i = 0; i < 500; ++i) peers[0].send(request);
  for (int i = 0; i < 20; ++i) stage.receive();
  for (int i = 0; i < 500; ++i) REQUIRE(stage.next(peers[0]) == "GET_ENTITY_RESULT");
}
