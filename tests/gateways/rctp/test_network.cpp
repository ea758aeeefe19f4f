// SPDX-License-Identifier: Apache-2.0
// Both threads, and clients on sockets. Small enough to be run under the thread sanitizer.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <thread>

#include "tests/gateways/rctp/robot_bench.h"
#include "tests/support/waiting.h"

using namespace rctp_test;
using namespace std::chrono_literals;

namespace {

/// A match that advances whenever a client waits.
struct Match {
  explicit Match(Step begin = 100) {
    bench.until(begin);
    const std::string notice = bench.robots->traits().notices.at(0);
    REQUIRE(notice.starts_with("rctp port "));
    port = static_cast<std::uint16_t>(std::stoi(notice.substr(10)));
  }
  /// The last entry of the diary.
  void play_until(std::string_view note) {
    while (bench.notes.empty() || bench.notes.back().find(note) == std::string::npos) step();
  }
  void step() {
    bench.clock.advance(10ms);
    bench.until(bench.core.clock.now() + 1);
  }

  RobotBench bench{{{"tap_1", {}, {}}, {"tap_2", {}, {}}}, {}, 0};
  std::uint16_t port = 0;
};

class Client {
 public:
  explicit Client(Match& match) : match_(match), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(match.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  ~Client() { close(); }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  void say(std::string_view octets) {
    REQUIRE(::send(socket_, octets.data(), octets.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(octets.size()));
  }
  /// Plays until that text has arrived; returns everything up to its end.
  std::string hear(std::string_view wanted) {
    while (true) {
      if (const auto at = heard_.find(wanted); at != heard_.npos) {
        std::string text = heard_.substr(0, at + wanted.size());
        heard_.erase(0, text.size());
        return text;
      }
      REQUIRE_FALSE(has_ended());
      match_.step();
    }
  }
  bool has_ended() {
    pollfd waiting{socket_, POLLIN, 0};
    if (::poll(&waiting, 1, 1) <= 0) return false;
    char octets[4096];
    const ssize_t count = ::recv(socket_, octets, sizeof octets, 0);
    if (count > 0) heard_.append(octets, static_cast<std::size_t>(count));
    return count <= 0;
  }

 private:
  Match& match_;
  int socket_;
  std::string heard_;
};

const std::string kTap = std::string("\x01\0\0\0\x01\x01\x40\0\0\0", 10);  // 2.0
const std::string kStop("\0\1", 2), kRelease("\0\5", 2), kBye("\0\0", 2);

}  // namespace

TEST_CASE("an operator claims, drives, stops and leaves while the match continues") {
  Match match;
  Client client(match);
  client.say("ASSIGN tap RCMP/1.0\r\n\r\n");
  CHECK(client.hear("\r\n\r\n") == "RCMP/1.0 201 OK\r\nID: 1\r\nCurrent Value: 0.0\r\n\r\n");
  for (const char* object : {"Flow", "gossip", "wet", "world"}) {
    client.say(fmt::format("ASSIGN {} RCMP/1.0\r\n\r\n", object));
    client.hear("\r\n\r\n");
  }
  client.say("GO RCMP/1.0\r\n\r\n" + kTap);
  client.hear("RCMP/1.0 201 OK\r\n\r\n");
  match.play_until(" tap 0 2");
  client.hear("(gossip ");
  client.say(kStop);
  client.hear(kStop);
  match.play_until(" rest 0");
  client.say(kRelease + kTap + kBye);
  client.hear(kRelease + kBye);
  while (!client.has_ended()) match.step();
}

TEST_CASE("files are served while operators drive, and each robot has its own operator") {
  Match match;
  Client first(match), second(match), third(match), reader(match);
  first.say("ASSIGN tap_1/tap RCMP/1.0\r\n\r\nGO RCMP/1.0\r\n\r\n");
  first.hear("201 OK\r\n\r\n");
  second.say("ASSIGN tap_1/tap RCMP/1.0\r\n\r\n");
  CHECK(second.hear("\r\n\r\n").starts_with("RCMP/1.0 503 "));
  third.say("ASSIGN tap_2/tap RCMP/1.0\r\n\r\nGO RCMP/1.0\r\n\r\n");
  third.hear("201 OK\r\n\r\n");
  for (int i = 0; i < 5; ++i) {
    first.say(kTap);
    third.say(kTap);
    reader.say("GET /tap_1.wrl HTTP/1.1\r\nHost: localhost\r\n\r\nGET /world.x3d HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string text = reader.hear("</X3D>");
    CHECK(text.find("#VRML V2.0 utf8") != text.npos);
    CHECK(text.find("rctp://localhost/tap_1") != text.npos);
  }
  first.close();  // without a word
  while (true) {
    second.say("ASSIGN tap_1/tap RCMP/1.0\r\n\r\n");
    if (second.hear("\r\n\r\n").starts_with("RCMP/1.0 201 ")) break;
  }
}

TEST_CASE("a robot is present both for its description and for assignments, or for neither") {
  Match match(1);
  const auto ask = [&match](const char* request, std::string_view end) {
    Client client(match);
    client.say(request);
    return client.hear(end);
  };
  const auto describe = [&ask] { return ask("GET /tap_1.x3d HTTP/1.1\r\nHost: localhost\r\n\r\n", "\r\n\r\n"); };
  const auto assign = [&ask] { return ask("ASSIGN tap_1/tap RCMP/1.0\r\n\r\n", "\r\n\r\n"); };
  const auto check_absence = [](const std::string& description) {
    CHECK(description.starts_with("HTTP/1.1 503 "));
    CHECK(description.find("\r\nRetry-After: 1\r\n") != description.npos);
  };
  std::string description = describe();
  CHECK(match.bench.core.clock.now() < 100);
  check_absence(description);
  while (!description.starts_with("HTTP/1.1 200 ")) description = describe();
  CHECK(assign().starts_with("RCMP/1.0 201 "));
  match.bench.robots->drop(AgentId(0));
  while (assign().find("tap_1 is not in the world") == std::string::npos) {
  }
  check_absence(describe());
}

TEST_CASE("all clients are disconnected at the end, and the port closes once they have left") {
  Match match;
  Client live(match), negotiating(match), idle(match);
  live.say("ASSIGN tap_1/tap RCMP/1.0\r\n\r\nGO RCMP/1.0\r\n\r\n");
  live.hear("201 OK\r\n\r\n");
  negotiating.say("ASSIGN tap_2/tap RCMP/1.0\r\n\r\n");
  negotiating.hear("\r\n\r\n");
  const auto begun = std::chrono::steady_clock::now();
  std::thread goodbye([&] { match.bench.robots->shut_down(2 * kTimeout); });
  while (!live.has_ended()) {
  }
  live.close();
  while (!negotiating.has_ended()) {
  }
  negotiating.close();
  goodbye.join();
  CHECK(std::chrono::steady_clock::now() - begun < kTimeout);
}

TEST_CASE("a port in use is reported as an error") {
  Match match;
  CHECK_THROWS_WITH(RobotBench({{"tap_1", {}, {}}}, {}, match.port), Catch::Contains("cannot open rctp port"));
}
