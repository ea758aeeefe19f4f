// SPDX-License-Identifier: Apache-2.0
#include "spark/tcp/tcp_gateway.h"

#include <netinet/tcp.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <random>
#include <thread>

#include "spark/net/loop.h"
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
  explicit Stage(bool sync = true, std::chrono::nanoseconds timeout = 1h, std::chrono::nanoseconds guests = 1h) {
    log.add_sink(LogLevel::warning, [this](LogLevel, std::string_view line) { lines.emplace_back(line); });
    TcpGateway::Options options;
    options.sync = sync_ = sync;
    options.sync_timeout = timeout;
    options.guest_patience = guests;
    gateway.emplace(options, loop, clock, log);
  }

  /// An agent that has answered its first sensation and has joined.
  Client connect(std::string_view answer = "") {
    const auto before = listener.next;
    Client client(gateway->port());
    REQUIRE(until([&] { return client.hears_something(); }));
    REQUIRE(client.hear() == "");
    client.say(answer);
    REQUIRE(until([&] { return listener.next > before; }));
    listener.heard.clear();
    return client;
  }
  /// Generates the first sensation, which the agent has answered already, and lets the answer be taken.
  void begin(AgentId agent) {
    const auto cycles = gateway->report(agent)->cycles;
    sense(agent, "");
    if (!sync_) at(clock.now() + 10);
    REQUIRE(
        until([&] { return sync_ ? gateway->report(agent)->cycles > cycles : gateway->report(agent)->cycles > 0; }));
    listener.heard.clear();
  }
  /// Lets the gateway work until `done`; false if that does not come.
  template <typename Done>
  bool until(Done done) {
    const auto limit = std::chrono::steady_clock::now() + 20s;
    while (!done()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      loop.wait(10ms);
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

  bool sync_ = true;
  net::Loop loop;
  Clock clock;
  Log log;
  Told lines;
  Listener listener;
  std::optional<TcpGateway> gateway;
};

}  // namespace

TEST_CASE("whoever answers the empty first sensation has come and is ready, whoever hangs up is lost") {
  Stage s;
  s.listener.next = 3;  // other gateways have agents, too
  Client first(s.gateway->port());
  REQUIRE(s.until([&] { return first.hears_something(); }));
  CHECK(s.heard().empty());  // to connect is not enough
  CHECK(first.hear() == "");
  first.say("(create)");
  REQUIRE(s.hears(2));
  Client second(s.gateway->port());
  second.say("");  // it may also have nothing to do, and need not have read what it answers
  REQUIRE(s.hears(4));
  CHECK(s.heard() == Told{"arrived 3 tcp", "ready 3", "arrived 4 tcp", "ready 4"});
  s.gateway->expect_sensation(3, 11);
  CHECK(s.gateway->earliest_act(3) == 11);
  s.at(1);
  s.sense(3, "");
  first.hang_up();
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Told{"3 at 11: (create)", "lost 3: closed its connection"});
  CHECK(s.gateway->earliest_act(3) == 31);
  CHECK(s.gateway->report(3));
  CHECK_FALSE(s.gateway->report(0));
  CHECK_THROWS_WITH(s.gateway->start(5, "tcp"), Catch::Contains("are not started, they connect"));
  CHECK(s.lines.empty());
}

TEST_CASE("numbers go in the order of connecting, not of answering") {
  Stage s;
  std::vector<Client> clients;
  for (int i = 0; i < 5; ++i) clients.emplace_back(s.gateway->port());
  for (const std::size_t i : {4u, 2u, 3u, 1u}) {
    REQUIRE(s.until([&] { return clients[i].hears_something(); }));
    clients[i].say("(agent " + std::to_string(i) + ")");
    s.gateway->receive(s.listener);
  }
  for (int i = 0; i < 20; ++i) s.gateway->receive(s.listener);
  CHECK(s.heard().empty());  // all wait for the first
  clients[0].say("(agent 0)");
  REQUIRE(s.hears(10));
  CHECK(s.listener.next == 5);
  s.listener.heard.clear();
  s.at(1);
  for (const AgentId id : {3, 1, 0, 4, 2}) s.sense(id, "");
  REQUIRE(s.hears(5));
  Told heard = s.heard();
  std::sort(heard.begin(), heard.end());
  CHECK(heard == Told{"0 at 11: (agent 0)", "1 at 11: (agent 1)", "2 at 11: (agent 2)", "3 at 11: (agent 3)",
                      "4 at 11: (agent 4)"});
}

TEST_CASE("who does not answer, or not like an agent, is no agent and holds up the others for a while only") {
  Stage s(true, 1h, 50ms);
  Client silent(s.gateway->port());
  Client half(s.gateway->port());
  Client gone(s.gateway->port());
  Client web(s.gateway->port());
  Client prose(s.gateway->port());
  Client broken(s.gateway->port());
  Client agent(s.gateway->port());
  agent.say("(create)");
  half.send(std::string_view("\0\0", 2));
  gone.hang_up();
  web.send("GET / HTTP/1.1\r\n\r\n");
  prose.say("hello there");
  broken.say("(create");
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Told{"arrived 0 tcp", "ready 0"});
  for (Client* other : {&silent, &half, &web, &prose, &broken}) CHECK(other->ending() != "");
  CHECK(s.lines.size() == 5);  // of the one that only knocked there is nothing to say
  for (const char* part :
       {"sends garbage (a message of 1195725856 bytes)", "does not speak like an agent: 'hello there'",
        "does not speak like an agent: '(create'", "has not answered the first sensation within 0.05 s"})
    CHECK(std::ranges::any_of(s.lines, [&](const std::string& line) { return line.find(part) != line.npos; }));
}

TEST_CASE("ten thousand that only connect leave nothing behind") {
  Stage s(true, 1h, 50ms);
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto before = descriptors();
  std::deque<Client> silent;
  for (int i = 0; i < 10000; ++i) {
    silent.emplace_back(s.gateway->port());
    if (i % 3 == 0) silent.back().hang_up();
    if (silent.size() > 200) silent.pop_front();  // most are disconnected by the server, some leave
    s.gateway->receive(s.listener);
    REQUIRE(descriptors() - before <= 201 + static_cast<long>(TcpGateway::kMaxGuests) + 16);
  }
  Client agent = s.connect("(create)");
  CHECK(s.listener.next == 1);
  CHECK(s.lines.size() <= 9);
  silent.clear();
  REQUIRE(s.until([&] { return descriptors() - before <= 2; }));
}

TEST_CASE("sync: a sensation is sent at once, its answer bears its arrival") {
  Stage s;
  Client agent = s.connect("(create)");
  CHECK_FALSE(agent.hears_something());
  s.at(1);
  s.sense(0, "");
  REQUIRE(s.hears(1));
  CHECK_FALSE(agent.hears_something());  // it has had that one as a greeting
  s.at(21);
  s.sense(0);
  CHECK(agent.hear() == "(seen )");  // what stands behind `S21 31 ` for a piped agent
  CHECK(s.gateway->earliest_act(0) == 31);
  agent.say("");  // nothing to do
  REQUIRE(s.until([&] { return s.gateway->earliest_act(0) == 51; }));
  CHECK(s.heard() == Told{"0 at 11: (create)"});
  const auto report = s.gateway->report(0);
  CHECK(report->cycles == 2);
  CHECK(report->acts == 1);
  CHECK(report->late_acts == 0);
  CHECK(report->refused == 0);
  CHECK(report->bytes_to == 4 + 4 + 7);
  CHECK(report->bytes_from == 12 + 4);
}

TEST_CASE("sync: message n answers sensation n, however early it comes, and the end comes behind the last") {
  for (const int talks_at : {0, 1, 20, 39}) {
    Stage s;
    Client agent = s.connect("(0)");
    for (int i = 0; i < 41; ++i) {
      if (i == talks_at) {
        for (int n = 1; n < 40; ++n) agent.say("(" + std::to_string(n) + ")");
        agent.fall_silent();
      }
      s.at(1 + 20 * i);
      s.sense(0, i == 0 ? "" : "seen");
      s.gateway->receive(s.listener);
    }
    CAPTURE(talks_at);
    REQUIRE(s.hears(41));
    const Told heard = s.heard();
    for (int i = 0; i < 40; ++i)
      CHECK(heard[static_cast<std::size_t>(i)] == fmt::format("0 at {}: ({})", 11 + 20 * i, i));
    CHECK(heard[40] == "lost 0: closed its connection");
    CHECK(s.lines.empty());
  }
}

TEST_CASE("sync: who sends without end is read no further than it is asked") {
  Stage s;
  Client agent = s.connect();
  s.begin(0);
  std::size_t sent = 0;
  const std::string acts(64 * 1024, '\0');  // 16384 times: nothing to do
  for (int i = 0; i < 2000; ++i) {
    sent += agent.send(acts);
    s.gateway->receive(s.listener);
  }
  CHECK(sent < 200 * acts.size());  // what the kernel keeps
  CHECK(s.gateway->report(0)->bytes_from <= 4 + acts.size());
  CHECK(s.lines.empty());
}

TEST_CASE("sync: who is waited for no longer plays on in the present") {
  Stage s;
  Client agent = s.connect("(create)");
  s.at(1);
  s.begin(0);
  s.at(21);
  s.sense(0);
  CHECK(s.gateway->earliest_act(0) == 31);
  CHECK(s.gateway->wait_no_longer(0));
  CHECK_FALSE(s.gateway->wait_no_longer(5));
  CHECK(s.gateway->earliest_act(0) == 31);
  s.at(40);
  CHECK(s.gateway->earliest_act(0) == 40);
  agent.say("(late)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"0 at 40: (late)"});
  s.sense(0);
  s.at(60);
  CHECK(s.gateway->earliest_act(0) == 60);
  agent.say("(again)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"0 at 60: (again)"});
}

TEST_CASE("sync: patience that has ended is said, and the late act bears the present") {
  Stage s(true, 1ns);
  Client agent = s.connect();
  s.at(1);
  s.begin(0);
  s.at(21);
  s.lines.clear();
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
  Client agent = s.connect("(create)");
  agent.say("(eager)");
  s.gateway->receive(s.listener);
  CHECK(s.heard().empty());
  s.at(1);
  s.sense(0, "");
  s.at(11);
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Told{"0 at 11: (create)", "0 at 11: (eager)"});
  s.at(21);
  s.sense(0);
  s.at(30);
  s.gateway->receive(s.listener);
  CHECK_FALSE(agent.hears_something());
  CHECK(s.gateway->report(0)->bytes_to == 4);
  s.at(31);
  s.gateway->receive(s.listener);
  CHECK(agent.hear() == "(seen )");
  s.at(34);
  agent.say("(a)");
  agent.say("(b)");
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Told{"0 at 34: (a)", "0 at 34: (b)"});
  CHECK(s.gateway->earliest_act(0) == 34);
  CHECK(s.gateway->report(0)->cycles == 2);
  CHECK(s.gateway->report(0)->late_acts == 2);
}

TEST_CASE("what an agent says before it hangs up counts, wherever its bytes are cut") {
  Stage s;
  Client agent = s.connect();
  s.begin(0);
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
  CHECK(s.heard() == Told{"0 at 31: (fine)"});
  web.send("GET / HTTP/1.1\r\n\r\n");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"lost 1: sends garbage (a message of 1195725856 bytes)"});
  CHECK(web.ending() != "");
  CHECK(s.lines == Told{"agent 0: skipped a message of 65537 bytes, the maximum is 65536"});
}

TEST_CASE("any bytes at all") {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    Stage s(round % 2 == 0);
    Client agent = s.connect();
    s.begin(0);
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
  for (std::size_t i = 0; i < TcpGateway::kMaxConnections; ++i) clients.push_back(s.connect());
  for (int i = 0; i < 50; ++i) {
    Client refused(s.gateway->port());
    REQUIRE(s.until([&] { return refused.hears_something(); }));
    CHECK(refused.ending() == "end");
  }
  CHECK(s.heard().empty());
  REQUIRE(s.lines.size() == 6);  // complaints 1 to 5 and 10
  CHECK(s.lines[0] == "agent port: an agent refused, 100 are connected already");
  for (const AgentId id : {7, 8}) s.begin(id);
  clients[7].hang_up();
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Told{"lost 7: closed its connection"});
  s.connect();
  s.listener.full = true;
  clients[8].hang_up();
  REQUIRE(s.hears(1));
  Client refused(s.gateway->port());
  REQUIRE(s.until([&] { return refused.hears_something(); }));
  CHECK(refused.hear() == "");
  refused.say("(create)");
  REQUIRE(s.until([&] { return refused.hears_something(); }));
  CHECK(refused.ending() == "end");
}

TEST_CASE("who never reads is lost, who only floods, too") {
  for (const bool sync : {true, false}) {
    Stage s(sync);
    Client deaf = s.connect();
    s.begin(0);
    const std::string much(100000, 'x');
    // One megabyte waits here; the kernel's buffers, of which the reader's may grow, hold some more.
    std::size_t sensations = 0;
    for (; s.listener.heard.empty() && sensations < 500; ++sensations) {
      s.at(s.clock.now() + 20);
      s.sense(0, much);
      s.gateway->receive(s.listener);
    }
    CHECK(s.heard() == Told{"lost 0: does not read its messages"});
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
  // A part of a message may be sent; what comes then is a shifted one, or senseless at worst. So: whole bytes in a
  // ring.
  std::size_t at = 0;
  REQUIRE(s.until([&] {
    at = (at + flood.send(std::string_view(acts).substr(at))) % acts.size();
    return lost();
  }));
  const Told heard = s.heard();
  CHECK(heard.back() == "lost 0: breaks the protocol");
  CHECK(heard.size() == 256 + 1);
  CHECK(s.gateway->report(0)->refused == 100001);
  CHECK(s.lines.size() == 5 + 5);  // complaints 1 to 5, 10, 100, 1000, 10000, 100000
}

TEST_CASE("an agent is dropped, and nothing is said to it or heard of it any more") {
  Stage s;
  Client agent = s.connect();
  s.begin(0);
  s.sense(0);
  CHECK(agent.hear());
  s.gateway->drop(0);
  s.gateway->drop(0);
  s.gateway->drop(17);
  CHECK(agent.ending() == "end");
  s.sense(0);
  s.gateway->receive(s.listener);
  CHECK(s.heard().empty());
  CHECK(s.gateway->report(0)->bytes_to == 4 + 11);
}

TEST_CASE("at the end agents read an end, not an error, whatever they still say") {
  Stage s;
  Client agent = s.connect();
  Client stubborn = s.connect();
  s.begin(0);
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
