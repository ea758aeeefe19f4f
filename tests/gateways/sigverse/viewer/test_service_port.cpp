// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <optional>
#include <variant>
#include <vector>

#include "gateways/sigverse/viewer/service_port.h"
#include "tests/gateways/sigverse/server/peer.h"
#include "tests/gateways/sigverse/wire/hex.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

namespace sigverse::viewer {
namespace {

using sigverse_test::Peer;
using sigverse_test::raw_unit;
using sigverse_test::shown;
using wire::SigServiceProvider;
using namespace std::chrono_literals;

/// "robot" sees with camera 2: grey pictures, and everything 16 away; depths are 17.
class PlayedEyes final : public Eyes {
 public:
  Answer see(const wire::ServiceRequest& request) override {
    asked.push_back(request);
    if (const auto* const picture = std::get_if<SigServiceProvider::PictureRequest>(&request))
      return answer(*picture, '\x80');
    return answer(std::get<SigServiceProvider::DistanceRequest>(request), '\x10');
  }
  Answer see_depth(const SigServiceProvider::DistanceRequest& request) override {
    asked.emplace_back(request);
    return answer(request, '\x11');
  }

  std::vector<wire::ServiceRequest> asked;

 private:
  template <typename Request>
  static Answer answer(const Request& request, char octet) {
    if (request.agent != "robot") return {Result::no_object, 0, 0, {"there is no object", {}, {}}};
    if (request.camera != 2) return {Result::no_camera, 0, 0, {"there is no camera", {}, {}}};
    return {Result::seen, 45.0, 1.5, {{}, {}, std::string(request.octets(), octet)}};
  }
};

struct PortStage {
  PortStage() {
    log.add_sink(spark::LogLevel::debug, [this](spark::LogLevel, std::string_view line) { said.emplace_back(line); });
    port.emplace("127.0.0.1", std::uint16_t{0}, "SIGViewer", eyes, loop, log);
  }
  Peer connect(bool says_name = true) {
    Peer peer(port->port());
    if (says_name) peer.send(raw_unit(0, "Trash"));
    return peer;
  }
  template <typename Done>
  bool until(Done done) {
    return wait_until([&] {
      loop.poll();
      if (port) port->attend();
      return done();
    });
  }
  std::string octets(Peer& peer, std::size_t count) {
    REQUIRE(until([&] {
      peer.read();
      return peer.input().size() >= count;
    }));
    return peer.take(count);
  }
  bool is_disconnected(Peer& peer) {
    return until([&] { return !peer.read(); });
  }
  bool has_said(const std::string& text) const {
    return std::ranges::any_of(said, [&](const std::string& line) { return line.find(text) != line.npos; });
  }

  ManualClock clock;
  spark::net::Loop loop{clock};
  spark::Log log;
  std::vector<std::string> said;
  PlayedEyes eyes;
  std::optional<ServicePort> port;
};

std::string range(double start, double end) {
  std::string octets;
  wire::OctetWriter writer(octets);
  writer.real(start);
  writer.real(end);
  return octets;
}

/// The head of an answer: the result, 45 degrees and 1.5; or the result and zeros.
const std::string kSeen = "0000 0000000000804640 000000000000f83f";
std::string head(int result) {
  std::string octets = sigverse_test::octets(kSeen);
  if (result != 0) octets.assign(octets.size(), '\0');
  octets[1] = static_cast<char>(result);
  return octets;
}

TEST_CASE("a service gets pictures, distances and depths, each after the data of the camera") {
  PortStage stage;
  Peer peer = stage.connect();
  peer.send(raw_unit(1, "robot,2,0,"));
  CHECK(stage.octets(peer, 18) == head(0));
  CHECK(stage.octets(peer, 230'400) == std::string(230'400, '\x80'));
  peer.send(raw_unit(2, range(1, 255) + "robot,2,"));
  CHECK(shown(stage.octets(peer, 3)) == "000010");
  for (const auto& [dimensions, size] : {std::pair{1, 320}, {2, 76'800}}) {
    peer.send(raw_unit(4, range(1, 300) + fmt::format("robot,{},2,0,", dimensions)));
    CHECK(stage.octets(peer, 18) == head(0));
    CHECK(stage.octets(peer, static_cast<std::size_t>(size)) == std::string(static_cast<std::size_t>(size), '\x10'));
    // For depths the size gives the dimensions.
    peer.send(raw_unit(5, range(1, 300) + fmt::format("robot,2,{},", dimensions == 1 ? 1 : 0)));
    CHECK(stage.octets(peer, 18) == head(0));
    CHECK(stage.octets(peer, static_cast<std::size_t>(size)) == std::string(static_cast<std::size_t>(size), '\x11'));
  }
  const auto& distances = std::get<SigServiceProvider::DistanceRequest>(stage.eyes.asked.back());
  CHECK((distances.start == 1 && distances.end == 300 && distances.agent == "robot" && distances.camera == 2));
  peer.send(raw_unit(3, ""));
  CHECK(stage.is_disconnected(peer));
  CHECK(stage.said.empty());
}

TEST_CASE("for a missing object or camera a service gets an error and an answer of the usual size") {
  PortStage stage;
  Peer peer = stage.connect();
  for (const auto& [eye, result] : {std::pair{"none,2,", 2}, {"robot,1,", 3}}) {
    peer.send(raw_unit(1, std::string(eye) + "0,"));
    CHECK(stage.octets(peer, 18) == head(result));
    peer.send(raw_unit(2, range(0, 255) + eye));
    CHECK(stage.octets(peer, 3) == head(result).substr(0, 2) + "\xff");
    peer.send(raw_unit(5, range(0, 255) + eye + "1,"));
    CHECK(stage.octets(peer, 18) == head(result));
    CHECK(stage.octets(peer, 320) == std::string(320, '\xff'));
  }
  peer.send(raw_unit(2, range(0, 255) + "robot,2,"));
  CHECK(shown(stage.octets(peer, 3)) == "000010");
  CHECK(stage.has_said("SIGViewer: there is no object"));
}

TEST_CASE("an invalid request gets no answer, and does not disturb others") {
  PortStage stage;
  Peer peer = stage.connect();
  for (const auto& [code, body] : {std::pair{1, std::string("robot,2,")},
                                   {1, "robot,x,0,"},
                                   {1, ""},
                                   {2, range(0, 255)},
                                   {2, "short"},
                                   {4, range(0, 255) + "robot,0,2,0,"},
                                   {4, range(0, 255) + "robot,3,2,0,"},
                                   {4, range(0, 255) + "robot,1,2,"},
                                   {5, range(0, 255) + "robot,2,"},
                                   {6, "robot,2,0,"},
                                   {200, ""}})
    peer.send(raw_unit(static_cast<std::uint16_t>(code), body));
  peer.send(raw_unit(2, range(0, 255) + "robot,2,"));
  CHECK(shown(stage.octets(peer, 3)) == "000010");
  CHECK(stage.eyes.asked.size() == 1);
  std::string bad;
  for (std::size_t i = 0; i < direct::RequestLink::kMaxBad; ++i) bad += raw_unit(200, "");
  peer.send(bad);
  CHECK(stage.is_disconnected(peer));
}

TEST_CASE("a peer that sends no name, or an invalid one, is disconnected") {
  PortStage stage;
  Peer silent = stage.connect(false), hasty = stage.connect(false), http = stage.connect(false), good = stage.connect();
  hasty.send(raw_unit(1, "robot,2,0,"));
  CHECK(stage.is_disconnected(hasty));
  CHECK(stage.has_said("asks before it has sent its name"));
  http.send("GET / HTTP/1.1\r\n\r\n");
  CHECK(stage.is_disconnected(http));
  // The answer shows that the last peer's name has arrived.
  good.send(raw_unit(2, range(0, 255) + "robot,2,"));
  stage.octets(good, 3);
  stage.clock.advance(ServiceLink::kMaxSilence + 1s);
  CHECK(stage.is_disconnected(silent));
  CHECK(stage.has_said("does not send its name"));
  good.send(raw_unit(2, range(0, 255) + "robot,2,"));
  CHECK(shown(stage.octets(good, 3)) == "000010");
}

TEST_CASE("the number of services is limited, and a service that leaves makes room for another") {
  PortStage stage;
  std::deque<Peer> peers;
  for (std::size_t i = 0; i < ServicePort::kMax; ++i) peers.push_back(stage.connect());
  peers.back().send(raw_unit(2, range(0, 255) + "robot,2,"));
  stage.octets(peers.back(), 3);
  Peer refused = stage.connect();
  CHECK(stage.is_disconnected(refused));
  CHECK(stage.has_said("is refused"));
  peers.front().hang_up();
  CHECK(stage.until([&] {
    Peer again = stage.connect();
    again.send(raw_unit(2, range(0, 255) + "robot,2,"));
    return stage.until([&] { return !again.read() || again.input().size() == 3; }) && again.input().size() == 3;
  }));
}

TEST_CASE("all services are notified when the viewer ends") {
  PortStage stage;
  Peer one = stage.connect(), two = stage.connect();
  for (Peer* const peer : {&one, &two}) {
    peer->send(raw_unit(2, range(0, 255) + "robot,2,"));
    stage.octets(*peer, 3);
  }
  stage.port.reset();
  for (Peer* const peer : {&one, &two}) {
    CHECK(stage.is_disconnected(*peer));
    CHECK(shown(peer->input()) == "00050004");
  }
}

TEST_CASE("a port in use causes a one-line error") {
  PortStage stage;
  CHECK_THROWS_WITH(
      ServicePort("127.0.0.1", stage.port->port(), "eye", stage.eyes, stage.loop, stage.log),
      Catch::StartsWith(fmt::format("cannot open port for services {} on 127.0.0.1: ", stage.port->port())));
}

}  // namespace
}  // namespace sigverse::viewer
