// SPDX-License-Identifier: Apache-2.0
// Sensations that are held back to be sent together.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/gateways/tcp/tcp_stage.h"

using namespace spark;
using namespace tcp_test;

namespace {

/// Agents that have answered their first sensation, and wait for the second.
struct Team {
  explicit Team(int count, bool sync = true) : s(sync) {
    for (int i = 0; i < count; ++i) clients.push_back(s.connect());
    for (AgentId id = 0; id < count; ++id) s.begin(id);
    s.gateway->send_held();
    s.at(s.clock.now() + 20);
    before = reported(0);
  }
  std::uint64_t reported(AgentId id) const { return s.gateway->report(id)->bytes_to; }

  Stage s;
  std::vector<Client> clients;
  std::uint64_t before = 0;
};

constexpr std::uint64_t kSeen = 4 + 7;

}  // namespace

TEST_CASE("sync: sensations of half of the agents are sent together, and no message is read before") {
  Team team(8);
  Stage& s = team.s;
  team.clients[7].say("(early)");
  s.sense(7);
  for (int i = 0; i < 100; ++i) s.gateway->receive(s.listener);
  for (const AgentId id : {0, 1}) s.sense(id);
  for (const AgentId id : {7, 0, 1}) CHECK(team.reported(id) == team.before);
  CHECK(s.heard().empty());
  CHECK(s.gateway->earliest_act(7) == s.clock.now() + 10);  // the world waits for this agent, too
  s.sense(2);
  for (const AgentId id : {7, 0, 1, 2}) CHECK(team.reported(id) == team.before + kSeen);
  for (const int id : {7, 0, 1, 2}) CHECK(team.clients[static_cast<std::size_t>(id)].hear() == "(seen )");
  CHECK_FALSE(s.gateway->send_held());
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{fmt::format("7 at {}: (early)", s.clock.now() + 10)});
}

TEST_CASE("sync: a simulation that waits sends held sensations, but not to dropped agents") {
  Team team(8);
  Stage& s = team.s;
  CHECK_FALSE(s.gateway->send_held());
  for (const AgentId id : {3, 4}) s.sense(id);
  s.gateway->drop(4);
  CHECK(team.reported(3) == team.before);
  CHECK(s.gateway->send_held());
  CHECK(team.reported(3) == team.before + kSeen);
  CHECK(team.reported(4) == team.before);
  CHECK(team.clients[4].ending() == "end");
  CHECK_FALSE(s.gateway->send_held());
}

TEST_CASE("sync: several sensations of one agent are held and sent together, for ten steps at most") {
  Team team(8);
  Stage& s = team.s;
  const Step began = s.clock.now();
  s.sense(5);
  s.at(began + 9);
  s.sense(5, "more");
  s.gateway->receive(s.listener);
  CHECK(team.reported(5) == team.before);
  s.at(began + 10);
  s.gateway->receive(s.listener);
  CHECK(team.reported(5) == team.before + 2 * kSeen);
  CHECK(team.clients[5].hear() == "(seen )");
  CHECK(team.clients[5].hear() == "(more )");
}

TEST_CASE("sensations in async mode, or of the only agent of a match, are not held") {
  {
    Team team(8, false);
    team.s.sense(0);
    CHECK_FALSE(team.s.gateway->send_held());
  }
  Team team(1);
  team.s.sense(0);
  CHECK(team.reported(0) == team.before + kSeen);
  CHECK_FALSE(team.s.gateway->send_held());
}

TEST_CASE("sync: sensations held at shutdown are sent before the connection ends") {
  Team team(8);
  team.s.sense(6);
  team.s.gateway->shut_down(0ms);
  CHECK(team.clients[6].hear() == "(seen )");
  CHECK(team.clients[6].ending() == "end");
}
