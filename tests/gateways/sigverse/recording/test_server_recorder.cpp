// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>

#include "gateways/sigverse/recording/server_recorder.h"
#include "tests/gateways/sigverse/client/scripted_server.h"
#include "tests/gateways/sigverse/recording/worlds.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace sigverse;
using recording::Recording;
using recording::ServerRecorder;

namespace {

/// A server that answers a recorder when the test says so.
class AskedServer {
 public:
  AskedServer() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) == 0); }
  ~AskedServer() { end(); }

  client::SimServer link() { return client::SimServer(wire::Stream(ends_[0])); }
  void end() {
    if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
  }
  void send(std::string_view octets) {
    REQUIRE(::send(ends_[1], octets.data(), octets.size(), 0) == static_cast<ssize_t>(octets.size()));
  }
  /// Answers all requests that have come; returns how many of them were for the world.
  int answer(const client::World& world) {
    std::array<char, 4096> octets{};
    for (ssize_t got = 0; (got = ::recv(ends_[1], octets.data(), octets.size(), MSG_DONTWAIT)) > 0;)
      input_.append(octets.data(), static_cast<std::size_t>(got));
    int worlds = 0;
    for (auto unit = wire::first_unit(input_); unit.kind == wire::Unit::Kind::packet; unit = wire::first_unit(input_)) {
      const auto packet = wire::read_packet(std::string_view(input_).substr(0, unit.size));
      REQUIRE(packet);
      worlds += packet->head.type == wire::PacketType::get_all_entities ? 1 : 0;
      answer(packet->head.type, world);
      input_.erase(0, unit.size);
    }
    return worlds;
  }

 private:
  void answer(wire::PacketType type, const client::World& world) {
    std::vector<wire::ObjectRecord> records;
    for (const client::Object& object : world.objects) records.push_back(client::record_of(object));
    switch (type) {
      case wire::PacketType::get_all_entities:
        return send(client::all_of(world.time, records));
      case wire::PacketType::get_entity:
        return send(client::no_entity(world.time));
      case wire::PacketType::x3d_db:
        return send(client::packet_of(wire::X3dDbResult{{{"Toy:::", "Toy.wrl"}}}));
      default:
        return;
    }
  }

  std::array<int, 2> ends_{-1, -1};
  std::string input_;
};

struct RecordedServer {
  TemporaryFolder folder;
  AskedServer server;
  Room room;
  std::vector<std::string> lines;
  std::unique_ptr<ServerRecorder> recorder = std::make_unique<ServerRecorder>(
      server.link(), folder / "a.svd", 0.04, [this](const std::string& line) { lines.push_back(line); });
  double now = 50.0;

  /// Advances the time until the recorder asks, and answers. Returns the pause in s.
  double exchange() {
    const double pause = std::max(0.0, recorder->due() - now);
    recorder->attend(now += pause);
    while (server.answer(room.world()) != 0) recorder->attend(now);
    for (int i = 0; i != 3; ++i) {  // questions about shapes
      recorder->attend(now);
      server.answer(room.world());
    }
    recorder->attend(now);
    return pause;
  }
};

}  // namespace

TEST_CASE("worlds that a server reports are recorded, with the files of their shapes") {
  RecordedServer recorded;
  std::vector<client::World> worlds;
  for (int i = 0; i != 60; ++i, recorded.room.step()) {
    worlds.push_back(recorded.room.world());
    recorded.exchange();
    if (i % 7 == 0) recorded.exchange();  // the time has not advanced
  }
  CHECK_FALSE(recorded.recorder->is_over());
  recorded.recorder.reset();
  CHECK(recorded.lines.empty());
  Recording recording(recorded.folder / "a.svd");
  CHECK(recording.is_complete());
  REQUIRE(recording.shapes().entries().size() == 1);
  CHECK(recording.shapes().entries()[0].file == "Toy.wrl");
  REQUIRE(recording.frames() == worlds.size());
  for (std::size_t i = 0; i != worlds.size(); ++i) REQUIRE(is_same(*recording.world(i), worlds[i]));
}

TEST_CASE("a recorder asks at once while the time advances, and less often while it stands still") {
  RecordedServer recorded;
  recorded.exchange();
  recorded.room.step();
  recorded.exchange();
  CHECK(recorded.recorder->due() - recorded.now < 0.005);
  recorded.exchange();
  CHECK(recorded.recorder->due() - recorded.now == Approx(0.01));
}

TEST_CASE("the recording is complete when the server ends") {
  RecordedServer recorded;
  recorded.exchange();
  recorded.server.end();
  recorded.recorder->attend(recorded.now += 1);
  CHECK(recorded.recorder->is_over());
  CHECK(recorded.recorder->descriptor() == -1);
  recorded.recorder->attend(recorded.now += 1);
  recorded.recorder.reset();
  CHECK(Recording(recorded.folder / "a.svd").is_complete());
  CHECK(Recording(recorded.folder / "a.svd").frames() == 1);
}

TEST_CASE("invalid data from a server do not destroy earlier frames") {
  RecordedServer recorded;
  recorded.exchange();
  recorded.room.step();
  recorded.exchange();
  recorded.server.send(std::string("\xab\xcd\0\x02nonsense", 12));
  recorded.recorder->attend(recorded.now += 1);
  recorded.recorder->attend(recorded.now += 1);
  CHECK(recorded.recorder->is_over());
  recorded.recorder.reset();
  CHECK(Recording(recorded.folder / "a.svd").frames() == 2);
}

TEST_CASE("a recorder without a server throws") {
  const TemporaryFolder folder;
  CHECK_THROWS(ServerRecorder({"127.0.0.1", 1}, folder / "a.svd", 0.04, {}));
}
