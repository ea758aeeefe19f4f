// SPDX-License-Identifier: Apache-2.0
//
// ArmIo with hardware that the test simulates.
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <numbers>

#include "gateways/rtm/io/arm_io.h"
#include "spark/net/connection.h"
#include "spark/net/frame_reader.h"
#include "spark/net/frame_writer.h"
#include "spark/net/listener.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"
#include "tests/gateways/rtm/component/component_stage.h"
#include "tests/support/reserved_port.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<double>;

constexpr double kDegree = std::numbers::pi / 180.0;

/// A server with a port to which ArmIo connects.
class Hardware {
 public:
  Hardware() { open(); }

  std::uint16_t port() const { return port_.number(); }
  void poll() { loop_.poll(); }
  bool has_guest() const { return guest_ != nullptr; }
  void say_bytes(std::string_view bytes) { guest_->send(bytes); }
  void say(std::string_view text) {
    std::string frame;
    spark::net::FrameWriter::begin(frame);
    frame += text;
    spark::net::FrameWriter::finish_bare(frame);
    say_bytes(frame);
  }
  /// All messages since the last call.
  std::vector<std::string> heard() {
    std::vector<std::string> all;
    if (!guest_) return all;
    guest_->read_now();
    frames_.feed(guest_->input());
    for (std::string_view text; frames_.next(text) == spark::net::FrameReader::Result::message;) all.emplace_back(text);
    guest_->take(guest_->input().size());
    return all;
  }
  bool has_hung_up() const { return guest_->has_ended(); }
  /// Ends like a process that is killed.
  void die() {
    listener_.reset();
    if (guest_) guest_->reset();
    guest_.reset();
  }
  void live_again() { open(); }

 private:
  void open() {
    listener_ = std::make_unique<spark::net::Listener>(loop_, "127.0.0.1", port(),
                                                       spark::net::Listener::Names{"hardware", "an agent"}, log_);
    listener_->start([this](spark::net::Socket socket, const std::string& peer) {
      guest_ = std::make_shared<spark::net::Connection>(std::move(socket), peer, spark::net::Connection::Options{});
      guest_->start();
      frames_ = spark::net::FrameReader();
    });
  }

  spark::Log log_;
  spark::net::Loop loop_;
  const ReservedPort port_;
  std::unique_ptr<spark::net::Listener> listener_;
  std::shared_ptr<spark::net::Connection> guest_;
  spark::net::FrameReader frames_;
};

/// A driven ArmIo for a hinge and a slider.
class Bus {
 public:
  explicit Bus(const Manager::Parameters& more = {}) : stage_(true) {
    io = stage_.add<ArmIo>();
    io->set_parameter("port", std::to_string(hardware.port()));
    io->set_parameter("joints", "J1 RAIL");
    io->set_parameter("sliders", "RAIL");
    for (const auto& [name, text] : more) io->set_parameter(name, text);
    io->switch_on();
    pass();
  }
  void pass() {
    hardware.poll();
    stage_.manager().tick();
  }
  template <typename Condition>
  bool comes(const Condition& condition) {
    return wait_until([&] {
      pass();
      return condition();
    });
  }
  /// The next message from ArmIo.
  std::string next() {
    REQUIRE(comes([&] {
      for (std::string& text : hardware.heard()) heard_.push_back(std::move(text));
      return !heard_.empty();
    }));
    std::string text = heard_.front();
    heard_.erase(heard_.begin());
    return text;
  }
  bool is_silent() {
    pass();
    return heard_.empty() && hardware.heard().empty();
  }
  /// Connects, and gives the arm a body.
  void connect() {
    REQUIRE(next() == "(create)");
    measure("(time (now 0))");
    measure(
        "(time (now 2.5) (step 0.002))(JS (name RAIL) (pos 0.02) (vel -0.1) (torque 0) (current 0))"
        "(JS (name J1) (pos 90) (vel -180) (torque 3) (current 1))");
    REQUIRE(comes([&] { return io->out_port("angle")->counts().puts > 0; }));
  }
  void measure(std::string_view text) { hardware.say(text); }
  Value put_at(const char* port) const { return io->out_port(port)->get(); }
  void command(const Numbers& torques) { REQUIRE(io->in_port("torque")->put(Value(torques)) == Refusal::none); }
  void advance(std::chrono::nanoseconds by) { stage_.advance_time(by); }
  int lines_with(std::string_view text) { return stage_.lines_with(text); }
  std::size_t lines() { return stage_.lines().size(); }

  Hardware hardware;
  std::shared_ptr<ArmIo> io;

 private:
  ComponentStage stage_;
  std::vector<std::string> heard_;
};

TEST_CASE("ArmIo puts the hardware's measurements in radians, with the hardware's time") {
  Bus bus;
  bus.connect();
  const Value angle = bus.put_at("angle"), velocity = bus.put_at("velocity");
  CHECK(angle == Value(Numbers{90 * kDegree, 0.02}));
  CHECK(velocity == Value(Numbers{-180 * kDegree, -0.1}));
  CHECK(angle.time() == 2500ms);
  CHECK(velocity.time() == 2500ms);
  CHECK(bus.lines() == 0);
}

TEST_CASE("ArmIo skips measurements that are not numbers or are too large") {
  Bus bus;
  bus.connect();
  const auto puts = bus.io->out_port("angle")->counts().puts;
  int bad = 0;
  for (const std::string text : {"abc", "nan", "1e300", "-1e10"}) {
    bus.measure("(time (now 2.6) (step 0.002))(JS (name J1) (pos " + text +
                ") (vel 0))(JS (name RAIL) (pos 0) (vel 0))");
    ++bad;
    REQUIRE(
        bus.comes([&] { return bus.lines_with("position or rate of J1 is not a number, or is too large") == bad; }));
  }
  CHECK(bus.io->out_port("angle")->counts().puts == puts);
  bus.measure("(time (now 2.7) (step 0.002))(JS (name J1) (pos 45) (vel 0))(JS (name RAIL) (pos 0.01) (vel 0))");
  REQUIRE(bus.comes([&] { return bus.io->out_port("angle")->counts().puts > puts; }));
  CHECK(bus.put_at("angle") == Value(Numbers{45 * kDegree, 0.01}));
}

TEST_CASE("ArmIo sends torques as they arrive, and keeps those of joints that get none") {
  Bus bus;
  bus.connect();
  CHECK(bus.is_silent());
  bus.command({1.5, -2});
  CHECK(bus.next() == "(J1 1.5)(RAIL -2)");
  bus.command({3});  // the other joint stays as it is
  CHECK(bus.next() == "(J1 3)(RAIL -2)");
  bus.command({4, 5, 6});
  CHECK(bus.next() == "(J1 4)(RAIL 5)");
  bus.command({1e300, -1e300});  // too large for single precision
  CHECK(bus.next() == "(J1 1e+09)(RAIL -1e+09)");
  CHECK(bus.is_silent());
}

TEST_CASE("ArmIo holds the last command for 100 ms, then orders zero torque") {
  Bus bus;
  bus.connect();
  bus.advance(1s);
  CHECK(bus.is_silent());  // there has been no command yet
  bus.command({1, 2});
  CHECK(bus.next() == "(J1 1)(RAIL 2)");
  bus.advance(100ms);
  CHECK(bus.is_silent());
  bus.advance(1ms);
  CHECK(bus.next() == "(J1 0)(RAIL 0)");
  CHECK(bus.lines_with("no torque was received for 100 ms") == 1);
  bus.advance(10s);
  CHECK(bus.is_silent());
  bus.command({1});
  CHECK(bus.next() == "(J1 1)(RAIL 0)");
  bus.io->switch_off();
  CHECK(bus.next() == "(J1 0)(RAIL 0)");
  CHECK(bus.comes([&] { return bus.hardware.heard().empty() && bus.hardware.has_hung_up(); }));
}

TEST_CASE("ArmIo waits for hardware that is gone, and connects again") {
  Bus bus;
  bus.connect();
  bus.command({1, 2});
  CHECK(bus.next() == "(J1 1)(RAIL 2)");
  bus.hardware.die();
  REQUIRE(bus.comes([&] { return bus.lines() > 0; }));
  CHECK(bus.lines_with("was lost: ") == 1);
  bus.advance(1s);
  bus.pass();
  CHECK(bus.lines() == 1);  // no command is held any more
  const auto puts = bus.io->out_port("angle")->counts().puts;
  for (int i = 0; i < 20; ++i) {
    bus.advance(500ms);
    bus.command({7, 8});
    bus.pass();
    std::this_thread::sleep_for(2ms);
  }
  CHECK(bus.lines() == 1);
  CHECK(bus.io->status().state == State::on);
  CHECK(bus.io->out_port("angle")->counts().puts == puts);
  bus.hardware.live_again();
  REQUIRE(bus.comes([&] {
    bus.advance(500ms);
    return bus.hardware.has_guest();
  }));
  bus.connect();
  CHECK(bus.is_silent());  // no command for the hardware before
  bus.command({3, 4});
  CHECK(bus.next() == "(J1 3)(RAIL 4)");
}

TEST_CASE("without hardware ArmIo is on and says so once") {
  Hardware none;
  const std::string port = std::to_string(none.port());
  none.die();
  Bus bus({{"port", port}});
  REQUIRE(bus.comes([&] { return bus.lines() > 0; }));
  for (int i = 0; i < 10; ++i) {
    bus.advance(500ms);
    bus.pass();
    std::this_thread::sleep_for(2ms);
  }
  CHECK(bus.lines() == 1);
  CHECK(bus.lines_with("ArmIo0: no hardware at 127.0.0.1:" + port + " (") == 1);
  CHECK(bus.io->status().state == State::on);
}

TEST_CASE("the time of measurements is more precise than the six digits of percepts") {
  Bus bus;
  bus.connect();
  // 6 digits: the same text for five steps of 2 ms.
  const char* const rest = "(JS (name RAIL) (pos 0) (vel 0))(JS (name J1) (pos 0) (vel 0))";
  Value::Time last{0};
  for (int i = 0; i < 50; ++i) {
    const double now = 2000.0 + 0.002 * i;
    const auto puts = bus.io->out_port("angle")->counts().puts;
    bus.measure(fmt::format("(time (now {:g}) (step 0.002))", now) + rest);
    REQUIRE(bus.comes([&] { return bus.io->out_port("angle")->counts().puts > puts; }));
    const Value::Time time = bus.put_at("angle").time();
    if (i > 0) CHECK(time - last == 2ms);
    CHECK(std::chrono::abs(time - Value::Time(2'000'000'000'000 + i * 2'000'000)) < 20ms);
    last = time;
  }
  // A world that starts again.
  bus.measure(std::string("(time (now 0.004) (step 0.002))") + rest);
  CHECK(bus.comes([&] { return bus.put_at("angle").time() == 4ms; }));
}

TEST_CASE("ArmIo is at fault if the hardware has other joints") {
  Bus bus;
  REQUIRE(bus.next() == "(create)");
  bus.measure("(time (now 1))(JS (name J1) (pos 1) (vel 2))(JS (name J2) (pos 1) (vel 2))");
  REQUIRE(bus.comes([&] { return bus.io->status().state == State::fault; }));
  CHECK_THAT(bus.io->status().fault, Catch::Contains("has 1 of the 2 joints; besides J2"));
}

TEST_CASE("ArmIo stays on when a peer sends invalid data") {
  SECTION("text") {
    Bus bus;
    REQUIRE(bus.next() == "(create)");
    bus.hardware.say_bytes("HTTP/1.1 400 Bad Request\r\n\r\n");
    REQUIRE(bus.comes([&] { return bus.lines() > 0; }));
    CHECK(bus.lines_with("was lost: the hardware sends ") == 1);
    CHECK(bus.io->status().state == State::on);
  }
  SECTION("invalid numbers, and texts that end early") {
    Bus bus;
    bus.connect();
    const auto puts = bus.io->out_port("angle")->counts().puts;
    const Value before = bus.put_at("angle");
    for (const char* const text :
         {"(time (now nan) (step inf))(JS (name J1) (pos nan) (vel 1))(JS (name RAIL) (pos 1) (vel 1))", "(((", ")", "",
          "(JS)(JS (name))(JS (name (name)))(time)(time (now))", "(time (now -1e300))", "(time (now 1e300))"})
      bus.measure(text);
    bus.measure("(time (now 3))(JS (name J1) (pos 180) (vel 1))(JS (name RAIL) (pos 1) (vel 1))");
    REQUIRE(bus.comes([&] { return bus.put_at("angle") == Value(Numbers{std::numbers::pi, 1}); }));
    CHECK(bus.io->out_port("angle")->counts().puts <= puts + 2);
    CHECK(bus.io->status().state == State::on);
  }
  SECTION("a message of a megabyte") {
    Bus bus;
    bus.connect();
    bus.measure(std::string(1 << 20, '('));
    bus.measure("(time (now 3))(JS (name J1) (pos 180) (vel 1))(JS (name RAIL) (pos 1) (vel 1))");
    CHECK(bus.comes([&] { return bus.put_at("angle") == Value(Numbers{std::numbers::pi, 1}); }));
    CHECK(bus.lines_with("1048576 bytes") == 1);
  }
}

TEST_CASE("ArmIo is at fault with invalid parameters") {
  const std::pair<Manager::Parameters, std::string> wrong[] = {
      {{{"port", "0"}}, "port: expected a number from 1 to 65535, not '0'"},
      {{{"port", "bus"}}, "port: expected a number from 1 to 65535, not 'bus'"},
      {{{"joints", " "}, {"sliders", ""}}, "joints: expected the names of the joints"},
      {{{"sliders", "HAND"}}, "sliders: HAND is not among the joints: J1 RAIL"}};
  for (const auto& [parameters, text] : wrong) {
    const Bus bus(parameters);
    CHECK(bus.io->status().state == State::fault);
    CHECK(bus.io->status().fault == "on_activated: " + text);
  }
}

}  // namespace
}  // namespace rtm
