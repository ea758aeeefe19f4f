// SPDX-License-Identifier: Apache-2.0
#include <netinet/tcp.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <list>

#include "tests/spark/http/stage.h"
#include "tests/spark/net/loopback.h"

using namespace spark;
using namespace spark::http;
using namespace std::chrono_literals;
using Calls = std::vector<std::string>;

TEST_CASE("an idle connection is closed exactly when its time is over, which each answer starts anew") {
  Stage s;
  Guest silent(s), asks(s);
  asks.say("");
  s.pass(30s - 1ns);
  CHECK(s.server->conversations() == 2);
  asks.say(asking("GET", "/") + "\r\n");
  CHECK(asks.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
  s.pass(1ns);
  CHECK(silent.hear().empty());
  CHECK_FALSE(silent.was_reset());
  silent.hang_up();
  s.turn();
  CHECK(s.server->conversations() == 1);
  s.pass(29s);
  asks.say("\r\n\n\r\n");  // empty lines are no request
  s.pass(1s - 2ns);
  CHECK(asks.heard_now().empty());
  CHECK(s.server->conversations() == 1);
  s.pass(2ns);
  CHECK(asks.is_closed());
  CHECK(s.lines.empty());
}

TEST_CASE("a request has to be complete in time, however many bytes arrive") {
  Stage s;
  Guest guest(s);
  const std::string request = asking("GET", "/", "X: " + std::string(100, 'x') + "\r\n");
  s.pass(20s);
  for (int i = 0; i < 29; ++i) {
    guest.say(request.substr(static_cast<std::size_t>(i), 1));
    s.pass(1s);
    REQUIRE(guest.heard_now().empty());
  }
  s.pass(1s);
  CHECK(guest.hear() == answer_of(1, "408 Request Timeout", false, "the request was not complete in time"));
  CHECK(s.service.calls.empty());
  CHECK(s.lines == Calls{fmt::format("guest {}: the request was not complete in time", guest.name)});
  // The same holds after the first line was read, and after another request.
  Guest other(s);
  other.say(asking("GET", "/") + "GET / HTTP/1.1\r\nHo");
  CHECK(other.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
  s.pass(30s - 1ns);
  CHECK(other.heard_now().empty());
  s.pass(1ns);
  CHECK(other.hear() == answer_of(1, "408 Request Timeout", false, "the request was not complete in time"));
}

TEST_CASE("a service may take its time for an answer") {
  Stage s;
  std::weak_ptr<Conversation> asked;
  s.service.on_request = [&](Conversation& conversation, const Request&) { asked = conversation.weak_from_this(); };
  Guest guest(s);
  guest.say(asking("GET", "/"));
  s.pass(24h);
  REQUIRE(!asked.expired());
  asked.lock()->answer(text_response(200, "at last"));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "at last"));
  s.pass(30s - 1ns);
  CHECK(s.server->conversations() == 1);
  s.pass(1ns);
  CHECK(guest.is_closed());
}

TEST_CASE("a closed connection is dropped after a while if its peer does not close it") {
  Stage s;
  Guest guest(s);
  guest.say("GET / HTTP/1.0\r\n\r\n");
  CHECK(guest.hear() == answer_of(0, "200 OK", false, "GET /"));
  guest.say("more and more");
  s.pass(2s - 1ns);
  CHECK(s.server->conversations() == 1);
  s.pass(1ns);
  CHECK(s.server->conversations() == 0);
  CHECK(s.service.calls == Calls{"request GET /", "closed"});
}

TEST_CASE("a slow reader gets the whole answer, and a peer that does not read is disconnected") {
  Stage s;
  const auto large = std::make_shared<const std::string>(std::string(20'000'000, 'x'));
  s.service.on_request = [&](Conversation& conversation, const Request&) {
    Response response;
    response.body = large;
    conversation.answer(response);
  };
  for (const char* version : {"1.0", "1.1"}) {
    CAPTURE(version);
    const std::string request = fmt::format("GET / HTTP/{}\r\nHost: localhost\r\n\r\n", version);
    Guest slow(s), never(s);
    slow.say(request);
    never.say(request);
    std::size_t heard = 0;
    for (int i = 0; i < 5; ++i) {
      const std::size_t some = slow.hear(3'000'000).size();
      CHECK(some == 3'000'000);
      heard += some;
      s.pass(29s);
    }
    CHECK(s.lines.size() == 1);
    CHECK(s.lines.back() == fmt::format("guest {}: does not read its answer, disconnected", never.name));
    heard += slow.hear(20'000'000 - heard).size();
    CHECK(heard == 20'000'000);
    never.hear();
    CHECK(never.was_reset());
    slow.hang_up();
    CHECK(s.until([&] { return s.server->conversations() == 0; }));
    s.lines.clear();
  }
}

TEST_CASE("a peer that sends requests without reading gets only as many answers as fit") {
  Stage s;
  const auto body = std::make_shared<const std::string>(std::string(100'000, 'x'));
  int asked = 0;
  s.service.on_request = [&](Conversation& conversation, const Request&) {
    ++asked;
    CHECK(conversation.unsent() <= 65536);
    Response response;
    response.body = body;
    conversation.answer(response);
  };
  constexpr int kRequests = 1000;
  std::string requests;
  for (int i = 0; i < kRequests; ++i) requests += asking("GET", "/");
  Guest guest(s);
  guest.say(requests);
  s.turn();
  const int before = asked;
  CHECK(before < 200);  // what fits into the system's buffers
  CHECK(before > 0);
  s.turn();
  CHECK(asked == before);
  for (int i = 0; i < kRequests; ++i) REQUIRE(guest.hear_answer().size() > 100'000);
  CHECK(asked == kRequests);
}

TEST_CASE("connections beyond the limits are refused with the reason, until others have left") {
  Options options;
  options.max_connections = 5;
  options.max_per_address = 3;
  Stage s(options);
  std::list<Guest> guests;
  for (int i = 0; i < 3; ++i) guests.emplace_back(s);
  REQUIRE(s.until([&] { return s.server->conversations() == 3; }));
  const auto is_served = [](Guest& guest) {
    guest.say(asking("GET", "/"));
    return guest.hear_answer() == answer_of(1, "200 OK", true, "GET /");
  };
  {
    Guest fourth(s);
    fourth.say(asking("GET", "/"));
    CHECK(fourth.hear() == answer_of(1, "503 Service Unavailable", false,
                                     "this server is busy: 3 connections from this address are open already"));
    CHECK_FALSE(fourth.was_reset());
    CHECK(s.lines == Calls{fmt::format("side door: refused guest {}: 3 connections from this address are open already",
                                       fourth.name)});
  }
  Guest other(s, "127.0.0.2"), third(s, "127.0.0.3");
  CHECK(is_served(other));
  CHECK(is_served(third));
  Guest sixth(s, "127.0.0.4");
  CHECK(sixth.hear() ==
        answer_of(1, "503 Service Unavailable", false, "this server is busy: 5 connections are open already"));
  for (Guest& guest : guests) CHECK(is_served(guest));
  guests.pop_back();
  REQUIRE(s.until([&] { return s.server->conversations() == 4; }));
  Guest seventh(s, "127.0.0.4");
  CHECK(is_served(seventh));
  // The service is not involved with refused peers.
  CHECK(std::count(s.service.calls.begin(), s.service.calls.end(), "closed") == 1);
}

TEST_CASE("with makes_room the connection that has waited longest is closed for a new one") {
  Options options;
  options.max_connections = options.max_per_address = 3;
  options.makes_room = true;
  Stage s(options);
  Guest page(s), silent(s), slow(s);
  s.service.on_request = [](Conversation& conversation, const Request& request) {
    if (request.wants_websocket()) return conversation.accept_websocket();
    conversation.answer(text_response(200, request.method + " " + request.path));
  };
  page.say(asking("GET", "/",
                  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                  "dGhlIHNhbXBsZSBub25jZQ==\r\n"));
  REQUIRE(page.hear_answer().find("101 Switching Protocols") != std::string::npos);
  slow.say("GET / HT");
  REQUIRE(s.until([&] { return s.server->conversations() == 3; }));
  // Silent peers are closed first, then slow ones, but never peers that have got what they wanted.
  Guest first(s);
  first.say(asking("GET", "/"));
  CHECK(first.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
  CHECK(silent.is_closed());
  Guest second(s);
  second.say(asking("GET", "/"));
  CHECK(second.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
  CHECK(slow.is_closed());
  CHECK(s.server->conversations() == 3);
  CHECK(page.heard_now().empty());
  REQUIRE(s.lines.size() == 2);
  CHECK(s.lines[0] ==
        fmt::format("side door: closes guest {}, which is waiting, to make room for others", silent.name));
}

TEST_CASE("a thousand connections do not affect a connected peer, and cost few lines") {
  Stage s;
  Guest first(s, "127.0.0.2");
  first.say(asking("GET", "/"));
  CHECK(first.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
  std::list<Guest> guests;
  for (int i = 0; i < 1000; ++i) {
    guests.emplace_back(s);
    if (i % 100 == 0) s.turn();
  }
  s.turn();
  CHECK(s.server->conversations() == 17);
  CHECK(s.lines.size() < 20);
  first.say(asking("GET", "/again"));
  CHECK(first.hear_answer() == answer_of(1, "200 OK", true, "GET /again"));
  guests.clear();
  CHECK(s.until([&] { return s.server->conversations() == 1; }));
  s.pass(2s);
  Guest again(s);
  again.say(asking("GET", "/"));
  CHECK(again.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
}

TEST_CASE("a machine that falls silent is noticed within five seconds, and small packets are not delayed") {
  const net::KeepAlive usual = Options().silence;
  CHECK(usual.idle + usual.interval * usual.probes <= 5s);
  CHECK(usual.unacknowledged == 5s);
  Options options;
  options.silence = {7s, 3s, 4, 12'345ms};
  Stage s(options);
  Guest guest(s);
  guest.say(asking("GET", "/"));
  int found = 0;
  // The server's socket is in this process as well.
  for (int descriptor = 3; descriptor < 1024; ++descriptor) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) != 0) continue;
    if (fmt::format("127.0.0.1:{}", ntohs(peer.sin_port)) != guest.name) continue;
    ++found;
    const auto option = [&](int level, int name) {
      int value = 0;
      socklen_t length = sizeof value;
      REQUIRE(::getsockopt(descriptor, level, name, &value, &length) == 0);
      return value;
    };
    CHECK(option(SOL_SOCKET, SO_KEEPALIVE) == 1);
    CHECK(option(IPPROTO_TCP, TCP_KEEPIDLE) == 7);
    CHECK(option(IPPROTO_TCP, TCP_KEEPINTVL) == 3);
    CHECK(option(IPPROTO_TCP, TCP_KEEPCNT) == 4);
    CHECK(option(IPPROTO_TCP, TCP_USER_TIMEOUT) == 12'345);
    CHECK(option(IPPROTO_TCP, TCP_NODELAY) == 1);
  }
  CHECK(found == 1);
}

TEST_CASE("a server that has stopped listening still serves its connections") {
  Stage s;
  Guest guest(s);
  guest.say(asking("GET", "/1"));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "GET /1"));
  s.server->stop_listening();
  CHECK_FALSE(call_port(s.server->port()));
  guest.say(asking("GET", "/2"));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "GET /2"));
}

TEST_CASE("a conversation that has left its address does not count for its address") {
  Options options;
  options.max_per_address = 1;
  Stage s(options);
  s.service.on_request = [](Conversation& conversation, const Request& request) {
    if (request.path == "/drive") conversation.leave_address();
    conversation.answer(text_response(200, "here"));
  };
  Guest driver(s);
  driver.say(asking("GET", "/"));
  CHECK(driver.hear_answer().find("200 OK") != std::string::npos);
  Guest early(s);
  CHECK(early.hear().find("503 Service Unavailable") != std::string::npos);
  driver.say(asking("GET", "/drive"));
  CHECK(driver.hear_answer().find("200 OK") != std::string::npos);
  Guest next(s);
  next.say(asking("GET", "/"));
  CHECK(next.hear_answer().find("200 OK") != std::string::npos);
}
