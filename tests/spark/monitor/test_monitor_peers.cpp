// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <sstream>
#include <thread>
#include <vector>

#include "tests/spark/monitor/monitor_stage.h"
#include "tests/support/manual_clock.h"

using namespace spark;

TEST_CASE("text commands reach the system with the peer's name, however the stream is cut") {
  MonitorStage stage;
  auto monitor = stage.join();
  const std::string stream = MonitorClient::framed("W(look)") + MonitorClient::framed("W(move 1 2)");
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    stage.system.commands.clear();
    monitor->send_bytes(stream.substr(0, cut));
    // A frame in between ensures that the two parts do not arrive as one.
    stage.frame();
    monitor->line();
    monitor->send_bytes(stream.substr(cut));
    stage.run_until([&] { return stage.system.commands.size() == 2; });
    REQUIRE(stage.system.commands[0] == std::make_pair(monitor->name(), std::string("(look)")));
    REQUIRE(stage.system.commands[1] == std::make_pair(monitor->name(), std::string("(move 1 2)")));
  }
  CHECK(stage.lines.size() == 0);
}

TEST_CASE("P pauses and R resumes the simulation, with one log line for each change") {
  MonitorStage stage;
  auto monitor = stage.join();
  monitor->send("P");
  stage.run_until([&] { return stage.run_control.paused(); });
  CHECK(stage.lines.count("note: " + monitor->name() + " pauses the simulation") == 1);
  // While it is paused others can join and commands are carried out.
  auto other = stage.join();
  other->send("W(look)");
  stage.run_until([&] { return stage.system.commands.size() == 1; });
  other->send("P");
  other->send("R");
  stage.run_until([&] { return !stage.run_control.paused(); });
  CHECK(stage.lines.count("note: " + other->name() + " resumes the simulation") == 1);
  CHECK(stage.lines.size() == 2);
}

TEST_CASE("S makes one step, or as many as it says") {
  using Mode = spark::RunControl::Mode;
  MonitorStage stage;
  stage.run_control.begin();
  auto monitor = stage.join();
  monitor->send("S");
  stage.run_until([&] { return stage.run_control.mode() == Mode::stepping; });
  stage.run_control.stepped();
  CHECK(stage.run_control.mode() == Mode::paused);
  monitor->send("S15");
  stage.run_until([&] { return stage.run_control.mode() == Mode::stepping; });
  for (int i = 0; i < 15; ++i) stage.run_control.stepped();
  CHECK(stage.run_control.mode() == Mode::paused);
  for (const char* nonsense : {"S-1", "S1.5", "S1000001", "S 3", "S99999999999999999999"}) {
    auto clumsy = stage.join();
    clumsy->send(nonsense);
    const std::string line = "warning: " + clumsy->name() + ": cannot make '" + std::string(nonsense + 1) + "' steps";
    stage.run_until([&] { return stage.lines.count(line) == 1; });
    CHECK(stage.run_control.mode() == Mode::paused);
  }
}

TEST_CASE("when a peer that makes steps leaves, the match resumes, unless someone has paused it") {
  using Mode = spark::RunControl::Mode;
  MonitorStage stage;
  stage.run_control.begin();
  auto steps = stage.join();
  SECTION("the match ran before") {
    steps->send("S0");
    stage.run_until([&] { return stage.run_control.mode() == Mode::paused; });
    steps->send("S2");
    stage.run_until([&] { return stage.run_control.mode() == Mode::stepping; });
    const std::string name = steps->name();
    steps.reset();
    stage.run_until([&] { return stage.run_control.mode() == Mode::running; });
    CHECK(stage.lines.count("note: " + name + " has left while single-stepping; the simulation resumes") == 1);
  }
  SECTION("the peer leaves before its steps are carried out") {
    steps->send("S2");
    steps->send("D");
    steps->rest();
    stage.run_until([&] { return stage.hub->command_counts().carried_out == 1; });
    auto later = stage.join();
    CHECK(stage.run_control.mode() == Mode::running);
  }
  SECTION("another peer makes steps now") {
    auto other = stage.join();
    steps->send("S2");
    stage.run_until([&] { return stage.run_control.mode() == Mode::stepping; });
    other->send("S3");
    stage.run_until([&] { return stage.hub->command_counts().carried_out == 2; });
    steps->send("D");
    steps->rest();
    auto later = stage.join();
    CHECK(stage.run_control.mode() == Mode::stepping);
    other->send("D");
    stage.run_until([&] { return stage.run_control.mode() == Mode::running; });
  }
  SECTION("someone has paused the match, before or meanwhile") {
    const bool before = GENERATE(true, false);
    auto other = stage.join();
    if (before) other->send("P");
    if (before) stage.run_until([&] { return stage.run_control.paused(); });
    steps->send("S2");
    stage.run_until([&] { return stage.run_control.mode() == Mode::stepping; });
    if (!before) other->send("P");
    if (!before) stage.run_until([&] { return stage.run_control.mode() == Mode::paused; });
    steps->send("D");
    steps->rest();
    auto later = stage.join();  // the hub knows by then that the peer has left
    CHECK(stage.run_control.mode() != Mode::running);
    CHECK(stage.lines.count("has left") == 0);
  }
}

TEST_CASE("a message of many commands is carried out in parts, in order and without loss") {
  MonitorStage stage;
  auto long_one = stage.join();
  std::string text = "W((first)(second))", whole;
  for (int i = 0; i < 1000; ++i) text += "(set " + std::to_string(i) + ")(a \"b)\" (c))";
  long_one->send(text + ") (cut");
  long_one->send("W(behind)");
  stage.run_until([&] { return !stage.messages.empty() && stage.messages.back() == "(behind)"; });
  std::size_t max = 0;
  for (const std::string& part : stage.messages) {
    whole += part;
    max = std::max(max, static_cast<std::size_t>(std::ranges::count(part, '(')));
  }
  std::string wanted = "(first)(second)";
  for (int i = 0; i < 1000; ++i) wanted += "(set " + std::to_string(i) + ")(a \"b)\" (c))";
  CHECK(whole == wanted + ") (cut(behind)");
  CHECK(max <= 64 + 32);  // every second command contains a list
  CHECK(stage.system.commands.size() == 2 + 2000 + 1);
  CHECK(stage.hub->command_counts().carried_out == 2);
}

TEST_CASE("garbage costs its sender a line or the connection, and other monitors are unaffected") {
  MonitorStage stage;
  auto good = stage.join();
  auto clumsy = stage.join();
  clumsy->send("X");
  clumsy->send("");
  clumsy->send("\x01 what");
  clumsy->send("W" + std::string(65537, '('));
  clumsy->send("W(throw)");
  clumsy->send("W(good)");
  stage.run_until([&] { return stage.system.commands.size() == 1; });
  CHECK(stage.lines.count(clumsy->name() + ": a message of unknown kind 'X'") == 1);
  CHECK(stage.lines.count(clumsy->name() + ": a message of unknown kind '?'") == 1);
  CHECK(stage.lines.count(clumsy->name() + ": an empty message") == 1);
  CHECK(stage.lines.count(clumsy->name() + ": skipped a message of 65538 bytes") == 1);
  CHECK(stage.lines.count(clumsy->name() + ": command '(throw)' failed: no such thing") == 1);
  CHECK(stage.lines.size() == 5);

  MonitorClient browser(stage.hub->port(), 0, "127.0.0.2");  // lines are counted for each address
  browser.send_bytes("GET / HTTP/1.1\r\n\r\n");
  browser.rest();
  CHECK(stage.lines.count("monitor 127.0.0.2:") == 1);
  CHECK(stage.lines.count(": announces a message of 1195725856 bytes; its first four bytes are the text 'GET ', not a "
                          "length; disconnected") == 1);

  for (int i = 0; i < 200; ++i) clumsy->send("?");
  clumsy->send("W(after)");
  stage.run_until([&] { return stage.system.commands.size() == 2; });
  CHECK(stage.lines.size() < 12);

  stage.frame();
  CHECK(good->line() == "(Info 0 all)");
  CHECK(clumsy->line() == "(Info 0 all)");
}

TEST_CASE("peers that connect and leave, or send nothing, disturb no one") {
  MonitorHub::Options options;
  options.limits.per_address = 64;
  MonitorStage stage(options);
  auto good = stage.join();
  std::vector<std::unique_ptr<MonitorClient>> silent;
  for (int i = 0; i < 20; ++i) {
    MonitorClient scanner(stage.hub->port());
    silent.push_back(std::make_unique<MonitorClient>(stage.hub->port()));
    silent.back()->send_bytes(std::string_view("\0\0", 2));
  }
  stage.run_until([&] {
    return std::none_of(silent.begin(), silent.end(), [](const auto& monitor) { return monitor->silent(); });
  });
  stage.frame();
  CHECK(good->line() == "(Info 0 all)");
  for (auto& monitor : silent) {
    CHECK(monitor->line().starts_with("(Init "));
    CHECK(monitor->line() == "(Info 0 all)");
  }
  CHECK(stage.lines.size() == 0);
}

TEST_CASE("a monitor that does not read is disconnected while the others get every frame") {
  MonitorHub::Options options;
  options.limits = {.unsent_bytes = 100000, .missed_bytes = 200000};
  MonitorStage stage(options);
  auto good = stage.join();
  auto lazy = stage.join(4096);
  stage.system.padding.assign(10000, '.');
  const auto warned = [&] { return stage.lines.count(lazy->name() + " leaves ") == 2; };
  int frames = 0;
  for (; !warned(); ++frames) {
    REQUIRE(frames < 10000);
    stage.frame();
    REQUIRE(good->line().starts_with("(Info " + std::to_string(frames)));
  }
  CHECK(frames > 20);
  CHECK(stage.lines.count("leaves more than 100000 bytes unread and misses frames") == 1);
  CHECK(stage.lines.count("bytes unread and has missed") == 1);
  lazy->rest();
  CHECK(lazy->was_reset());
  const MonitorHub::MonitorCounts counts = stage.hub->monitor_counts();
  CHECK(counts.connected == 2);
  CHECK(counts.disconnected == 1);
  CHECK(counts.missed_frames >= 9);
  for (int i = 0; i < 50; ++i) {
    stage.frame();
    REQUIRE(good->line().starts_with("(Info " + std::to_string(frames + i)));
  }
  CHECK(stage.lines.size() == 2);
}

TEST_CASE("a monitor that falls behind misses frames, and gets a complete frame when it has caught up") {
  MonitorHub::Options options;
  options.limits = {.unsent_bytes = 100000, .missed_bytes = 100000000};
  MonitorStage stage(options);
  auto good = stage.join();
  auto slow = stage.join(4096);
  stage.system.padding.assign(10000, '.');
  const auto missed = [&] { return stage.hub->monitor_counts().missed_frames; };
  for (int i = 0; missed() < 20; ++i) {
    REQUIRE(i < 10000);
    stage.frame();
    good->line();
  }
  stage.join();  // so that the last one has been counted
  const int sent = stage.system.frames - static_cast<int>(missed());
  // It gets every frame up to one, then the header, then a complete frame, then every frame again.
  const int headers = stage.system.headers;
  int next = 0;
  std::string line;
  const auto read_on = [&] {
    line = slow->line();
    return line.starts_with("(Info " + std::to_string(next) + (next == 0 ? " all" : "."));
  };
  while (next < sent && read_on()) ++next;
  CHECK(next == sent);
  CHECK(next > 10);
  stage.run_until([&] { return stage.system.headers > headers; });
  CHECK(slow->line().starts_with("(Init "));
  const int whole = stage.system.frames;
  stage.system.padding.resize(100);
  for (int i = 0; i < 30; ++i) stage.frame();
  CHECK(slow->line().starts_with("(Info " + std::to_string(whole) + " all"));
  for (int i = 1; i < 10; ++i) REQUIRE(slow->line().starts_with("(Info " + std::to_string(whole + i) + "."));
  // The other has missed nothing.
  for (int i = 0; i < 30; ++i) REQUIRE(good->line().starts_with("(Info " + std::to_string(whole + i)));
  CHECK(stage.hub->monitor_counts().disconnected == 0);
  CHECK(stage.lines.count("misses frames") == 1);
}

namespace {

/// The number of gaps in these lines, of which only the beginnings matter; a header has to precede the frame after each
/// gap, and the last frame has to be there.
int gaps_in(const std::vector<std::string>& lines, int frames) {
  int next = 0;
  int gaps = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("(Init ")) continue;
    const int number = std::stoi(lines[i].substr(6));
    const bool is_after_header = i > 0 && lines[i - 1].starts_with("(Init ");
    if (number != next) CHECK(is_after_header);
    if (is_after_header) CHECK(lines[i].find(" all") != std::string::npos);
    gaps += number != next;
    next = number + 1;
  }
  CHECK(next == frames);
  return gaps;
}

/// Each reading of this clock takes a millisecond, waiting takes no time.
class TickingClock final : public RealClock {
 public:
  Time now() const override { return Time(std::chrono::milliseconds(++ticks_)); }
  void wait(Duration longest, const Block& block) override {
    if (longest == Duration::max())
      block(longest);
    else if (!block(Duration::zero()))
      ticks_ += std::chrono::ceil<std::chrono::milliseconds>(longest).count();
  }

 private:
  mutable std::atomic<long> ticks_{0};
};

/// While it is closed, it stops all threads other than the test's.
class Gate {
 public:
  void close() { is_closed_ = true; }
  void open() {
    is_closed_ = false;
    is_closed_.notify_all();
  }
  /// Returns whether this is the thread of the test.
  bool pass() const {
    if (std::this_thread::get_id() == test_) return true;
    is_closed_.wait(true);
    return false;
  }

 private:
  const std::thread::id test_ = std::this_thread::get_id();
  std::atomic<bool> is_closed_ = false;
};

/// Real time behind a gate.
class GatedClock final : public RealClock {
 public:
  Time now() const override {
    gate.pass();
    return RealClock::system().now();
  }
  void wait(Duration longest, const Block& block) override { RealClock::system().wait(longest, block); }

  Gate gate;
};

/// Serving takes time, waiting takes none: for threads other than the test's each reading takes 5 ms, behind a gate.
class ServingClock final : public RealClock {
 public:
  Time now() const override { return Time(std::chrono::milliseconds(gate.pass() ? passed_.load() : passed_ += 5)); }
  void wait(Duration longest, const Block& block) override {
    block(std::min<Duration>(longest, std::chrono::milliseconds(5)));
  }
  void advance(std::chrono::milliseconds by) { passed_ += by.count(); }

  Gate gate;

 private:
  mutable std::atomic<long> passed_{0};
};

/// A hub whose monitors are not served for 100 s after they have been served, and one monitor.
struct RestingMonitors {
  ServingClock clock;
  MonitorStage stage{resting(), clock};
  std::unique_ptr<MonitorClient> monitor = stage.join();
  static constexpr std::size_t kTooMuch = 100'000;  ///< padding; `make_frames` makes more of them than may wait

  /// Closes the gate: none of these frames is sent before it opens.
  void make_frames(std::size_t padding) {
    stage.system.padding.assign(padding, '.');
    clock.gate.close();
    for (int i = 0; i < 200; ++i) stage.frame();
    stage.system.padding.clear();
  }

 private:
  static MonitorHub::Options resting() {
    MonitorHub::Options options;
    options.limits = {.serving_share = MonitorLimits::kMinShare, .few = 0};
    return options;
  }
};

constexpr const char* kMissing = "monitors cannot be served as fast as the match runs; they miss frames";

}  // namespace

TEST_CASE("when frames come faster than they can be sent, monitors miss some and the log has all") {
  TemporaryFolder folder;
  GatedClock clock;
  MonitorHub::Options options;
  options.limits = {.unsent_bytes = 100'000'000};
  options.log_file = folder / "monitor.log";
  MonitorStage stage(options, clock);
  stage.hub->begin();
  auto monitor = stage.join();
  stage.system.padding.assign(100'000, '.');
  clock.gate.close();
  for (int i = 0; i < 200; ++i) stage.frame();
  clock.gate.open();
  const int headers = stage.system.headers;
  stage.run_until([&] { return stage.system.headers > headers; });
  stage.system.padding.clear();
  for (int i = 0; i < 3; ++i) stage.frame();
  std::vector<std::string> lines;
  while (lines.empty() || !lines.back().starts_with("(Info 202")) lines.push_back(monitor->line());
  stage.hub.reset();

  CHECK(gaps_in(lines, 203) == 1);
  // 16 MiB have waited, and perhaps one more frame that was being sent.
  CHECK(lines.size() >= 168 + 1 + 3);
  CHECK(lines.size() <= 169 + 1 + 3);
  CHECK(stage.lines.count(kMissing) == 1);
  std::istringstream log(content(folder / "monitor.log"));
  std::string line;
  CHECK((std::getline(log, line) && line == "(Init 0)"));
  int logged = 0;
  while (std::getline(log, line)) REQUIRE(line.starts_with("(Info " + std::to_string(logged++)));
  CHECK(logged == 203);
}

TEST_CASE("monitors are served for a share of the time only, so that many of them do not slow down the match") {
  TickingClock clock;
  MonitorHub::Options options;
  options.limits = {.serving_share = 0.25, .few = 0};
  MonitorStage stage(options, clock);
  auto monitor = stage.join();
  for (int round = 0; round < 3; ++round) {
    const auto missed = [&] { return stage.hub->monitor_counts().missed_frames; };
    stage.join();  // so that all frames of the last round have been counted
    const auto before = missed();
    for (int i = 0; i < 100'000 && missed() == before; ++i) stage.frame();
    CHECK(missed() > before);
    const int headers = stage.system.headers;
    stage.run_until([&] { return stage.system.headers > headers; });
    stage.frame();
  }
  stage.hub.reset();
  std::istringstream text(monitor->rest());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  CHECK(gaps_in(lines, stage.system.frames) == 3);
  CHECK(stage.lines.count(kMissing) >= 1);
}

TEST_CASE("frames that the network thread leaves out are reported in the log") {
  RestingMonitors monitors;
  MonitorStage& stage = monitors.stage;
  monitors.make_frames(0);
  CHECK(stage.lines.size() == 0);
  monitors.clock.gate.open();
  stage.run_until([&] { return stage.hub->monitor_counts().missed_frames > 100; });
  CHECK(stage.lines.count("warning: monitor port: 1 " + std::string(kMissing)) == 1);
  CHECK(stage.lines.size() == 1);
}

TEST_CASE("a line about a pause, which is no frame, does not count as a missed one") {
  RestingMonitors monitors;
  MonitorStage& stage = monitors.stage;
  monitors.make_frames(0);
  stage.run_control.toggle();
  stage.commands.run_all();
  monitors.clock.gate.open();
  const auto missed = [&] { return stage.hub->monitor_counts().missed_frames; };
  stage.run_until([&] { return missed() > 100; });

  monitors.clock.advance(std::chrono::minutes(2));
  stage.run_until([&] { return stage.system.headers > 1; });
  std::uint64_t sent = 0;
  while (monitors.monitor->line().starts_with("(Info ")) ++sent;
  // The header that followed them was sent after all that waited had been served or left out.
  CHECK(sent + missed() == 200);
}

TEST_CASE("monitors that were served too long are not served during the rest that follows") {
  RestingMonitors monitors;
  MonitorStage& stage = monitors.stage;
  monitors.make_frames(RestingMonitors::kTooMuch);
  monitors.clock.gate.open();
  // When another monitor has its header, all that waited has been served or left out.
  MonitorClient later(stage.hub->port());
  stage.run_until([&] { return !later.silent(); });
  stage.commands.run_all();
  CHECK(stage.system.headers == 2);
  stage.frame();

  monitors.clock.advance(std::chrono::minutes(2));
  stage.run_until([&] { return stage.system.headers > 2; });
  stage.frame();
  std::vector<std::string> lines;
  while (lines.empty() || !lines.back().starts_with("(Info 201")) lines.push_back(monitors.monitor->line());
  CHECK(gaps_in(lines, 202) == 1);
  CHECK(lines.size() < 40);
  CHECK(later.line() == "(Init 1(paused 0))");
  CHECK(later.line() == "(Init 2(paused 0))");
  CHECK(later.line() == "(Info 201 all)");
  CHECK(stage.lines.count(kMissing) == 1);
}

TEST_CASE("monitors that miss frames when the match ends get the last state") {
  RestingMonitors monitors;
  MonitorStage& stage = monitors.stage;
  SECTION("they are not served") {
    monitors.make_frames(0);
  }
  SECTION("too much waits for the thread that serves them") {
    monitors.make_frames(RestingMonitors::kTooMuch);
  }
  monitors.clock.gate.open();
  auto reads = std::async(std::launch::async, [&] { return monitors.monitor->rest(); });
  stage.hub->end_log();
  stage.hub.reset();
  const std::string seen = reads.get();
  CHECK(stage.hub == nullptr);
  const std::size_t end = seen.find("(Init ");
  REQUIRE(end != seen.npos);
  CHECK(seen.substr(end) == "(Init 1(paused 0))\n(Info 200 all)\n");
}

TEST_CASE("monitors that have a header and no frame when the match ends get the last state") {
  std::unique_ptr<MonitorClient> monitor;
  std::string seen;
  const auto end = [&](MonitorStage& stage) {
    stage.hub->end_log();
    stage.hub.reset();
    seen = monitor->rest();
  };
  SECTION("they have just connected") {
    MonitorStage stage;
    stage.frame();
    monitor = stage.join();
    end(stage);
    CHECK(seen == "(Init 1(paused 0))\n(Info 0 all)\n");
  }
  SECTION("they have just been served again") {
    RestingMonitors monitors;
    MonitorStage& stage = monitors.stage;
    monitors.make_frames(0);
    monitors.clock.gate.open();
    stage.run_until([&] { return stage.hub->monitor_counts().missed_frames > 100; });
    monitors.clock.advance(std::chrono::minutes(2));
    stage.run_until([&] { return stage.system.headers > 1; });
    monitor = std::move(monitors.monitor);
    end(stage);
    CHECK(seen.ends_with("\n(Init 1(paused 0))\n(Init 2(paused 0))\n(Info 200 all)\n"));
  }
}

TEST_CASE("a peer that does not complete a message is notified and disconnected, a silent one stays") {
  ManualClock clock;  // this clock advances whenever the hub waits
  MonitorStage stage({}, clock);
  auto silent = stage.join();
  for (const std::string& half :
       {std::string("\0\0", 2), MonitorClient::framed("W(whole)") + MonitorClient::framed("W(half)").substr(0, 7),
        MonitorClient::framed("W" + std::string(100'000, 'x')).substr(0, 90'000)}) {
    auto slow = stage.join();
    slow->send_bytes(half);
    CHECK(slow->line() == "(Refused a message was not complete within 10 s)");
    CHECK(slow->rest().empty());
    CHECK(stage.lines.count(slow->name() + " has not completed a message within 10 s, disconnected") +
              stage.lines.count(slow->name() + ": has not completed a message within 10 s, disconnected") ==
          1);
  }
  CHECK(stage.hub->monitor_counts().disconnected == 3);
  stage.frame();
  CHECK(silent->line().starts_with("(Info "));
}

TEST_CASE("one address can take only its share of the places, and gets them back") {
  MonitorHub::Options options;
  options.address = "0.0.0.0";
  options.limits = {.monitors = 5, .per_address = 3};
  MonitorStage stage(options);
  std::vector<std::unique_ptr<MonitorClient>> monitors;
  for (int i = 0; i < 3; ++i) monitors.push_back(stage.join());
  CHECK(MonitorClient(stage.hub->port()).rest().starts_with("(Refused "));
  CHECK(stage.lines.count("refused, 3 monitors from its address are connected") == 1);
  CHECK(stage.hub->monitor_counts().refused == 1);
  // From another address of this machine there is room.
  MonitorClient other(stage.hub->port(), 0, "127.0.0.2");
  stage.run_until([&] { return stage.system.headers == 4; });
  CHECK(other.line().starts_with("(Init "));
  monitors.pop_back();
  stage.run_until([&] {
    MonitorClient next(stage.hub->port());
    stage.frame();
    return stage.system.headers > 4;
  });
}

TEST_CASE("the maximum length of a command is an option") {
  MonitorHub::Options options;
  options.command_bytes = 10;
  MonitorStage stage(options);
  auto monitor = stage.join();
  monitor->send_bytes(MonitorClient::framed("W(23456789A)") + MonitorClient::framed("W(23456789)"));
  stage.run_until([&] { return !stage.system.commands.empty(); });
  CHECK(stage.system.commands.size() == 1);
  CHECK(stage.system.commands[0].second == "(23456789)");
  CHECK(stage.lines.count("skipped a message of 12 bytes, the maximum is 10") == 1);
  CHECK(stage.hub->monitor_counts().bad_messages == 1);
}

TEST_CASE("commands that a trainer sends at once are carried out in order, however they are split when read") {
  MonitorStage stage;
  auto monitor = stage.join();
  std::string much;
  for (int i = 0; i < 3000; ++i) much += MonitorClient::framed("W(" + std::to_string(i) + ")");
  monitor->send_bytes(much);
  stage.run_until([&] { return stage.system.commands.size() == 3000; });
  for (std::size_t i = 0; i < 3000; ++i) REQUIRE(stage.system.commands[i].second == "(" + std::to_string(i) + ")");
  // So are commands that arrive before it closes the connection.
  monitor->send_bytes(much);
  monitor->close();
  stage.run_until([&] { return stage.system.commands.size() == 6000; });
  CHECK(stage.lines.size() == 0);
}

TEST_CASE("a peer that sends more than may wait is disconnected with one line, and no one else is affected") {
  MonitorHub::Options options;
  SECTION("too many commands") {
    options.waiting_commands = {100, 1u << 20};
  }
  SECTION("too many bytes") {
    options.waiting_commands = {1000, 15000};
  }
  MonitorStage stage(options);
  auto good = stage.join();
  auto flood = stage.join();
  std::string much;
  for (int i = 0; i < 500; ++i) much += MonitorClient::framed("Wflood");
  flood->send_bytes(much);
  // The simulation is busy meanwhile: nothing is carried out.
  CHECK(flood->rest().empty());
  CHECK(flood->was_reset());
  CHECK(stage.lines.count("warning: " + flood->name() + ": sends more commands than can be carried out in time, ") ==
        1);
  CHECK(stage.lines.count(" dropped, disconnected") == 1);
  CHECK(stage.lines.size() == 1);
  good->send("W(good)");
  stage.run_until([&] { return !stage.system.commands.empty(); });
  CHECK(stage.system.commands == std::vector{std::make_pair(good->name(), std::string("(good)"))});
  stage.frame();
  CHECK(good->line() == "(Info 0 all)");
}

TEST_CASE("a peer that floods, is disconnected and reconnects does not fill the log") {
  MonitorHub::Options options;
  options.waiting_commands = {10, 10000};
  MonitorStage stage(options);
  const std::string much = [] {
    std::string bytes;
    for (int i = 0; i < 50; ++i) bytes += MonitorClient::framed("Wflood");
    return bytes;
  }();
  for (int i = 0; i < 300; ++i) {
    MonitorClient flood(stage.hub->port());
    flood.send_bytes(much);
    flood.rest();
  }
  CHECK(stage.lines.count("dropped, disconnected") == 100);
  CHECK(stage.lines.size() == 100);
  stage.join();
}

TEST_CASE("a peer that never sends a valid message is disconnected with one line") {
  MonitorStage stage;
  auto good = stage.join();
  const auto is_disconnected = [&](std::string_view bytes) {
    auto flood = stage.join();
    for (int i = 0; flood->send_bytes(bytes); ++i) REQUIRE(i < 2000);
    return stage.lines.count("warning: monitor port: " + flood->name() + " breaks the protocol, disconnected");
  };
  std::string letters;
  for (int i = 0; i < 1000; ++i) letters += MonitorClient::framed("Q") + MonitorClient::framed("");
  CHECK(is_disconnected(letters) == 1);
  CHECK(is_disconnected(MonitorClient::framed("W" + std::string(100000, 'x'))) == 1);
  good->send("W(good)");
  stage.run_until([&] { return !stage.system.commands.empty(); });
}

TEST_CASE("pausing and resuming all day does not fill the log") {
  MonitorStage stage;
  auto monitor = stage.join();
  std::string much;
  for (int i = 0; i < 2000; ++i) much += MonitorClient::framed("P") + MonitorClient::framed("R");
  monitor->send_bytes(much + MonitorClient::framed("W(done)"));
  stage.run_until([&] { return !stage.system.commands.empty(); });
  CHECK(stage.lines.size() == 1000);
  CHECK_FALSE(stage.run_control.paused());
}

TEST_CASE("a hundred monitors are served, and further ones are refused with few lines") {
  MonitorHub::Options options;
  options.limits.monitors = options.limits.per_address = 100;
  MonitorStage stage(options);
  std::vector<std::unique_ptr<MonitorClient>> monitors;
  for (int i = 0; i < 100; ++i) monitors.push_back(std::make_unique<MonitorClient>(stage.hub->port()));
  stage.run_until([&] { return stage.hub->monitor_counts().connected == 100; });
  for (int i = 0; i < 50; ++i) CHECK(MonitorClient(stage.hub->port()).rest().starts_with("(Refused "));
  stage.commands.run_all();
  CHECK(stage.lines.count("refused, 100 monitors are connected") > 0);
  CHECK(stage.lines.size() <= 6);
  for (int i = 0; i < 20; ++i) stage.frame();
  for (auto& monitor : monitors) {
    REQUIRE(monitor->line().starts_with("(Init "));
    for (int i = 0; i < 20; ++i) REQUIRE(monitor->line() == "(Info " + std::to_string(i) + (i == 0 ? " all)" : ")"));
  }
  // A monitor that leaves frees its place.
  monitors.pop_back();
  const int before = stage.system.headers;
  stage.run_until([&] {
    MonitorClient next(stage.hub->port());
    stage.frame();
    return stage.system.headers > before;
  });
}

TEST_CASE("monitors may connect and leave at any time, even while the hub ends") {
  constexpr int kThreads = 4;
  MonitorStage stage;
  const std::uint16_t port = stage.hub->port();
  std::atomic<int> visits{0};
  std::atomic<bool> wrong{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      try {
        for (int i = 0;; ++i) {
          MonitorClient client(port);
          client.send("W(" + std::to_string(t) + ")");
          if ((t + i) % 3 == 0) client.send("D");
          if ((t + i) % 3 == 1 && !client.line().starts_with("(Init ")) wrong = true;
          if ((t + i) % 6 == 1 && !client.line().starts_with("(Info ")) wrong = true;
          ++visits;
        }
      } catch (const std::runtime_error&) {
        // The hub has ended.
      }
    });
  stage.run_until([&] {
    stage.frame();
    return visits >= 200;
  });
  stage.hub.reset();
  for (auto& thread : threads) thread.join();
  stage.commands.run_all();
  CHECK_FALSE(wrong);
  CHECK(stage.system.commands.size() >= 100);
  CHECK(stage.lines.size() == 0);
}
