// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <future>

#include "spark/monitor/monitor_connection.h"
#include "spark/net/listener.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"
#include "tests/spark/monitor/monitor_stage.h"

using namespace spark;

namespace {
/// One connection; the test runs the socket side itself.
struct Wire final : MonitorConnection::Owner {
  /// The monitor may leave `unsent` bytes unread, and miss half as many again.
  explicit Wire(std::size_t unsent, int receive_buffer = 0) : lines(log) {
    listener.start([&](net::Socket socket, const std::string&) {
      connection = std::make_shared<MonitorConnection>(
          std::make_shared<net::Connection>(std::move(socket), "x", net::Connection::Options{}),
          queue.open_lane({100, 100000}), TrainerGate(),
          MonitorConnection::Limits{.unsent = unsent, .missed = unsent + unsent / 2}, *this, log);
    });
    client = std::make_unique<MonitorClient>(listener.port(), receive_buffer);
    run_until([&] { return connection != nullptr; });
    listener.close();
    connection->start();
  }
  ~Wire() {
    connection->close();
    loop.poll();
  }
  bool command(MonitorConnection&, char letter, std::string_view text) override {
    if (commands.size() >= room) return false;
    commands.push_back(letter + std::string(text));
    return true;
  }
  void refused(MonitorConnection&, char) override { FAIL("no one is refused here"); }
  void proven(MonitorConnection&) override {}
  void flooded(MonitorConnection&, std::size_t count) override { dropped.push_back(count); }
  void misbehaved() override { ++mistakes; }
  void is_midway() override {}
  void missed_frame() override { ++missed; }
  void caught_up(MonitorConnection&) override { ++catches; }
  void cut_off() override { ++cuts; }
  void closed(MonitorConnection&) override { ++closings; }

  template <typename Condition>
  void run_until(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + MonitorClient::kLimit;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("waited in vain");
      loop.wait(std::chrono::milliseconds(5));
    }
  }

  Log log;
  LogLines lines;
  CommandQueue queue;
  net::Loop loop;
  net::Listener listener{loop, "127.0.0.1", 0, {"monitor port", "a monitor"}, log};
  std::shared_ptr<MonitorConnection> connection;
  std::unique_ptr<MonitorClient> client;
  std::vector<std::string> commands;
  std::size_t room = 1000;
  std::vector<std::size_t> dropped;
  int mistakes = 0, missed = 0, catches = 0, cuts = 0;
  int closings = 0;
};
}  // namespace

TEST_CASE("lines that a monitor leaves unread are bounded and released with the connection") {
  constexpr std::size_t kBacklog = 100000, kLine = 5000;
  std::size_t alive = 0, max = 0;
  {
    Wire wire(kBacklog, 4096);
    wire.connection->begin(std::make_shared<const std::string>("header\n"));
    int frames = 0;
    for (; wire.closings == 0; ++frames) {
      REQUIRE(frames < 10000);
      const MonitorConnection::Line line(new std::string(kLine, 'x'), [&](const std::string* text) {
        alive -= text->size();
        delete text;
      });
      max = std::max(max, alive += kLine);
      wire.connection->frame(line);
      CHECK(wire.connection->waiting_bytes() <= kBacklog + kLine);
      wire.loop.poll();
    }
    CHECK(frames > 20);
    // Besides the backlog: the line that exceeds it, and one that is partly sent.
    CHECK(max <= kBacklog + 2 * kLine);
    CHECK(wire.lines.count("monitor x leaves more than 100000 bytes unread and misses frames") == 1);
    CHECK(wire.lines.count("bytes unread and has missed") == 1);
    CHECK(wire.lines.size() == 2);
    CHECK(wire.missed >= 9);
    CHECK(wire.cuts == 1);
    CHECK(wire.catches == 0);
    wire.connection->frame(std::make_shared<const std::string>("too late\n"));
    const std::string seen = wire.client->rest();
    CHECK(seen.starts_with("header\nxxx"));
    CHECK(seen.find("late") == seen.npos);
    CHECK(wire.client->was_reset());
  }
  CHECK(alive == 0);
}

TEST_CASE("missed bytes are counted anew each time a monitor falls behind") {
  Wire wire(20000, 4096);
  const auto line = std::make_shared<const std::string>(std::string(999, 'x') + "\n");
  wire.connection->begin(std::make_shared<const std::string>("header\n"));
  for (int round = 1; round <= 5; ++round) {
    while (wire.missed < 5 * round) {
      wire.connection->frame(line);
      wire.loop.poll();
    }
    REQUIRE(wire.closings == 0);
    auto reads = std::async(std::launch::async, [&] {
      while (wire.client->line() != "header " + std::to_string(round)) continue;
    });
    wire.run_until([&] { return wire.catches == round; });
    wire.connection->frame(line);  // missed: it has not begun anew yet
    CHECK(wire.missed == 5 * round + 1);
    wire.missed = 5 * round;
    wire.connection->begin(std::make_shared<const std::string>("header " + std::to_string(round) + "\n"));
    wire.run_until([&] { return wire.connection->waiting_bytes() == 0; });
    reads.get();
  }
  CHECK(wire.cuts == 0);
  CHECK(wire.mistakes == 0);
}

TEST_CASE("begin_again does not change a monitor that is behind or has not got its first header") {
  Wire wire(20000, 4096);
  const auto line = std::make_shared<const std::string>(std::string(999, 'x') + "\n");
  const auto again = std::make_shared<const std::string>("again\n");
  wire.connection->begin_again(again);
  CHECK(wire.connection->waiting_bytes() == 0);
  CHECK(wire.client->silent());
  wire.connection->begin(std::make_shared<const std::string>("header\n"));
  wire.connection->begin_again(again);
  while (wire.missed == 0) wire.connection->frame(line);
  const std::size_t waiting = wire.connection->waiting_bytes();
  for (int i = 0; wire.closings == 0; ++i) {
    REQUIRE(i < 1000);
    REQUIRE(wire.connection->waiting_bytes() == waiting);
    wire.connection->begin_again(again);
    wire.connection->frame(line);
  }
  CHECK(wire.missed >= 9);  // it may miss half as much as it may leave unread
  CHECK(wire.cuts == 1);
  CHECK(wire.client->line() == "header");
  CHECK(wire.client->line() == "again");
  CHECK(wire.client->rest().find("again") == std::string::npos);
}

TEST_CASE("no frame comes before the header") {
  Wire wire(1000);
  wire.connection->frame(std::make_shared<const std::string>("early\n"));
  wire.connection->begin(std::make_shared<const std::string>("header\n"));
  wire.connection->frame(std::make_shared<const std::string>("frame\n"));
  wire.connection->close_when_sent();
  wire.run_until([&] { return wire.closings == 1; });
  CHECK(wire.client->rest() == "header\nframe\n");
}

TEST_CASE("long queues are sent completely and in order") {
  Wire wire(16u << 20, 4096);
  std::string expected = "header\n";
  wire.connection->begin(std::make_shared<const std::string>(expected));
  for (int i = 0; i < 20000; ++i) {
    const std::string line = std::to_string(i) + std::string(static_cast<std::size_t>(i % 97), '.') + "\n";
    wire.connection->frame(std::make_shared<const std::string>(line));
    expected += line;
  }
  wire.connection->close_when_sent();
  auto reads = std::async(std::launch::async, [&] { return wire.client->rest(); });
  wire.run_until([&] { return wire.closings == 1; });
  const std::string seen = reads.get();
  CHECK(wire.connection->waiting_bytes() == 0);
  CHECK((seen == expected));
}

TEST_CASE("commands beyond the limit are counted, then the connection is reset") {
  Wire wire(1000);
  wire.room = 3;
  std::string many;
  for (int i = 0; i < 10; ++i) many += MonitorClient::framed("W" + std::to_string(i));
  many += MonitorClient::framed("Z");
  wire.client->send_bytes(many);
  wire.run_until([&] { return wire.closings == 1; });
  CHECK(wire.commands == std::vector<std::string>{"W0", "W1", "W2"});
  CHECK(wire.dropped == std::vector<std::size_t>{7});
  wire.client->rest();
  CHECK(wire.client->was_reset());
}

TEST_CASE("a connection ends once, no matter which side ends it") {
  Wire wire(1000);
  SECTION("the peer leaves") {
    wire.client->close();
  }
  SECTION("the peer sends D") {
    wire.client->send("D");
  }
  SECTION("the peer sends D, followed by another message") {
    wire.client->send_bytes(MonitorClient::framed("D") + MonitorClient::framed("Wnever"));
  }
  SECTION("the peer sends nonsense") {
    wire.client->send_bytes("\xff\xff\xff\xff");
  }
  SECTION("this side closes it") {
    wire.connection->close();
  }
  wire.run_until([&] { return wire.closings == 1; });
  wire.connection->close();
  wire.connection->close_when_sent();
  CHECK(wire.closings == 1);
  CHECK(wire.commands.empty());
}

TEST_CASE("the last lines arrive even if the peer's commands were not read") {
  Wire wire(1000000, 4096);
  wire.client->send_bytes(MonitorClient::framed("Wa") + MonitorClient::framed("Wb"));
  wire.run_until([&] { return wire.commands.size() == 2; });
  wire.client->send_bytes(std::string(20000, '\xff'));
  const std::string line(50000, 'x');
  wire.connection->begin(std::make_shared<const std::string>(line + "\n"));
  wire.connection->frame(std::make_shared<const std::string>("(Die)\n"));
  wire.connection->close_when_sent();
  wire.run_until([&] { return wire.closings == 1; });
  CHECK((wire.client->line() == line));
  CHECK(wire.client->line() == "(Die)");
}

TEST_CASE("a monitor that has missed frames gets the complete last state, however much it leaves unread") {
  using Text = const std::string;
  const MonitorConnection::LastLines last{std::make_shared<Text>("(Die)\n"),
                                          std::make_shared<Text>("(Init)\n(Info all)\n(Die)\n")};
  Wire wire(20000, 4096);
  wire.connection->last(last, true);  // before the monitor has begun
  wire.connection->begin(std::make_shared<Text>("header\n"));
  std::string end;
  const auto send_state = [&] { wire.connection->frame(std::make_shared<Text>("(Info all)\n")); };
  SECTION("it has all frames") {
    send_state();
    wire.connection->last(last, false);
    end = "header\n(Info all)\n(Die)\n";
  }
  SECTION("no frame has followed its header") {
    wire.connection->notice(std::make_shared<Text>("(Info time)\n"));
    wire.connection->last(last, false);
    end = "header\n(Info time)\n(Init)\n(Info all)\n(Die)\n";
  }
  SECTION("no frame has followed the header with which it began again") {
    send_state();
    wire.connection->begin_again(std::make_shared<Text>("again\n"));
    wire.connection->last(last, false);
    end = "again\n(Init)\n(Info all)\n(Die)\n";
  }
  SECTION("it was not served") {
    wire.connection->last(last, true);
    end = "header\n(Init)\n(Info all)\n(Die)\n";
  }
  SECTION("it is behind") {
    while (wire.missed == 0) wire.connection->frame(std::make_shared<Text>(std::string(999, 'x') + "\n"));
    wire.connection->last(last, false);
    end = "x\n(Init)\n(Info all)\n(Die)\n";
  }
  wire.connection->close_when_sent();
  auto reads = std::async(std::launch::async, [&] { return wire.client->rest(); });
  wire.run_until([&] { return wire.closings == 1; });
  CHECK(reads.get().ends_with(end));
}

TEST_CASE("a monitor may leave exactly as many bytes unread as its limit allows, and misses frames beyond it") {
  constexpr std::size_t kBacklog = 4'000'000;
  Wire wire(kBacklog, 4096);
  wire.connection->begin(std::make_shared<const std::string>("header\n"));
  const auto line_of = [](std::size_t size) { return std::make_shared<const std::string>(std::string(size, 'x')); };
  // Data beyond the system's buffers waits here as long as the loop does not run.
  while (wire.connection->waiting_bytes() == 0) wire.connection->frame(line_of(1'000'000));
  REQUIRE(wire.connection->waiting_bytes() < kBacklog);
  wire.connection->frame(line_of(kBacklog - wire.connection->waiting_bytes()));
  REQUIRE(wire.connection->waiting_bytes() == kBacklog);
  CHECK(wire.lines.size() == 0);
  wire.connection->frame(line_of(1));
  CHECK(wire.missed == 0);
  CHECK(wire.lines.count("leaves more than 4000000 bytes unread") == 1);
  wire.connection->frame(line_of(1));
  CHECK(wire.missed == 1);
}
