// SPDX-License-Identifier: Apache-2.0
#include "spark/net/connection.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "tests/spark/net/loopback.h"
#include "tests/support/manual_clock.h"
#include "tests/support/skipping.h"
#include "tests/support/waiting.h"

using namespace spark;
using net::Connection;
using namespace std::chrono_literals;

namespace {

struct Wire {
  explicit Wire(Connection::Options options = {}, RealClock& clock = RealClock::system()) : loop(clock) {
    auto [here, there] = connected_pair();
    connection = std::make_shared<Connection>(socket_of(loop, std::move(here)), "peer", options);
    peer = std::move(there);
  }
  ~Wire() { connection->close(); }
  void say(std::string_view text) {
    REQUIRE(::send(peer.get(), text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size()));
  }
  /// The data that has arrived at the peer, up to `count` bytes; shorter at the end of the connection.
  std::string hear(std::size_t count) {
    std::string heard(count, '\0');
    std::size_t size = 0;
    while (size < count) {
      loop.poll();
      const ssize_t one = ::recv(peer.get(), heard.data() + size, count - size, 0);
      if (one <= 0) break;
      size += static_cast<std::size_t>(one);
    }
    heard.resize(size);
    return heard;
  }
  template <typename Done>
  void until(Done done) {
    const auto limit = std::chrono::steady_clock::now() + kTimeout;
    while (!done()) {
      REQUIRE(std::chrono::steady_clock::now() < limit);
      loop.wait(5ms);
    }
  }

  net::Loop loop;
  std::shared_ptr<Connection> connection;
  Descriptor peer;
};

}  // namespace

TEST_CASE("input waits until it is taken, and no more is read than there is room for") {
  Wire wire({.max_input = 10, .system_buffer = 0, .silence = {}});
  int changes = 0;
  wire.connection->start([&] { ++changes; });
  wire.say("0123456789abcde");
  wire.until([&] { return changes > 0; });
  wire.loop.poll();
  CHECK(wire.connection->input() == "0123456789");
  CHECK(changes == 1);
  wire.connection->take(4);
  CHECK(wire.connection->input() == "456789");
  wire.until([&] { return changes == 2; });
  CHECK(wire.connection->input() == "456789abcd");
  wire.connection->take(10);
  wire.until([&] { return changes == 3; });
  CHECK(wire.connection->input() == "e");
  CHECK_FALSE(wire.connection->has_ended());
}

TEST_CASE("input for which there is no room does not keep the loop busy") {
  ManualClock clock;  // a wait that no event ends is over at once
  Wire wire({.max_input = 10, .system_buffer = 0, .silence = {}}, clock);
  int changes = 0;
  wire.connection->start([&] { ++changes; });
  wire.say("0123456789abcde");
  wire.until([&] { return changes > 0; });
  wire.loop.poll();
  const auto waited = [&] {
    const auto begin = clock.now();
    wire.loop.wait(1h);
    return clock.now() - begin;
  };
  CHECK(waited() == 1h);
  CHECK(waited() == 1h);
  wire.connection->take(4);
  CHECK(waited() == 0s);
  CHECK(wire.connection->input() == "456789abcd");
  CHECK(waited() == 1h);
  CHECK(changes == 2);
}

TEST_CASE("the end of the peer is reported after all that it has sent") {
  Wire wire({.max_input = 4, .system_buffer = 0, .silence = {}});
  wire.connection->start();
  wire.say("123456");
  wire.peer.close();
  std::string heard;
  wire.until([&] {
    heard += wire.connection->input();
    wire.connection->take(wire.connection->input().size());
    return wire.connection->has_ended();
  });
  CHECK(heard == "123456");
  CHECK(wire.connection->problem().empty());
  CHECK(wire.connection->is_open());  // data may still be sent, without effect
}

TEST_CASE("data is sent at once and in order, whether the peer reads or not") {
  Wire wire;
  wire.connection->start();
  wire.connection->send("now");
  CHECK(wire.connection->unsent() == 0);
  CHECK(wire.hear(3) == "now");
  std::string all;
  for (int i = 0; wire.connection->unsent() < 300000; ++i) {
    const std::string line = std::to_string(i) + std::string(static_cast<std::size_t>(i % 1000), '.');
    all += line;
    if (i % 2 == 0)
      wire.connection->send(line);
    else
      wire.connection->send(std::make_shared<const std::string>(line));
  }
  CHECK(wire.connection->sent() + wire.connection->unsent() == 3 + all.size());
  CHECK((wire.hear(all.size()) == all));
  CHECK(wire.connection->unsent() == 0);
  CHECK(wire.connection->sent() == 3 + all.size());
}

TEST_CASE("nothing is sent to a peer that has closed, and what it sent before can be read") {
  Wire wire;
  wire.say("last octets");
  wire.peer.close();
  wire.connection->send("to no one");
  wire.until([&] {
    wire.connection->send("again");
    return wire.connection->is_write_closed();
  });
  CHECK(wire.connection->unsent() == 0);
  wire.connection->read_now();
  CHECK(wire.connection->input() == "last octets");
}

TEST_CASE("a connection closes when everything is sent, and reports that once") {
  Wire wire;
  wire.connection->start();
  const std::string text(1000000, 'x');
  wire.connection->send(text);
  REQUIRE(wire.connection->unsent() > 0);
  wire.say("no one reads this");
  int closed = 0;
  wire.connection->close_when_sent([&] { ++closed; });
  CHECK(closed == 0);
  wire.connection->send("too late");
  CHECK((wire.hear(text.size() + 1) == text));
  CHECK(closed == 1);
  CHECK_FALSE(wire.connection->is_open());
  wire.connection->close();
  CHECK(closed == 1);
}

TEST_CASE("an owner is notified once when everything is sent, or when it never will be") {
  Wire wire;
  wire.connection->start();
  std::vector<int> heard;
  wire.connection->when_sent([&] { heard.push_back(1); });  // nothing waits
  wire.connection->send("x");
  CHECK(wire.hear(1) == "x");
  const std::string text(1000000, 'x');
  wire.connection->send(text);
  wire.connection->when_sent([&] { heard.push_back(2); });
  wire.connection->when_sent([&] {
    heard.push_back(3);
    CHECK(wire.connection->unsent() == 0);
    wire.connection->send(text);
    wire.connection->when_sent([&] { heard.push_back(4); });
  });
  CHECK(heard.empty());
  CHECK((wire.hear(text.size()) == text));
  wire.until([&] { return !heard.empty(); });
  CHECK(heard == std::vector<int>{3});
  wire.peer.close();
  wire.until([&] { return heard.size() > 1; });
  CHECK(heard == std::vector<int>{3, 4});
  CHECK(wire.connection->is_write_closed());
}

TEST_CASE("a connection that is closed before everything is sent does not report that it was") {
  Wire wire;
  wire.connection->start();
  wire.connection->send(std::string(1000000, 'x'));
  int heard = 0;
  wire.connection->when_sent([&] { ++heard; });
  wire.connection->close();
  wire.loop.poll();
  CHECK(heard == 0);
}

TEST_CASE("an owner may close its connection while it is notified") {
  Wire wire;
  int changes = 0;
  wire.connection->start([&] {
    ++changes;
    wire.connection->close();
  });
  wire.say("x");
  wire.until([&] { return changes == 1; });
  wire.loop.poll();
  CHECK(changes == 1);
  CHECK(wire.connection->has_ended());
  wire.connection->send("nothing");
  wire.connection->finish();
  wire.connection->reset();
}

namespace {

/// The resident memory of this process, bytes.
std::size_t resident() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm").ignore(64, ' ') >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_CASE("memory for unsent data is returned to the system when the connection is closed") {
  if (!kMemoryCanBeLimited) return;
  constexpr std::size_t kMuch = 160u << 20;
  const std::string line(1000, 'x');
  std::vector<std::string> others;  // they lie between its lines
  Wire wire;
  for (int i = 0; wire.connection->unsent() < kMuch; ++i) {
    wire.connection->send(line);
    if (i % 100 == 0) others.push_back(line);
  }
  const std::size_t max = resident();
  wire.connection->close();
  CHECK(resident() + kMuch / 2 < max);
  CHECK(others.size() > 1000);
}
