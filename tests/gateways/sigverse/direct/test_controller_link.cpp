// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <variant>

#include "gateways/sigverse/direct/controller_link.h"
#include "tests/gateways/sigverse/server/peer.h"
#include "tests/gateways/sigverse/wire/hex.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

using namespace sigverse;
using namespace sigverse::direct;
using namespace sigverse_test;
using namespace std::chrono_literals;
using wire::SigServiceProvider;

namespace {

/// A link to the test's port, and the questions it was asked. It sees "ball" and "cup", and grey pictures.
struct LinkStage {
  LinkStage() {
    log.add_sink(spark::LogLevel::debug, [this](spark::LogLevel, std::string_view line) { said.emplace_back(line); });
    link.emplace(
        "127.0.0.1", awaiting.port(), RequestLink::Names{"robot", "eye"},
        [this](const wire::ServiceRequest& request) { return see(request); }, loop, log);
    REQUIRE(until([&] { return awaiting.is_asked(); }));
    peer.emplace(awaiting.accept());
    CHECK(shown(octets(4)) == "00010004");
  }
  std::optional<Seen> see(const wire::ServiceRequest& request) {
    ++asked;
    last = request;
    if (is_busy) return std::nullopt;
    if (!problem.empty()) return Seen{problem, {}, {}};
    if (std::holds_alternative<SigServiceProvider::DetectRequest>(request)) return Seen{{}, {"ball", "cup"}, {}};
    const auto* const picture = std::get_if<SigServiceProvider::PictureRequest>(&request);
    const auto* const distances = std::get_if<SigServiceProvider::DistanceRequest>(&request);
    const std::size_t size = picture ? picture->octets() : distances->octets();
    return Seen{{}, {}, std::string(size + too_many, '\x80')};
  }
  void work() {
    loop.poll();
    if (link) link->attend();
    peer_is_there = peer_is_there && (!peer || peer->read());
  }
  template <typename Done>
  bool until(Done done) {
    return wait_until([&] {
      work();
      return done();
    });
  }
  std::string octets(std::size_t count) {
    REQUIRE(until([&] { return peer->input().size() >= count; }));
    return peer->take(count);
  }
  bool has_said(const std::string& text) const {
    return std::ranges::any_of(said, [&](const std::string& line) { return line.find(text) != line.npos; });
  }

  ManualClock clock;
  spark::net::Loop loop{clock};
  spark::Log log;
  std::vector<std::string> said;
  int asked = 0;
  std::optional<wire::ServiceRequest> last;
  bool is_busy = false;
  std::string problem;
  std::size_t too_many = 0;
  AwaitingPort awaiting;
  std::optional<ControllerLink> link;
  std::optional<Peer> peer;
  bool peer_is_there = true;
};

constexpr std::size_t kPicture = 230'400;

}  // namespace

TEST_CASE("a controller gets pictures, names and distances, each after its header") {
  LinkStage stage;
  stage.peer->send(raw_unit(5, "robot,3,"));
  CHECK(shown(stage.octets(4)) == "00030001");
  CHECK(stage.octets(kPicture) == std::string(kPicture, '\x80'));
  const auto& picture = std::get<SigServiceProvider::PictureRequest>(*stage.last);
  CHECK((picture.agent == "robot" && picture.camera == 3 && picture.width == 320 && picture.height == 240));
  stage.peer->send(raw_unit(7, "robot,1,"));
  const std::string names = raw_unit(8, "2,ball,cup,");
  CHECK(stage.octets(names.size()) == names);
  for (const auto& [dimensions, size] : {std::pair{0, 1}, {1, 320}, {2, 76'800}}) {
    stage.peer->send(raw_unit(6, fmt::format("robot,{},2,10.5,300,", dimensions)));
    CHECK(shown(stage.octets(4)) == fmt::format("0003000{}", 2 + dimensions));
    CHECK(stage.octets(static_cast<std::size_t>(size)) == std::string(static_cast<std::size_t>(size), '\x80'));
    const auto& distances = std::get<SigServiceProvider::DistanceRequest>(*stage.last);
    CHECK((distances.camera == 2 && distances.start == 10.5 && distances.end == 300));
  }
  stage.peer->send(raw_unit(1, "robot,5,hello") + raw_unit(4, ""));
  CHECK(stage.until([&] { return stage.link->is_over(); }));
  CHECK(stage.said.empty());
  stage.link.reset();
  CHECK(stage.until([&] { return !stage.peer_is_there; }));
}

TEST_CASE("if nothing can be seen, the controller gets the error that there is no camera, and the log says why") {
  LinkStage stage;
  SECTION("the object has no such camera") {
    stage.problem = "'robot' has no camera 9";
  }
  SECTION("a result has a wrong size, which would shift all later answers") {
    stage.too_many = 1;
  }
  stage.peer->send(raw_unit(5, "robot,9,"));
  CHECK(shown(stage.octets(4)) == "00060004");
  CHECK(stage.has_said(stage.problem.empty() ? "eye: a result of a wrong size" : "eye: 'robot' has no camera 9"));
  stage.problem.clear();
  stage.too_many = 0;
  stage.peer->send(raw_unit(6, "robot,0,1,0,1,"));
  CHECK(shown(stage.octets(5)) == "0003000280");
}

TEST_CASE("a question that cannot be answered yet is asked again, before later ones") {
  LinkStage stage;
  stage.is_busy = true;
  stage.peer->send(raw_unit(7, "robot,1,") + raw_unit(6, "robot,0,1,0,1,"));
  REQUIRE(stage.until([&] { return stage.asked > 3; }));
  CHECK(std::holds_alternative<SigServiceProvider::DetectRequest>(*stage.last));
  CHECK(stage.peer->input().empty());
  stage.is_busy = false;
  const std::string answers = raw_unit(8, "2,ball,cup,") + octets("0003 0002 80");
  CHECK(stage.octets(answers.size()) == answers);
}

TEST_CASE("questions of a controller that does not read its pictures have to wait") {
  LinkStage stage;
  constexpr std::size_t kCount = 40;
  std::string questions;
  for (std::size_t i = 0; i < kCount; ++i) questions += raw_unit(5, "robot,1,");
  stage.peer->send(questions);
  // Continues until unread answers fill all buffers.
  const auto work = [&] {
    stage.loop.poll();
    stage.link->attend();
  };
  int before = -1;
  REQUIRE(wait_until([&] {
    const bool is_stuck = before == stage.asked && stage.asked > 0;
    before = stage.asked;
    for (int i = 0; i < 100; ++i) work();
    return is_stuck;
  }));
  CHECK(stage.asked < static_cast<int>(kCount));
  SECTION("all are answered when it reads") {
    stage.octets(kCount * (4 + kPicture));
    CHECK(stage.asked == static_cast<int>(kCount));
    stage.clock.advance(1h);
    stage.work();
    CHECK_FALSE(stage.link->is_over());
  }
  SECTION("the controller is disconnected after a while") {
    stage.clock.advance(9s);
    work();
    CHECK_FALSE(stage.link->is_over());
    stage.clock.advance(2s);
    work();
    CHECK(stage.link->is_over());
    CHECK(stage.has_said("stalls in the middle of an answer"));
  }
}

TEST_CASE("half a request may wait for its rest, but not forever, even if single octets arrive") {
  LinkStage stage;
  const std::string question = raw_unit(7, "robot,1,");
  stage.clock.advance(1h);
  stage.work();
  CHECK_FALSE(stage.link->is_over());
  const bool comes = GENERATE(true, false);
  std::size_t sent = 0;
  const auto send_one = [&] {
    stage.peer->send(question.substr(sent++, 1));
    for (int i = 0; i < 20; ++i) stage.work();
  };
  send_one();
  // The answer shows that all sent octets have arrived.
  for (int i = 0; i < 5; ++i) {
    stage.clock.advance(1s);
    send_one();
  }
  CHECK_FALSE(stage.link->is_over());
  if (comes) {
    stage.peer->send(question.substr(sent));
    stage.octets(4);
    stage.clock.advance(1h);
    stage.work();
    CHECK_FALSE(stage.link->is_over());
  } else {
    REQUIRE(stage.until([&] {
      stage.clock.advance(1s);
      return stage.link->is_over();
    }));
    CHECK(stage.has_said("robot: stalls in the middle of a request"));
  }
}

TEST_CASE("pictures are no longer drawn for a controller that has gone") {
  LinkStage stage;
  std::string questions;
  for (int i = 0; i < 1000; ++i) questions += raw_unit(5, "robot,1,");
  stage.peer->send(questions);
  stage.peer->hang_up();
  stage.peer.reset();
  CHECK(stage.until([&] { return stage.link->is_over(); }));
  CHECK(stage.asked < 1000);
}

TEST_CASE("octets that are no request, or too many invalid requests, end the connection") {
  LinkStage stage;
  std::string octets;
  SECTION("packets") {
    wire::append_packet(octets, wire::DetectEntities{"robot", 1});
  }
  SECTION("an impossible size") {
    octets = std::string("\0\7\0\3", 4);
  }
  SECTION("unknown codes") {
    for (int i = 0; i < 101; ++i) octets += raw_unit(9, "");
  }
  SECTION("missing fields") {
    for (int i = 0; i < 101; ++i) octets += raw_unit(i % 2 == 0 ? 5 : 6, "robot,1");
  }
  stage.peer->send(octets);
  CHECK(stage.until([&] { return stage.link->is_over(); }));
  CHECK(stage.has_said("robot: sends eye "));
  CHECK(stage.asked == 0);
}

TEST_CASE("a controller whose port refuses the connection is reported") {
  LinkStage stage;
  const std::uint16_t port = stage.awaiting.port();
  stage.awaiting.close();
  stage.peer.reset();
  stage.link.emplace(
      "127.0.0.1", port, RequestLink::Names{"robot", "eye"}, [](const auto&) { return std::nullopt; }, stage.loop,
      stage.log);
  CHECK(stage.until([&] { return stage.link->is_over(); }));
  CHECK(stage.has_said(fmt::format("cannot connect to the port {} at which it awaits eye: ", port)));
}
