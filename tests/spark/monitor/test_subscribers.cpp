// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/subscribers.h"

#include <catch2/catch.hpp>

#include "spark/core/core.h"
#include "spark/net/connection.h"
#include "spark/net/listener.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"
#include "tests/spark/monitor/monitor_stage.h"

using namespace spark;

namespace {

/// Of all feeds: the number that exist and the frames that they have made.
struct Made {
  int feeds = 0;
  int frames = 0;
};

/// Numbers its headers and frames, and writes "all" in its first frame and in the first after a header.
class NumberedFeed final : public MonitorFeed {
 public:
  NumberedFeed(Made& made, const FeedContents& contents) : made_(made), contents_(contents) { ++made_.feeds; }
  ~NumberedFeed() override { --made_.feeds; }
  void header(std::string& out) override {
    out += "(Init own " + std::to_string(headers_++) + ")";
    everything_ = true;
  }
  void frame(std::string& out) override {
    ++made_.frames;
    out += "(Info own " + std::to_string(frames_++) + (everything_ ? " all" : "") +
           (contents_.velocities ? " velocities" : "") + (acknowledges_ ? " ack" : "") + ")";
    everything_ = acknowledges_ = false;
  }
  void farewell(std::string& out) override { out += "(Die own)"; }
  void acknowledge() override { acknowledges_ = true; }

 private:
  Made& made_;
  const FeedContents contents_;
  int headers_ = 0;
  int frames_ = 0;
  bool everything_ = true;
  bool acknowledges_ = false;
};

struct FeedingSystem final : NumberedSystem {
  std::unique_ptr<MonitorFeed> open_feed(const FeedContents& contents) override {
    return std::make_unique<NumberedFeed>(made, contents);
  }
  Made made;
};

/// One monitor and what serves it; the test acts as both threads, so nothing arrives before `deliver`.
struct Stage final : MonitorConnection::Owner {
  Stage() : lines(core.log) {
    register_monitor_classes(core.classes);
    core.classes.add<FeedingSystem>("FeedingSystem", "oxygen/MonitorSystem", "");
    system = &dynamic_cast<FeedingSystem&>(core.create("FeedingSystem", "/monitor"));
    subscribers = std::make_unique<Subscribers>(*system, commands, lines_to_sockets, core.log);
    net::Listener listener(loop, "127.0.0.1", 0, {"monitor port", "a monitor"}, core.log);
    listener.start([&](net::Socket socket, const std::string& peer) {
      connection = std::make_shared<MonitorConnection>(
          std::make_shared<net::Connection>(std::move(socket), peer, net::Connection::Options{}),
          commands.open_lane({100, 100000}), TrainerGate(), MonitorConnection::Limits{}, *this, core.log);
    });
    client = std::make_unique<MonitorClient>(listener.port());
    const auto end = std::chrono::steady_clock::now() + MonitorClient::kLimit;
    while (!connection) {
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("waited in vain");
      loop.wait(std::chrono::milliseconds(5));
    }
    connection->begin(std::make_shared<const std::string>("(Init)\n"));
    CHECK(client->line() == "(Init)");
  }
  ~Stage() override {
    if (connection) connection->close();
    deliver();
  }
  bool command(MonitorConnection&, char, std::string_view) override { return true; }
  void refused(MonitorConnection&, char) override {}
  void proven(MonitorConnection&) override {}
  void flooded(MonitorConnection&, std::size_t) override {}
  void misbehaved() override {}
  void is_midway() override {}
  void missed_frame() override {}
  void caught_up(MonitorConnection&) override {}
  void cut_off() override {}
  void closed(MonitorConnection&) override {}

  /// Carries out what was posted to the sockets' thread, what that has posted to the simulation, and so on.
  void deliver() {
    for (int i = 0; i < 3; ++i) {
      loop.poll();
      commands.run_all();
    }
  }
  void subscribe(Step interval, bool velocities = false) {
    REQUIRE(subscribers->add(connection, {.interval = interval, .contents = {.velocities = velocities}}).empty());
    deliver();
  }
  /// Queues lines for other monitors, `bytes` in all, until the next `deliver`.
  void queue(std::size_t bytes) {
    lines_to_sockets.post_line(std::make_shared<const std::string>(bytes, '.'), [](const LineQueue::Line&) {});
  }
  std::size_t queued() const { return lines_to_sockets.bytes(); }
  std::uint64_t missed() const { return lines_to_sockets.missed(); }
  /// Makes the frame of that step and delivers it to the monitor.
  void frame(Step step) {
    subscribers->frame(step);
    deliver();
  }

  Core core{1};
  LogLines lines{core.log};
  CommandQueue commands;
  net::Loop loop;
  LineQueue lines_to_sockets{loop};
  FeedingSystem* system = nullptr;
  std::unique_ptr<Subscribers> subscribers;
  std::shared_ptr<MonitorConnection> connection;
  std::unique_ptr<MonitorClient> client;
};

/// The bytes that may wait for the sockets' thread before these monitors miss frames.
constexpr std::size_t kMaxQueued = 8u << 20;

}  // namespace

TEST_CASE("a subscriber gets frames at its interval, counted from the beginning of the episode") {
  Stage stage;
  stage.subscribe(5);
  for (Step step = 0; step <= 10; ++step) stage.frame(step);
  CHECK(stage.system->made.frames == 3);
  CHECK(stage.client->line() == "(Info own 0 all)");
  CHECK(stage.client->line() == "(Info own 1)");
  CHECK(stage.client->line() == "(Info own 2)");
  stage.core.clock.begin_at(13);
  std::vector<Step> steps;
  for (Step step = 13; step <= 24; ++step) {
    const int before = stage.system->made.frames;
    stage.frame(step);
    if (stage.system->made.frames > before) steps.push_back(step);
  }
  CHECK(steps == std::vector<Step>{13, 18, 23});
}

TEST_CASE("a new subscription replaces the old one and begins with a complete frame") {
  Stage stage;
  stage.subscribe(1, true);
  stage.frame(0);
  stage.subscribe(2);
  CHECK(stage.subscribers->size() == 1);
  CHECK(stage.system->made.feeds == 1);
  for (Step step = 1; step <= 4; ++step) stage.frame(step);
  CHECK(stage.client->line() == "(Info own 0 all velocities)");
  CHECK(stage.client->line() == "(Info own 0 all)");
  CHECK(stage.client->line() == "(Info own 1)");
  CHECK(stage.client->silent());
}

TEST_CASE("no more frames are made for a subscriber that has left") {
  Stage stage;
  stage.subscribe(1);
  stage.frame(0);
  CHECK(stage.subscribers->size() == 1);
  stage.connection.reset();
  stage.frame(1);
  CHECK(stage.subscribers->size() == 0);
  CHECK(stage.system->made.feeds == 0);
  CHECK(stage.system->made.frames == 1);
}

TEST_CASE("a subscriber's lines count as queued until the sockets' thread has them") {
  Stage stage;
  stage.subscribe(1);
  stage.subscribers->frame(0);
  CHECK(stage.queued() == std::string("(Info own 0 all)\n").size());
  stage.subscribers->frame(1);
  CHECK(stage.queued() == std::string("(Info own 0 all)\n(Info own 1)\n").size());
  stage.deliver();
  CHECK(stage.queued() == 0);
  CHECK(stage.client->line() == "(Info own 0 all)");
  CHECK(stage.client->line() == "(Info own 1)");
}

TEST_CASE("when too much is queued, a subscriber misses frames until the queue is empty, then gets a header") {
  Stage stage;
  stage.subscribe(1);
  stage.queue(kMaxQueued);
  stage.frame(0);
  CHECK(stage.client->line() == "(Info own 0 all)");
  CHECK(stage.missed() == 0);

  constexpr const char* kMissesFrames = "requested frames cannot be sent as fast as the match runs; some are missed";
  stage.queue(kMaxQueued + 1);
  for (Step step = 1; step <= 3; ++step) stage.subscribers->frame(step);
  CHECK(stage.missed() == 3);
  CHECK(stage.system->made.frames == 1);
  CHECK(stage.queued() == kMaxQueued + 1);
  CHECK(stage.lines.count(kMissesFrames) == 1);
  stage.loop.poll();
  CHECK(stage.queued() == 0);
  // It still misses frames: the simulation does not know yet that the earlier lines were sent.
  stage.subscribers->frame(4);
  CHECK(stage.missed() == 4);
  stage.deliver();
  stage.frame(5);
  stage.frame(6);
  CHECK(stage.missed() == 4);
  CHECK(stage.client->line() == "(Init own 0(paused 0))");
  CHECK(stage.client->line() == "(Info own 1 all)");
  CHECK(stage.client->line() == "(Info own 2)");

  // The next time it works the same way.
  stage.queue(kMaxQueued + 1);
  stage.frame(7);
  stage.frame(8);
  CHECK(stage.missed() == 5);
  CHECK(stage.client->line() == "(Init own 1(paused 0))");
  CHECK(stage.client->line() == "(Info own 3 all)");
}

TEST_CASE("a subscriber gets the last line of its own feed") {
  Stage stage;
  stage.subscribe(1);
  stage.frame(0);
  std::string end = "(Info own 0 all)\n";
  SECTION("it has got the frames before") {
    end += "(Die own)\n";
  }
  SECTION("it misses frames and gets the last state as well") {
    stage.queue(kMaxQueued + 1);
    stage.subscribers->frame(1);
    end += "(Init own 0(paused 0))\n(Info own 1 all)\n(Die own)\n";
  }
  stage.subscribers->send_last();
  stage.loop.poll();
  stage.connection->close();
  CHECK(stage.client->rest() == end);
}

TEST_CASE("a full state is sent at once, is complete, and has the acknowledgement only if requested") {
  Stage stage;
  const auto requested = std::make_shared<std::atomic<std::size_t>>(0);
  REQUIRE(stage.subscribers->send_full_state(stage.connection, requested, true).empty());
  REQUIRE(stage.subscribers->send_full_state(stage.connection, requested, false).empty());
  stage.deliver();
  CHECK(stage.client->line() == "(Info own 0 all velocities ack)");
  CHECK(stage.client->line() == "(Info own 0 all velocities)");
  CHECK(stage.subscribers->size() == 0);
  CHECK(stage.system->made.feeds == 0);
}
