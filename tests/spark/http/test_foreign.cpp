// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <stdexcept>

#include "tests/spark/http/stage.h"

using namespace spark;
using namespace spark::http;
using namespace std::chrono_literals;
using Calls = std::vector<std::string>;
using Foreign = Service::Foreign;

namespace {

/// A service for another protocol beside HTTP: "WORDS OLD/1" on a separate line is answered with "WORDS"; "LIVE OLD/1"
/// begins a stream of bytes without lines, which are echoed. It refuses lines that do not end with " OLD/1".
struct Bilingual : Stage {
  explicit Bilingual(Options wanted = {}) : Stage(std::move(wanted)) {
    service.on_foreign = [this](Conversation& conversation) {
      const std::string_view input = conversation.connection().input();
      const auto end = input.find('\n');
      service.calls.push_back(fmt::format("foreign {}", printable(input)));
      if (end == std::string_view::npos) return Foreign::unfinished;
      const std::string line(input.substr(0, end));
      constexpr std::string_view kVersion = " OLD/1";
      const auto words = line.rfind(kVersion);
      if (words == std::string::npos || words + kVersion.size() != line.size()) return Foreign::refused;
      conversation.connection().take(end + 1);
      conversation.connection().send(line.substr(0, words) + "\n");
      if (words == 4 && line.substr(0, 4) == "LIVE") conversation.take_over();
      return Foreign::taken;
    };
    service.on_input = [](Conversation& conversation) {
      conversation.connection().send(conversation.connection().input());
      conversation.connection().take(conversation.connection().input().size());
    };
  }
};

}  // namespace

TEST_CASE("another protocol and HTTP can alternate on one connection, even in one piece") {
  Bilingual s;
  Guest guest(s);
  guest.say("ASSIGN head OLD/1\n" + asking("GET", "/1") + "ASSIGN arm OLD/1\n" + "LIVE OLD/1\n\x01\x02GET / HTTP/1.1");
  CHECK(guest.hear(12) == "ASSIGN head\n");
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "GET /1"));
  CHECK(guest.hear(11 + 5 + 16) == "ASSIGN arm\nLIVE\n\x01\x02GET / HTTP/1.1");
  guest.say("\r\n\r\n");
  CHECK(guest.hear(4) == "\r\n\r\n");
  CHECK(s.lines.empty());
  guest.finish();
  CHECK(guest.is_closed());
  s.turn();
  CHECK(s.service.calls.back() == "closed");
}

TEST_CASE("input of both protocols may be cut anywhere") {
  const std::string all = "A OLD/1\n" + asking("HEAD", "/1") + "LIVE OLD/1\n" + std::string("\0\xff\n", 3);
  std::string expected = "A\n" + answer_of(1, "200 OK", true, "HEAD /1");
  expected.resize(expected.size() - 8);
  expected += "LIVE\n" + std::string("\0\xff\n", 3);
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    CAPTURE(cut);
    Bilingual s;
    Guest guest(s);
    guest.say(all.substr(0, cut));
    guest.say(all.substr(cut));
    CHECK(guest.hear(expected.size()) == expected);
    CHECK(s.lines.empty());
  }
}

TEST_CASE("input that may still become an HTTP request is not offered to the service") {
  Bilingual s;
  Guest guest(s);
  guest.say("GO OLD/1");
  CHECK(s.service.calls.empty());
  guest.say(" HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK_THAT(guest.hear_answer(), Catch::StartsWith("HTTP/1.1 405 "));
  Guest other(s);
  other.say("GO \x07");
  CHECK(s.service.calls == Calls{"foreign GO ?"});
}

TEST_CASE("input that the service refuses is answered with 400, and the connection closed") {
  Bilingual s;
  Guest guest(s);
  guest.say("A OLD/1\nB NEW/1\nC OLD/1\n");
  CHECK(guest.hear() == "A\n" + answer_of(1, "400 Bad Request", false, "what was sent is not an HTTP request"));
  guest.hang_up();
  REQUIRE(s.until([&] { return s.server->conversations() == 0; }));
  CHECK(s.service.calls.back() == "closed");
  CHECK(s.lines == Calls{fmt::format("guest {}: what was sent is not an HTTP request", guest.name)});
}

TEST_CASE("a service that waits for more input is asked again when more arrives, or when it calls resume") {
  Stage s;
  std::weak_ptr<Conversation> here;
  bool waits = true;
  int asked = 0;
  s.service.on_foreign = [&](Conversation& conversation) {
    here = conversation.weak_from_this();
    ++asked;
    if (waits) return Foreign::unfinished;
    conversation.connection().take(conversation.connection().input().size());
    conversation.connection().send("at last");
    return Foreign::taken;
  };
  Guest guest(s);
  guest.say("A OLD/1\n");
  CHECK(asked == 1);
  s.pass(200ms);
  CHECK(asked == 1);
  guest.say("B OLD/1\n");
  CHECK(asked == 2);
  waits = false;
  here.lock()->resume();
  CHECK(asked == 3);
  CHECK(guest.hear(7) == "at last");
  here.lock()->resume();
  CHECK(asked == 3);  // there is no input
}

TEST_CASE("a service that takes none of the input does not block the loop") {
  Stage s;
  int asked = 0;
  s.service.on_foreign = [&](Conversation&) {
    ++asked;
    return Foreign::taken;
  };
  Guest guest(s);
  guest.say("A OLD/1\n");
  CHECK(asked == 1);
  s.pass(30s);
  CHECK(guest.hear() == answer_of(1, "408 Request Timeout", false, "the request was not complete in time"));
}

TEST_CASE("after a foreign request the service decides how long a connection may be idle") {
  Bilingual s;
  Guest guest(s), browser(s);
  guest.say("A OLD/1\n");
  browser.say(asking("GET", "/"));
  CHECK(guest.hear(2) == "A\n");
  CHECK(browser.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
  s.pass(24h);
  CHECK(browser.is_closed());
  s.pass(2s);
  CHECK(s.server->conversations() == 1);
  guest.say("B OLD/1\n");
  CHECK(guest.hear(2) == "B\n");
  guest.say(asking("GET", "/"));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
}

TEST_CASE("a service may take over the input behind its answer, even if the answer is late") {
  for (const bool is_late : {false, true}) {
    CAPTURE(is_late);
    Bilingual s;
    std::weak_ptr<Conversation> asked;
    const auto go = [](Conversation& conversation) {
      Response response;
      response.status = 201;
      response.reason = "OK";
      response.stays_open = true;
      conversation.answer(response);
      conversation.take_over();
    };
    s.service.on_request = [&](Conversation& conversation, const Request&) {
      if (!is_late) return go(conversation);
      asked = conversation.weak_from_this();
    };
    Guest guest(s);
    guest.say("GET /go HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n");
    if (is_late) {
      REQUIRE(s.until([&] { return !asked.expired(); }));
      go(*asked.lock());
    }
    CHECK(guest.hear_answer() == "HTTP/1.0 201 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n");
    CHECK(guest.hear(18) == "GET / HTTP/1.0\r\n\r\n");
    CHECK(s.service.calls == Calls{"request GET /go"});
    s.pass(24h);
    guest.say("still there");
    CHECK(guest.hear(11) == "still there");
  }
}

TEST_CASE("a conversation that was taken over keeps unread input, and ends with the peer or the service") {
  Bilingual s;
  std::string rest;
  s.service.on_input = [&](Conversation& conversation) {
    // Records of three octets.
    auto& connection = conversation.connection();
    while (connection.input().size() >= 3) {
      const std::string record(connection.input().substr(0, 3));
      connection.take(3);
      connection.send("<" + record + ">");
      if (record == "bye") return conversation.close_when_sent();
      if (record == "now") return conversation.close();
      if (record == "bad") throw std::runtime_error("not that");
    }
  };
  for (const std::string& last : Calls{"bye", "now", "bad"}) {
    CAPTURE(last);
    Guest guest(s);
    guest.say("LIVE OLD/1\nab");
    CHECK(guest.hear(5) == "LIVE\n");
    guest.say("cde");
    CHECK(guest.hear(5) == "<abc>");
    guest.say("f" + last + "xyz");
    const std::string heard = guest.hear();
    if (last == "bye") CHECK(heard == "<def><bye>");
    CHECK_THAT(heard, Catch::StartsWith("<def>") || Catch::Equals(""));
    guest.hang_up();
    REQUIRE(s.until([&] { return s.server->conversations() == 0; }));
    CHECK(s.service.calls.back() == "closed");
  }
  REQUIRE(s.lines.size() == 1);
  CHECK_THAT(s.lines[0], Catch::EndsWith("cannot be served: not that"));
}

TEST_CASE("a service may send a last response without a request") {
  Stage s;
  std::shared_ptr<Conversation> here;
  s.service.on_request = [&](Conversation& conversation, const Request&) {
    here = conversation.shared_from_this();
    Response response;
    response.stays_open = true;
    conversation.answer(response);
  };
  Guest guest(s);
  guest.say("GET / HTTP/1.0\r\n\r\n");
  guest.hear_answer();
  here->answer(text_response(200, "no one asked for this"));
  Response last = text_response(408, "too long without a word");
  last.closes = true;
  here->answer(last);
  here->answer(last);
  CHECK(guest.hear() == answer_of(0, "408 Request Timeout", false, "too long without a word"));
}
