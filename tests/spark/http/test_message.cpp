// SPDX-License-Identifier: Apache-2.0
#include "spark/http/message.h"

#include <catch2/catch.hpp>

#include "spark/http/target.h"

using namespace spark::http;

TEST_CASE("the path of a target is decoded, without scheme, host and query") {
  CHECK(path_of("/") == "/");
  CHECK(path_of("/a/b.wrl") == "/a/b.wrl");
  CHECK(path_of("head") == "head");
  CHECK(path_of("rover/head?x=/y") == "rover/head");
  CHECK(path_of("/a#b?c") == "/a");
  CHECK(path_of("http://127.0.0.1:3300/a/b?c") == "/a/b");
  CHECK(path_of("rctp://[::1]:3300/a") == "/a");
  CHECK(path_of("http://localhost") == "/");
  CHECK(path_of("http://localhost?x") == "/");
  CHECK(path_of("/go?to=http://localhost/x") == "/go");
  CHECK(path_of("/a://b") == "/a://b");
  CHECK(path_of("://b/c") == "://b/c");
  CHECK(path_of("%2fa%20b%C3%a4%25%3f") == "/a b\xc3\xa4%?");
  CHECK(path_of("/..//%2e%2e/") == "/..//../");
  CHECK(path_of("+") == "+");
  CHECK(path_of("*") == "*");
}

TEST_CASE("values of a query are found by their names") {
  const auto value = [](std::string_view target, std::string_view name) {
    return query_value(target, name).value_or("-");
  };
  CHECK(value("/a?x=1&y=2", "x") == "1");
  CHECK(value("/a?x=1&y=2", "y") == "2");
  CHECK(value("http://h/a?x=1&x=2", "x") == "1");
  CHECK(value("/a?xx=1&x=%2f%20=&", "x") == "/ =");
  CHECK(value("/a?x", "x").empty());
  CHECK(value("/a?x&y", "x").empty());
  CHECK(value("/a?x=", "x").empty());
  for (const char* target : {"/a", "/a?", "/a?y=x", "/a?y=1&&=2", "/a?X=1", "/x=1", "/a#?x=1", "/a?x=%0a", "/a?x=%2"})
    CHECK_FALSE(query_value(target, "x"));
}

TEST_CASE("a target that cannot be decoded has no path") {
  for (const char* target :
       {"", "?", "#", "%", "%4", "%4g", "%g4", "/a%", "/%0", "/%00", "/%0a", "/%7F", "/\x01", "/% 1"})
    CHECK(path_of(target).empty());
}

TEST_CASE("lists of words are read across headers, with blanks and in any case") {
  Request request;
  request.headers = {{"Connection", "keep-alive ,\tUPGRADE"}, {"upgrade", "h2c"}, {"Upgrade", " websocket"}};
  CHECK(request.lists("connection", "upgrade"));
  CHECK(request.lists("Connection", "Keep-Alive"));
  CHECK_FALSE(request.lists("Connection", "alive"));
  CHECK(request.lists("Upgrade", "WebSocket"));
  CHECK_FALSE(request.lists("None", ""));
  CHECK(request.count("UPGRADE") == 2);
  CHECK(request.find("Upgrade") == "h2c");
  request.method = "GET";
  CHECK(request.wants_websocket());
  request.version = 10;
  CHECK_FALSE(request.wants_websocket());
  request.version = 11;
  request.method = "HEAD";
  CHECK_FALSE(request.wants_websocket());
}

TEST_CASE("a status has the usual reason, that of the service, or none") {
  Response response;
  const auto first_line = [&] {
    const std::string head = head_of(response, 10, false);
    return head.substr(0, head.find("\r\n"));
  };
  CHECK(first_line() == "HTTP/1.0 200 OK");
  response.status = 503;
  CHECK(first_line() == "HTTP/1.0 503 Service Unavailable");
  response.reason = "Busy";
  CHECK(first_line() == "HTTP/1.0 503 Busy");
  response.status = 299;
  response.reason = "";
  CHECK(first_line() == "HTTP/1.0 299 ");
  CHECK(reason_of(404) == "Not Found");
  CHECK(reason_of(-1).empty());
}

TEST_CASE("responses 204 and 304 have no Content-Length") {
  Response response;
  response.status = 204;
  CHECK(head_of(response, 11, true) == "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n");
  response.status = 304;
  response.headers = {{"ETag", "\"7\""}};
  CHECK(head_of(response, 11, true) == "HTTP/1.1 304 Not Modified\r\nETag: \"7\"\r\nConnection: keep-alive\r\n\r\n");
}

TEST_CASE("line breaks in texts of a service cannot begin a header") {
  Response response;
  response.reason = "a\r\nb: c";
  response.type = "d\ne";
  response.headers = {{"f\r\ng", "h\r\n\r\ni"}};
  response.last_lines = {std::string("j\n\nk\0", 5)};
  CHECK(head_of(response, 11, true) ==
        "HTTP/1.1 200 a??b: c\r\nContent-Type: d?e\r\nf??g: h????i\r\nConnection: keep-alive\r\nContent-Length: 0\r\n"
        "j??k?\r\n\r\n");
}
