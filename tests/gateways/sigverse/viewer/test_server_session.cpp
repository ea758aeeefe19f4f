// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gateways/sigverse/viewer/server_session.h"
#include "tests/gateways/sigverse/server/peer.h"
#include "tests/support/waiting.h"

namespace sigverse::viewer {
namespace {

using sigverse_test::AwaitingPort;
using sigverse_test::Peer;
using sigverse_test::raw_unit;

/// A session with a server that the test plays.
struct SessionStage {
  SessionStage() {
    begin();
    REQUIRE(until([&] { return port.is_asked(); }));
    server.emplace(port.accept());
    REQUIRE(until([&] { return server->input().size() >= kGreeting.size(); }));
    CHECK(server->take(kGreeting.size()) == kGreeting);
  }
  void begin() {
    session = std::make_unique<ServerSession>(
        wire::Address{"127.0.0.1", port.port()}, "eye", loop,
        [this](std::uint16_t at, std::string agent) { wanted.emplace_back(at, std::move(agent)); });
  }
  template <typename Done>
  bool until(Done done) {
    return wait_until([&] {
      loop.poll();
      if (session) session->attend();
      is_connected = is_connected && (!server || server->read());
      return done();
    });
  }
  void accept() {
    server->send("SUCC");
    REQUIRE(until([&] { return session->state() == ServerSession::State::accepted; }));
  }
  bool is_over() const { return session->state() == ServerSession::State::over; }

  static constexpr std::string_view kGreeting = "SIGMESSAGE,eye,";
  spark::net::Loop loop;
  AwaitingPort port;
  std::optional<Peer> server;
  bool is_connected = true;
  std::vector<std::pair<std::uint16_t, std::string>> wanted;
  std::unique_ptr<ServerSession> session;
};

std::string connect_request(std::uint16_t port, std::string_view agent) {
  std::string body;
  wire::OctetWriter(body).u16(port);
  return raw_unit(3, body.append(agent));
}

TEST_CASE("a session passes on connection requests of controllers, and drops everything else") {
  SessionStage stage;
  CHECK(stage.session->state() == ServerSession::State::waiting);
  // The first units may come with the answer.
  stage.server->send("SUCC" + raw_unit(2, "other") + connect_request(4711, "robot,"));
  REQUIRE(stage.until([&] { return stage.wanted.size() == 1; }));
  CHECK(stage.session->state() == ServerSession::State::accepted);
  CHECK(stage.session->own_address() == "127.0.0.1");
  CHECK(stage.wanted[0] == std::pair(std::uint16_t{4711}, std::string("robot")));
  stage.server->send(raw_unit(1, "robot,00005,hello,-1.0,1,eye,") + raw_unit(8, "other") + raw_unit(9, "") +
                     connect_request(0, "robot,") + connect_request(5, "without a comma") + raw_unit(3, "\1") +
                     connect_request(42, "another,"));
  REQUIRE(stage.until([&] { return stage.wanted.size() == 2; }));
  CHECK(stage.wanted[1] == std::pair(std::uint16_t{42}, std::string("another")));
  CHECK_FALSE(stage.is_over());
}

TEST_CASE("a session may receive its octets one by one") {
  SessionStage stage;
  const std::string all = "SUCC" + connect_request(4711, "robot,") + connect_request(4712, "robot,");
  for (const char octet : all) {
    stage.server->send({&octet, 1});
    stage.until([] { return true; });
  }
  CHECK(stage.until([&] { return stage.wanted.size() == 2; }));
}

TEST_CASE("a session that is destroyed tells the server that the service leaves") {
  SessionStage stage;
  stage.accept();
  stage.session.reset();
  CHECK(stage.until([&] { return !stage.is_connected; }));
  CHECK(stage.server->input() == "00004");
}

TEST_CASE("a session reports why it has failed") {
  SessionStage stage;
  std::string why;
  SECTION("the name is taken") {
    stage.server->send("FAIL");
    why = "the server refuses the service eye: another program has that name";
  }
  SECTION("the peer is not a server of SIGVerse") {
    stage.server->send("HTTP/1.1 400");
    why = "the server refuses the service eye: another program has that name";
  }
  SECTION("the server sends packets") {
    stage.accept();
    stage.server->say(wire::DetectEntities{"robot", 1});
    why = "the server sends what a service cannot read";
  }
  SECTION("no server listens") {
    stage.port.close();
    stage.server.reset();
    stage.begin();
    why = "cannot connect to the server: ";
  }
  REQUIRE(stage.until([&] { return stage.is_over(); }));
  CHECK(stage.session->problem().substr(0, why.size()) == why);
  CHECK(stage.wanted.empty());
}

TEST_CASE("the end of the server ends a session without a problem") {
  SessionStage stage;
  const bool is_accepted = GENERATE(false, true);
  if (is_accepted) stage.accept();
  stage.server->hang_up();
  REQUIRE(stage.until([&] { return stage.is_over(); }));
  CHECK(stage.session->problem().empty());
}

}  // namespace
}  // namespace sigverse::viewer
