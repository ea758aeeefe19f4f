// SPDX-License-Identifier: Apache-2.0
#include "spark/http/get.h"

#include <catch2/catch.hpp>
#include <future>
#include <stdexcept>
#include <thread>

#include "tests/spark/http/stage.h"
#include "tests/support/reserved_port.h"

using namespace spark;
using namespace std::chrono_literals;

namespace {

/// A minimal server: reads a request to its end, sends the given answer, and closes or waits for the peer to close.
class Answering {
 public:
  explicit Answering(std::string answer, bool closes = true)
      : listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    REQUIRE(::bind(listening_.get(), reinterpret_cast<sockaddr*>(&place), size) == 0);
    REQUIRE(::listen(listening_.get(), 1) == 0);
    REQUIRE(::getsockname(listening_.get(), reinterpret_cast<sockaddr*>(&place), &size) == 0);
    port = ntohs(place.sin_port);
    thread_ = std::thread([this, answer = std::move(answer), closes] {
      const Descriptor peer(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      char bytes[4096];
      ssize_t count = 0;
      while (heard.find("\r\n\r\n") == std::string::npos && (count = ::recv(peer.get(), bytes, sizeof bytes, 0)) > 0)
        heard.append(bytes, static_cast<std::size_t>(count));
      for (std::size_t sent = 0; sent < answer.size();) {
        count = ::send(peer.get(), answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) return;
        sent += static_cast<std::size_t>(count);
      }
      if (closes) return;
      while (::recv(peer.get(), bytes, sizeof bytes, 0) > 0) continue;
    });
  }
  ~Answering() {
    ::shutdown(listening_.get(), SHUT_RDWR);
    thread_.join();
  }

  std::string url(std::string_view path = "/") const { return fmt::format("http://127.0.0.1:{}{}", port, path); }

  std::uint16_t port = 0;
  std::string heard;  ///< valid when the server has ended

 private:
  Descriptor listening_;
  std::thread thread_;
};

std::string refusal(const std::string& url, const http::GetLimits& limits = {}) {
  try {
    http::get(url, limits);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was wrong";
}

std::string refusal_of(std::string answer, bool closes = true) {
  const Answering server(std::move(answer), closes);
  const std::string url = server.url(), said = refusal(url);
  CHECK_THAT(said, Catch::StartsWith(url + ": "));
  CHECK(said.find('\n') == std::string::npos);
  return said.substr(std::min(said.size(), url.size() + 2));
}

}  // namespace

TEST_CASE("a document is loaded with any encoding of its length") {
  for (const char* answer : {"HTTP/1.1 200 OK\r\nContent-Type: model/vrml\r\nContent-Length: 5\r\n\r\nhello",
                             "HTTP/1.0 200 OK\r\nContent-Type: model/vrml\r\n\r\nhello",
                             "HTTP/1.1 203 Hm\r\nContent-Type: model/vrml\r\nTransfer-Encoding: chunked\r\n\r\n"
                             "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"}) {
    CAPTURE(answer);
    const bool needs_end = std::string_view(answer).substr(7, 1) == "0";
    const Answering server(answer, needs_end);
    const http::Reply reply = http::get(server.url());
    CHECK(reply.body == "hello");
    CHECK(reply.type == "model/vrml");
    CHECK(reply.status / 100 == 2);
  }
  const Answering server("HTTP/1.1 204 No Content\r\n\r\n");
  CHECK(http::get(server.url()).body.empty());
}

TEST_CASE("the request has the target and the host of the address") {
  struct Case {
    const char* behind;
    const char* target;
  };
  for (const Case& one : {Case{"", "/"}, Case{"/a/b?c=d#e", "/a/b?c=d"}, Case{"?x", "/?x"}, Case{"/%20", "/%20"}}) {
    CAPTURE(one.behind);
    std::optional<Answering> server(std::in_place, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    http::get(server->url(one.behind));
    const std::string expected =
        fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", one.target, server->port);
    CHECK(server->heard == expected);
  }
}

TEST_CASE("a document may be as large as the limit, but not larger") {
  const std::string body(16 * 1024 * 1024, 'x');
  {
    const Answering server("HTTP/1.0 200 OK\r\n\r\n" + body);
    CHECK((http::get(server.url()).body == body));
  }
  CHECK(refusal_of("HTTP/1.0 200 OK\r\n\r\n" + body + "x") == "the document has more than 16777216 bytes");
  CHECK(refusal_of("HTTP/1.0 200 OK\r\nContent-Length: 99999999999\r\n\r\n") ==
        "the document has more than 16777216 bytes");
  const Answering server("HTTP/1.0 200 OK\r\n\r\nhello");
  CHECK_THAT(refusal(server.url(), {.max_body = 4}), Catch::EndsWith(": the document has more than 4 bytes"));
}

TEST_CASE("an answer without a document is an error with the reason in one line") {
  CHECK(refusal_of("HTTP/1.1 404 Not Found\r\nContent-Length: 27\r\n\r\nthere is no robot 'x'\nnever") ==
        "404 Not Found: there is no robot 'x'");
  CHECK(refusal_of("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://elsewhere\r\n\r\n") == "302 Found");
  CHECK(refusal_of("HTTP/1.1 500 a\tb\r\nContent-Length: 3\r\n\r\n\x1b[m") == "500 a?b: ?[m");
  CHECK(refusal_of("") == "the connection was closed without an answer");
  CHECK(refusal_of("HTTP/1.1 200 OK\r\nContent-Le") == "the connection was closed in the middle of the answer");
  CHECK(refusal_of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell") ==
        "the connection was closed in the middle of the answer");
  CHECK(refusal_of("SSH-2.0-OpenSSH_9.2\r\n", false) == "the answer cannot be read: bad version");
  CHECK_THAT(refusal_of("HTTP/1.1 200 OK\r\nX: " + std::string(9000, 'x'), false),
             Catch::StartsWith("the answer cannot be read: "));
}

TEST_CASE("invalid addresses are refused with the reason") {
  CHECK(refusal("foo.wrl") == "foo.wrl: expected an address that begins with http://");
  CHECK(refusal("https://localhost/") == "https://localhost/: expected an address that begins with http://");
  for (const char* url : {"http://", "http:///a", "http://:80/", "http://localhost:x/", "http://localhost:70000/",
                          "http://user@localhost/", "http://[::1/"})
    CHECK(refusal(url) == fmt::format("{}: the address has no valid host or port", url));
  CHECK(refusal("http://localhost/a b") == "http://localhost/a b: the address contains a blank or a control character");
  CHECK(refusal("http://localhost/a\r\nX: y") ==
        "http://localhost/a??X: y: the address contains a blank or a control character");
}

TEST_CASE("a server that cannot be reached, or does not answer in time, is an error") {
  const ReservedPort closed;
  CHECK(refusal(fmt::format("http://127.0.0.1:{}/", closed.number())) ==
        fmt::format("http://127.0.0.1:{}/: cannot connect: Connection refused", closed.number()));
  const Answering silent("HTTP/1.1 200 OK\r\n", false);
  const auto began = std::chrono::steady_clock::now();
  CHECK_THAT(refusal(silent.url(), {.timeout = 150ms}), Catch::EndsWith(": no complete answer within 0.15 s"));
  CHECK(std::chrono::steady_clock::now() - began >= 150ms);
}

TEST_CASE("answers and refusals of this room's own server are understood") {
  Stage stage;
  stage.service.on_request = [](http::Conversation& conversation, const http::Request& request) {
    conversation.answer(http::text_response(request.path == "/a" ? 200 : 404, "this is " + request.path));
  };
  const std::string base = fmt::format("http://localhost:{}", stage.server->port());
  auto good = std::async(std::launch::async, [&] { return http::get(base + "/a").body; });
  auto bad = std::async(std::launch::async, [&] { return refusal(base + "/b"); });
  const auto is_done = [](auto& future) { return future.wait_for(0s) == std::future_status::ready; };
  CHECK(stage.until([&] { return is_done(good) && is_done(bad); }));
  CHECK(good.get() == "this is /a\n");
  CHECK(bad.get() == base + "/b: 404 Not Found: this is /b");
}
