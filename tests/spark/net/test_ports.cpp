// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "spark/core/log.h"
#include "spark/net/connector.h"
#include "spark/net/listener.h"
#include "tests/spark/net/loopback.h"
#include "tests/support/manual_clock.h"
#include "tests/support/skipping.h"
#include "tests/support/waiting.h"

using namespace spark;
using namespace std::chrono_literals;

namespace {

struct Stage {
  Stage() {
    log.add_sink(LogLevel::warning, [this](LogLevel, std::string_view line) { lines.emplace_back(line); });
  }
  net::Listener open(const std::string& address, std::uint16_t port = 0) {
    return net::Listener(loop, address, port, {"side door", "a guest"}, log);
  }
  template <typename Done>
  void until(Done done) {
    const auto limit = std::chrono::steady_clock::now() + kTimeout;
    while (!done()) {
      REQUIRE(std::chrono::steady_clock::now() < limit);
      loop.poll();
    }
  }
  /// Tries to connect to the addresses that `resolve` returns for `host`, and returns the result.
  std::string connect(net::AddressLookup::Resolve resolve, const std::string& host, std::uint16_t port) {
    std::string came;
    net::Connector connector(loop, std::move(resolve));
    connector.start(
        host, port, net::KeepAlive{}, [&](net::Socket, std::string peer) { came = peer; },
        [&](std::string why) { came = "failed: " + why; });
    until([&] { return !came.empty(); });
    CHECK_FALSE(connector.is_busy());
    return came;
  }

  Log log;
  std::vector<std::string> lines;
  ManualClock clock;
  net::Loop loop{clock};
};

/// Holds a look-up until it is opened.
struct Gate {
  std::mutex mutex;
  std::condition_variable opened;
  bool open = false;
  bool passed = false;
  int arrived = 0;
};

int option(int socket, int level, int name) {
  int value = 0;
  socklen_t size = sizeof value;
  REQUIRE(::getsockopt(socket, level, name, &value, &size) == 0);
  return value;
}

}  // namespace

TEST_CASE("a port that cannot be opened is an error with the reason in one line") {
  Stage s;
  auto port = s.open("127.0.0.1");
  REQUIRE(port.port() != 0);
  CHECK(port.is_loopback());
  CHECK_FALSE(s.open("0.0.0.0").is_loopback());
  CHECK(s.open("localhost").is_loopback());
  CHECK_THROWS_WITH(s.open("127.0.0.1", port.port()),
                    fmt::format("cannot open side door {} on 127.0.0.1: Address already in use", port.port()));
  CHECK_THROWS_WITH(s.open("192.0.2.1"), "cannot open side door 0 on 192.0.2.1: Cannot assign requested address");
  CHECK_THROWS_WITH(s.open(""), Catch::StartsWith("cannot open side door 0 on : "));
}

TEST_CASE("each accepted socket has its peer's address, and options that detect silent hosts") {
  Stage s;
  auto port = s.open("127.0.0.1");
  std::vector<std::shared_ptr<net::Connection>> came;
  const net::Connection::Options options{.max_input = 100, .system_buffer = 0, .silence = net::KeepAlive{}};
  int keep_alive = 0, idle = 0, unacknowledged = 0, no_delay = 0;
  port.start([&](net::Socket socket, std::string peer) {
    const int descriptor = socket.socket.native_handle();
    came.push_back(std::make_shared<net::Connection>(std::move(socket), std::move(peer), options));
    keep_alive = option(descriptor, SOL_SOCKET, SO_KEEPALIVE);
    idle = option(descriptor, IPPROTO_TCP, TCP_KEEPIDLE) +
           option(descriptor, IPPROTO_TCP, TCP_KEEPINTVL) * option(descriptor, IPPROTO_TCP, TCP_KEEPCNT);
    unacknowledged = option(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT);
    no_delay = option(descriptor, IPPROTO_TCP, TCP_NODELAY);
  });
  std::vector<Descriptor> callers;
  for (int i = 0; i < 40; ++i) callers.push_back(call_port(port.port()));
  s.until([&] { return came.size() == 40; });
  CHECK(came.front()->peer().starts_with("127.0.0.1:"));
  CHECK(keep_alive == 1);
  CHECK(idle == 30);
  CHECK(unacknowledged == 30000);
  CHECK(no_delay == 1);
  port.close();
  CHECK_FALSE(call_port(port.port()));
  for (const auto& connection : came) connection->close();
}

TEST_CASE("without free descriptors a port pauses, and later accepts the peers that have waited") {
  if (descriptors_are_needed()) return;
  Stage s;
  auto port = s.open("127.0.0.1");
  int came = 0;
  port.start([&](net::Socket, const std::string&) { ++came; });
  s.loop.poll();
  const Descriptor caller = call_port(port.port());
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  rlimit none = before;
  none.rlim_cur = 3;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  s.until([&] { return !s.lines.empty(); });
  // Nothing wakes the loop, so it waits to the end.
  const auto began = s.clock.now();
  s.loop.wait(50ms);
  const auto rested = s.clock.now() - began;
  ::setrlimit(RLIMIT_NOFILE, &before);
  CHECK(rested == 50ms);
  CHECK(s.lines == std::vector<std::string>{"side door: cannot accept a guest: Too many open files"});
  s.clock.advance(149ms);
  for (int i = 0; i < 10; ++i) s.loop.poll();
  CHECK(came == 0);
  s.clock.advance(1ms);
  s.until([&] { return came == 1; });
}

TEST_CASE("all addresses of a host are tried, and a failure is reported in one line") {
  Stage s;
  auto port = s.open("127.0.0.1");
  port.start([](net::Socket, const std::string&) {});
  const auto here = fmt::format("127.0.0.1:{}", port.port());
  CHECK(s.connect(net::resolve, "127.0.0.1", port.port()) == here);
  CHECK(s.connect(net::resolve, "localhost", port.port()) == here);
  // In the form with a port, which is also used for listening.
  CHECK(net::is_loopback("[::1]"));
  CHECK(net::resolve("[::1]", 7).all.size() == 1);
  CHECK(net::resolve("[127.0.0.1]", 7).all.size() == 1);
  CHECK_FALSE(net::resolve("[]", 7).problem.empty());
  // 127.0.0.2 is this machine as well, but no one listens there.
  const auto both = [](const std::string&, std::uint16_t to) {
    net::Addresses found = net::resolve("127.0.0.2", to);
    found.all.push_back(net::resolve("127.0.0.1", to).all.at(0));
    return found;
  };
  CHECK(s.connect(both, "lab", port.port()) == here);
  CHECK(s.connect(net::resolve, "127.0.0.2", port.port()) == "failed: Connection refused");
  const auto unknown = [](const std::string&, std::uint16_t) { return net::Addresses{{}, "no such name"}; };
  CHECK(s.connect(unknown, "lab", 1) == "failed: cannot find lab: no such name");
}

TEST_CASE("a limited number of names is looked up at a time, including cancelled look-ups") {
  const auto gate = std::make_shared<Gate>();
  const auto slow = [gate](const std::string&, std::uint16_t) {
    std::unique_lock lock(gate->mutex);
    ++gate->arrived;
    gate->opened.wait(lock, [&] { return gate->open; });
    return net::Addresses{{}, "no such name"};
  };
  Stage s;
  auto port = s.open("127.0.0.1");
  port.start([](net::Socket, const std::string&) {});
  std::vector<std::unique_ptr<net::AddressLookup>> lookups;
  s.until([&] {
    lookups.push_back(std::make_unique<net::AddressLookup>(s.loop, slow));
    lookups.back()->ask("lab", 1, [](const net::Addresses&) {});
    const std::lock_guard lock(gate->mutex);
    return gate->arrived == net::AddressLookup::kMaxAtOnce;
  });
  const std::string refused = "failed: cannot find lab: 16 names are being looked up already";
  CHECK(s.connect(slow, "lab", 1) == refused);
  // Their threads still wait for the resolver.
  lookups.clear();
  CHECK(s.connect(slow, "lab", 1) == refused);
  // Numerical addresses need no resolver.
  CHECK(s.connect(slow, "127.0.0.1", port.port()) == fmt::format("127.0.0.1:{}", port.port()));
  {
    const std::lock_guard lock(gate->mutex);
    CHECK(gate->arrived == net::AddressLookup::kMaxAtOnce);
    gate->open = true;
    gate->opened.notify_all();
  }
  s.until([&] { return s.connect(slow, "lab", 1) == "failed: cannot find lab: no such name"; });
}

TEST_CASE("a slow look-up of a name blocks nothing, and an answer that is too late is ignored") {
  const auto gate = std::make_shared<Gate>();
  const auto slow = [gate](const std::string&, std::uint16_t port) {
    std::unique_lock lock(gate->mutex);
    gate->opened.wait(lock, [&] { return gate->open; });
    gate->passed = true;
    gate->opened.notify_all();
    return net::resolve("127.0.0.1", port);
  };
  bool called = false;
  {
    Stage s;
    net::Connector connector(s.loop, slow);
    const auto call = [&](auto&&...) { called = true; };
    connector.start("lab", 1, std::nullopt, call, call);
    s.loop.wait(20ms);
    CHECK(connector.is_busy());
  }
  std::unique_lock lock(gate->mutex);
  gate->open = true;
  gate->opened.notify_all();
  gate->opened.wait(lock, [&] { return gate->passed; });
  CHECK_FALSE(called);
}
