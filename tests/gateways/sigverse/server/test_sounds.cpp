// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/server/octet_budget.h"
#include "gateways/sigverse/server/reused_buffer.h"
#include "gateways/sigverse/wire/wave.h"
#include "tests/gateways/sigverse/server/sig_stage.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;

namespace {

constexpr std::uint16_t kReaches = wire::kForward | wire::kHasReach;

std::string samples(std::size_t count) {
  std::string octets(count, '\0');
  for (std::size_t i = 0; i < count; ++i) octets[i] = static_cast<char>(i * 7 + i / 251);
  return octets;
}

/// A sound from a to b.
std::string sound(std::size_t count, std::uint16_t flags = wire::kForward, double reach = -1.0) {
  std::string octets;
  const wire::OnRecvSoundHeader header{1.5, "a", {.rate = 16'000, .length = static_cast<std::uint32_t>(count)}};
  REQUIRE(wire::append_large_message(octets, header, samples(count), {.flags = flags, .target = "b", .reach = reach}));
  return octets;
}

/// Packets of a sound whose header says `length`, one for each piece; a piece begins with its own length.
std::string odd_sound(std::uint32_t length, const Words& pieces) {
  std::string octets;
  wire::PacketHead head{.type = wire::PacketType::on_recv_sound,
                        .count = static_cast<std::uint16_t>(pieces.size() + 1),
                        .flags = wire::kForward,
                        .target = "b"};
  wire::append_packet(octets, wire::OnRecvSoundHeader{1.5, "a", {.length = length}}, head);
  for (const std::string& piece : pieces) {
    ++head.number;
    wire::PacketWriter packet(octets, head);
    packet.octets(piece);
    REQUIRE(packet.finish());
  }
  return octets;
}
std::string piece(std::size_t says, std::size_t has) {
  std::string octets;
  wire::OctetWriter(octets).u16(static_cast<std::uint16_t>(says));
  return octets + std::string(has, 's');
}

/// Sends without blocking, because the server runs in the same thread.
void send_slowly(SigStage& stage, const Peer& peer, std::string_view octets) {
  constexpr std::size_t kAtOnce = 32 * 1024;
  for (std::size_t at = 0; at < octets.size(); at += kAtOnce) {
    peer.send(octets.substr(at, kAtOnce));
    stage.receive();
  }
}

/// Agents at 0 and 100 cm, with clients that know no turns.
struct Pair {
  explicit Pair(const std::string& values_of_a = "")
      : stage(agent("a", "y=50 " + values_of_a) + agent("b", "y=50 x=100")) {
    stage.control.begin();
    a.emplace(stage.attach("a", false));
    b.emplace(stage.attach("b", false));
    stage.real.advance(1s);
    stage.receive();
    stage.said();
  }
  /// Checks that b hears a text of a, which follows everything that a has sent.
  void check_that_world_continues() {
    a->say(wire::OnRecvText{0, "a", "b", "next", 0}, {.flags = kReaches, .target = "b", .reach = 1000.0});
    CHECK(stage.next(*b) == "ON_RECV_TEXT next from a to b");
  }
  SigStage stage;
  std::optional<Peer> a, b;
};

std::string only_line(SigStage& stage) {
  const Words lines = stage.said();
  CHECK(lines.size() == 1);
  return lines.empty() ? "" : lines.front();
}

}  // namespace

TEST_CASE("The largest sound is passed on octet for octet, however slowly it is read") {
  Pair pair;
  const std::string octets = sound(wire::kMaxSoundOctets);
  send_slowly(pair.stage, *pair.a, octets);
  // It has not been read yet, and more sounds follow.
  for (int i = 0; i < 10; ++i) pair.a->send(sound(10));
  CHECK(pair.stage.octets(*pair.b, octets.size()) == octets);
  for (int i = 0; i < 10; ++i) CHECK(pair.stage.octets(*pair.b, sound(10).size()) == sound(10));
  CHECK(pair.stage.said().empty());
}

TEST_CASE("A sound without samples is one packet, and is delivered") {
  Pair pair;
  pair.a->send(sound(0));
  CHECK(pair.stage.octets(*pair.b, sound(0).size()) == sound(0));
}

TEST_CASE("A sound reaches as far as its packet says, or else as its speaker's voice") {
  Pair pair("voiceReachRadius=50 voiceReachRadiusEnable=true");
  pair.a->send(sound(25'000));
  pair.a->send(sound(25'000, kReaches, 99.0));
  pair.check_that_world_continues();
  pair.a->send(sound(25'000, kReaches, 100.0));
  CHECK(pair.stage.octets(*pair.b, sound(25'000, kReaches, 100.0).size()) == sound(25'000, kReaches, 100.0));
  CHECK(pair.stage.said().empty());
}

TEST_CASE("A sound of 2 GB by its header is refused with a line, and its sender may continue") {
  Pair pair;
  pair.a->send(odd_sound(0x80000000U, {piece(4, 4), piece(4, 4)}));
  pair.check_that_world_continues();
  CHECK_THAT(only_line(pair.stage), Catch::Matchers::EndsWith("): ON_RECV_SOUND of 2147483648 octets, expected at most "
                                                              "10485760; it is dropped"));
  // Also if nothing follows the header.
  pair.a->send(odd_sound(0xffffffffU, {}));
  pair.check_that_world_continues();
  CHECK_THAT(only_line(pair.stage), Catch::Matchers::Contains("of 4294967295 octets"));
}

TEST_CASE("A sound that does not match its header is refused with a line") {
  const std::string lengths = "ON_RECV_SOUND whose packets have other lengths than they say; it is dropped";
  const std::string shorter = "ON_RECV_SOUND that is shorter than its header says; it is dropped";
  for (const auto& [octets, line] :
       {std::pair(odd_sound(100, {piece(50, 50), piece(51, 51)}), lengths),
        std::pair(odd_sound(100, {piece(100, 99)}), lengths), std::pair(odd_sound(100, {std::string("s")}), lengths),
        std::pair(odd_sound(100, {piece(50, 50), piece(49, 49)}), shorter), std::pair(odd_sound(1, {}), shorter)}) {
    Pair pair;
    pair.a->send(octets);
    pair.check_that_world_continues();
    CHECK_THAT(only_line(pair.stage), Catch::Matchers::EndsWith(line));
  }
  Pair pair;
  std::string header;
  wire::PacketWriter packet(header, {.type = wire::PacketType::on_recv_sound, .flags = wire::kForward, .target = "b"});
  packet.real(1.5);
  REQUIRE(packet.finish());
  pair.a->send(header);
  pair.check_that_world_continues();
  CHECK_THAT(only_line(pair.stage),
             Catch::Matchers::EndsWith("ON_RECV_SOUND with data that are too short; it is dropped"));
}

TEST_CASE("A client whose sound for speech recognition is refused gets an empty text") {
  Pair pair;
  std::string octets;
  wire::append_packet(octets, wire::SoundRecogHeader{{.length = 0x80000000U}},
                      {.count = 1, .flags = wire::kForward, .target = "b"});
  pair.a->send(octets);
  CHECK(pair.stage.next(*pair.a) == "SOUND_RECOG_RESULT ''");
  CHECK(pair.stage.hears_nothing(*pair.b));
}

TEST_CASE("A client that sends sounds of 10 MB a second is disconnected with a line") {
  Pair pair;
  const std::string octets = sound(wire::kMaxSoundOctets);
  int heard = 0;
  for (; heard < 20 && pair.stage.log.empty(); ++heard) {
    send_slowly(pair.stage, *pair.a, octets);
    pair.stage.until(
        [&] { return pair.b->read() && (pair.b->input().size() >= octets.size() || !pair.stage.log.empty()); });
    pair.b->take(octets.size());
    pair.stage.real.advance(1s);
  }
  CHECK(heard > 2);
  CHECK(heard < 10);
  CHECK_THAT(only_line(pair.stage), Catch::Matchers::EndsWith("is disconnected: sends more than 8 MB a second"));
}

TEST_CASE("In its turn a controller sends at any speed, and its sounds are limited by simulated time") {
  SigStage stage(agent("a", "y=50", true) + agent("b", "y=50 x=100", true));
  auto peers = stage.start_controllers();
  stage.control.run();
  CHECK(stage.play(peers[0], 10.0).size() == 1);
  const auto b_hears = [&] {
    const Words all = stage.turn(peers[1]);
    peers[1].say(wire::TurnDone{stage.turn_number, 1e9});
    return std::ranges::count(all, "ON_RECV_SOUND");
  };
  CHECK(b_hears() == 0);
  stage.said();
  const std::string octets = sound(wire::kMaxSoundOctets);
  const auto packets = 1 + (wire::kMaxSoundOctets + wire::kLargePiece - 1) / wire::kLargePiece;
  const auto a_sends = [&](int count) {
    stage.step_until_held();
    stage.turn(peers[0]);
    for (int i = 0; i < count; ++i) send_slowly(stage, peers[0], octets);
    peers[0].say(wire::TurnDone{stage.turn_number, stage.sim->time() + 1.0});
    stage.step_until_held();
  };
  // Two at once exceed the limit, and real time does not matter.
  a_sends(2);
  CHECK(b_hears() == packets);
  CHECK_THAT(only_line(stage),
             Catch::Matchers::Contains("a (agent 0): ON_RECV_SOUND of ") &&
                 Catch::Matchers::EndsWith(" octets: more than 8 MB a second of simulated time; it is dropped"));
  stage.real.advance(1h);
  a_sends(2);
  CHECK(b_hears() == packets);
  CHECK(stage.said().size() == 1);
  a_sends(1);
  CHECK(b_hears() == packets);
  CHECK(stage.said().empty());
}

TEST_CASE("A buffer keeps its memory for the next turn, but not that of a sound") {
  std::string buffer(100'000, 'x');
  const char* const place = buffer.data();
  empty_buffer(buffer);
  CHECK(buffer.empty());
  buffer.assign(100'000, 'y');
  CHECK(buffer.data() == place);
  buffer.assign(10'000'000, 'z');
  empty_buffer(buffer);
  CHECK(buffer.empty());
  CHECK(buffer.capacity() < 1'000'000);
}

TEST_CASE("A budget of octets fills with time, up to its maximum") {
  OctetBudget budget;
  const auto top = static_cast<std::size_t>(OctetBudget::kAtOnce),
             second = static_cast<std::size_t>(OctetBudget::kPerSecond);
  CHECK_FALSE(budget.take(top + 1, 1000.0));
  CHECK(budget.take(top, 1000.0));
  CHECK_FALSE(budget.take(1, 1000.0));
  CHECK_FALSE(budget.take(second / 2 + 1, 1000.5));
  CHECK(budget.take(second / 2, 1000.5));
  // A clock that was set back adds nothing, and continues from its new time.
  CHECK_FALSE(budget.take(1, 0.0));
  CHECK(budget.take(second, 1.0));
  CHECK_FALSE(budget.take(1, 1.0));
}
