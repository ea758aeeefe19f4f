// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "gateways/sigverse/wire/failed_replies.h"
#include "gateways/sigverse/wire/raw.h"
#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;

namespace {

/// The agent "a" looks along z at a ball whose near side is 90 cm away; its controller connects to the port.
struct ViewerStage : SigStage {
  explicit ViewerStage(SigOptions viewer_options = {})
      : SigStage(agent("a", "dynamics=false") + agent("b", "dynamics=false x=500") +
                     object("Ball.xml", "ball", "z=100 dynamics=false"),
                 viewer_options) {
    control.begin();
    receive();
    said();
  }
  void ask_to_connect(const Peer& peer, std::uint16_t port, const std::string& service = "SIGViewer") {
    std::string octets;
    REQUIRE(wire::append_raw_request(
        octets, {.code = wire::RawCode::connect_service, .object = service, .part = "a", .port = port}));
    peer.send(octets);
  }
  /// The connection of the viewer.
  Peer connect(const Peer& peer) {
    AwaitingPort awaiting;
    ask_to_connect(peer, awaiting.port());
    REQUIRE(until([&] { return awaiting.is_asked(); }));
    Peer viewer = awaiting.accept();
    CHECK(shown(octets(viewer, 4)) == "00010004");
    return viewer;
  }
  /// Whether a line contains that.
  bool until_said(const std::string& text) {
    Words lines;
    return until([&] {
      for (std::string& line : said()) lines.push_back(std::move(line));
      return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(text) != line.npos; });
    });
  }
};

}  // namespace

TEST_CASE("the server connects to a controller as SIGViewer, and answers requests for names and distances") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  Peer viewer = stage.connect(peer);
  viewer.send(raw_unit(7, "a,1,"));
  const std::string names = "1,ball,";
  CHECK(stage.octets(viewer, 4 + names.size()) == raw_unit(8, names));
  viewer.send(raw_unit(6, "a,0,1,0.0,255.0,"));
  CHECK(shown(stage.octets(viewer, 5)) == "000300025a");
  viewer.send(raw_unit(6, "a,1,1,80.0,100.0,"));
  const std::string line = stage.octets(viewer, 4 + 320);
  CHECK(shown(line.substr(0, 4)) == "00030003");
  CHECK(static_cast<unsigned char>(line[4]) == 255);
  CHECK(static_cast<unsigned char>(line[4 + 160]) == 128);
  viewer.send(raw_unit(6, "a,2,1,0,255,"));
  const std::string picture = stage.octets(viewer, 4 + 76800);
  CHECK(shown(picture.substr(0, 4)) == "00030004");
  CHECK(static_cast<unsigned char>(picture[4 + 120 * 320 + 160]) == 90);
  // A message of the controller gets no answer.
  viewer.send(raw_unit(1, "a,5,hello") + raw_unit(7, "b,1,"));
  CHECK(stage.octets(viewer, 6) == raw_unit(8, "0,"));
  CHECK(stage.said().empty());
  viewer.send(raw_unit(4, ""));
  CHECK(stage.is_disconnected(viewer));
}

TEST_CASE("several questions at once are answered in their order") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  Peer viewer = stage.connect(peer);
  std::string questions, answers;
  for (int i = 0; i < 5; ++i) {
    questions += raw_unit(6, "a,0,1,0,255,") + raw_unit(7, "a,1,") + raw_unit(5, "a,1,");
    answers += octets("0003 0002 5a") + raw_unit(8, "1,ball,") + octets("0006 0004");
  }
  for (const char octet : questions) viewer.send({&octet, 1});
  CHECK(stage.octets(viewer, answers.size()) == answers);
}

TEST_CASE("the server's SIGViewer takes no pictures, and gives the reason of each refusal") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  Peer viewer = stage.connect(peer);
  // Lines about one client are soon thinned out.
  const auto refuses = [&](std::uint16_t code, std::string_view body, const std::string& why = "") {
    viewer.send(raw_unit(code, body));
    CHECK(shown(stage.octets(viewer, 4)) == "00060004");
    if (!why.empty()) CHECK(stage.until_said("SIGViewer: " + why));
  };
  refuses(5, "a,1,", "the server itself takes no pictures");
  refuses(7, "nothing,1,", "there is no object 'nothing'");
  refuses(6, "a,0,7,0,255,", "'a' has no camera 7");
  refuses(7, "a,2,");
  refuses(6, "a,0,1,255,0,");
  refuses(6, "a,3,1,0,255,");
  refuses(6, "a,-1,1,0,255,");
  for (const auto& [code, body] : {std::pair{7, "a"},
                                   {7, "a,x,"},
                                   {7, "a,nan,"},
                                   {7, "a,1e99,"},
                                   {6, "a,0,1,0,"},
                                   {6, "a,0,1,0,inf,"},
                                   {9, ""},
                                   {0, "a,1,"}})
    viewer.send(raw_unit(static_cast<std::uint16_t>(code), body));
  viewer.send(raw_unit(7, "a,1,"));
  // Invalid requests got no answer.
  CHECK(stage.octets(viewer, 4 + 7).ends_with("1,ball,"));
}

TEST_CASE("a peer of SIGViewer that sends no requests is disconnected") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  Peer viewer = stage.connect(peer);
  SECTION("packets") {
    std::string octets;
    wire::append_packet(octets, wire::DetectEntities{"a", 1});
    viewer.send(octets);
    CHECK(stage.until_said("sends SIGViewer something that is not a request"));
  }
  SECTION("an impossible size") {
    viewer.send(octets("0007 0003"));
    CHECK(stage.until_said("sends SIGViewer something that is not a request"));
  }
  SECTION("too many invalid requests") {
    for (int i = 0; i < 101; ++i) viewer.send(raw_unit(7, "a"));
  }
  CHECK(stage.is_disconnected(viewer));
  // The controller continues.
  Peer again = stage.connect(peer);
  again.send(raw_unit(7, "a,1,"));
  CHECK(stage.octets(again, 11).ends_with("1,ball,"));
}

TEST_CASE("the connections of SIGViewer to a controller are limited, and end with it") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  std::vector<Peer> viewers;
  for (std::size_t i = 0; i < OwnViewer::kMaxPerController; ++i) viewers.push_back(stage.connect(peer));
  AwaitingPort awaiting;
  stage.ask_to_connect(peer, awaiting.port());
  CHECK(stage.until_said("asks SIGViewer to connect: 4 connections are open"));
  CHECK_FALSE(awaiting.is_asked());
  viewers.back().hang_up();
  viewers.pop_back();
  CHECK(stage.until([&] {
    stage.ask_to_connect(peer, awaiting.port());
    stage.receive();
    return awaiting.is_asked();
  }));
  peer.hang_up();
  for (Peer& viewer : viewers) CHECK(stage.is_disconnected(viewer));
}

TEST_CASE("a service SIGViewer replaces the server's own until it leaves") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  Peer own = stage.connect(peer);
  const auto is_there = [&] {
    peer.send(raw_unit(16, "SIGViewer,"));
    return shown(stage.octets(peer, 4)) == "00010004";
  };
  CHECK(is_there());
  Peer service(stage.gateway->port());
  service.send("SIGMESSAGE,SIGViewer,");
  CHECK(stage.octets(service, 4) == "SUCC");
  // A controller that was connected before finds it, too, when it connects again.
  CHECK(stage.is_disconnected(own));
  CHECK(is_there());
  Peer refused(stage.gateway->port());
  refused.send("SIGMESSAGE,SIGViewer,");
  CHECK(stage.is_disconnected(refused));
  stage.said();
  AwaitingPort awaiting;
  stage.ask_to_connect(peer, awaiting.port());
  const std::string asked = raw_unit(3, {"\x12\x34"
                                         "a,",
                                         4});
  std::string request = stage.octets(service, asked.size());
  CHECK(static_cast<unsigned char>(request[4]) * 256 + static_cast<unsigned char>(request[5]) == awaiting.port());
  request.replace(4, 2, asked, 4, 2);
  CHECK(shown(request) == shown(asked));
  // Messages go to the service, too.
  std::string message;
  wire::append_raw_message(message, {.text = "look", .to = {"SIGViewer"}});
  peer.send(message);
  REQUIRE(stage.until([&] {
    service.read();
    return service.input().size() > 10;
  }));
  service.take(service.input().size());
  // Packets to that name are still answered by the server.
  peer.say(wire::DetectEntities{.agent = "a"}, {.flags = wire::kForward, .target = "SIGViewer"});
  CHECK(stage.next(peer) == "DETECT_ENTITIES_RESULT 1");
  CHECK_FALSE(awaiting.is_asked());

  service.send("00004");
  CHECK(stage.is_disconnected(service));
  stage.said();
  CHECK(is_there());
  Peer again = stage.connect(peer);
  again.send(raw_unit(7, "a,1,"));
  CHECK(stage.octets(again, 11).ends_with("1,ball,"));
  peer.send(message);
  CHECK(is_there());
  CHECK(stage.said().empty());
}

TEST_CASE("a provider named SIGViewer is asked instead of the server, but only for its own kinds") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  const auto detect = [&] {
    peer.say(wire::DetectEntities{.agent = "a"}, {.flags = wire::kForward, .target = "SIGViewer"});
  };
  AwaitingPort port;
  Peer provider(stage.gateway->port());
  provider.say(wire::ProvideService{"SIGViewer", wire::service_kind::kDetect, "127.0.0.1", port.port()});
  CHECK(stage.next(provider).starts_with("PROVIDE_SERVICE_RESULT 0"));
  detect();
  REQUIRE(stage.until([&] { return port.is_asked(); }));
  Peer link = port.accept();
  stage.next(link);
  link.say(wire::DetectEntitiesResult{{"this", "that"}});
  link.hang_up();
  CHECK(stage.next(peer) == "DETECT_ENTITIES_RESULT 2");
  peer.say(wire::DistanceSensor{.agent = "a"}, {.flags = wire::kForward, .target = "SIGViewer"});
  CHECK(stage.next(peer) == "DISTANCE_SENSOR_RESULT 2 octets");
  provider.hang_up();
  REQUIRE(stage.until_said("SIGViewer no longer provides"));
  detect();
  CHECK(stage.next(peer) == "DETECT_ENTITIES_RESULT 1");
  CHECK_FALSE(port.is_asked());
}

TEST_CASE("requests that a provider named SIGViewer does not answer are answered by the server") {
  ViewerStage stage;
  Peer peer = stage.attach("a");
  AwaitingPort port;
  Peer provider(stage.gateway->port());
  provider.say(wire::ProvideService{"SIGViewer", wire::service_kind::kDetect, "127.0.0.1", port.port()});
  CHECK(stage.next(provider).starts_with("PROVIDE_SERVICE_RESULT 0"));
  provider.say(wire::ProvideService{"SIGViewer", wire::service_kind::kDistance, "127.0.0.1", port.port()});
  CHECK(stage.next(provider).starts_with("PROVIDE_SERVICE_RESULT 0"));
  const wire::PacketHead to_viewer{.flags = wire::kForward, .target = "SIGViewer"};
  const auto asked = [&] {
    REQUIRE(stage.until([&] { return port.is_asked(); }));
    return port.accept();
  };
  const auto is_answered = [&] {
    std::string names;
    wire::append_packet(names, wire::DetectEntitiesResult{{"ball"}});
    return shown(stage.octets(peer, names.size())) == shown(names);
  };
  const auto measures = [&] {
    std::string near;
    wire::append_packet(near, wire::DistanceSensorResult{90});
    return shown(stage.octets(peer, near.size())) == shown(near);
  };
  // It closes the connection, as one that is killed does, and is asked again all the same.
  peer.say(wire::DetectEntities{.agent = "a"}, to_viewer);
  asked().hang_up();
  CHECK(is_answered());
  peer.say(wire::DistanceSensor{.agent = "a", .start = 0, .end = 255}, to_viewer);
  asked().hang_up();
  CHECK(measures());
  {
    // It does not answer in time, and gets no request for a while.
    peer.say(wire::DetectEntities{.agent = "a"}, to_viewer);
    const Peer silent = asked();
    CHECK(stage.hears_nothing(peer));
    stage.real.advance(2s);
    CHECK(is_answered());
  }
  peer.say(wire::DetectEntities{.agent = "a"}, to_viewer);
  CHECK(is_answered());
  CHECK_FALSE(port.is_asked());
  stage.real.advance(10s);
  peer.say(wire::DetectEntities{.agent = "a"}, to_viewer);
  Peer answers = asked();
  answers.say(wire::DetectEntitiesResult{{"this", "that"}});
  CHECK(stage.next(peer) == "DETECT_ENTITIES_RESULT 2");
}

TEST_CASE("if SIGViewer is missing, the failing reply says that another provider may take the picture") {
  ViewerStage stage;
  const wire::PacketHead to_viewer{.flags = wire::kForward, .target = "SIGViewer"};
  const wire::CaptureView capture{.agent = "a", .width = 320, .height = 240, .camera = 1};
  Peer knows_turns = stage.attach("a"), published = stage.attach("b", false);
  const auto flags_of_reply = [&](Peer& peer) {
    std::string question, expected;
    wire::append_packet(question, capture, to_viewer);
    wire::append_failure(expected, *wire::read_packet(question));
    peer.send(question);
    const std::string reply = stage.octets(peer, expected.size());
    const auto packet = wire::read_packet(reply);
    REQUIRE(packet);
    CHECK(packet->head.type == wire::PacketType::capture_view_image_result);
    return packet->head.flags;
  };
  CHECK(flags_of_reply(knows_turns) == wire::kNoAnswer);
  CHECK(flags_of_reply(published) == 0);
  // A result of the server's own eyes is an answer.
  std::string names;
  wire::append_packet(names, wire::DetectEntitiesResult{{"ball"}});
  knows_turns.say(wire::DetectEntities{.agent = "a"}, to_viewer);
  CHECK(shown(stage.octets(knows_turns, names.size())) == shown(names));
  CHECK(stage.said().empty());
  Peer tool(stage.gateway->port());
  tool.say(capture, to_viewer);
  CHECK(stage.next(tool) == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
  CHECK(stage.until_said("only controllers and viewers may ask others"));
}

TEST_CASE("many requests of one client are answered over many passes") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  constexpr int kQuestions = 20;
  std::string questions;
  for (int i = 0; i < kQuestions; ++i) wire::append_packet(questions, wire::DetectEntities{.agent = "a"});
  peer.send(questions);
  int answers = 0, passes = 0;
  REQUIRE(stage.until([&] {
    peer.read();
    while (peer.next() == "DETECT_ENTITIES_RESULT 1") ++answers;
    passes += answers > 0;
    return answers == kQuestions;
  }));
  CHECK(passes > kQuestions / 2);
}

TEST_CASE("clients that ask again and again share a part of the time, with equally many answers") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  constexpr int kPeers = 20, kQuestions = 10;
  std::string question, answer, raw_questions, questions;
  wire::append_packet(answer, wire::DetectEntitiesResult{{"ball"}});
  const std::string raw_answer = raw_unit(8, "1,ball,");
  wire::append_packet(question, wire::DetectEntities{.agent = "a"});
  for (int i = 0; i < kQuestions; ++i) {
    questions += question;
    raw_questions += raw_unit(7, "a,1,");
  }
  std::vector<Peer> askers;
  for (int i = 0; i < kPeers; ++i) askers.emplace_back(stage.gateway->port());
  // Two of SIGViewer's connections count as any other.
  for (int i = 0; i < 2; ++i) askers.push_back(stage.connect(peer));
  std::vector<std::size_t> answers(askers.size());
  const auto sum = [&] { return std::accumulate(answers.begin(), answers.end(), std::size_t{0}); };
  for (int i = 0; i < kPeers + 2; ++i) askers[static_cast<std::size_t>(i)].send(i < kPeers ? questions : raw_questions);
  stage.real.tick(1ms);  // which each question takes
  std::size_t largest = 0;
  REQUIRE(stage.until([&] {
    const std::size_t before = sum();
    for (std::size_t i = 0; i < askers.size(); ++i) {
      askers[i].read();
      answers[i] = askers[i].input().size() / (i < kPeers ? answer.size() : raw_answer.size());
    }
    largest = std::max(largest, sum() - before);
    const auto [least, most] = std::ranges::minmax(answers);
    CHECK(most - least <= 1);
    return sum() == askers.size() * kQuestions;
  }));
  CHECK(largest <= 6);
}

TEST_CASE("a controller for which the world waits is answered, however many others ask") {
  ViewerStage stage({.sync = true});
  Peer controller = stage.attach("a");
  REQUIRE(stage.until([&] { return !stage.listener.heard.empty(); }));
  stage.control.run();
  stage.turn(controller);
  std::string questions;
  for (int i = 0; i < 10; ++i) wire::append_packet(questions, wire::DetectEntities{.agent = "a"});
  std::vector<Peer> others;
  for (int i = 0; i < 20; ++i) {
    others.emplace_back(stage.gateway->port());
    others.back().send(questions);
  }
  stage.real.tick(1ms);
  controller.send(questions);
  int answers = 0, passes = 0;
  REQUIRE(stage.until([&] {
    ++passes;
    controller.read();
    while (controller.next() == "DETECT_ENTITIES_RESULT 1") ++answers;
    return answers == 10;
  }));
  CHECK(passes < 20);  // and others have a question answered in every fifth
  CHECK(stage.next(others.front()) == "DETECT_ENTITIES_RESULT 1");
}

TEST_CASE("only the controller of an agent may have SIGViewer connect, and only to itself") {
  ViewerStage stage;
  AwaitingPort awaiting;
  Peer other = stage.attach("b", false);
  stage.ask_to_connect(other, awaiting.port());
  CHECK(stage.until_said("asks the service 'SIGViewer' to connect to 'a', and is not its controller"));
  Peer unattached(stage.gateway->port());
  std::string packet;
  wire::append_packet(packet, wire::GetObjectNames{3});
  unattached.send(packet);
  stage.next(unattached);
  stage.ask_to_connect(unattached, awaiting.port());
  CHECK(stage.until_said("asks the service 'SIGViewer' to connect to 'a', and is not its controller"));
  CHECK_FALSE(awaiting.is_asked());
}

TEST_CASE("with Sig.OwnEyes off there is no SIGViewer") {
  SigOptions options;
  options.own_eyes = false;
  ViewerStage stage(options);
  Peer peer = stage.attach("a", false);
  peer.send(raw_unit(16, "SIGViewer,"));
  CHECK(shown(stage.octets(peer, 4)) == "00000004");
  peer.say(wire::DetectEntities{.agent = "a"}, {.flags = wire::kForward, .target = "SIGViewer"});
  CHECK(stage.next(peer) == "DETECT_ENTITIES_RESULT 0");
  AwaitingPort awaiting;
  stage.ask_to_connect(peer, awaiting.port());
  CHECK(stage.hears_nothing(peer));
  CHECK_FALSE(awaiting.is_asked());
}

TEST_CASE("a port that refuses the connection is reported, and nothing else happens") {
  ViewerStage stage;
  Peer peer = stage.attach("a", false);
  AwaitingPort awaiting;
  const std::uint16_t port = awaiting.port();
  awaiting.close();
  stage.ask_to_connect(peer, port);
  CHECK(stage.until_said(fmt::format("cannot connect to the port {} at which it awaits SIGViewer: ", port)));
  stage.ask_to_connect(peer, 0);
  CHECK(stage.until_said("SIGViewer"));
  Peer viewer = stage.connect(peer);
}
