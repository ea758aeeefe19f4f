// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <charconv>
#include <limits>

#include "gateways/rctp/protocol/reply.h"
#include "gateways/rctp/protocol/target.h"
#include "tests/support/properties.h"

using namespace rctp;
using Version = Request::Version;

TEST_CASE("an object is named alone, with its robot, or by a URL") {
  const Target head{"", "head"}, rover{"rover", "head"};
  CHECK(assign_target("head") == head);
  CHECK(assign_target("/head") == head);
  CHECK(assign_target("rover/head") == rover);
  CHECK(assign_target("/rover/head") == rover);
  CHECK(assign_target("rctp://127.0.0.1:3300/rover/head") == rover);
  CHECK(assign_target("rctp://[::1]:3300/head") == head);
  CHECK(assign_target("http://host/rover/head") == rover);
  CHECK(assign_target("%68ea%64") == head);
  CHECK(assign_target("/ro%76er/head") == rover);
  CHECK(assign_target("a%2Fb") == Target{"", "a/b"});
  CHECK(assign_target("a%20%c3%a9") == Target{"", "a \xc3\xa9"});
  for (const char* bad : {"", "/", "//", "//head", "a/", "/a/b/", "a//b", "a/b/c", "rctp://host", "rctp://host/", "%",
                          "%4", "%4g", "a%00b", "%0a", "a%7f", "a\x7f", "http://host/a/b/c", "rctp://"}) {
    INFO(bad);
    CHECK_FALSE(assign_target(bad));
  }
}

TEST_CASE("GO applies to the connection's robot, unless it names one") {
  for (const char* none : {"", "/", "*", "rctp://host:1", "http://host/"}) {
    INFO(none);
    CHECK(go_target(none) == Target{});
  }
  for (const char* rover : {"rover", "/rover", "rctp://host:1/rover", "http://host/rov%65r"}) {
    INFO(rover);
    CHECK(go_target(rover) == Target{"rover", ""});
  }
  for (const char* bad : {"rover/head", "/rover/", "%", "//"}) {
    INFO(bad);
    CHECK_FALSE(go_target(bad));
  }
}

TEST_CASE("any text is a valid target or none") {
  hold([] {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::oneOf(rc::gen::elementOf(std::string("/%:*ab01")), rc::gen::arbitrary<char>()));
    if (const auto target = assign_target(text)) RC_ASSERT(!target->object.empty());
    if (const auto target = go_target(text)) RC_ASSERT(target->object.empty());
  });
}

TEST_CASE("a granted object is printed for RCMP and HTTP/1.1") {
  Reply reply;
  reply.fields = {{"ID", "1"}, {"Current Value", "30.0 10.0 5.0"}};
  std::string out;
  append_reply(out, Version::rcmp, reply);
  CHECK(out == "RCMP/1.0 201 OK\r\nID: 1\r\nCurrent Value: 30.0 10.0 5.0\r\n\r\n");
  out.clear();
  append_reply(out, Version::http_1_1, reply);
  CHECK(out ==
        "HTTP/1.1 201 OK\r\nID: 1\r\nCurrent-Value: 30.0 10.0 5.0\r\nConnection: keep-alive\r\nContent-Length: 0\r\n"
        "Current Value: 30.0 10.0 5.0\r\n\r\n");
  CHECK(http_headers(reply) == std::vector<Reply::Field>{{"ID", "1"}, {"Current-Value", "30.0 10.0 5.0"}});
  CHECK(http_last_line(reply) == "Current Value: 30.0 10.0 5.0");
  CHECK(http_body(reply).empty());
}

TEST_CASE("a refusal is printed for RCTP and HTTP/1.0") {
  Reply reply = refusal(503, "rover is not in the world");
  reply.fields.push_back({"Retry-After", "1"});
  std::string out = "before ";
  append_reply(out, Version::rctp, reply);
  CHECK(out ==
        "before RCTP/1.0 503 Service Unavailable\r\nRetry-After: 1\r\nReason: rover is not in the world\r\n\r\n");
  out.clear();
  reply.closes = true;
  append_reply(out, Version::http_1_0, reply);
  CHECK(out ==
        "HTTP/1.0 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 26\r\n\r\nrover is not in the world\n");
  CHECK(http_last_line(reply).empty());
  CHECK(http_body(reply) == "rover is not in the world\n");
}

TEST_CASE("each status code has its reason phrase") {
  const std::vector<std::pair<int, std::string>> phrases{{201, "OK"},
                                                         {400, "Bad Request"},
                                                         {403, "Forbidden"},
                                                         {404, "Not Found"},
                                                         {405, "Method Not Allowed"},
                                                         {408, "Request Timeout"},
                                                         {409, "Conflict"},
                                                         {413, "Content Too Large"},
                                                         {431, "Request Header Fields Too Large"},
                                                         {503, "Service Unavailable"}};
  for (const auto& [code, phrase] : phrases) CHECK(reason_phrase(code) == phrase);
}

TEST_CASE("current values are short decimals with a decimal point") {
  std::vector<Object::Parameter> parameters(4);
  CHECK(current_value(parameters, std::vector{30.0, 10.0, 5.0, -0.5}) == "30.0 10.0 5.0 -0.5");
  CHECK(current_value(parameters, std::vector{0.1, 99.8, 1e-5, 16777216.0}) == "0.1 99.8 0.00001 16777216.0");
  CHECK(current_value(parameters, {}).empty());
  CHECK(current_value({}, std::vector{1.0}).empty());
  parameters[1].type = Object::DataType::float64;
  CHECK(current_value(parameters, std::vector{1.0 / 3, 1.0 / 3}) == "0.33333334 0.3333333333333333");
  const double max = std::numeric_limits<double>::max(), min = std::numeric_limits<double>::denorm_min();
  parameters[0].type = Object::DataType::float64;
  for (const auto& value : {max, -max, min, -min}) {
    const std::string text = current_value(parameters, std::vector{value});
    double read = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    CHECK(read == value);
    CHECK(text.find('.') != text.npos);
  }
}

TEST_CASE("a printed current value is read as the same float") {
  hold([] {
    const auto bits = *rc::gen::arbitrary<std::uint32_t>();
    const auto value = std::bit_cast<float>(bits);
    RC_PRE(std::isfinite(value));
    const std::vector<Object::Parameter> parameters(1);
    const std::string text = current_value(parameters, std::vector{static_cast<double>(value)});
    float read = 0.0F;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    RC_ASSERT(end == text.data() + text.size());
    RC_ASSERT(read == value);
    const std::size_t point = text.find('.');
    RC_ASSERT(point != text.npos && point + 1 < text.size());
  });
}
