// SPDX-License-Identifier: Apache-2.0
// The engine's end of the link, with the test at the other end.
#include "commserver/link/remote_comm_server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "commserver/link/comm_server_port.h"
#include "spark/net/address_lookup.h"
#include "tests/spark/net/loopback.h"
#include "tests/support/log_lines.h"
#include "tests/support/manual_clock.h"
#include "tests/support/skipping.h"

using namespace commserver;
using spark::AgentId;
using spark::Descriptor;
using spark::Step;
using Heard = std::vector<std::string>;
using namespace std::chrono_literals;

namespace {

struct Listener final : spark::NullListener {
  void agent_ready(AgentId agent) override { heard.push_back(fmt::format("ready {}", agent)); }
  using NullListener::agent_acted;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    heard.push_back(fmt::format("acted {} {} {}", agent, stamp, text));
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    heard.push_back(fmt::format("lost {} {}", agent, reason));
  }
  Heard take() { return std::exchange(heard, {}); }
  Heard heard;
};

/// A remote commserver with two agents, played by the test.
struct Pair {
  Pair() {
    auto [first, second] = connected_pair();
    peer = std::make_unique<Link>(loop, socket_of(loop, std::move(second)), "engine");
    peer->trust();
    auto link = std::make_unique<Link>(loop, socket_of(loop, std::move(first)), "lab:1");
    link->trust();
    server = std::make_unique<RemoteCommServer>(std::move(link), "lab", std::vector<std::string>{"foo"}, log);
    server->start(0, "foo");
    server->start(4, "foo");
    orders();
  }
  /// Kinds and first numbers of the engine's messages.
  std::vector<std::pair<MessageKind, std::int64_t>> orders() {
    std::vector<std::pair<MessageKind, std::int64_t>> found;
    peer->poll();
    peer->attend([&](std::string_view bytes) {
      MessageReader message(bytes);
      found.emplace_back(message.kind(), message.number());
      return true;
    });
    return found;
  }
  MessageWriter say(MessageKind kind) {
    MessageWriter writer(peer->outgoing());
    writer.begin(kind);
    return writer;
  }
  /// The listener's calls for all messages, and for the end if there was one; each receive() handles one of the two.
  Heard receive() {
    if (peer) peer->send();
    for (int i = 0; i < 2; ++i) server->receive(listener);
    return listener.take();
  }

  spark::Log log;
  Listener listener;
  ManualClock clock;
  spark::net::Loop loop{clock};
  std::unique_ptr<Link> peer;
  std::unique_ptr<RemoteCommServer> server;
};

}  // namespace

TEST_CASE("acts of agents come from the commserver, and sensations go to it") {
  Pair pair;
  pair.say(MessageKind::ready).agent(4).end();
  pair.say(MessageKind::acted).agent(4).number(12).text("(kick 3)").end();
  pair.say(MessageKind::earliest).agent(4).number(31).end();
  CHECK(pair.receive() == Heard{"ready 4", "acted 4 12 (kick 3)"});
  CHECK(pair.server->earliest_act(4) == 31);
  CHECK(pair.server->earliest_act(0) == 0);
  pair.server->expect_sensation(0, 11);
  pair.server->begin_sensation(0, 21, 31);
  pair.server->end_sensation(0, 51);
  pair.server->drop(4);
  using Orders = std::vector<std::pair<MessageKind, std::int64_t>>;
  CHECK(pair.orders() == Orders{{MessageKind::expect, 0}, {MessageKind::sensation, 0}, {MessageKind::drop, 4}});
  pair.say(MessageKind::acted).agent(4).number(40).text("(kick 3)").end();
  CHECK(pair.receive().empty());  // it was dropped
}

TEST_CASE("an agent may act at the earliest time that it has named, and not before") {
  Pair pair;
  pair.say(MessageKind::earliest).agent(4).number(31).end();
  pair.say(MessageKind::earliest).agent(4).number(31).end();
  pair.say(MessageKind::acted).agent(4).number(31).text("(now)").end();
  CHECK(pair.receive() == Heard{"acted 4 31 (now)"});
  pair.say(MessageKind::acted).agent(4).number(30).text("(before)").end();
  CHECK(pair.receive() == Heard{"lost 0 its commserver 'lab' is lost", "lost 4 its commserver 'lab' is lost"});
}

TEST_CASE("an agent is lost once, with the reason that its commserver gives") {
  Pair pair;
  pair.say(MessageKind::lost).agent(4).text("it has crashed").end();
  pair.say(MessageKind::lost).agent(4).text("again").end();
  CHECK(pair.receive() == Heard{"lost 4 it has crashed (on commserver 'lab')"});
}

TEST_CASE("a report of the commserver can be read as it was sent") {
  Pair pair;
  MessageWriter writer = pair.say(MessageKind::report);
  writer.agent(0);
  for (int i = 1; i <= 9; ++i) writer.number(i * 1000);
  writer.end();
  pair.receive();
  const auto report = pair.server->report(0);
  REQUIRE(report);
  CHECK(report->cycles == 1000);
  CHECK(report->bytes_from == 6000);
  CHECK(report->thinking_max == std::chrono::nanoseconds(9000));
  CHECK_FALSE(pair.server->report(1));
}

TEST_CASE("a commserver that breaks the rules of the link is disconnected, and its agents are lost") {
  Pair pair;
  pair.say(MessageKind::earliest).agent(0).number(50).end();
  SECTION("an act in the past") {
    pair.say(MessageKind::acted).agent(0).number(49).text("").end();
  }
  SECTION("an earliest act that goes back") {
    pair.say(MessageKind::earliest).agent(0).number(49).end();
  }
  SECTION("an agent of another commserver") {
    pair.say(MessageKind::ready).agent(3).end();
  }
  SECTION("an impossible agent number") {
    pair.say(MessageKind::ready).number(-1).end();
  }
  SECTION("a message for the other direction") {
    pair.say(MessageKind::sensation).agent(0).end();
  }
  SECTION("a report with a negative number") {
    pair.say(MessageKind::report).agent(0).number(-1).end();
  }
  SECTION("an act or an earliest act at an impossible time") {
    const auto kind = GENERATE(MessageKind::acted, MessageKind::earliest);
    const auto step = GENERATE(std::numeric_limits<Step>::min(), Step{-1}, MessageReader::kMaxStep + 1,
                               std::numeric_limits<Step>::max());
    MessageWriter writer = pair.say(kind);
    writer.agent(0).number(step);
    if (kind == MessageKind::acted) writer.text("");
    writer.end();
  }
  SECTION("an end with surplus bytes") {
    pair.say(MessageKind::ended).number(1).end();
  }
  SECTION("an act that is too long") {
    pair.say(MessageKind::acted).agent(0).number(60).text(std::string(spark::InputLimits::kMaxMessage + 1, 'x')).end();
  }
  SECTION("a message of length zero") {
    pair.peer->outgoing() += std::string("\0\0\0\0", 4);
  }
  SECTION("a message of 4 GiB") {
    pair.peer->outgoing() += "\xff\xff\xff\xff";
  }
  SECTION("a closed connection") {
    pair.peer->send();
    pair.peer.reset();
  }
  CHECK(pair.receive() == Heard{"lost 0 its commserver 'lab' is lost", "lost 4 its commserver 'lab' is lost"});
  CHECK_FALSE(pair.server->is_connected());
  // Messages to it have no effect now.
  pair.server->expect_sensation(0, 50);
  pair.server->begin_sensation(0, 40, 50);
  pair.server->end_sensation(0, 70);
  pair.server->drop(0);
  CHECK(pair.receive().empty());
  CHECK(pair.server->earliest_act(0) == 50);
}

TEST_CASE("whatever a commserver sends, the engine receives only possible times and existing agents") {
  std::mt19937_64 dice(7);
  const std::int64_t extremes[] = {std::numeric_limits<std::int64_t>::min(),
                                   -1,
                                   0,
                                   1,
                                   4,
                                   5,
                                   9999,
                                   10000,
                                   MessageReader::kMaxStep,
                                   MessageReader::kMaxStep + 1,
                                   std::numeric_limits<std::int64_t>::max()};
  const auto some = [&] { return extremes[dice() % std::size(extremes)]; };
  for (int round = 0; round < 300; ++round) {
    Pair pair;
    for (int i = 0; i < 20; ++i) {
      MessageWriter writer = pair.say(static_cast<MessageKind>(dice() % 18));
      // Mostly an existing agent, else the rest would never be read.
      if (dice() % 8 != 0) writer.number(dice() % 4 != 0 ? (dice() % 2 != 0 ? 4 : 0) : some());
      for (std::uint64_t more = dice() % 10; more > 0; --more) writer.number(some());
      if (dice() % 2 != 0) writer.text(std::string(dice() % 30, '('));
      writer.end();
    }
    for (const std::string& heard : pair.receive()) {
      CAPTURE(heard);
      std::istringstream words(heard);
      std::string kind;
      int agent = -1;
      Step stamp = 0;
      words >> kind >> agent;
      CHECK((agent == 0 || agent == 4));
      if (kind != "acted") continue;
      CHECK(words >> stamp);
      CHECK((stamp >= 0 && stamp <= MessageReader::kMaxStep));
    }
    for (const AgentId agent : {0, 4}) CHECK(pair.server->earliest_act(agent) <= MessageReader::kMaxStep);
  }
}

TEST_CASE("acts that a commserver sent before its connection ended still count") {
  Pair pair;
  pair.say(MessageKind::acted).agent(0).number(5).text("(drive 1 0 0)").end();
  pair.say(MessageKind::earliest).agent(0).number(25).end();
  pair.peer->send();
  pair.peer.reset();
  CHECK(pair.receive() ==
        Heard{"acted 0 5 (drive 1 0 0)", "lost 0 its commserver 'lab' is lost", "lost 4 its commserver 'lab' is lost"});
  CHECK(pair.server->earliest_act(0) == 25);
}

TEST_CASE("an engine that has sent nothing for a second sends a sign of life") {
  Pair pair;
  pair.receive();
  pair.clock.advance(1s);
  pair.receive();
  CHECK(pair.orders().empty());
  pair.clock.advance(1ns);
  pair.receive();
  using Orders = std::vector<std::pair<MessageKind, std::int64_t>>;
  CHECK(pair.orders() == Orders{{MessageKind::alive, 0}});
  pair.receive();
  CHECK(pair.orders().empty());
  // Any other message replaces the sign of life.
  pair.clock.advance(900ms);
  pair.server->expect_sensation(0, 11);
  pair.clock.advance(900ms);
  pair.receive();
  CHECK(pair.orders() == Orders{{MessageKind::expect, 0}});
}

TEST_CASE("a commserver is lost after ten seconds without a sign of life") {
  Pair pair;
  pair.clock.advance(9s);
  pair.say(MessageKind::alive).end();
  CHECK(pair.receive().empty());
  pair.clock.advance(10s);
  CHECK(pair.receive().empty());
  CHECK(pair.server->is_connected());
  pair.clock.advance(1ns);
  CHECK(pair.receive() == Heard{"lost 0 its commserver 'lab' is lost", "lost 4 its commserver 'lab' is lost"});
  CHECK_FALSE(pair.server->is_connected());
}

TEST_CASE("at shutdown the engine waits as long as a commserver's agents may take, and no longer") {
  Pair pair;
  std::vector<std::string> lines;
  keep_lines(pair.log, lines);
  const auto began = pair.clock.now();
  pair.server->shut_down(400ms);
  CHECK(pair.clock.now() - began == 4 * 400ms + 8s);
  CHECK(lines == std::vector<std::string>{"the commserver 'lab' did not report that its agents have ended"});
}

TEST_CASE("messages that arrive byte by byte are read like whole ones") {
  Pair pair;
  std::string bytes;
  MessageWriter(bytes)
      .begin(MessageKind::ready)
      .agent(0)
      .begin(MessageKind::acted)
      .agent(0)
      .number(9)
      .text("(x)")
      .end();
  Heard heard;
  for (const char byte : bytes) {
    pair.peer->outgoing() += byte;
    for (std::string& each : pair.receive()) heard.push_back(std::move(each));
  }
  CHECK(heard == Heard{"ready 0", "acted 0 9 (x)"});
}

TEST_CASE("the port refuses silent callers with few log lines, and accepts a commserver beside other peers") {
  spark::Log log;
  std::vector<std::string> lines;
  log.add_sink(spark::LogLevel::normal, [&](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
  const Secret none;
  const LinkSettings settings;
  spark::net::Loop loop;
  CommServerPort port(loop, "127.0.0.1", 0, none, settings, log);
  REQUIRE(port.port() != 0);
  const auto call = [&] { return call_port(port.port()); };

  std::vector<Descriptor> callers;
  for (int i = 0; i < 200; ++i) callers.push_back(call());
  port.attend();
  CHECK(port.connected() == 0);
  REQUIRE(lines.size() >= 1);
  CHECK(lines.size() < 20);  // not one for each
  CHECK(lines[0].find("it has not identified itself, and 64 others have connected since") != std::string::npos);
  callers.clear();
  port.attend();

  lines.clear();
  Descriptor scanner = call();
  REQUIRE(::send(scanner.get(), "GET / HTTP/1.0\r\n\r\n", 18, 0) == 18);
  Link good(loop, socket_of(loop, call()), "engine");
  CommServerHandshake handshake(none, "lab", {"foo"});
  auto state = CommServerHandshake::State::waiting;
  for (int i = 0; i < 1000 && (state == CommServerHandshake::State::waiting || port.connected() == 0); ++i) {
    port.attend();
    good.wait(std::chrono::milliseconds(5));
    good.attend([&](std::string_view message) {
      state = handshake.take(message, good.outgoing());
      return false;
    });
  }
  CHECK(state == CommServerHandshake::State::done);
  CHECK(port.connected() == 1);
  auto servers = port.close();
  REQUIRE(servers.size() == 1);
  CHECK(servers[0]->name() == "lab");
  CHECK(servers[0]->types() == std::vector<std::string>{"foo"});
  CHECK_FALSE(call());
}

namespace {

/// Connects as the commserver `lab`; true if the port accepts that within many turns.
bool comes_through(spark::net::Loop& loop, CommServerPort& port, const Secret& secret) {
  Link good(loop, socket_of(loop, call_port(port.port())), "engine");
  CommServerHandshake handshake(secret, "lab", {"foo"});
  for (int i = 0; i < 1000 && port.connected() == 0; ++i) {
    port.attend();
    good.wait(std::chrono::milliseconds(5));
    good.attend([&](std::string_view message) {
      handshake.take(message, good.outgoing());
      return false;
    });
  }
  return port.connected() == 1;
}

}  // namespace

TEST_CASE("silent peers that take all places of the port do not keep a commserver out") {
  spark::Log log;
  const Secret none;
  const LinkSettings settings;
  spark::net::Loop loop;
  CommServerPort port(loop, "127.0.0.1", 0, none, settings, log);
  std::vector<Descriptor> silent;
  for (std::size_t i = 0; i < CommServerPort::kMaxGreetings; ++i) silent.push_back(call_port(port.port()));
  port.attend();
  CHECK(comes_through(loop, port, none));
}

TEST_CASE("a peer that does not identify itself within five seconds is refused") {
  spark::Log log;
  std::vector<std::string> lines;
  keep_lines(log, lines);
  const Secret none;
  const LinkSettings settings;
  ManualClock clock;
  spark::net::Loop loop{clock};
  CommServerPort port(loop, "127.0.0.1", 0, none, settings, log);
  Link silent(loop, socket_of(loop, call_port(port.port())), "engine");
  const auto turns = [&] {
    for (int i = 0; i < 10; ++i) {
      port.attend();
      silent.attend([](std::string_view) { return true; });
    }
  };
  turns();
  clock.advance(5s);
  turns();
  CHECK(lines.empty());
  CHECK(silent.is_open());
  clock.advance(1ns);
  turns();
  CHECK_FALSE(silent.is_open());
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find(" refused: it has not identified itself") != std::string::npos);
}

TEST_CASE("a port without free descriptors does not busy-wait, and accepts again afterwards") {
  if (descriptors_are_needed()) return;
  spark::Log log;
  std::vector<std::string> lines;
  log.add_sink(spark::LogLevel::normal, [&](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
  const Secret none;
  const LinkSettings settings;
  ManualClock clock;
  spark::net::Loop loop{clock};
  CommServerPort port(loop, "127.0.0.1", 0, none, settings, log);
  const Descriptor caller = call_port(port.port());
  std::vector<Descriptor> all;
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  rlimit few = before;
  few.rlim_cur = 64;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  while (true) {
    Descriptor one(::dup(0));
    if (!one) break;
    all.push_back(std::move(one));
  }
  port.attend();
  // It waits for the whole given time, because nothing is ready.
  const auto began = clock.now();
  loop.wait(100ms);
  const auto waited = clock.now() - began;
  all.clear();
  ::setrlimit(RLIMIT_NOFILE, &before);
  CHECK(waited == 100ms);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("cannot accept a commserver: Too many open files") != std::string::npos);
  CHECK(comes_through(loop, port, none));
}

TEST_CASE("without a secret the port listens on loopback addresses only") {
  spark::Log log;
  const Secret none;
  const LinkSettings settings;
  spark::net::Loop loop;
  CHECK_THROWS_AS(CommServerPort(loop, "0.0.0.0", 0, none, settings, log), std::runtime_error);
  CHECK(spark::net::is_loopback("127.0.0.1"));
  CHECK(spark::net::is_loopback("::1"));
  CHECK_FALSE(spark::net::is_loopback("0.0.0.0"));
  CHECK_FALSE(spark::net::is_loopback("192.0.2.1"));
}
