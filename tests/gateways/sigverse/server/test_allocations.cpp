// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/support/count_allocations.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;

namespace {

struct CountingListener final : spark::NullListener {
  using NullListener::agent_acted;
  void agent_ready(spark::AgentId) override {}
  void agent_acted(spark::AgentId, spark::Step, std::string_view) override { ++acts; }
  void agent_lost(spark::AgentId, std::string_view) override { FAIL(); }
  int acts = 0;
};

}  // namespace

TEST_CASE("Controllers that only act cause no allocation") {
  SigStage stage(agent("a", "y=50", true) + agent("b", "y=50 x=100", true) + object("Ball.xml", "ball", "y=50 x=300"));
  auto peers = stage.start_controllers();
  stage.control.run();
  CountingListener listener;
  std::string answer;
  long counted = 0;
  for (int i = 0; i < 300; ++i) {
    for (Peer& peer : peers) {
      do {
        const long before = allocations;
        stage.gateway->receive(listener);
        if (i >= 100) counted += allocations - before;
        peer.read();
      } while (peer.input().empty());
      stage.turn_number = static_cast<std::uint32_t>(i + 1);
      peer.take(peer.input().size());
      answer.clear();
      wire::append_packet(answer, wire::AddForce{"ball", {1, 2, 3}, false});
      wire::append_packet(answer, wire::TurnDone{stage.turn_number, 0.0});
      peer.send(answer);
    }
    const long before = allocations;
    while (listener.acts < 2 * (i + 1)) stage.gateway->receive(listener);
    stage.world->step(0.01);
    stage.core.clock.advance();
    if (i >= 100) counted += allocations - before;
  }
  CHECK(counted == 0);
  CHECK(stage.at("ball").position()[0] > 300.0);
}
