// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/descriptor.h"
#include "spark/core/log.h"
#include "spark/http/server.h"
#include "spark/net/loop.h"
#include "tests/support/log_lines.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

/// Records how it is called, and does what the test wants.
class WrittenDown final : public spark::http::Service {
 public:
  using Conversation = spark::http::Conversation;

  void request(Conversation& conversation, const spark::http::Request& request) override {
    calls.push_back(fmt::format("request {} {}", request.method, request.path));
    on_request(conversation, request);
  }
  Foreign foreign(Conversation& conversation) override { return on_foreign(conversation); }
  void message(Conversation& conversation, std::string_view payload, bool is_text) override {
    calls.push_back(fmt::format("{} {}", is_text ? "text" : "binary", payload));
    if (on_message) on_message(conversation, payload, is_text);
  }
  void input(Conversation& conversation) override { on_input(conversation); }
  void closed(Conversation& conversation) override {
    calls.push_back("closed");
    CHECK(conversation.is_over());
  }

  std::vector<std::string> calls;
  /// Answers with the method and path of the request.
  std::function<void(Conversation&, const spark::http::Request&)> on_request = [](Conversation& conversation,
                                                                                  const spark::http::Request& request) {
    conversation.answer(spark::http::text_response(200, request.method + " " + request.path));
  };
  std::function<Foreign(Conversation&)> on_foreign = [](Conversation&) { return Foreign::refused; };
  std::function<void(Conversation&, std::string_view, bool)> on_message;
  std::function<void(Conversation&)> on_input;
};

/// A server on a loop whose clock stands still, and peers that are independent of the tested code: sockets, on the
/// test's own thread.
struct Stage {
  explicit Stage(spark::http::Options wanted = {}) : options(std::move(wanted)) {
    options.peer = "guest";
    // Only the tests that ask for it let the system's own clock end a connection.
    if (options.silence == spark::http::Options().silence)
      options.silence = {std::chrono::hours(1), std::chrono::hours(1), 3, std::chrono::hours(24)};
    keep_lines(log, lines);
    server.emplace(loop, "127.0.0.1", 0, spark::net::Listener::Names{"side door", "a guest"}, options, service, log);
    server->start();
  }

  /// Runs the loop a few times, because one callback may cause the next.
  void turn() {
    for (int i = 0; i < 5; ++i) loop.poll();
  }
  void pass(spark::RealClock::Duration time) {
    turn();
    clock.advance(time);
    turn();
  }
  template <typename Done>
  bool until(Done done) {
    const auto limit = std::chrono::steady_clock::now() + kTimeout;
    while (!done()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      loop.poll();
    }
    return true;
  }

  ManualClock clock;
  spark::net::Loop loop{clock};
  spark::Log log;
  std::vector<std::string> lines;
  WrittenDown service;
  spark::http::Options options;
  std::optional<spark::http::Server> server;
};

/// A peer of a stage's server.
class Guest {
 public:
  explicit Guest(Stage& stage, const char* from = "127.0.0.1") : stage_(stage) {
    socket_ = spark::Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in own = place(from, 0), server = place("127.0.0.1", stage.server->port());
    REQUIRE(::bind(socket_.get(), reinterpret_cast<sockaddr*>(&own), sizeof own) == 0);
    REQUIRE(::connect(socket_.get(), reinterpret_cast<sockaddr*>(&server), sizeof server) == 0);
    socklen_t size = sizeof own;
    REQUIRE(::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&own), &size) == 0);
    name = fmt::format("{}:{}", from, ntohs(own.sin_port));
  }

  void say(std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
      if (count < 0 && errno != EAGAIN) return;  // the server accepts no more
      stage_.loop.poll();
    }
    stage_.turn();
  }
  /// All data until there are `count` bytes of it, or the connection ends.
  std::string hear(std::size_t count = std::string::npos) {
    stage_.until([&] { return heard_.size() >= count || !take(); });
    return std::exchange(heard_, count < heard_.size() ? heard_.substr(count) : "").substr(0, count);
  }
  /// The data up to and including the first `end`.
  std::string hear_until(std::string_view end) {
    stage_.until([&] { return heard_.find(end) != std::string::npos || !take(); });
    const auto found = heard_.find(end);
    return hear(found == std::string::npos ? heard_.size() : found + end.size());
  }
  /// One answer with its body, whose length is in its header.
  std::string hear_answer() {
    std::string answer = hear_until("\r\n\r\n");
    constexpr std::string_view kLength = "\r\nContent-Length: ";
    if (const auto length = answer.find(kLength); length != std::string::npos)
      answer += hear(std::stoul(answer.substr(length + kLength.size())));
    return answer;
  }
  /// All data that has arrived, without waiting for more.
  std::string heard_now() {
    stage_.turn();
    while (take_once() > 0) continue;
    return std::exchange(heard_, "");
  }
  bool is_closed() {
    const bool done = stage_.until([&] { return !take(); });
    return done && heard_.empty();
  }
  bool was_reset() const { return was_reset_; }
  void finish() {
    ::shutdown(socket_.get(), SHUT_WR);
    stage_.turn();
  }
  void hang_up() {
    socket_.close();
    stage_.turn();
  }
  /// Resets the connection, so that the peer notices it while sending.
  void break_off() {
    const linger now{1, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    hang_up();
  }
  int socket() const { return socket_.get(); }

  std::string name;  ///< as the server knows it

 private:
  static sockaddr_in place(const char* address, std::uint16_t port) {
    sockaddr_in result{};
    result.sin_family = AF_INET;
    result.sin_port = htons(port);
    REQUIRE(::inet_pton(AF_INET, address, &result.sin_addr) == 1);
    return result;
  }
  ssize_t take_once() {
    char bytes[65536];
    const ssize_t count = ::recv(socket_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (count > 0) heard_.append(bytes, static_cast<std::size_t>(count));
    was_reset_ = was_reset_ || (count < 0 && errno == ECONNRESET);
    return count < 0 && errno == EAGAIN ? -2 : count;
  }
  /// False at the end of the connection.
  bool take() {
    const ssize_t count = take_once();
    return count > 0 || count == -2;
  }

  Stage& stage_;
  spark::Descriptor socket_;
  std::string heard_;
  bool was_reset_ = false;
};

/// A request of HTTP/1.1 to the correct host.
inline std::string asking(std::string_view method, std::string_view target, std::string_view more = {}) {
  return fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", method, target, more);
}

/// The bytes of a `text_response`.
inline std::string answer_of(int version, std::string_view status, bool keeps, std::string_view text) {
  return fmt::format(
      "HTTP/1.{} {}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: {}\r\nContent-Length: {}\r\n\r\n{}\n",
      version, status, keeps ? "keep-alive" : "close", text.size() + 1, text);
}
