// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/server/played_provider.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;
using wire::kForward;
using wire::PacketType;

namespace {

const wire::PacketHead kToEye{.flags = kForward, .target = "eye"};

template <typename Message>
std::string request_to_eye(const Message& message) {
  std::string octets;
  wire::append_packet(octets, message, kToEye);
  return octets;
}

std::string speech_to(std::string_view target, std::size_t length) {
  std::string header, octets;
  wire::OctetWriter writer(header);
  wire::SoundRecogHeader{{.rate = 16000, .length = static_cast<std::uint32_t>(length)}}.fields(
      wire::FieldWriter(writer));
  REQUIRE(wire::append_large(octets, {.type = PacketType::sound_recog, .flags = kForward, .target = target}, header,
                             std::string(length, 's')));
  return octets;
}

/// A world with an agent and a provider "eye"; the agent's controller asks it and is connected to the port.
struct Asking {
  explicit Asking(bool knows_turns = true, SigOptions options = {})
      : stage(sigverse_test::agent("a", "y=50") + sigverse_test::agent("b", "y=50 x=100"), options) {
    stage.control.begin();
    asker.emplace(stage.attach("a", knows_turns));
    eye.emplace(stage, "eye", std::vector<std::uint32_t>{7, 5});
  }
  /// Asks for names, and accepts the connection.
  Peer asked() {
    asker->say(wire::DetectEntities{"a", 1}, kToEye);
    Peer peer = eye->accept();
    REQUIRE(stage.next(peer) == "DETECT_ENTITIES");
    return peer;
  }
  /// The reply that says that there is no result.
  void fails() {
    std::string expected;
    wire::append_packet(expected, wire::DetectEntitiesResult{}, {.flags = wire::kNoAnswer});
    CHECK(shown(stage.octets(*asker, expected.size())) == shown(expected));
    CHECK(stage.hears_nothing(*asker));
  }

  SigStage stage;
  std::optional<Peer> asker;
  std::optional<PlayedProvider> eye;
};

}  // namespace

TEST_CASE("A request and its answer are passed on octet for octet, in any number of packets") {
  Asking asking;
  wire::DetectEntities names{"a", 1};
  std::string found, words, far, near;
  wire::append_packet(found, wire::DetectEntitiesResult{{"can", "desk"}}, {.flags = 2, .target = "x", .reach = 7.0});
  wire::append_packet(words, wire::SoundRecogResult{4, "bring me the can"});
  wire::append_packet(near, wire::DistanceSensorResult{12});
  const std::pair<std::string, std::string> pairs[] = {
      {request_to_eye(names), found},
      {request_to_eye(wire::CaptureView{.agent = "a", .width = 320, .height = 240}), picture(230'400)},
      {request_to_eye(wire::DistanceSensor{.agent = "a"}), near},
      {request_to_eye(wire::DistanceSensor{.agent = "a", .dimensions = 1}),
       picture(320, 320, PacketType::distance_sensor_result)},
      {request_to_eye(wire::DistanceSensor{.agent = "a", .dimensions = 2}),
       picture(76'800, 76'800, PacketType::distance_sensor_result)},
      {speech_to("eye", 150'000), words},
      {request_to_eye(wire::CaptureView{.agent = "a", .width = 320, .height = 240}), picture(0)}};
  for (const auto& [request, answer] : pairs) {
    send_in_pieces(asking.stage, *asking.asker, request);
    Peer peer = asking.eye->accept();
    CHECK(asking.stage.octets(peer, request.size()) == request);
    send_in_pieces(asking.stage, peer, answer);
    CHECK(asking.stage.octets(*asking.asker, answer.size()) == answer);
    // One request per connection: the server closes it, whatever else the provider sends.
    peer.say(wire::DetectEntitiesResult{{"more"}});
    CHECK(asking.stage.is_disconnected(peer));
    CHECK(asking.stage.hears_nothing(*asking.asker));
  }
}

TEST_CASE("Answers come in the order of the requests, and later requests are not read before") {
  Asking asking;
  asking.asker->say(wire::DetectEntities{"a", 1}, kToEye);
  asking.asker->say(wire::GetObjectNames{});
  asking.asker->say(wire::DetectEntities{"a", 2}, kToEye);
  asking.asker->say(wire::GetObjectNames{});
  for (int i = 1; i <= 2; ++i) {
    Peer peer = asking.eye->accept();
    CHECK(asking.stage.hears_nothing(*asking.asker));
    CHECK_FALSE(asking.eye->is_asked());
    CHECK(asking.stage.octets(peer, request_to_eye(wire::DetectEntities{"a", 1}).size()) ==
          request_to_eye(wire::DetectEntities{"a", static_cast<std::int16_t>(i)}));
    peer.say(wire::DetectEntitiesResult{{"can"}});
    CHECK(asking.stage.next(*asking.asker) == "DETECT_ENTITIES_RESULT 1");
    CHECK(asking.stage.next(*asking.asker) == "GET_OBJECT_NAMES_RESULT");
  }
}

TEST_CASE("A request goes only to a provider that has registered its name for that kind") {
  Asking asking;
  PlayedProvider names(asking.stage, "names", {2}), far(asking.stage, "far", {5});
  const auto fails = [&](const auto& message, std::string_view target) {
    asking.asker->say(message, {.flags = kForward, .target = target});
    return asking.stage.next(*asking.asker);
  };
  CHECK(fails(wire::CaptureView{.agent = "a"}, "names") == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
  CHECK(fails(wire::DistanceSensor{.agent = "a"}, "names") == "DISTANCE_SENSOR_RESULT 2 octets");
  CHECK(fails(wire::CaptureView{.agent = "a"}, "far") == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
  asking.asker->send(speech_to("far", 10));
  CHECK(asking.stage.next(*asking.asker) == "SOUND_RECOG_RESULT ''");
  CHECK(fails(wire::DetectEntities{"a"}, "far") == "DETECT_ENTITIES_RESULT 0");
  CHECK_FALSE(names.is_asked());
  CHECK_FALSE(far.is_asked());
  CHECK_FALSE(asking.eye->is_asked());
  // One name may have two ports.
  asking.asker->say(wire::DetectEntities{"a"}, {.flags = kForward, .target = "far"});
  CHECK(asking.stage.next(*asking.asker) == "DETECT_ENTITIES_RESULT 0");
  PlayedProvider elsewhere(asking.stage, "elsewhere", {});
  CHECK(far.provide("far", 2, static_cast<std::uint32_t>(elsewhere.port())) == "PROVIDE_SERVICE_RESULT 0 ''");
  asking.asker->say(wire::DetectEntities{"a"}, {.flags = kForward, .target = "far"});
  Peer peer = elsewhere.accept();
  peer.say(wire::DetectEntitiesResult{{"can"}});
  CHECK(asking.stage.next(*asking.asker) == "DETECT_ENTITIES_RESULT 1");
  CHECK_FALSE(far.is_asked());
}

TEST_CASE("A request to a provider that has gone or is not reached gets a reply without a result") {
  SECTION("the provider refuses the connection") {
    Asking asking;
    asking.eye->stop_listening();
    asking.asker->say(wire::DetectEntities{"a", 1}, kToEye);
    asking.fails();
  }
  SECTION("the provider has left before") {
    Asking asking;
    asking.eye->hang_up();
    REQUIRE(asking.stage.until([&] { return asking.stage.gateway->connections() == 1; }));
    asking.asker->say(wire::DetectEntities{"a", 1}, kToEye);
    asking.fails();
  }
  SECTION("the provider closes the connection") {
    Asking asking;
    asking.asked().hang_up();
    asking.fails();
  }
  SECTION("the provider ends while it is asked") {
    Asking asking;
    Peer peer = asking.asked();
    asking.eye->hang_up();
    peer.hang_up();
    asking.fails();
  }
}

TEST_CASE("A provider whose registration has ended may still answer a request") {
  Asking asking;
  Peer peer = asking.asked();
  asking.eye->registration.hang_up();
  REQUIRE(asking.stage.until([&] { return asking.stage.gateway->connections() == 1; }));
  peer.say(wire::DetectEntitiesResult{{"can"}});
  CHECK(asking.stage.next(*asking.asker) == "DETECT_ENTITIES_RESULT 1");
}

TEST_CASE("An invalid answer counts as none") {
  std::string answer;
  wire::append_packet(answer, wire::DetectEntitiesResult{{"can"}});
  const std::string half = answer.substr(0, answer.size() - 5);
  std::string of_ping, bad_end = answer, of_two;
  wire::append_packet(of_ping, wire::NsPingerResult{1});
  bad_end.back() = 'x';
  wire::append_packet(of_two, wire::DetectEntitiesResult{{"can"}}, {.count = 2});
  const std::pair<std::string, std::string> answers[] = {
      {"", "closes its connection before it has answered"},
      {half, "closes its connection before it has answered"},
      {bad_end, "gives an invalid answer"},
      {of_ping, "gives an invalid answer"},
      {of_two, "gives an invalid answer"},
      {picture(230'400), "gives an invalid answer"},
      {std::string("\x00\x01\x00\x08text", 8), "gives an invalid answer"},
      {std::string(300'000, 'x'), "gives an invalid answer"}};
  for (const auto& [octets, problem] : answers) {
    INFO(problem);
    Asking asking;
    Peer peer = asking.asked();
    asking.stage.said();
    send_in_pieces(asking.stage, peer, octets);
    peer.hang_up();
    asking.fails();
    const Words said = asking.stage.said();
    REQUIRE(said.size() == 1);
    CHECK(said[0].ends_with("service eye: " + problem));
  }
}

TEST_CASE("A picture that ends early, or whose header is wrong, is not passed on") {
  Asking asking;
  const std::string whole = picture(100'000);
  for (const std::string& octets :
       {whole.substr(0, whole.size() - 1), whole.substr(0, 50'000),
        picture(100'000, 100'001, PacketType::capture_view_image_result),
        picture(100'000, 40'000, PacketType::capture_view_image_result), picture(100'000, 100'000, PacketType{8})}) {
    asking.asker->say(wire::CaptureView{.agent = "a"}, kToEye);
    Peer peer = asking.eye->accept();
    send_in_pieces(asking.stage, peer, octets);
    peer.hang_up();
    CHECK(asking.stage.next(*asking.asker) == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
    CHECK(asking.stage.hears_nothing(*asking.asker));
  }
}

TEST_CASE("A provider that never ends its answer has as much time as a silent one") {
  Asking asking;
  asking.asker->say(wire::CaptureView{.agent = "a"}, kToEye);
  Peer peer = asking.eye->accept();
  const std::string whole = picture(1'000'000);
  // A few octets at a time, without a pause.
  for (int i = 0; i < 19; ++i) {
    peer.send(std::string_view(whole).substr(static_cast<std::size_t>(i) * 1'000, 1'000));
    asking.stage.real.advance(100ms);
    CHECK(asking.stage.hears_nothing(*asking.asker));
  }
  asking.stage.real.advance(100ms);
  CHECK(asking.stage.next(*asking.asker) == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
  CHECK(asking.stage.is_disconnected(peer));
}

TEST_CASE("Speech recognition may take 12 s, everything else Sig.ForwardTimeout") {
  Asking asking;
  {
    Peer silent = asking.asked();
    asking.stage.real.advance(1999ms);
    CHECK(asking.stage.hears_nothing(*asking.asker));
    asking.stage.real.advance(1ms);
    asking.fails();
  }
  asking.asker->send(speech_to("eye", 1'000));
  Peer silent = asking.eye->accept();
  asking.stage.real.advance(11'999ms);
  CHECK(asking.stage.hears_nothing(*asking.asker));
  asking.stage.real.advance(1ms);
  CHECK(asking.stage.next(*asking.asker) == "SOUND_RECOG_RESULT ''");
  SigOptions patient;
  patient.forward_timeout = 30s;
  Asking longer(true, patient);
  longer.asker->send(speech_to("eye", 1'000));
  Peer slow = longer.eye->accept();
  longer.stage.real.advance(29s);
  CHECK(longer.stage.hears_nothing(*longer.asker));
  slow.say(wire::SoundRecogResult{0, "go"});
  CHECK(longer.stage.next(*longer.asker) == "SOUND_RECOG_RESULT 'go'");
}

TEST_CASE("A provider that has not answered in time is not given out for 10 s, even if it would answer pings") {
  Asking asking;
  const auto query = [&] { asking.asker->say(wire::NsQuery{.kind = 2}); };
  {
    // A provider that fails at once is given out again if it answers.
    Peer dies = asking.asked();
    dies.hang_up();
    asking.fails();
    query();
    asking.eye->answer_ping(2);
    CHECK(asking.stage.next(*asking.asker).starts_with("NS_QUERY_RESULT 1"));
  }
  Peer silent = asking.asked();
  asking.stage.real.advance(2s);
  asking.fails();
  query();
  CHECK(asking.stage.next(*asking.asker).starts_with("NS_QUERY_RESULT 0"));
  CHECK_FALSE(asking.eye->is_asked());
  asking.stage.real.advance(10s);
  query();
  asking.eye->answer_ping(2);
  CHECK(asking.stage.next(*asking.asker).starts_with("NS_QUERY_RESULT 1"));
}

TEST_CASE("A client that knows no turns gets the failing reply without a flag") {
  Asking asking(false);
  asking.eye->stop_listening();
  asking.asker->say(wire::DetectEntities{"a", 1}, kToEye);
  std::string expected;
  wire::append_packet(expected, wire::DetectEntitiesResult{});
  CHECK(shown(asking.stage.octets(*asking.asker, expected.size())) == shown(expected));
}

TEST_CASE("A client that leaves before the answer leaves nothing behind") {
  Asking asking;
  Peer peer = asking.asked();
  asking.asker->hang_up();
  REQUIRE(asking.stage.until([&] { return asking.stage.gateway->connections() == 1; }));
  peer.say(wire::DetectEntitiesResult{{"can"}});
  CHECK(asking.stage.is_disconnected(peer));
  asking.asker.emplace(asking.stage.attach("a"));
  CHECK(asking.stage.hears_nothing(*asking.asker));
  Peer again = asking.asked();
  again.say(wire::DetectEntitiesResult{{"can"}});
  CHECK(asking.stage.next(*asking.asker) == "DETECT_ENTITIES_RESULT 1");
}

TEST_CASE("Answers that were not requested are dropped") {
  Asking asking;
  asking.eye->registration.say(wire::DetectEntitiesResult{{"can"}});
  asking.eye->registration.send(picture(25'000));
  // What is behind it in the order of requests.
  asking.eye->registration.say(wire::GetObjectNames{});
  CHECK(asking.stage.next(asking.eye->registration) == "GET_OBJECT_NAMES_RESULT");
  CHECK(asking.stage.hears_nothing(*asking.asker));
  Peer peer = asking.asked();
  asking.eye->registration.say(wire::DetectEntitiesResult{{"wrong"}});
  CHECK(asking.stage.hears_nothing(*asking.asker));
  peer.say(wire::DetectEntitiesResult{{"can"}});
  CHECK(asking.stage.next(*asking.asker) == "DETECT_ENTITIES_RESULT 1");
}

TEST_CASE("In lock-step a turn lasts until the answer, and the wait is not the controller's time") {
  SigStage stage(sigverse_test::agent("a", "y=50", true) + sigverse_test::agent("b", "y=50 x=100", true));
  auto controllers = stage.start_controllers();
  PlayedProvider eye(stage, "eye", {4});
  stage.control.run();
  stage.turn(controllers[0]);
  stage.real.advance(6s);
  controllers[0].send(speech_to("eye", 1'000));
  controllers[0].say(wire::TurnDone{stage.turn_number, 0.0});
  Peer peer = eye.accept();
  stage.real.advance(11s);
  CHECK(stage.is_held());
  CHECK(stage.hears_nothing(controllers[1]));
  CHECK(stage.listener.heard.empty());
  peer.say(wire::SoundRecogResult{0, "go"});
  CHECK(stage.next(controllers[0]) == "SOUND_RECOG_RESULT 'go'");
  stage.play(controllers[1]);
  stage.step();

  // In the next turn the controller's own time counts again, before and after the answer.
  stage.turn(controllers[0]);
  stage.real.advance(6s);
  controllers[0].send(speech_to("eye", 1'000));
  Peer second = eye.accept();
  stage.real.advance(11s);
  CHECK(stage.is_held());
  second.say(wire::SoundRecogResult{0, "stop"});
  CHECK(stage.next(controllers[0]) == "SOUND_RECOG_RESULT 'stop'");
  stage.real.advance(3900ms);
  stage.receive();
  CHECK(stage.listener.heard.empty());
  stage.real.advance(200ms);
  stage.receive();
  CHECK(stage.listener.heard == Words{"lost 0: its handlers have not returned within 10 s"});
}

TEST_CASE("A client that gets no result from the server is notified if a provider may be queried instead") {
  Asking asking;
  asking.asker->say(wire::DetectEntities{"a", 1});
  asking.fails();
  CHECK_FALSE(asking.eye->is_asked());
  Asking published(false);
  published.asker->say(wire::DetectEntities{"a", 1});
  std::string expected;
  wire::append_packet(expected, wire::DetectEntitiesResult{});
  CHECK(shown(published.stage.octets(*published.asker, expected.size())) == shown(expected));
}

TEST_CASE("Forwarded requests that want no answer do not reach providers") {
  Asking asking;
  asking.stage.said();
  asking.asker->say(wire::DetectEntities{"a", 1}, {.flags = kForward | wire::kWantsNoResult, .target = "eye"});
  asking.asker->say(wire::GetObjectNames{});
  CHECK(asking.stage.next(*asking.asker) == "GET_OBJECT_NAMES_RESULT");
  CHECK_FALSE(asking.eye->is_asked());
  const Words said = asking.stage.said();
  REQUIRE(said.size() == 1);
  CHECK(said[0].ends_with("DETECT_ENTITIES for 'eye', which is not an attached controller"));
}

TEST_CASE("A provider at the server's own port does not make the server ask itself forever") {
  Asking asking;
  const auto port = static_cast<std::uint32_t>(asking.stage.gateway->port());
  REQUIRE(asking.eye->provide("mirror", 2, port).starts_with("PROVIDE_SERVICE_RESULT 0"));
  asking.stage.said();
  asking.asker->say(wire::DetectEntities{"a", 1}, {.flags = kForward, .target = "mirror"});
  CHECK(asking.stage.next(*asking.asker) == "DETECT_ENTITIES_RESULT 0");
  // One more connection received the request, and was refused.
  const Words said = asking.stage.said();
  REQUIRE(said.size() == 1);
  CHECK(said[0].ends_with("DETECT_ENTITIES for 'mirror': only controllers and viewers may ask others"));
}
