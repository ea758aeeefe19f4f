// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "tests/gateways/tcp/tcp_stage.h"
#include "tests/support/manual_clock.h"

using namespace spark;
using namespace tcp_test;

TEST_CASE("a message that is too long is skipped and counts as an answer, an absurd length loses the agent") {
  Stage s;
  Client agent = s.connect();
  Client web = s.connect();
  for (const AgentId id : {0, 1}) s.begin(id);
  const auto before = s.gateway->report(0)->cycles;
  s.at(1);
  s.sense(0);
  const std::string long_one = Client::frame(std::string(64 * 1024 + 1, 'x'));
  for (std::size_t sent = 0; sent < long_one.size();) {
    sent += agent.send(std::string_view(long_one).substr(sent));
    s.gateway->receive(s.listener);
  }
  REQUIRE(s.until([&] { return s.gateway->report(0)->cycles == before + 1; }));
  s.at(21);
  s.sense(0);
  agent.say("(fine)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"0 at 31: (fine)"});
  web.send("GET / HTTP/1.1\r\n\r\n");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"lost 1: sends garbage (a message of 1195725856 bytes; its first four bytes are the text "
                              "'GET ', not a length)"});
  CHECK(web.ending() != "");
  CHECK(s.lines == Reported{"agent 0: skipped a message of 65537 bytes, the maximum is 65536"});
}

TEST_CASE("random bytes do no harm, and the earliest act never decreases") {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    Stage s(round % 2 == 0);
    Client agent = s.connect();
    s.begin(0);
    for (int i = 0; i < 30 && s.heard().empty(); ++i) {
      s.at(1 + 20 * i);
      s.sense(0);
      std::string bytes(random() % 200, '\0');
      // Mostly small lengths, so that some bytes form messages.
      for (char& byte : bytes) byte = random() % 4 ? '\0' : static_cast<char>(random());
      agent.send(bytes);
      const Step earliest = s.gateway->earliest_act(0);
      s.gateway->receive(s.listener);
      CHECK(s.gateway->earliest_act(0) >= earliest);
    }
  }
}

TEST_CASE("at most a hundred agents are connected, and an agent that leaves makes room") {
  Stage s;
  std::vector<Client> clients;
  for (std::size_t i = 0; i < TcpGateway::kMaxConnections; ++i) clients.push_back(s.connect());
  for (int i = 0; i < 50; ++i) {
    Client refused(s.gateway->port());
    REQUIRE(s.until([&] { return refused.hears_something(); }));
    CHECK(refused.ending() == "end");
  }
  CHECK(s.heard().empty());
  REQUIRE(s.lines.size() == 6);  // complaints 1 to 5 and 10
  CHECK(s.lines[0] == "agent port: an agent was refused: 100 are already connected");
  for (const AgentId id : {7, 8}) s.begin(id);
  clients[7].hang_up();
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"lost 7: closed its connection"});
  s.at(s.clock.now() + 100);
  s.connect();
  s.listener.full = true;
  clients[8].hang_up();
  REQUIRE(s.hears(1));
  s.at(s.clock.now() + 100);
  Client refused(s.gateway->port());
  REQUIRE(s.until([&] { return refused.hears_something(); }));
  CHECK(refused.hear().value_or("").starts_with("(time (now "));
  refused.say("(create)");
  REQUIRE(s.until([&] { return refused.hears_something(); }));
  CHECK(refused.ending() == "end");
}

TEST_CASE("an agent that never reads is lost, and so is an agent that floods the server") {
  for (const bool sync : {true, false}) {
    Stage s(sync);
    Client not_reading = s.connect();
    s.begin(0);
    const std::string much(100000, 'x');
    // The gateway holds one megabyte; the kernel's buffers, of which the receiver's may grow, hold some more.
    std::size_t sensations = 0;
    for (; s.listener.heard.empty() && sensations < 500; ++sensations) {
      s.at(s.clock.now() + 20);
      s.sense(0, much);
      s.gateway->receive(s.listener);
    }
    CHECK(s.heard() == Reported{"lost 0: does not read its messages"});
    CHECK(sensations > 10);
  }
  Stage s(false);
  Client flood = s.connect();
  s.begin(0);
  s.sense(0);
  s.at(20);
  s.gateway->receive(s.listener);
  std::string acts;
  for (int i = 0; i < 1000; ++i) acts += Client::frame("(a)");
  const auto lost = [&] { return !s.listener.heard.empty() && s.listener.heard.back().starts_with("lost"); };
  // A message may be sent in part; it has to be continued at that byte, else the next one would be misread. Hence the
  // ring.
  std::size_t at = 0;
  REQUIRE(s.until([&] {
    at = (at + flood.send(std::string_view(acts).substr(at))) % acts.size();
    return lost();
  }));
  const Reported heard = s.heard();
  CHECK(heard.back() == "lost 0: breaks the protocol");
  CHECK(heard.size() == 256 + 1);
  CHECK(s.gateway->report(0)->refused == 100001);
  CHECK(s.lines.size() == 5 + 5);  // complaints 1 to 5, 10, 100, 1000, 10000, 100000
}

TEST_CASE("an agent that exceeds its rate of bytes is read slowly, wakes the loop, and loses no message") {
  ManualClock time;
  InputLimits limits;
  limits.bytes_per_second = 1000;
  limits.burst_bytes = 200;
  Stage s(false, time, limits);
  Client client = s.connect();
  s.begin(0);
  s.heard();
  std::string much;
  for (int i = 0; i < 40; ++i) client.say("(act " + std::to_string(10 + i) + ")");  // 12 bytes each with the length
  std::size_t reported = 0;
  std::size_t most = 0;
  const auto began = time.now();
  while (reported < 40) {
    const std::size_t before = reported;
    s.loop.wait(std::chrono::hours(1));  // ends early only if the gateway has set a timer
    s.gateway->receive(s.listener);
    for (const std::string& line : s.heard()) CHECK(line.ends_with("(act " + std::to_string(10 + reported++) + ")"));
    most = std::max(most, reported - before);
    REQUIRE(time.now() - began < std::chrono::minutes(1));
  }
  CHECK(most <= 200 / 12 + 1);
  CHECK(time.now() - began >= std::chrono::milliseconds(40 * 12 - 200));
  CHECK(s.gateway->report(0)->acts == 40);
}

TEST_CASE("many messages at once are read in pieces, although no more bytes arrive at the socket") {
  InputLimits limits;
  limits.acts = 50;
  limits.act_bytes = 100'000;
  ManualClock time;
  Stage s(false, time, limits);
  Client client = s.connect();
  s.begin(0);
  s.sense(0);
  s.at(s.clock.now() + 10);
  s.gateway->receive(s.listener);
  CHECK_FALSE(s.gateway->has_pending());
  constexpr std::size_t kActs = 40, kBytes = 1000;
  std::string much;
  for (std::size_t i = 0; i < kActs; ++i) much += Client::frame("(a)" + std::string(kBytes - 3, ' '));
  REQUIRE(client.send(much) == much.size());
  std::size_t reported = 0;
  bool had_more = false;
  REQUIRE(s.until([&] {
    const std::size_t now = s.heard().size();
    CHECK(now <= InputLimits::kBytesAtOnce / kBytes + 1);
    reported += now;
    had_more = had_more || s.gateway->has_pending();
    return reported == kActs;
  }));
  CHECK(had_more);
  CHECK_FALSE(s.gateway->has_pending());
}

TEST_CASE("an agent with a held message, or above its rate of bytes, has nothing pending") {
  const std::string act = Client::frame("(a)" + std::string(997, ' '));
  std::string much;
  for (int i = 0; i < 5; ++i) much += act;
  const auto says_much = [&](Stage& s, bool in_time) {
    Client client = s.connect();
    s.begin(0);
    s.sense(0);
    if (in_time) s.at(s.clock.now() + 10);
    REQUIRE(client.send(much) == much.size());
    REQUIRE(s.hears(1));
    for (int i = 0; i < 10; ++i) s.gateway->receive(s.listener);
    CHECK(s.heard().size() == 1);
    CHECK_FALSE(s.gateway->has_pending());
  };
  Stage waited;
  says_much(waited, false);  // the next one answers a sensation that has not been generated

  ManualClock time;
  InputLimits limits;
  limits.bytes_per_second = 1000;
  limits.burst_bytes = 1010;
  Stage slowed(false, time, limits);
  says_much(slowed, true);
}

TEST_CASE("message length, number of acts and time for the first message are limited as configured") {
  ManualClock time;
  InputLimits limits;
  limits.message_bytes = 300;
  limits.first_message = std::chrono::milliseconds(1500);
  limits.acts = 2;
  Stage s(false, time, limits);
  Client slow(s.gateway->port());
  REQUIRE(s.until([&] { return slow.hears_something(); }));
  time.advance(std::chrono::milliseconds(1400));
  s.gateway->receive(s.listener);
  CHECK(s.lines.empty());
  time.advance(std::chrono::milliseconds(200));
  s.gateway->receive(s.listener);
  REQUIRE(s.lines.size() == 1);
  CHECK_THAT(s.lines[0], Catch::Contains("has not answered the first sensation within 1.5 s"));
  Client client = s.connect();
  s.begin(0);
  s.heard();
  s.at(21);
  s.sense(0);
  s.at(31);
  s.gateway->receive(s.listener);
  client.say("(b)");
  client.say("(" + std::string(300, 'a') + ")");  // an answer, too
  client.say("(c)");
  REQUIRE(s.until([&] { return s.gateway->report(0)->refused == 2; }));
  CHECK(s.heard() == Reported{"0 at 32: (b)"});
}

TEST_CASE("the first agents from an address are counted apart in complaints, all later ones together") {
  Stage s;
  for (int i = 0; i < 40; ++i) {
    const Client agent = s.connect();
    s.log.complain(fmt::format("agent {}", i), "bad");
  }
  REQUIRE(s.lines.size() == 22 + 5 + 1);
  CHECK(s.lines[21] == "agent 21: bad");
  CHECK(s.lines[26] == "agent 26: bad");
  CHECK(s.lines[27] == "agent 31: bad (complaint 10; not all are shown)");
}
