// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <deque>

#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;

namespace {

const std::string kWorld = agent("Agent1", "y=50") + object("Box.xml", "Desk", "y=50 x=300");

std::string time_request() {
  return octets("0026 0004");
}

}  // namespace

TEST_CASE("Requests get the same answers, whether they are cut at any octet or joined") {
  SigStage stage(kWorld);
  stage.control.begin();
  const std::string requests =
      octets("abcd 0026 0003 0001 0000 0000 00000000 000000000000f0bf 00000004 62616c6c00000000 dcba") +  // GET_ENTITY
      octets("0026 0004") +
      octets("abcd 001c 0029 0001 0000 0000 00000000 000000000000f0bf 0003 dcba");  // GET_OBJECT_NAMES
  const std::string replies =
      octets("abcd 0026 0004 0001 0000 0000 00000000 000000000000f0bf 0001 0000000000000000 0000 dcba") +
      octets("0000000000000000") +
      octets(
          "abcd 0034 002a 0001 0000 0000 00000000 000000000000f0bf 0002"
          "00000006 4167656e74310000 00000004 4465736b00000000 dcba");
  {
    Peer peer(stage.gateway->port());
    peer.send(requests + requests);
    CHECK(shown(stage.octets(peer, 2 * replies.size())) == shown(replies + replies));
  }
  for (std::size_t cut = 1; cut < requests.size(); ++cut) {
    Peer peer(stage.gateway->port());
    peer.send(std::string_view(requests).substr(0, cut));
    stage.hears_nothing(peer);
    peer.send(std::string_view(requests).substr(cut));
    CHECK(shown(stage.octets(peer, replies.size())) == shown(replies));
    peer.hang_up();
    REQUIRE(stage.until([&] { return stage.gateway->connections() == 0; }));
  }
  Peer slow(stage.gateway->port());
  for (const char octet : requests) {
    slow.send(std::string_view(&octet, 1));
    stage.receive();
  }
  CHECK(shown(stage.octets(slow, replies.size())) == shown(replies));
  CHECK(stage.said().size() <= 1);  // "ready"
}

TEST_CASE("Invalid octets end their connection with a line, and no other connection") {
  struct Case {
    std::string octets, line;
  };
  const std::string head = "abcd 001c 0029 0001 0000 0000 00000000 000000000000f0bf 0003 dcba";
  const std::vector<Case> cases{
      {"GET / HTTP/1.1\r\n\r\n", "begins with an invalid greeting"},
      {"SIGViewer," + std::string(300, 'x') + ",", "begins with an invalid greeting"},
      {octets(head) + octets("abce 001c"), ""},
      {octets("abcd 0019 0029"), ""},
      {octets("abcd 001c 0029 0001 0000 0000 00000000 000000000000f0bf 0003 dcbb"), ""},
      {octets(head) + octets("0026 0003"), ""},
  };
  for (const Case& each : cases) {
    CAPTURE(shown(each.octets));
    SigStage stage(kWorld);
    stage.control.begin();
    Peer good(stage.gateway->port());
    good.send("SIGViewer,good,");
    stage.receive();
    stage.said();
    Peer peer(stage.gateway->port());
    peer.send(each.octets);
    CHECK(stage.is_disconnected(peer));
    const Words lines = stage.said();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find(" is disconnected: ") != std::string::npos);
    CHECK(lines[0].find("127.0.0.1:") != std::string::npos);
    if (!each.line.empty()) CHECK(lines[0].ends_with(each.line));
    good.send(time_request());
    CHECK(stage.octets(good, 8).size() == 8);
  }
}

TEST_CASE("An end in the middle of a packet is reported, an end between packets is not") {
  SigStage stage(kWorld);
  stage.control.begin();
  stage.receive();
  stage.said();
  Peer whole(stage.gateway->port());
  whole.send("SIGViewer,a," + time_request());
  stage.octets(whole, 8);
  whole.hang_up();
  REQUIRE(stage.until([&] { return stage.gateway->connections() == 0; }));
  CHECK(stage.said().empty());
  Peer half(stage.gateway->port());
  half.send("SIGViewer,a," + time_request().substr(0, 3));
  half.hang_up();
  REQUIRE(stage.until([&] { return stage.log.size() == 1; }));
  CHECK(stage.said()[0].ends_with("is disconnected: ended in the middle of a packet"));
}

TEST_CASE("The greeting of a viewer may lack its comma") {
  SigStage stage(kWorld);
  stage.control.begin();
  stage.receive();
  stage.said();
  const std::string start = octets("0002 0004"), leave = octets("0006 0004");
  SECTION("the first octet of a request ends the greeting") {
    Peer tool(stage.gateway->port());
    tool.send("SIGViewer,SIGSTART");
    CHECK(stage.hears_nothing(tool));
    tool.send(time_request().substr(0, 1));
    CHECK(stage.hears_nothing(tool));
    tool.send(time_request().substr(1));
    CHECK(stage.octets(tool, 8).size() == 8);
  }
  SECTION("greeting and requests arrive in one piece") {
    Peer tool(stage.gateway->port());
    tool.send("SIGViewer,SIGSTART" + start + leave);
    CHECK(stage.is_disconnected(tool));
    CHECK_FALSE(stage.control.paused());
  }
  SECTION("a second of silence ends the greeting, and later silence is allowed") {
    Peer viewer(stage.gateway->port());
    viewer.send("SIGViewer,NA");
    CHECK(stage.hears_nothing(viewer));
    stage.real.advance(900ms);
    CHECK(stage.hears_nothing(viewer));
    viewer.send("ME");
    CHECK(stage.hears_nothing(viewer));
    stage.real.advance(900ms);
    CHECK(stage.hears_nothing(viewer));
    stage.real.advance(200ms);
    CHECK(stage.hears_nothing(viewer));
    stage.real.advance(60s);
    CHECK(stage.hears_nothing(viewer));
    viewer.send(time_request() + octets("00c8 0004") + time_request());
    CHECK(stage.octets(viewer, 16).size() == 16);
    const Words lines = stage.said();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find("NAME (127.0.0.1:") != std::string::npos);
  }
  SECTION("the end of the connection ends the greeting") {
    Peer viewer(stage.gateway->port());
    viewer.send("SIGViewer,NAME");
    viewer.hang_up();
    CHECK(stage.until([&] { return stage.gateway->connections() == 0; }));
    CHECK(stage.said().empty());
  }
  SECTION("a greeting without a name is invalid") {
    Peer peer(stage.gateway->port());
    peer.send("SIGViewer,");
    CHECK(stage.hears_nothing(peer));
    stage.real.advance(20s);
    CHECK(stage.hears_nothing(peer));
    peer.send(start);
    CHECK(stage.is_disconnected(peer));
    CHECK(stage.said()[0].ends_with("begins with an invalid greeting"));
  }
}

TEST_CASE("Invalid packets are skipped, but more than a hundred within ten seconds end the connection") {
  SigStage stage(kWorld);
  stage.control.begin();
  stage.receive();
  const std::string unknown = octets("abcd 001c 00c8 0001 0000 0000 00000000 000000000000f0bf 0003 dcba");
  const std::string cut = octets("abcd 001a 0029 0001 0000 0000 00000000 000000000000f0bf dcba");
  const std::string code = octets("00c8 0004");
  Peer patient(stage.gateway->port()), hasty(stage.gateway->port());
  for (Peer* peer : {&patient, &hasty}) peer->send("SIGViewer,x,");
  for (int i = 0; i < 300; ++i) {
    patient.send(i % 3 == 0 ? unknown : i % 3 == 1 ? cut : code);
    patient.send(time_request());
    REQUIRE(stage.octets(patient, 8).size() == 8);
    stage.real.advance(150ms);
  }
  for (int i = 0; i < 100; ++i) hasty.send(unknown);
  hasty.send(time_request());
  CHECK(stage.octets(hasty, 8).size() == 8);
  stage.said();
  hasty.send(cut);
  CHECK(stage.is_disconnected(hasty));
  const Words lines = stage.said();
  REQUIRE_FALSE(lines.empty());
  CHECK(lines.back().ends_with("has sent too much invalid data"));
}

TEST_CASE("A client that sends no whole packet for 30 s is disconnected, later silence is allowed") {
  SigStage stage(kWorld);
  stage.control.begin();
  Peer silent(stage.gateway->port()), spoke(stage.gateway->port()), half(stage.gateway->port());
  spoke.send("SIGViewer,x,");
  half.send(octets("abcd 001c"));
  REQUIRE(stage.until([&] { return stage.gateway->connections() == 3; }));
  CHECK(stage.hears_nothing(silent));
  stage.real.advance(29s);
  CHECK(stage.hears_nothing(silent));
  CHECK(silent.read());
  stage.real.advance(1100ms);
  CHECK(stage.is_disconnected(silent));
  CHECK(stage.is_disconnected(half));
  spoke.send(time_request());
  CHECK(stage.octets(spoke, 8).size() == 8);
}

TEST_CASE("One host has at most 64 connections, and another one only after one is closed") {
  SigStage stage(kWorld);
  stage.control.begin();
  std::deque<Peer> peers;
  for (int i = 0; i < 64; ++i) {
    peers.emplace_back(stage.gateway->port());
    peers.back().send("SIGViewer,x,");
  }
  REQUIRE(stage.until([&] { return stage.gateway->connections() == 64; }));
  stage.said();
  Peer more(stage.gateway->port());
  CHECK(stage.is_disconnected(more));
  CHECK(stage.said().size() == 1);
  peers.front().send(time_request());
  CHECK(stage.octets(peers.front(), 8).size() == 8);
  peers.pop_back();
  REQUIRE(stage.until([&] { return stage.gateway->connections() == 63; }));
  Peer again(stage.gateway->port());
  again.send("SIGViewer,x," + time_request());
  CHECK(stage.octets(again, 8).size() == 8);
}

TEST_CASE("A client that does not read is disconnected when 8 MB are unsent") {
  SigStage stage(kWorld);
  stage.control.begin();
  stage.receive();
  stage.said();
  Peer peer(stage.gateway->port());
  std::string request;
  wire::append_packet(request, wire::GetEntity{"Agent1"});
  for (int i = 0; i < 20'000 && stage.log.empty(); ++i) {
    peer.send(request);
    stage.receive();
    if (i % 100 == 0) stage.real.advance(10ms);
  }
  const Words lines = stage.said();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].ends_with("is disconnected: does not read what it is sent"));
  CHECK(stage.gateway->connections() == 0);
}

TEST_CASE("A client that sends more than 8 MB in a second is disconnected") {
  SigStage stage(kWorld);
  stage.control.begin();
  stage.receive();
  stage.said();
  Peer peer(stage.gateway->port());
  std::string packet;
  const std::string words(60'000, 'x');
  wire::append_packet(packet, wire::LogMsg{3, words});
  peer.send("SIGViewer,x,");
  const auto send = [&](int count) {
    for (int i = 0; i < count; ++i) {
      peer.send(packet);
      stage.receive();
    }
    peer.send(time_request());
  };
  for (int second = 0; second < 2; ++second) {
    send(90);
    stage.until([&] { return peer.read() && peer.input().size() >= 8; });
    peer.take(8);
    stage.real.advance(1s);
  }
  CHECK(stage.gateway->connections() == 1);
  // A large sound at once is within the limit.
  send(180);
  stage.until([&] { return peer.read() && peer.input().size() >= 8; });
  peer.take(8);
  CHECK(stage.gateway->connections() == 1);
  send(180);
  CHECK(stage.is_disconnected(peer));
  CHECK(stage.said().back().ends_with("sends more than 8 MB a second"));
}
