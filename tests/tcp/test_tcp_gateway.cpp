// SPDX-License-Identifier: Apache-2.0
#include "spark/tcp/tcp_gateway.h"

#include <netinet/tcp.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "tests/tcp/client.h"

using namespace spark;
using namespace std::chrono_literals;

namespace {

using Told = std::vector<std::string>;

struct Listener final : AgentGatewayListener {
  std::optional<AgentId> agent_arrived(const std::string& type) override {
    if (full) return std::nullopt;
    heard.push_back(fmt::format("arrived {} {}", next, type));
    return next++;
  }
  void agent_ready(AgentId agent) override { heard.push_back(fmt::format("ready {}", agent)); }
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    heard.push_back(fmt::format("{} at {}: {}", agent, stamp, text.substr(0, 40)));
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    heard.push_back(fmt::format("lost {}: {}", agent, reason));
  }
  bool full = false;
  AgentId next = 0;
  Told heard;
};

struct Stage {
  explicit Stage(bool sync = true, std::chrono::nanoseconds timeout = 1h) {
    log.add_sink(LogLevel::warning, [this](LogLevel, std::string_view line) { lines.emplace_back(line); });
    TcpGateway::Options options;
    options.sync = sync;
    options.sync_timeout = timeout;
    gateway.emplace(options, clock, log);
  }

  Client connect() {
    const auto before = listener.next;
    Client client(gateway->port());
    REQUIRE(until([&] { return listener.next > before; }));
    listener.heard.clear();
    return client;
  }
  /// Lets the gateway work until `done`; false if that does not come.
  template <typename Done>
  bool until(Done done) {
    const auto limit = std::chrono::steady_clock::now() + 20s;
    while (!done()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      pollfd input{gateway->poll_descriptor(), POLLIN, 0};
      ::poll(&input, 1, 10);
      gateway->receive(listener);
    }
    return true;
  }
  bool hears(std::size_t count) {
    return until([&] { return listener.heard.size() >= count; });
  }
  void at(Step step) {
    while (clock.now() < step) clock.advance();
  }
  void sense(AgentId agent, std::string_view text = "seen") {
    PerceptWriter& writer = gateway->begin_sensation(agent, clock.now(), clock.now() + 10);
    if (!text.empty()) writer.begin(text), writer.end();
    gateway->end_sensation(agent, clock.now() + 30);
  }
  Told heard() { return std::exchange(listener.heard, {}); }

  Clock clock;
  Log log;
  Told lines;
  Listener listener;
  std::optional<TcpGateway> gateway;
};

}  // namespace

TEST_CASE("whoever connects has come and is ready, whoever hangs up is lost") {
  Stage s;
  s.listener.next = 3;  // other gateways have agents, too
  Client first(s.gateway->port());
  REQUIRE(s.hears(2));
  Client second(s.gateway->port());
  REQUIRE(s.hears(4));
  CHECK(s.heard() == Told{"arrived 3 tcp", "ready 3", "arrived 4 tcp", "ready 4"});
  s.gateway->expect_sensation(3, 11);
  CHECK(s.gateway->earliest_act(3) == 11);
  first.hang_up();
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"lost 3: closed its connection"});
  CHECK(s.gateway->earliest_act(3) == 11);
  CHECK(s.gateway->report(3));
  CHECK_FALSE(s.gateway->report(0));
  CHECK_THROWS_WITH(s.gateway->start(5, "tcp"), Catch::Contains("connect by themselves"));
}

TEST_CASE("sync: a sensation is sent at once, its answer bears its arrival") {
  Stage s;
  Client agent = s.connect();
  s.at(1);
  s.sense(0, "");
  CHECK(agent.hear() == "");  // no body yet: nothing to perceive
  agent.say("(create)");
  REQUIRE(s.hears(1));
  s.at(21);
  s.sense(0);
  CHECK(agent.hear() == "(seen )");  // what stands behind `S21 31 ` for a piped agent
  CHECK(s.gateway->earliest_act(0) == 31);
  agent.say("");  // nothing to do
  REQUIRE(s.until([&] { return s.gateway->earliest_act(0) == 51; }));
  agent.say("(too much)");
  REQUIRE(s.until([&] { return s.gateway->report(0)->refused == 1; }));
  CHECK(s.heard() == Told{"0 at 11: (create)"});
  const auto report = s.gateway->report(0);
  CHECK(report->cycles == 2);
  CHECK(report->acts == 1);
  CHECK(report->late_acts == 0);
  CHECK(report->bytes_to == 4 + 4 + 7);
  CHECK(report->bytes_from == 12 + 4 + 14);
  CHECK(s.lines == Told{"agent 0: an act without a sensation to answer: '(too much)' ignored"});
}

TEST_CASE("sync: patience that has ended is said, and the late act bears the present") {
  Stage s(true, 1ns);
  Client agent = s.connect();
  s.at(1);
  s.sense(0);
  REQUIRE(s.until([&] { return !s.lines.empty(); }));
  CHECK(s.lines == Told{"agent 0: has not answered in time; until its next message the world does not wait for it"});
  s.at(40);
  CHECK(s.gateway->earliest_act(0) == 40);
  agent.say("(late)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"0 at 40: (late)"});
  CHECK(s.gateway->report(0)->late_acts == 1);
}

TEST_CASE("async: a sensation is sent at its arrival, an act bears the present") {
  Stage s(false);
  Client agent = s.connect();
  agent.say("(eager)");
  REQUIRE(s.until([&] { return s.gateway->report(0)->refused == 1; }));
  s.at(1);
  s.sense(0);
  s.at(10);
  s.gateway->receive(s.listener);
  CHECK_FALSE(agent.hears_something());
  CHECK(s.gateway->report(0)->bytes_to == 0);
  s.at(11);
  s.gateway->receive(s.listener);
  CHECK(agent.hear() == "(seen )");
  s.at(14);
  agent.say("(a)");
  agent.say("(b)");
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Told{"0 at 14: (a)", "0 at 14: (b)"});
  CHECK(s.gateway->earliest_act(0) == 14);
  CHECK(s.gateway->report(0)->cycles == 1);
  CHECK(s.gateway->report(0)->late_acts == 2);
}

TEST_CASE("what an agent says before it hangs up counts, wherever its bytes are cut") {
  Stage s;
  Client agent = s.connect();
  for (const Step step : {1, 21}) s.at(step), s.sense(0);
  for (const char byte : Client::frame("(a)") + Client::frame("(b)") + std::string(2, '\0')) {
    REQUIRE(agent.send({&byte, 1}) == 1);
    s.gateway->receive(s.listener);
  }
  agent.hang_up();  // with unread sensations: the kernel sends a reset
  REQUIRE(s.hears(3));
  const Told heard = s.heard();
  CHECK(heard[0] == "0 at 11: (a)");
  CHECK(heard[1] == "0 at 31: (b)");
  CHECK(heard[2].starts_with("lost 0: "));
}

TEST_CASE("a message that is too long is skipped and answers all the same; a senseless length ends the agent") {
  Stage s;
  Client agent = s.connect();
  Client web = s.connect();
  s.at(1);
  s.sense(0);
  const std::string long_one = Client::frame(std::string(64 * 1024 + 1, 'x'));
  for (std::size_t sent = 0; sent < long_one.size();) {
    sent += agent.send(std::string_view(long_one).substr(sent));
    s.gateway->receive(s.listener);
  }
  REQUIRE(s.until([&] { return s.gateway->report(0)->cycles == 1; }));
  s.at(21);
  s.sense(0);
  agent.say("(fine)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"0 at 31: (fine)"});
  web.send("GET / HTTP/1.1\r\n\r\n");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"lost 1: sends garbage (a message of 1195725856 bytes)"});
  CHECK(web.ending() != "");
  CHECK(s.lines == Told{"agent 0: a message of 65537 bytes skipped, 65536 are allowed"});
}

TEST_CASE("any bytes at all") {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    Stage s(round % 2 == 0);
    Client agent = s.connect();
    for (int i = 0; i < 30 && s.heard().empty(); ++i) {
      s.at(1 + 20 * i);
      s.sense(0);
      std::string bytes(random() % 200, '\0');
      // Mostly small lengths, so that messages come about.
      for (char& byte : bytes) byte = random() % 4 ? '\0' : static_cast<char>(random());
      agent.send(bytes);
      const Step earliest = s.gateway->earliest_act(0);
      s.gateway->receive(s.listener);
      CHECK(s.gateway->earliest_act(0) >= earliest);
    }
  }
}

TEST_CASE("a hundred are connected at most, and their end makes room") {
  Stage s;
  std::vector<Client> clients;
  for (std::size_t i = 0; i < TcpGateway::kMostConnections; ++i) clients.push_back(s.connect());
  for (int i = 0; i < 50; ++i) {
    Client refused(s.gateway->port());
    REQUIRE(s.until([&] { return refused.hears_something(); }));
    CHECK(refused.ending() == "end");
  }
  CHECK(s.heard().empty());
  REQUIRE(s.lines.size() == 6);  // complaints 1 to 5 and 10
  CHECK(s.lines[0] == "agent port: an agent refused, 100 are connected");
  clients[7].hang_up();
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"lost 7: closed its connection"});
  s.connect();
  s.listener.full = true;
  clients[8].hang_up();
  REQUIRE(s.hears(1));
  Client refused(s.gateway->port());
  REQUIRE(s.until([&] { return refused.hears_something(); }));
  CHECK(refused.ending() == "end");
}

TEST_CASE("who never reads is lost, who only floods, too") {
  for (const bool sync : {true, false}) {
    Stage s(sync);
    Client deaf = s.connect();
    const std::string much(100000, 'x');
    // One megabyte waits here; the kernel's buffers, of which the reader's may grow, hold some more.
    std::size_t sensations = 0;
    for (; s.listener.heard.empty() && sensations < 500; ++sensations) {
      s.at(s.clock.now() + 20);
      s.sense(0, much);
      s.gateway->receive(s.listener);
    }
    CHECK(s.heard() == Told{"lost 0: does not read what it is sent"});
    CHECK(sensations > 10);
  }
  Stage s(false);
  Client flood = s.connect();
  s.sense(0);
  s.at(10);
  s.gateway->receive(s.listener);
  std::string acts;
  for (int i = 0; i < 1000; ++i) acts += Client::frame("(a)");
  const auto lost = [&] { return !s.listener.heard.empty() && s.listener.heard.back().starts_with("lost"); };
  // A part of a message may be sent; what comes then is a shifted one, or senseless at worst. So: whole bytes in a
  // ring.
  std::size_t at = 0;
  REQUIRE(s.until([&] {
    at = (at + flood.send(std::string_view(acts).substr(at))) % acts.size();
    return lost();
  }));
  const Told heard = s.heard();
  CHECK(heard.back() == "lost 0: does not keep to the protocol");
  CHECK(heard.size() == 256 + 1);
  CHECK(s.gateway->report(0)->refused == 100001);
  CHECK(s.lines.size() == 5 + 5);  // complaints 1 to 5, 10, 100, 1000, 10000, 100000
}

TEST_CASE("an agent is dropped, and nothing is said to it or heard of it any more") {
  Stage s;
  Client agent = s.connect();
  s.sense(0);
  CHECK(agent.hear());
  s.gateway->drop(0);
  s.gateway->drop(0);
  s.gateway->drop(17);
  CHECK(agent.ending() == "end");
  s.sense(0);
  s.gateway->receive(s.listener);
  CHECK(s.heard().empty());
  CHECK(s.gateway->report(0)->bytes_to == 11);
}

TEST_CASE("at the end agents read an end, not an error, whatever they still say") {
  Stage s;
  Client agent = s.connect();
  Client stubborn = s.connect();
  s.sense(0);
  agent.say("(unread)");
  std::string ending;
  const auto began = std::chrono::steady_clock::now();
  {
    // The gateway waits for them to hang up; one does.
    std::thread leaving([&] { ending = agent.ending(), agent.hang_up(); });
    s.gateway->shut_down(10s);
    leaving.join();
  }
  CHECK(ending == "end");
  CHECK(std::chrono::steady_clock::now() - began < 5s);  // half a second for the other one, and a slow machine
  CHECK(stubborn.ending() == "end");
  s.gateway->shut_down(0ms);
}

TEST_CASE("the port says what is wrong in one line, and watches silent hosts") {
  Log log;
  Clock clock;
  AgentPort port("127.0.0.1", 0);
  const std::string number = std::to_string(port.port());
  CHECK_THROWS_WITH(AgentPort("127.0.0.1", port.port()),
                    "cannot open agent port " + number + " on 127.0.0.1: Address already in use");
  CHECK_THROWS_WITH(AgentPort("localhost", 0), "cannot open agent port 0 on localhost: not an IP address");
  int error = 1;
  CHECK_FALSE(port.accept(error));
  CHECK(error == 0);
  const Client client(port.port());
  const Descriptor accepted = port.accept(error);
  REQUIRE(accepted);
  const auto option = [&](int level, int name) {
    int value = 0;
    socklen_t size = sizeof value;
    REQUIRE(::getsockopt(accepted.get(), level, name, &value, &size) == 0);
    return value;
  };
  CHECK(option(SOL_SOCKET, SO_KEEPALIVE) == 1);
  CHECK(option(IPPROTO_TCP, TCP_KEEPIDLE) + option(IPPROTO_TCP, TCP_KEEPINTVL) * option(IPPROTO_TCP, TCP_KEEPCNT) ==
        30);
  CHECK(option(IPPROTO_TCP, TCP_USER_TIMEOUT) == 30000);
  CHECK(option(IPPROTO_TCP, TCP_NODELAY) == 1);
}
