// SPDX-License-Identifier: Apache-2.0
// The link of a window, with a scripted server. Both run in one thread: the window never waits.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>
#include <atomic>

#include <catch2/catch.hpp>
#include <cerrno>
#include <functional>
#include <thread>

#include "gateways/sigverse/window/live_world.h"
#include "tests/gateways/sigverse/client/scripted_server.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

using namespace sigverse;
using namespace sigverse::window;
using client::all_of;
using client::object_record;
using client::packet_of;

namespace {

bool is_broken(const LiveWorld& world) {
  return world.status().kind == monitor::Status::Kind::waiting;
}

class Listener {
 public:
  Listener() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(listener_, 8) == 0);
    REQUIRE(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port = ntohs(address.sin_port);
  }
  ~Listener() { ::close(listener_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  wire::Stream accept() {
    pollfd waits{listener_, POLLIN, 0};
    REQUIRE(::poll(&waits, 1, kTimeoutMs) == 1);
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    REQUIRE(socket >= 0);
    return wire::Stream(socket);
  }

  std::uint16_t port = 0;

 private:
  int listener_;
};

/// A live world, and the server at its other end.
struct Watching {
  explicit Watching(recording::Recorder* recorder = nullptr)
      : world({"127.0.0.1", listener.port}, "watcher", recorder), stream(listener.accept()) {
    until([&] { return world.is_connected(); });
  }

  /// Advances the clock: the world reads pending octets, and the server answers pending requests.
  void pass(double seconds = 0.02) {
    world.advance(now += seconds);
    while (answers) {
      const auto unit = stream.receive(std::chrono::milliseconds(0));
      if (unit.what == wire::Stream::What::ended) ended = true;
      if (!unit) break;
      unit.what == wire::Stream::What::packet ? take(*wire::read_packet(unit.octets))
                                              : raw.push_back(std::string(unit.octets));
    }
    world.advance(now);
  }
  void until(const std::function<bool()>& is_true) {
    for (int i = 0; i < kTimeoutMs && !is_true(); ++i) {
      pass();
      ::poll(nullptr, 0, 1);
    }
    REQUIRE(is_true());
  }
  void take(const wire::Packet& packet) {
    types.push_back(packet.head.type);
    switch (packet.head.type) {
      case wire::PacketType::attach_view: {
        wire::AttachView message;
        REQUIRE(wire::read_data(packet.data, message));
        name = message.name;
        wire::AttachViewResult result;
        result.shapes = {{"Thing:::", "thing.x3d"}};
        stream.send(packet_of(result));
        return;
      }
      case wire::PacketType::get_all_entities:
        ++asked;
        if (holds_back) return;
        stream.send(all_of(time, {object_record("ball", {{"mass", "physics", mass},
                                                         {"x", "position", 1.0},
                                                         {"y", "position", 2.0},
                                                         {"z", "position", 3.0}})}));
        return;
      case wire::PacketType::get_part_shapes:
        stream.send(packet_of(wire::GetPartShapesResult{"ball", {}}));
        return;
      case wire::PacketType::get_entity:
        stream.send(client::no_entity(time));
        return;
      case wire::PacketType::update_entities:
        updates.push_back(std::string(packet.data));
        return;
      default:
        others.push_back(std::string(packet.octets));
    }
  }

  Listener listener;
  LiveWorld world;
  wire::Stream stream;
  double now = 100.0;
  bool answers = true, holds_back = false, ended = false;
  int asked = 0;
  double time = 0.5, mass = 2.0;
  std::string name;
  std::vector<wire::PacketType> types;
  std::vector<std::string> updates, others, raw;
};

}  // namespace

TEST_CASE("a live world attaches as a viewer, and gets the world and its shapes") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  CHECK(it.name == "watcher");
  CHECK(it.world.world().time == 0.5);
  CHECK(it.world.world().find("ball")->number("mass") == 2.0);
  CHECK(it.world.shapes().entries().size() == 1);
  CHECK_FALSE(is_broken(it.world));
  it.until([&] {
    return it.world.status().text == "127.0.0.1:" + std::to_string(it.listener.port) + "  time stands still";
  });
  CHECK(it.world.status().kind == monitor::Status::Kind::paused);
  it.time = 0.6;
  it.until([&] { return it.world.status().text.find("running") != std::string::npos; });
  CHECK(it.world.status().kind == monitor::Status::Kind::running);
  // A world that steps every 0.8 s is running all the time.
  for (int i = 0; i < 5; ++i) {
    it.time += 0.01;
    for (int moment = 0; moment < 40; ++moment) it.pass();
    CHECK(it.world.status().kind == monitor::Status::Kind::running);
  }
  // It has only sent requests that change nothing.
  for (const auto type : it.types)
    CHECK((type == wire::PacketType::attach_view || type == wire::PacketType::get_all_entities ||
           type == wire::PacketType::get_part_shapes || type == wire::PacketType::get_entity));
  CHECK(it.raw.empty());
}

TEST_CASE("a live world is requested at most sixty times a second, and only after the last answer") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  for (int i = 0; i < 10; ++i) it.pass();
  int before = it.asked;
  for (int i = 0; i < 1000; ++i) it.pass(0.001);
  CHECK(it.asked - before <= 61);
  CHECK(it.asked - before >= 30);
  it.holds_back = true;
  for (int i = 0; i < 10; ++i) it.pass();
  before = it.asked;
  for (int i = 0; i < 100; ++i) it.pass(0.1);
  CHECK(it.asked - before == 0);
}

TEST_CASE("a change is reported once, and an unchanged world is not reported") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  for (int i = 0; i < 50; ++i) it.pass();
  it.world.has_changed();
  for (int i = 0; i < 10; ++i) it.pass();
  CHECK_FALSE(it.world.has_changed());
  it.mass = 3.0;
  it.until([&] { return it.world.world().find("ball")->number("mass") == 3.0; });
  CHECK(it.world.has_changed());
  CHECK_FALSE(it.world.has_changed());
}

TEST_CASE("a server that does not answer is shown in the status, and the window stays usable") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  it.answers = false;
  for (int i = 0; i < 200; ++i) it.pass();
  CHECK(it.world.status().text.find("no answer") != std::string::npos);
  CHECK(it.world.world().objects.size() == 1);
  for (int i = 0; i < 100; ++i) it.world.control(wire::SimCommand::stop);  // nothing waits
  it.answers = true;
  it.until([&] { return it.world.status().text.find("stands still") != std::string::npos; });
}

TEST_CASE("a lost connection stays lost until the user connects again") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  it.stream.close();
  it.answers = false;
  it.until([&] { return is_broken(it.world); });
  const std::string place = "127.0.0.1:" + std::to_string(it.listener.port);
  INFO(it.world.status().text);
  CHECK(it.world.status().text.find("no connection to " + place + ": ") == 0);
  CHECK(it.world.status().text.find(place) == it.world.status().text.rfind(place));  // it is named once
  CHECK_FALSE(it.world.change(*it.world.world().find("ball"), {}));
  for (int i = 0; i < 100; ++i) it.pass();
  CHECK(is_broken(it.world));
  it.world.connect(it.world.address());
  CHECK_FALSE(is_broken(it.world));
  it.stream = it.listener.accept();
  it.answers = true;
  it.mass = 9.0;
  it.until([&] { return it.world.world().find("ball")->number("mass") == 9.0; });
  it.world.disconnect();
  it.until([&] { return it.ended; });
  CHECK(it.world.status().text == "disconnected from " + place);
  CHECK(it.world.status().kind == monitor::Status::Kind::paused);
}

TEST_CASE("a missing server is shown in one line") {
  std::uint16_t port = 0;
  {
    const Listener closed;
    port = closed.port;
  }
  LiveWorld world({"127.0.0.1", port}, "watcher");
  CHECK(world.status().text == "connecting to 127.0.0.1:" + std::to_string(port) + " ...");
  double now = 0;
  for (int i = 0; i < kTimeoutMs && !is_broken(world); ++i) world.advance(now += 0.02), ::poll(nullptr, 0, 1);
  CHECK(world.status().text == "no connection to 127.0.0.1:" + std::to_string(port) + ": Connection refused");
}

TEST_CASE("a world and its shapes stay until the user connects to another server") {
  Watching it;
  it.time = 0.0;
  it.until([&] { return it.world.status().text.ends_with("  ready"); });
  const auto has_world = [&] {
    return it.world.world().objects.size() == 1 && it.world.shapes().entries().size() == 1;
  };
  it.stream.close();
  it.answers = false;
  it.until([&] { return is_broken(it.world); });
  CHECK(has_world());
  // No one listens to the next connection.
  std::uint16_t port = 0;
  {
    const Listener closed;
    port = closed.port;
  }
  it.world.connect({"127.0.0.1", it.listener.port});
  it.stream = it.listener.accept();
  it.until([&] { return it.world.is_connected(); });
  it.world.disconnect();
  it.world.connect({"::1", port});
  CHECK(it.world.world().objects.empty());
  CHECK(it.world.shapes().entries().empty());
  CHECK(it.world.status().text == fmt::format("connecting to [::1]:{} ...", port));
  it.until([&] { return is_broken(it.world); });
  CHECK(it.world.status().text.find(fmt::format("no connection to [::1]:{}: ", port)) == 0);
  CHECK(it.world.status().text.find("[::1]") == it.world.status().text.rfind("[::1]"));
}

TEST_CASE("changes that the server refuses are reported") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  const client::Object ball = *it.world.world().find("ball");
  const auto problems = [&] {
    std::vector<std::string> lines;
    for (const LogLine& line : it.world.take_lines())
      if (line.is_problem) lines.push_back(line.text);
    return lines;
  };
  CHECK(problems().empty());
  REQUIRE(it.world.change(ball, {{"mass", "physics", -1.0}}));
  it.until([&] { return !it.world.awaits_change(); });
  CHECK(problems() == std::vector<std::string>{"ball: the server has refused mass = -1"});
  REQUIRE(it.world.move(ball, {1, 1e9, 1e9}));
  it.until([&] { return !it.world.awaits_change(); });
  CHECK(problems() == std::vector<std::string>{"ball: the server has refused y = 1e+09, z = 1e+09"});
  it.mass = 7.5;
  REQUIRE(it.world.change(ball, {{"mass", "physics", 7.5}}));
  it.until([&] { return !it.world.awaits_change(); });
  CHECK(problems().empty());
}

TEST_CASE("the log shows when a connection or a run begins") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  std::vector<LogLine> lines = it.world.take_lines();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].text == "connected to 127.0.0.1:" + std::to_string(it.listener.port));
  it.time = 0.0;
  it.until([&] { return it.world.world().time == 0.0; });
  lines = it.world.take_lines();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].text == "reset: the time is 0.00 s");
}

TEST_CASE("the status shows whether the world is recorded") {
  const TemporaryFolder folder;
  std::vector<std::string> complaints;
  recording::Recorder recorder(folder.path() / "a.svd", 0.04,
                               [&](std::string_view line) { complaints.emplace_back(line); });
  Watching it(&recorder);
  it.until([&] { return recorder.frames() == 1; });
  CHECK(it.world.status().text.ends_with("  recording"));
  // Another world is not recorded into the same file.
  wire::X3dDbResult shapes;
  shapes.shapes = {{"Other:::", "other.x3d"}};
  it.stream.send(packet_of(shapes));
  it.until([&] { return !recorder.is_recording(); });
  CHECK(complaints.size() == 1);
  it.pass();
  CHECK(it.world.status().text.ends_with("  the recording has ended"));
  const std::vector<LogLine> lines = it.world.take_lines();
  REQUIRE_FALSE(lines.empty());
  CHECK((lines.back().is_problem && lines.back().text == "the recording has ended"));
}

TEST_CASE("an edit sends one attribute, a drag sends the place, and both wait for the answer") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  const client::Object ball = *it.world.world().find("ball");
  REQUIRE(it.world.change(ball, {{"mass", "physics", 7.5}}));
  CHECK(it.world.awaits_change());
  it.until([&] { return it.updates.size() == 1; });
  const auto record_in = [&](std::size_t number) {
    wire::OctetReader reader(it.updates.at(number));
    reader.real();
    wire::ObjectRecord record;
    REQUIRE(wire::read_record(reader, record));
    CHECK(record.name == "ball");
    CHECK(record.parts.empty());
    return record;
  };
  const wire::ObjectRecord edit = record_in(0);
  CHECK(edit.operations == 0);
  REQUIRE(edit.attributes.size() == 1);
  CHECK(edit.attributes[0].name == "mass");
  CHECK(std::get<double>(edit.attributes[0].value) == 7.5);
  it.until([&] { return !it.world.awaits_change(); });

  REQUIRE(it.world.move(ball, {10, 2, -5}));
  it.until([&] { return it.updates.size() == 2; });
  const wire::ObjectRecord drag = record_in(1);
  CHECK(drag.operations == wire::operation::kPosition);
  REQUIRE(drag.attributes.size() == 3);
  CHECK(std::get<double>(drag.attributes[0].value) == 10);
  CHECK(std::get<double>(drag.attributes[1].value) == 2);
  CHECK(std::get<double>(drag.attributes[2].value) == -5);
}

TEST_CASE("an answer that was requested before a change does not confirm the change") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  it.holds_back = true;
  const int before = it.asked;
  it.until([&] { return it.asked > before; });
  REQUIRE(it.world.move(*it.world.world().find("ball"), {10, 2, -5}));
  it.stream.send(all_of(0.5, {object_record("ball")}));  // from before
  it.until([&] { return it.asked > before + 1; });
  CHECK(it.world.awaits_change());
  it.stream.send(all_of(0.5, {object_record("ball")}));
  it.until([&] { return !it.world.awaits_change(); });
}

TEST_CASE("commands are sent to the server as they are given") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  it.world.control(wire::SimCommand::start);
  it.world.control(wire::SimCommand::restart);
  it.until([&] { return it.others.size() == 2; });
  CHECK(it.others == std::vector<std::string>{packet_of(wire::SimCtrl{0}), packet_of(wire::SimCtrl{3})});
  it.world.end_simulation();
  it.until([&] { return it.raw.size() == 1; });
  CHECK(it.raw[0] == std::string("\0\7\0\4", 4));
}

TEST_CASE("log messages of servers are kept, up to a limit") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  it.world.take_lines();
  it.stream.send(packet_of(wire::LogMsg{2, "hello"}) + packet_of(wire::DisplayText{64, 1, "GOAL"}));
  std::vector<LogLine> lines;
  it.until([&] {
    for (LogLine& line : it.world.take_lines()) lines.push_back(std::move(line));
    return lines.size() == 2;
  });
  CHECK((lines[0].level == wire::LogLevel::message && lines[0].text == "hello"));
  CHECK((lines[1].level == wire::LogLevel::display && lines[1].text == "GOAL" && lines[1].colour == 1));
  CHECK(lines[1].size == 64);
  const std::string long_line = packet_of(wire::LogMsg{2, std::string(60'000, 'x')});
  for (int i = 0; i < 20; ++i) it.stream.send(long_line), it.pass();
  std::string many;
  for (int i = 0; i < 5000; ++i) many += packet_of(wire::LogMsg{2, std::to_string(i)});
  it.stream.send(many);
  for (int i = 0; i < 50; ++i) it.pass();
  const auto kept = it.world.take_lines();
  REQUIRE(kept.size() == LiveWorld::kMaxLines);
  CHECK(kept.back().text == "4999");
}

TEST_CASE("a server that never stops sending does not stop the window") {
  Watching it;
  it.until([&] { return it.world.world().objects.size() == 1; });
  it.answers = false;
  std::string much;
  while (much.size() < 4 << 20) much += packet_of(wire::LogMsg{2, std::string(60'000, 'x')});
  std::atomic<bool> stop{false};
  const int socket = it.stream.out();
  std::thread flood([&] {
    for (std::size_t sent = 0; !stop; sent %= much.size()) {
      const ssize_t more = ::send(socket, much.data() + sent, much.size() - sent, MSG_NOSIGNAL);
      if (more < 0 && errno != EAGAIN) return;
      if (more > 0) sent += static_cast<std::size_t>(more);
      pollfd waits{socket, POLLOUT, 0};
      if (more < 0) ::poll(&waits, 1, 10);
    }
  });
  std::size_t lines = 0;
  it.until([&] { return (lines += it.world.take_lines().size()) > 300; });
  for (int i = 0; i < 20; ++i) {
    it.pass();
    CHECK(it.world.take_lines().size() < 600);  // and not as many as come
  }
  stop = true;
  flood.join();
  CHECK(it.world.is_connected());
}

TEST_CASE("a server that sends no packets is disconnected, with a line") {
  Watching it;
  it.answers = false;
  it.stream.send("GET / HTTP/1.0\r\n\r\n");
  it.until([&] { return is_broken(it.world); });
  CHECK(it.world.status().text.find("no connection to 127.0.0.1:") == 0);
}
