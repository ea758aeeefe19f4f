// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <stdexcept>

#include "tests/spark/http/stage.h"

using namespace spark;
using namespace spark::http;
using Calls = std::vector<std::string>;

TEST_CASE("a request is answered in its HTTP version with the response of the service") {
  Stage stage;
  stage.service.on_request = [&](Conversation& conversation, const Request& request) {
    CHECK(request.target == "/a%20b?c=d");
    CHECK(request.path == "/a b");
    CHECK(request.find("hOST") == "localhost");
    CHECK(request.find("X-Two") == "1");
    CHECK(request.count("x-two") == 2);
    CHECK(request.find("none").empty());
    CHECK_FALSE(request.wants_websocket());
    CHECK(conversation.local() == fmt::format("127.0.0.1:{}", stage.server->port()));
    Response response;
    response.status = 201;
    response.reason = "OK";
    response.headers = {{"ID", "1"}, {"Current-Value", "1.0"}};
    response.last_lines = {"Current Value: 1.0"};
    response.body = std::make_shared<const std::string>("all of it");
    conversation.answer(response);
  };
  Guest guest(stage);
  guest.say("GET /a%20b?c=d HTTP/1.1\r\nHost: localhost\r\nX-Two:1\r\nx-two:   2  \r\n\r\n");
  CHECK(guest.hear_answer() ==
        "HTTP/1.1 201 OK\r\nID: 1\r\nCurrent-Value: 1.0\r\nConnection: keep-alive\r\nContent-Length: 9\r\n"
        "Current Value: 1.0\r\n\r\nall of it");
  guest.say("GET /a%20b?c=d HTTP/1.0\r\nHost: localhost\r\nX-two: 1\r\nX-Two: 2\r\n\r\n");
  CHECK(guest.hear() ==
        "HTTP/1.0 201 OK\r\nID: 1\r\nCurrent-Value: 1.0\r\nConnection: close\r\nContent-Length: 9\r\n"
        "Current Value: 1.0\r\n\r\nall of it");
  guest.hang_up();
  REQUIRE(stage.until([&] { return stage.server->conversations() == 0; }));
  CHECK(stage.service.calls == Calls{"request GET /a b", "request GET /a b", "closed"});
  CHECK(stage.lines.empty());
}

TEST_CASE("HEAD gets what GET would, without the body") {
  Stage stage;
  stage.service.on_request = [&](Conversation& conversation, const Request&) {
    conversation.answer(text_response(200, "no one reads this"));
  };
  Guest guest(stage);
  guest.say(asking("HEAD", "/") + asking("GET", "/"));
  const std::string head = guest.hear_until("\r\n\r\n");
  CHECK(head + "no one reads this\n" == answer_of(1, "200 OK", true, "no one reads this"));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "no one reads this"));
}

TEST_CASE("a connection is kept or closed as the peer and the service demand") {
  struct Case {
    const char* request;
    int version;
    bool stays_open, closes, is_kept;
  };
  const Case cases[] = {
      {"GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n", 1, false, false, true},
      {"GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 1, false, false, false},
      {"GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 1, true, false, true},
      {"GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n", 1, true, true, false},
      {"GET /x HTTP/1.0\r\n\r\n", 0, false, false, false},
      {"GET /x HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", 0, false, false, true},
      {"GET /x HTTP/1.0\r\n\r\n", 0, true, false, true},
  };
  for (const Case& one : cases) {
    CAPTURE(one.request);
    Stage stage;
    stage.service.on_request = [&](Conversation& conversation, const Request&) {
      Response response = text_response(200, "yes");
      response.stays_open = one.stays_open;
      response.closes = one.closes;
      conversation.answer(response);
    };
    Guest guest(stage);
    guest.say(one.request);
    CHECK(guest.hear_answer() == answer_of(one.version, "200 OK", one.is_kept, "yes"));
    if (one.is_kept) {
      guest.say(one.request);
      CHECK(guest.hear_answer() == answer_of(one.version, "200 OK", true, "yes"));
    } else {
      CHECK(guest.is_closed());
      CHECK_FALSE(guest.was_reset());
    }
  }
}

TEST_CASE("requests in one piece are answered in order, even if the answers are late") {
  Stage stage;
  std::vector<std::weak_ptr<Conversation>> asked;
  stage.service.on_request = [&](Conversation& conversation, const Request&) {
    asked.push_back(conversation.weak_from_this());
  };
  Guest guest(stage);
  guest.say(asking("GET", "/1") + asking("GET", "/2") + "\r\n\n\r\n" + asking("GET", "/3"));
  for (int i = 1; i <= 3; ++i) {
    REQUIRE(stage.until([&] { return asked.size() == static_cast<std::size_t>(i); }));
    stage.turn();
    CHECK(asked.size() == static_cast<std::size_t>(i));  // the next request waits for the answer to this one
    CHECK(guest.heard_now().empty());
    asked.back().lock()->answer(text_response(200, std::to_string(i)));
    CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, std::to_string(i)));
  }
  asked.back().lock()->answer(text_response(200, "once more"));  // without a request
  CHECK(guest.heard_now().empty());
  CHECK(stage.service.calls == Calls{"request GET /1", "request GET /2", "request GET /3"});
}

TEST_CASE("a peer that has finished sending still gets the answers") {
  Stage stage;
  std::weak_ptr<Conversation> asked;
  stage.service.on_request = [&](Conversation& conversation, const Request&) { asked = conversation.weak_from_this(); };
  Guest guest(stage);
  guest.say(asking("GET", "/1") + asking("GET", "/2") + "GET /3 HTT");
  guest.finish();
  REQUIRE(stage.until([&] { return !asked.expired(); }));
  asked.lock()->answer(text_response(200, "first"));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "first"));
  asked.lock()->answer(text_response(200, "second"));
  CHECK(guest.hear() == answer_of(1, "200 OK", true, "second"));
  CHECK(stage.until([&] { return stage.server->conversations() == 0; }));
  CHECK(stage.service.calls == Calls{"request GET /1", "request GET /2", "closed"});
  CHECK(stage.lines.empty());
}

TEST_CASE("a peer that disconnects while it waits is forgotten, and its answer has no effect") {
  Stage stage;
  std::shared_ptr<Conversation> asked;
  stage.service.on_request = [&](Conversation& conversation, const Request&) {
    asked = conversation.shared_from_this();
  };
  Guest guest(stage);
  guest.say(asking("GET", "/1"));
  REQUIRE(stage.until([&] { return asked != nullptr; }));
  guest.break_off();
  REQUIRE(stage.until([&] { return stage.service.calls.back() == "closed"; }));
  asked->answer(text_response(200, "too late"));
  asked->accept_websocket();
  asked->take_over();
  asked->resume();
  asked->close();
  stage.turn();
  CHECK(stage.service.calls == Calls{"request GET /1", "closed"});
  CHECK(stage.server->conversations() == 0);
}

TEST_CASE("OPTIONS lists the methods, and other methods are refused without closing the connection") {
  Options options;
  options.methods = {"ASSIGN", "GO"};
  Stage stage(options);
  Guest guest(stage);
  guest.say(asking("OPTIONS", "*"));
  CHECK(guest.hear_answer() ==
        "HTTP/1.1 200 OK\r\nAllow: GET, HEAD, OPTIONS, ASSIGN, GO\r\nConnection: keep-alive\r\n"
        "Content-Length: 0\r\n\r\n");
  guest.say(asking("ASSIGN", "head"));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "ASSIGN head"));
  for (const char* method : {"POST", "get", "ASSIG", "TRACE"}) {
    guest.say(asking(method, "/"));
    CHECK(guest.hear_answer() ==
          "HTTP/1.1 405 Method Not Allowed\r\nContent-Type: text/plain; charset=utf-8\r\n"
          "Allow: GET, HEAD, OPTIONS, ASSIGN, GO\r\nConnection: keep-alive\r\nContent-Length: 37\r\n\r\n"
          "the method is none of those in Allow\n");
  }
  CHECK(stage.service.calls == Calls{"request ASSIGN head"});
  CHECK(stage.lines.front() == fmt::format("guest {}: the method POST is not allowed", guest.name));
}

TEST_CASE("a request that cannot be served is answered with the reason, and the connection closed") {
  const std::string long_header = "X: " + std::string(8200, 'x') + "\r\n";
  const std::string many_headers = [] {
    std::string all;
    while (all.size() < 8200) all += "X: y\r\n";
    return all;
  }();
  struct Case {
    std::string request;
    const char* status;
    const char* why;
  };
  const Case cases[] = {
      {asking("GET", "/", "Content-Length: 1\r\n") + "x", "413 Payload Too Large", "requests with a body are refused"},
      {asking("POST", "/", "Content-Length: 99999999999\r\n"), "413 Payload Too Large",
       "requests with a body are refused"},
      {asking("GET", "/", "Transfer-Encoding: chunked\r\n") + "1\r\nx\r\n0\r\n\r\n", "413 Payload Too Large",
       "requests with a body are refused"},
      {asking("GET", "/", "Transfer-Encoding: gzip\r\n"), "413 Payload Too Large", "requests with a body are refused"},
      {asking("GET", "/", "Content-Length: -1\r\n"), "400 Bad Request",
       "the request cannot be read: bad Content-Length"},
      {asking("GET", "/", long_header), "431 Request Header Fields Too Large",
       "the request with its headers has more than 8192 octets"},
      {asking("GET", "/", many_headers), "431 Request Header Fields Too Large",
       "the request with its headers has more than 8192 octets"},
      {"GET /" + std::string(9000, 'x'), "431 Request Header Fields Too Large",
       "a line has more than 8192 octets without an end"},
      {"GET / HTTP/2.0\r\n\r\n", "400 Bad Request", "the request cannot be read: bad version"},
      {"GET / HTTP/1.1\nHost: localhost\n\n", "400 Bad Request", "the request cannot be read: bad version"},
      {"GET  / HTTP/1.1\r\n\r\n", "400 Bad Request", "the request cannot be read: bad target"},
      {"HTTP/1.1\r\n\r\n", "400 Bad Request", "the request cannot be read: bad method"},
      {"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", "400 Bad Request", "the request cannot be read: bad field"},
      {asking("GET", "/%4"), "400 Bad Request", "the address cannot be decoded"},
      {asking("GET", "/%00"), "400 Bad Request", "the address cannot be decoded"},
      {"GET / HTTP/1.1\r\n\r\n", "400 Bad Request", "the request has no Host header"},
      {"hello\r\n", "400 Bad Request", "what was sent is not an HTTP request"},
      {"\x16\x03\x01\x02", "400 Bad Request", "what was sent is not an HTTP request"},
      {std::string("\0", 1), "400 Bad Request", "what was sent is not an HTTP request"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.request.substr(0, 60), one.why);
    Stage stage;
    Guest guest(stage);
    guest.say(one.request);
    CHECK(guest.hear() == answer_of(1, one.status, false, one.why));
    CHECK_FALSE(guest.was_reset());
    CHECK(stage.service.calls.empty());
    CHECK(stage.lines == Calls{fmt::format("guest {}: {}", guest.name, one.why)});
    guest.hang_up();
    CHECK(stage.until([&] { return stage.server->conversations() == 0; }));
  }
}

TEST_CASE("a header of the full size is read, in one piece or in many, and one octet more is refused") {
  for (const std::size_t pieces : {1u, 7u, 1000u})
    for (const std::size_t size : {8192u, 8193u}) {
      CAPTURE(pieces, size);
      Stage stage;
      Guest guest(stage);
      std::string request = asking("GET", "/", "X: \r\nY: y\r\n");
      request.insert(request.find("X: ") + 3, size - request.size(), 'x');
      REQUIRE(request.size() == size);
      for (std::size_t i = 0; i < pieces; ++i)
        guest.say(request.substr(i * size / pieces, (i + 1) * size / pieces - i * size / pieces));
      const std::string answer = guest.hear_answer();
      if (size == 8192)
        CHECK(answer == answer_of(1, "200 OK", true, "GET /"));
      else
        CHECK(answer.substr(0, 12) == "HTTP/1.1 431");
    }
}

TEST_CASE("a request may be cut anywhere") {
  const std::string request = asking("GET", "/a?b", "X-Long:  value with blanks \r\n") + "HEAD /b HTTP/1.0\r\n\r\n";
  for (std::size_t cut = 0; cut <= request.size(); ++cut) {
    CAPTURE(cut);
    Stage stage;
    Guest guest(stage);
    guest.say(request.substr(0, cut));
    guest.say(request.substr(cut));
    std::string expected = answer_of(1, "200 OK", true, "GET /a") + answer_of(0, "200 OK", false, "HEAD /b");
    expected.resize(expected.size() - 8);
    CHECK(guest.hear() == expected);
    CHECK(stage.lines.empty());
  }
  Stage stage;
  Guest guest(stage);
  for (const char octet : request) guest.say(std::string(1, octet));
  CHECK(guest.hear_answer() == answer_of(1, "200 OK", true, "GET /a"));
}

TEST_CASE("an incomplete request only closes its connection, and calls no service") {
  const std::string request = asking("GET", "/a", "X: y\r\n");
  Stage stage;
  for (std::size_t cut = 0; cut < request.size(); ++cut) {
    CAPTURE(cut);
    Guest guest(stage);
    guest.say(request.substr(0, cut));
    guest.finish();
    CHECK(guest.is_closed());
    guest.hang_up();
    CHECK(stage.until([&] { return stage.server->conversations() == 0; }));
  }
  CHECK(stage.service.calls.empty());
  CHECK(stage.lines.empty());
}

TEST_CASE("an exception of a service ends only its own conversation") {
  Stage stage;
  stage.service.on_request = [](Conversation& conversation, const Request& request) {
    if (request.path == "/bad") throw std::runtime_error("no such luck");
    if (request.path == "/late") conversation.answer(text_response(200, "first"));
    if (request.path == "/late") throw std::runtime_error("too late");
    conversation.answer(text_response(200, "good"));
  };
  Guest good(stage), bad(stage), late(stage);
  good.say(asking("GET", "/good"));
  CHECK(good.hear_answer() == answer_of(1, "200 OK", true, "good"));
  bad.say(asking("GET", "/bad"));
  CHECK(bad.hear() == answer_of(1, "500 Internal Server Error", false, "the server could not do this"));
  late.say(asking("GET", "/late"));
  CHECK(late.hear() == answer_of(1, "200 OK", true, "first"));
  good.say(asking("GET", "/good"));
  CHECK(good.hear_answer() == answer_of(1, "200 OK", true, "good"));
  CHECK(stage.lines == Calls{fmt::format("guest {}: cannot be served: no such luck", bad.name),
                             fmt::format("guest {}: cannot be served: too late", late.name)});
}

TEST_CASE("a service may close a conversation within a request, and the server before an answer") {
  Stage stage;
  stage.service.on_request = [](Conversation& conversation, const Request&) {
    conversation.close();
    conversation.answer(text_response(200, "nothing"));
  };
  Guest guest(stage);
  guest.say(asking("GET", "/1") + asking("GET", "/2"));
  CHECK(guest.hear().empty());
  CHECK(stage.service.calls == Calls{"request GET /1", "closed"});
  stage.service.on_request = [](Conversation&, const Request&) {};
  stage.service.calls.clear();
  Guest other(stage), silent(stage);
  other.say(asking("GET", "/3"));
  stage.server->close();
  CHECK(stage.service.calls == Calls{"request GET /3", "closed"});
  CHECK(other.hear().empty());
  CHECK(silent.hear().empty());
  CHECK(stage.server->conversations() == 0);
}
