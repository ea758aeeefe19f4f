// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "spark/http/origin.h"

#include <unistd.h>

#include <catch2/catch.hpp>

#include "tests/spark/http/stage.h"

using namespace spark;
using namespace spark::http;

namespace {

Request from(std::vector<Header> headers, int version = 11) {
  Request request;
  request.method = "GET";
  request.target = request.path = "/";
  request.version = version;
  request.headers = std::move(headers);
  return request;
}

/// The status of the refusal; 0 if the request is served.
int status_of(const OriginRule& rule, const Request& request) {
  const auto refusal = rule.refusal(request);
  return refusal ? refusal->status : 0;
}

}  // namespace

TEST_CASE("accepted hosts are addresses, localhost and the machine's own name") {
  const OriginRule rule("Pitch");
  for (const char* host : {"127.0.0.1", "127.0.0.1:3300", "192.0.2.7:80", "[::1]", "[::1]:3300", "[2001:DB8::7]:1",
                           "localhost", "LocalHost:3300", "pitch", "PITCH:1"}) {
    CAPTURE(host);
    CHECK(status_of(rule, from({{"Host", host}})) == 0);
  }
  for (const char* host : {"evil.example",
                           "evil.example:3300",
                           "localhost.evil.example",
                           "pitch.evil.example",
                           "127.0.0.1.evil.example",
                           "127.1",
                           "0x7f000001",
                           "1",
                           "::1",
                           "[127.0.0.1]",
                           "[::1",
                           "[::1]3300",
                           "[]",
                           "localhost:",
                           "localhost:x",
                           "localhost:99999",
                           "localhost:-1",
                           "localhost:1:2",
                           "local host",
                           "user@localhost",
                           "localhost/",
                           "",
                           "localhost,evil.example"}) {
    CAPTURE(host);
    CHECK(status_of(rule, from({{"Host", host}})) == 403);
  }
  CHECK(status_of(rule, from({{"Host", std::string(5000, 'x')}})) == 403);
  CHECK(status_of(OriginRule(""), from({{"Host", ""}})) == 403);
}

TEST_CASE("HTTP/1.1 needs one Host header, HTTP/1.0 may have none, and two are refused") {
  const OriginRule rule("pitch");
  CHECK(status_of(rule, from({})) == 400);
  CHECK(status_of(rule, from({}, 10)) == 0);
  CHECK(status_of(rule, from({{"Host", "localhost"}, {"HOST", "localhost"}})) == 400);
  CHECK(status_of(rule, from({{"Host", "localhost"}, {"HOST", "localhost"}}, 10)) == 400);
  CHECK(status_of(rule, from({{"Host", "evil.example"}}, 10)) == 403);
}

TEST_CASE("a page may send requests only to the host and port that it was loaded from") {
  const OriginRule rule("pitch");
  const auto status = [&](const char* host, const char* origin) {
    CAPTURE(host, origin);
    return status_of(rule, from({{"Host", host}, {"Origin", origin}}));
  };
  CHECK(status("localhost:3300", "http://localhost:3300") == 0);
  CHECK(status("LOCALHOST:3300", "http://localhost:3300") == 0);
  CHECK(status("[::1]:3300", "http://[::1]:3300") == 0);
  CHECK(status("localhost", "http://localhost") == 0);
  CHECK(status("localhost:80", "http://localhost") == 0);
  CHECK(status("localhost", "http://localhost:80") == 0);
  CHECK(status("localhost:443", "https://localhost") == 0);
  CHECK(status("localhost", "https://localhost") == 403);
  CHECK(status("localhost:3300", "http://localhost") == 403);
  CHECK(status("localhost:3300", "http://localhost:3301") == 403);
  CHECK(status("localhost:3300", "http://127.0.0.1:3300") == 403);
  CHECK(status("localhost:3300", "http://evil.example:3300") == 403);
  CHECK(status("localhost:3300", "http://evil.example") == 403);
  CHECK(status("localhost:3300", "null") == 403);
  CHECK(status("localhost:3300", "") == 403);
  CHECK(status("localhost:3300", "file://") == 403);
  CHECK(status("localhost:3300", "http://") == 403);
  CHECK(status("localhost:3300", "http://localhost:3300/") == 403);
  CHECK(status("localhost:3300", "http://localhost:3300@evil.example") == 403);
  CHECK(status("localhost:3300", "chrome-extension://localhost:3300") == 403);
  CHECK(status_of(rule, from({{"Origin", "http://localhost"}}, 10)) == 403);
  CHECK(status_of(rule, from({{"Host", "localhost"}, {"Origin", "http://localhost"}, {"Origin", "http://evil"}})) ==
        403);
}

TEST_CASE("a server refuses other hosts and pages with the reason, and accepts its machine's name") {
  char name[256] = {};
  REQUIRE(::gethostname(name, sizeof name - 1) == 0);
  Stage stage;
  Guest ours(stage), page(stage), rebound(stage);
  ours.say(fmt::format("GET / HTTP/1.1\r\nHost: {}:3300\r\nOrigin: http://{}:3300\r\n\r\n", name, name));
  CHECK(ours.hear_answer() == answer_of(1, "200 OK", true, "GET /"));
  page.say(asking("GET", "/", "Origin: http://evil.example\r\n"));
  const std::string why = "requests of the web page of 'http://evil.example' are refused: it was not loaded from here";
  CHECK(page.hear() == answer_of(1, "403 Forbidden", false, why));
  rebound.say("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  const std::string host =
      "requests to the host 'evil.example' are refused: this server answers to its IP address, localhost "
      "or the name of its machine";
  CHECK(rebound.hear() == answer_of(1, "403 Forbidden", false, host));
  CHECK(stage.service.calls == std::vector<std::string>{"request GET /"});
  CHECK(stage.lines == std::vector<std::string>{fmt::format("guest {}: {}", page.name, why),
                                                fmt::format("guest {}: {}", rebound.name, host)});
}

TEST_CASE("the origin of a proxy with TLS is trusted if it is named") {
  const OriginRule rule("pitch", {"https://Matches.example", "https://cup.example:8443"});
  for (const char* host : {"127.0.0.1:8080", "matches.example", "matches.example:443"}) {
    CAPTURE(host);
    CHECK(status_of(rule, from({{"Host", host}})) == 0);
    CHECK(status_of(rule, from({{"Host", host}, {"Origin", "https://matches.example"}})) == 0);
    CHECK(status_of(rule, from({{"Host", host}, {"Origin", "https://matches.example:443"}})) == 0);
    CHECK(status_of(rule, from({{"Host", host}, {"Origin", "https://cup.example:8443"}})) == 0);
    for (const char* origin : {"https://cup.example", "https://evil.example", "https://matches.example.evil.example",
                               "https://matches.example:8443", "null"}) {
      CAPTURE(origin);
      CHECK(status_of(rule, from({{"Host", host}, {"Origin", origin}})) == 403);
    }
  }
  CHECK(status_of(rule, from({{"Host", "127.0.0.1:8080"}, {"Origin", "http://matches.example"}})) == 403);
  CHECK(status_of(rule, from({{"Host", "127.0.0.1:8080"}, {"Origin", "http://matches.example:443"}})) == 403);
  CHECK(status_of(rule, from({{"Host", "evil.example"}})) == 403);
  for (const char* origin :
       {"https://matches.example", "http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:2"})
    CHECK(rule.is_private(origin));
  for (const char* origin : {"http://matches.example", "http://192.0.2.7:8080", "http://127.evil.example", "null", "",
                             "https://evil.example", "http://pitch"})
    CHECK_FALSE(rule.is_private(origin));
  for (const char* wrong : {"http://matches.example", "matches.example", "https://", "https://a/b", "*"})
    CHECK_THROWS_AS(OriginRule("pitch", {wrong}), std::invalid_argument);
}

TEST_CASE("a request is local if its peer is local, and nothing indicates a proxy") {
  for (const char* peer : {"127.0.0.1:5", "127.3.2.1:5", "[::1]:5", "[::ffff:127.0.0.1]:5"}) {
    CHECK(is_loopback(peer));
    CHECK(is_from_here(peer, from({{"Host", "localhost:3300"}})));
    CHECK(is_from_here(peer, from({{"Host", "127.0.0.1:3300"}, {"Origin", "http://127.0.0.1:3300"}})));
    CHECK(is_from_here(peer, from({{"Host", "[::1]"}})));
    CHECK(is_from_here(peer, from({}, 10)));
    for (const char* host : {"cup.example", "192.0.2.7:3300", "pitch", "?", "127.example"})
      CHECK_FALSE(is_from_here(peer, from({{"Host", host}})));
    for (const char* origin : {"https://cup.example", "null", "file://", "http://127.example"})
      CHECK_FALSE(is_from_here(peer, from({{"Host", "localhost"}, {"Origin", origin}})));
    for (const char* header : {"Forwarded", "X-Forwarded-For", "x-forwarded-host", "X-Real-IP", "Via"})
      CHECK_FALSE(is_from_here(peer, from({{"Host", "localhost"}, {header, ""}})));
  }
  for (const char* peer : {"192.0.2.7:5", "[2001:db8::7]:5", "[::ffff:192.0.2.7]:5", "12.7.0.0:1"}) {
    CHECK_FALSE(is_loopback(peer));
    CHECK_FALSE(is_from_here(peer, from({{"Host", "localhost"}})));
  }
}

TEST_CASE("a request is from the same address if both ends have it, and nothing indicates a proxy") {
  const Request own = from({{"Host", "192.0.2.7:3300"}});
  CHECK(is_from_same_address("192.0.2.7:5", "192.0.2.7:3300", own));
  CHECK(is_from_same_address("[2001:db8::7]:5", "[2001:db8::7]:3300", from({{"Host", "[2001:db8::7]:3300"}})));
  CHECK_FALSE(is_from_same_address("192.0.2.8:5", "192.0.2.7:3300", own));
  CHECK_FALSE(is_from_same_address("127.0.0.1:5", "127.0.0.1:3300", from({{"Host", "127.0.0.1:3300"}})));
  CHECK_FALSE(is_from_same_address("", "", own));
  for (const char* host : {"cup.example", "localhost", "192.0.2.8", ""})
    CHECK_FALSE(is_from_same_address("192.0.2.7:5", "192.0.2.7:3300", from({{"Host", host}})));
  CHECK_FALSE(is_from_same_address("192.0.2.7:5", "192.0.2.7:3300", from({})));
  for (const char* header : {"Forwarded", "X-Forwarded-For", "x-forwarded-host", "X-Real-IP", "Via"})
    CHECK_FALSE(
        is_from_same_address("192.0.2.7:5", "192.0.2.7:3300", from({{"Host", "192.0.2.7:3300"}, {header, ""}})));
}

TEST_CASE("host names have letters in any case, digits, and some signs") {
  const auto host = [](std::string_view text) {
    const auto read = HostAndPort::read(text);
    return read ? read->host : "none";
  };
  CHECK(host("AZ-09.My_Pitch") == "az-09.my_pitch");
  for (const char* wrong : {"a@b", "a`b", "a{b", "a/b", "a%b", "a,b", "a b", "a\x7f", "\xc3\xa9"}) {
    CAPTURE(wrong);
    CHECK(host(wrong) == "none");
  }
  CHECK(status_of(OriginRule("ZOO"), from({{"Host", "zoo"}})) == 0);
}

TEST_CASE("refusals show names without control characters") {
  const OriginRule rule("pitch");
  CHECK(rule.refusal(from({{"Host", "a\x1b[2J"}}))->body->starts_with("requests to the host 'a?[2J' are refused"));
  CHECK(rule.refusal(from({{"Host", "pitch"}, {"Origin", "\x1b[2J"}}))
            ->body->starts_with("requests of the web page of '?[2J' are refused"));
}

TEST_CASE("host names that are too long are refused") {
  CHECK(HostAndPort::read(std::string(260, 'a')));
  CHECK_FALSE(HostAndPort::read(std::string(261, 'a')));
}
