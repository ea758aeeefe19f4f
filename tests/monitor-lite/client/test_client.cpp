// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <future>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "monitor-lite/client/client.h"
#include "monitor-lite/client/commands.h"
#include "tests/monitor-lite/client/fake_server.h"
#include "tests/monitor-lite/client/streams.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

using namespace monitor;
using namespace std::chrono_literals;

namespace {

template <typename Done>
bool poll_until(Client& client, Done done) {
  const auto deadline = std::chrono::steady_clock::now() + kTimeout;
  while (!done()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    client.poll(20ms);
  }
  return true;
}

/// The same without letting time pass.
template <typename Done>
bool at_once(Client& client, Done done) {
  return wait_until([&] {
    client.poll(0ms);
    return done();
  });
}

/// A server and its client, which waits on a manual clock without taking real time; data must be there already, or the
/// client must poll repeatedly.
struct Watched {
  Watched() : Watched(clock) {}
  /// Uses another clock than its own.
  explicit Watched(spark::RealClock& other)
      : client("127.0.0.1", server.port(), spark::net::resolve, TeamNames{}, other) {
    REQUIRE(poll_until(client, [&] { return server.has_caller(); }));
    server.accept();
  }
  /// Whether the client reconnects without time passing.
  bool calls_now() {
    for (int i = 0; i < 20; ++i) client.poll(0ms);
    return server.has_caller();
  }
  ManualClock clock;
  FakeServer server;
  Client client;
};

}  // namespace

TEST_CASE("a stream is read correctly however it is cut into packets", "[threads]") {
  const std::string stream = kInit + "\n" + kFirst + "\n(Info (time 7)(B (pos 1 2 3)))\n";
  Watched w;
  for (const char byte : stream) {
    w.server.say(std::string(1, byte));
    w.client.poll(20ms);
  }
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 2; }));
  CHECK(w.client.state() == Client::State::watching);
  CHECK(w.client.game().field_width == 20);
  CHECK(w.client.snapshot().time == 7);
  CHECK(w.client.snapshot().players.size() == 2);
  CHECK(w.client.problem().empty());
}

TEST_CASE("every frame is reported in order, however many arrive at once", "[threads]") {
  Watched w;
  w.server.say(text_of(match(100)) + "(Info (time 99))\n");
  std::vector<double> times;
  const auto deadline = std::chrono::steady_clock::now() + kTimeout;
  while (w.client.state() != Client::State::over && std::chrono::steady_clock::now() < deadline)
    w.client.poll(20ms, [&](const Snapshot& snapshot) { times.push_back(snapshot.time); });
  REQUIRE(times.size() == 100);
  CHECK(std::is_sorted(times.begin(), times.end()));
  // After (Die) the match is over, and the client does not reconnect.
  CHECK(w.client.state() == Client::State::over);
  CHECK_FALSE(w.client.send("(kickOff)"));
  w.client.poll(700ms);
  CHECK_FALSE(w.server.has_caller());
}

TEST_CASE("commands are framed with their length", "[threads]") {
  Watched w;
  w.server.say(kInit + "\n" + kFirst + "\n");
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
  CHECK(w.client.send(kick_off(Side::left)));
  CHECK(w.client.pause());
  CHECK(w.client.step(15));
  CHECK(w.client.run());
  CHECK(w.server.heard() ==
        std::string("\0\0\0\x0fW(kickOff Left)\0\0\0\x01P\0\0\0\x03S15\0\0\0\x01R", 19 + 5 + 7 + 5));
}

TEST_CASE("waiting for something that does not come ends at the time limit", "[threads]") {
  Watched w;
  w.server.say(kInit + "\n" + kFirst + "\n");
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
  auto began = w.clock.now();
  CHECK_FALSE(w.client.command("(dropBall)", 10s));
  CHECK(w.clock.now() - began == 10s);
  began = w.clock.now();
  CHECK_FALSE(w.client.advance("", 2, 20s));
  CHECK(w.clock.now() - began == 20s);
  began = w.clock.now();
  CHECK_FALSE(w.client.wait_until([](const Snapshot& now) { return now.ball.x == 6; }, 30s));
  CHECK(w.clock.now() - began == 30s);
  w.server.hang_up();
  w.server.close_port();
  REQUIRE(poll_until(w.client, [&] { return w.client.state() == Client::State::connecting; }));
  began = w.clock.now();
  CHECK_FALSE(w.client.command("(dropBall)", 40s));  // no connection
  CHECK(w.clock.now() - began == 40s);
}

TEST_CASE("an acknowledgement ends the wait of a command", "[threads]") {
  Watched w(spark::RealClock::system());
  w.server.say(kInit + "\n" + kFirst + "\n");
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
  CHECK(w.client.send("(dropBall)(getAck done)"));
  CHECK(w.server.heard() == std::string("\0\0\0\x18W(dropBall)(getAck done)", 28));
  w.server.say("(Info (time 1)(B (pos 0 0 0)))\n(Info (ack best)(time 2)(B (pos 0 0 0)))\n");
  int frames = 0;
  CHECK(w.client.command("(dropBall)", kTimeout, [&](const Snapshot&) { ++frames; }));
  CHECK(frames == 2);
}

TEST_CASE("a command waits for the connection, and fails when the connection is closed", "[threads]") {
  FakeServer server;
  Client client("127.0.0.1", server.port());
  bool answered = false;
  std::thread answering([&] {
    server.accept();
    while (server.heard().empty()) std::this_thread::yield();
    answered = server.send(kInit + "\n(Info (ack best)(time 3))\n");
  });
  CHECK_FALSE(client.send("(dropBall)"));
  CHECK(client.command("(dropBall)", kTimeout));
  answering.join();
  CHECK(answered);
  CHECK(client.snapshot().time == 3);
  server.hang_up();
  CHECK_FALSE(client.command("(dropBall)", kTimeout));
}

TEST_CASE("advance counts frames from its acknowledgement on", "[threads]") {
  Watched w(spark::RealClock::system());
  w.server.say(kInit + "\n" + kFirst + "\n");
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
  w.server.say("(Info (time 1))\n(Info (time 2))\n(Info (ack best)(time 3))\n(Info (time 4))\n(Info (time 5))\n");
  CHECK(w.client.advance("(dropBall)", 3, kTimeout));
  CHECK(w.client.snapshot().time == 5);
  CHECK(w.server.heard() == std::string("\0\0\0\x02S0\0\0\0\x18W(dropBall)(getAck done)\0\0\0\x03S45", 6 + 28 + 7));
  w.client.set_steps_per_frame(5);
  w.server.say("(Info (time 5.5))\n(Info (ack best)(time 6))\n");
  CHECK_FALSE(w.client.advance("", 2, 50ms));
  CHECK(w.server.heard() == std::string("\0\0\0\x02S0\0\0\0\x0eW(getAck done)\0\0\0\x03S10", 6 + 18 + 7));
}

TEST_CASE("a client can wait for a condition on a frame", "[threads]") {
  Watched w(spark::RealClock::system());
  w.server.say(kInit + "\n" + kFirst + "\n(Info (time 1)(B (pos 5 0 0)))\n");
  CHECK(w.client.wait_until([](const Snapshot& now) { return now.ball.x == 5; }, kTimeout));
  w.server.say("(Die)\n");
  CHECK_FALSE(w.client.wait_until([](const Snapshot&) { return false; }, kTimeout));
  CHECK(w.client.state() == Client::State::over);
}

TEST_CASE("a listener may call poll itself, and no line is lost or read twice", "[threads]") {
  Watched w;
  std::vector<double> times;
  const Client::OnFrame inner = [&](const Snapshot& now) { times.push_back(now.time); };
  std::string lines = kInit + "\n";
  for (int i = 1; i <= 5; ++i) lines += fmt::format("(Info (time {}))\n", i);
  w.server.say(lines + "(Info (time 6");
  bool rest_said = false;
  const auto deadline = std::chrono::steady_clock::now() + kTimeout;
  while (times.size() < 7 && std::chrono::steady_clock::now() < deadline)
    w.client.poll(20ms, [&](const Snapshot& now) {
      times.push_back(now.time);
      if (std::exchange(rest_said, true)) return;
      w.server.say("))\n(Info (time 7))\n");
      w.client.poll(1s, inner);
    });
  CHECK(times == std::vector<double>{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a command that is too long for the server is not sent", "[threads]") {
  Watched w;
  w.server.say(kInit + "\n" + kFirst + "\n");
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
  CHECK(w.client.send(std::string(Client::kMaxCommandSize - 1, 'x')));
  CHECK_FALSE(w.client.send(std::string(Client::kMaxCommandSize, 'x')));
}

TEST_CASE("a server that goes and comes back is watched again, from its new Init line on", "[threads]") {
  Watched w;
  w.server.say(kInit + "\n" + kFirst + "\n");
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
  w.server.hang_up();
  w.server.close_port();
  REQUIRE(poll_until(w.client, [&] { return w.client.state() == Client::State::connecting; }));
  CHECK(w.client.problem() == "the server has closed the connection");
  CHECK_FALSE(w.client.send("(kickOff)"));
  REQUIRE(poll_until(w.client, [&] { return w.client.problem().find("no server on 127.0.0.1 port") == 0; }));
  w.server.open();
  REQUIRE(poll_until(w.client, [&] { return w.server.has_caller(); }));
  w.server.accept();
  w.server.say("(Init (FieldLength 77))\n(Info (time 1)(B (pos 0 0 0)))\n");
  REQUIRE(poll_until(w.client, [&] { return w.client.state() == Client::State::watching; }));
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
  CHECK(w.client.game().field_length == 77);
  CHECK(w.client.snapshot().players.empty());
}

TEST_CASE("a client tries to reconnect every half second", "[threads]") {
  Watched w;
  w.server.hang_up();
  REQUIRE(at_once(w.client, [&] { return !w.client.may_command(); }));
  for (int tries = 0; tries < 3; ++tries) {
    const auto lost = w.clock.now();
    CHECK_FALSE(w.calls_now());
    w.clock.advance(500ms - 1ns);
    CHECK_FALSE(w.calls_now());
    w.clock.advance(1ns);
    REQUIRE(at_once(w.client, [&] { return w.server.has_caller(); }));
    w.server.accept();
    CHECK(w.clock.now() - lost == 500ms);
    w.server.hang_up();
    REQUIRE(at_once(w.client, [&] { return !w.client.may_command(); }));
  }
}

TEST_CASE("invalid lines and endless lines are reported and survived", "[threads]") {
  Watched w;
  w.server.say(kInit + "\nthis is no match\n");
  REQUIRE(poll_until(w.client, [&] { return !w.client.problem().empty(); }));
  CHECK(w.client.problem() == "not a line of a match 'this is no match'");
  const std::string endless(64 << 10, 'x');
  for (int i = 0; i < 20; ++i) {
    w.server.say(endless);
    w.client.poll(20ms);
    w.client.poll(0ms);
  }
  REQUIRE(poll_until(w.client, [&] { return w.client.problem() == "an endless line is left out"; }));
  w.server.say("(Die)\n" + kFirst + "\n");  // the end of that line, and another
  REQUIRE(poll_until(w.client, [&] { return w.client.frames() == 1; }));
}

TEST_CASE("a server that sends nothing after accepting is reported, at growing intervals", "[threads]") {
  Watched w;
  std::vector<std::string> lines;
  w.client.on_trouble([&](const std::string& line) { lines.push_back(line); });
  const auto begin = w.clock.now();
  const auto poll_to = [&](std::chrono::seconds time) {
    while (w.clock.now() < begin + time) w.client.poll(200ms);
  };
  poll_to(2s);
  CHECK(w.client.problem().empty());
  poll_to(4s);
  const std::string silent =
      fmt::format("the server on 127.0.0.1 port {} accepted the connection but sends nothing", w.server.port());
  CHECK(w.client.problem() == silent);
  CHECK(lines == std::vector<std::string>{silent});
  poll_to(600s);
  CHECK(lines.size() == 5 + 8);  // after 3, 9, 21, 45 and 93 s, then every minute
  CHECK(std::ranges::all_of(lines, [&](const std::string& line) { return line == silent; }));
  // The report ends when a match comes, and a match that stands still is not reported.
  w.server.say(kInit + "\n" + kFirst + "\n");
  REQUIRE(at_once(w.client, [&] { return w.client.frames() == 1; }));
  CHECK(w.client.problem().empty());
  poll_to(700s);
  CHECK(w.client.problem().empty());
  CHECK(lines.size() == 13);
}

TEST_CASE("a server that closes or refuses each connection is reported with its reason, at growing intervals",
          "[threads]") {
  Watched w;
  std::vector<std::string> lines;
  w.client.on_trouble([&](const std::string& line) { lines.push_back(line); });
  const bool has_reason = GENERATE(true, false);
  const auto begin = w.clock.now();
  while (w.clock.now() < begin + 30s) {
    if (has_reason) w.server.say("(Refused 32 monitors from its address are connected)\n");
    w.server.hang_up();
    REQUIRE(at_once(w.client, [&] { return !w.client.may_command(); }));
    w.clock.advance(500ms);
    REQUIRE(at_once(w.client, [&] { return w.server.has_caller(); }));
    w.server.accept();
  }
  const std::string why = has_reason ? "the server refuses this monitor: 32 monitors from its address are connected"
                                     : fmt::format(
                                           "the server has closed the connection (on 127.0.0.1 port {}, before "
                                           "the first line of a match)",
                                           w.server.port());
  CHECK(lines == std::vector<std::string>(3, why));
}

TEST_CASE("a client that waits for a server names it once per outage", "[threads]") {
  Watched w;
  std::vector<std::string> lines;
  w.client.on_trouble([&](const std::string& line) { lines.push_back(line); });
  for (int outage = 0; outage < 2; ++outage) {
    lines.clear();
    w.server.hang_up();
    w.server.close_port();
    const auto begin = w.clock.now();
    REQUIRE(wait_until([&] {
      w.client.poll(100ms);
      return w.clock.now() >= begin + 10s && lines.size() >= 2 && w.client.problem().starts_with("no server on ");
    }));
    CHECK(lines[0].starts_with(fmt::format("waiting for a server at 127.0.0.1:{}; ", w.server.port())));
    CHECK(std::none_of(lines.begin() + 1, lines.end(),
                       [&](const std::string& line) { return line.starts_with("wait"); }));
    w.server.open();
    REQUIRE(wait_until([&] {
      w.client.poll(100ms);
      return w.server.has_caller();
    }));
    w.server.accept();
    w.server.say(kInit + "\n" + kFirst + "\n");
    const auto back = w.clock.now();
    REQUIRE(wait_until([&] {  // well for long enough that the next outage is another
      w.client.poll(100ms);
      return w.client.state() == Client::State::watching && w.clock.now() > back + 2 * Client::kTroubleDelay;
    }));
  }
}

TEST_CASE("an unknown host is reported, and the client keeps trying", "[threads]") {
  Client client("no.such.host.invalid", 12001, [](const std::string&, std::uint16_t) {
    return spark::net::Addresses{{}, "Name or service not known"};
  });
  REQUIRE(poll_until(client, [&] { return !client.problem().empty(); }));
  CHECK(client.state() == Client::State::connecting);
  CHECK(client.problem() == "cannot find no.such.host.invalid: Name or service not known");
}

TEST_CASE("a slow name lookup delays neither poll nor the end of the client", "[threads]") {
  std::promise<void> lookup_ends;
  const std::shared_future<void> end = lookup_ends.get_future().share();
  std::atomic<int> lookups = 0;
  {
    Client client("far.away", 12001, [&lookups, end](const std::string&, std::uint16_t) {
      ++lookups;
      end.wait();
      return spark::net::Addresses{{}, "at last"};
    });
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) CHECK(client.poll(1ms) == Client::State::connecting);
    // The look-up ends below: if anything waited for it, this line would not be reached.
    CHECK(std::chrono::steady_clock::now() - begin >= 20ms);  // and nothing spins instead
    CHECK(client.problem().empty());
    CHECK_FALSE(client.wait_until([](const Snapshot&) { return true; }, 5ms));
    while (lookups == 0) std::this_thread::yield();
  }
  CHECK(lookups == 1);  // one at a time
  lookup_ends.set_value();
}

TEST_CASE("if the first address of a name has no server, the next one is tried", "[threads]") {
  FakeServer closed;
  FakeServer server;
  closed.close_port();
  const auto all = [&](const std::string&, std::uint16_t) {
    spark::net::Addresses found = spark::net::resolve("127.0.0.1", closed.port());
    found.all.push_back(spark::net::resolve("127.0.0.1", server.port()).all.at(0));
    return found;
  };
  Client client("somewhere", 1, all);
  REQUIRE(poll_until(client, [&] { return server.has_caller(); }));
}

TEST_CASE("localhost is resolved by the system", "[threads]") {
  FakeServer server;
  Client client("localhost", server.port());
  CHECK(poll_until(client, [&] { return server.has_caller(); }));
}

TEST_CASE("the connection uses keep-alive, so that a vanished server is noticed", "[threads]") {
  Watched w;
  // Finds the client's end of the connection among the open files of this process.
  int socket = -1;
  for (int each = 3; each < 1024; ++each) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(each, reinterpret_cast<sockaddr*>(&peer), &size) == 0 && ntohs(peer.sin_port) == w.server.port())
      socket = each;
  }
  REQUIRE(socket >= 0);
  const auto option = [&](int level, int name) {
    int value = -1;
    socklen_t size = sizeof value;
    ::getsockopt(socket, level, name, &value, &size);
    return value;
  };
  CHECK(option(SOL_SOCKET, SO_KEEPALIVE) == 1);
  CHECK(option(IPPROTO_TCP, TCP_KEEPIDLE) == 5);  // s
  CHECK(option(IPPROTO_TCP, TCP_KEEPINTVL) == 2);
  CHECK(option(IPPROTO_TCP, TCP_KEEPCNT) == 3);
  CHECK(option(IPPROTO_TCP, TCP_USER_TIMEOUT) == 10'000);  // ms
}

TEST_CASE("a negative wait does not wait, and an endless one is allowed", "[threads]") {
  Watched w(spark::RealClock::system());
  w.client.poll(-5ms);
  w.server.say(kFirst + "\n");
  CHECK(w.client.wait_until([](const Snapshot&) { return true; }, std::chrono::milliseconds::max()));
}

TEST_CASE("lines left over when a listener throws are read at the next poll", "[threads]") {
  Watched w;
  w.server.say("(Info (time 1))\n(Info (time 2))\n(Info (time 3))\n");
  CHECK_THROWS_AS(poll_until(w.client,
                             [&] {
                               w.client.poll(20ms, [](const Snapshot&) { throw 1; });
                               return false;
                             }),
                  int);
  CHECK(w.client.frames() == 1);
  w.client.poll(0ms);
  CHECK(w.client.frames() == 3);
}

TEST_CASE("damaged lines are read alike in pieces and as a whole", "[threads]") {
  std::mt19937 random(23);
  const std::string whole = text_of(match(30));
  for (int round = 0; round < 20; ++round) {
    std::string stream = whole.substr(0, whole.rfind("(Die)"));
    for (int flips = 0; flips < 30; ++flips) stream[random() % stream.size()] = static_cast<char>(random());
    while (stream.find("(Die") != std::string::npos) stream[stream.find("(Die")] = ' ';
    stream += "\n(Info (team_left the end))\n";
    LineReader reader;
    std::uint64_t frames = 0;
    for (std::size_t at = 0; at < stream.size();) {
      const std::size_t end = stream.find('\n', at);
      frames += reader.read(std::string_view(stream).substr(at, end - at)) == LineReader::Kind::info;
      at = end + 1;
    }
    Watched w;
    for (std::size_t at = 0; at < stream.size();) {
      const std::size_t portion = random() % 3 == 0 ? 1 : 1 + random() % 3000;
      w.server.say(stream.substr(at, portion));
      at += portion;
      w.client.poll(0ms);
    }
    REQUIRE(poll_until(w.client, [&] { return w.client.snapshot().team_left == "the"; }));
    CHECK(w.client.frames() == frames);
    CHECK(same(w.client.snapshot(), reader.snapshot()));
  }
}
