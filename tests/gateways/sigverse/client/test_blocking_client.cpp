// SPDX-License-Identifier: Apache-2.0
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <functional>
#include <thread>

#include "gateways/sigverse/client/blocking_client.h"
#include "tests/gateways/sigverse/client/scripted_server.h"
#include "tests/support/waiting.h"

using namespace sigverse;
using namespace sigverse::client;

namespace {

/// Accepts one client and runs the test's function for it on a second thread, which asserts nothing.
class OneTimeServer {
 public:
  using Serve = std::function<void(int socket)>;
  explicit OneTimeServer(Serve serve) : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(listener_, any, size) == 0);
    REQUIRE(::listen(listener_, 1) == 0);
    REQUIRE(::getsockname(listener_, any, &size) == 0);
    place.port = ntohs(address.sin_port);
    thread_ = std::thread([this, run = std::move(serve)] {
      const int socket = ::accept(listener_, nullptr, nullptr);
      if (socket < 0) return;
      run(socket);
      ::close(socket);
    });
  }
  ~OneTimeServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }

  wire::Address place{"127.0.0.1"};

 private:
  int listener_;
  std::thread thread_;
};

bool send_to(int socket, std::string_view octets) {
  while (!octets.empty()) {
    const ssize_t sent = ::send(socket, octets.data(), octets.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    octets.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace

TEST_CASE("requests get their answers, even between other packets") {
  const auto can = object_record("can", {{"x", "", 1.0}});
  std::string entity;
  wire::append_entity(entity, 0.75, &can);
  const std::vector<std::string> answers{no_entity(0.5), entity, all_of(1.0, {can})};
  OneTimeServer server([&answers](int socket) {
    wire::Stream stream{::dup(socket)};
    for (const std::string& answer : answers) {
      if (!stream.receive()) return;
      stream.send(packet_of(wire::LogMsg{2, "hello"}) + answer + packet_of(wire::LogMsg{2, "more"}));
    }
    stream.receive();
  });
  BlockingClient client(server.place, kTimeout);
  CHECK(client.time() == 0.5);
  double time = 0.0;
  wire::ObjectRecord record;
  REQUIRE(client.entity("can", time, record));
  CHECK(time == 0.75);
  CHECK(record.name == "can");
  const World world = client.world();
  CHECK(world.time == 1.0);
  REQUIRE(world.find("can") != nullptr);
  CHECK(world.find("can")->number("x") == 1.0);
}

TEST_CASE("an answer that cannot be read throws and closes the connection") {
  std::string cut;
  wire::PacketWriter(cut, {wire::PacketType::get_entity_result}).finish();
  OneTimeServer server([&cut](int socket) {
    wire::Stream stream{::dup(socket)};
    while (stream.receive()) stream.send(cut);
  });
  BlockingClient client(server.place, kTimeout);
  CHECK_THROWS_WITH(client.time(), "the server sends an object that cannot be read");
  CHECK_FALSE(client.is_connected());
}

TEST_CASE("if the server does not answer in time, the connection is closed") {
  OneTimeServer server([](int socket) {
    wire::Stream stream{::dup(socket)};
    while (stream.receive()) {
    }
  });
  BlockingClient client(server.place, std::chrono::milliseconds(100));
  CHECK_THROWS_WITH(client.time(), "the server does not answer");
  CHECK_FALSE(client.is_connected());
  CHECK_THROWS_WITH(client.time(), "the connection is closed");
}

TEST_CASE("a server that sends much more than an answer causes an error") {
  OneTimeServer server([](int socket) {
    const std::string line = packet_of(wire::LogMsg{2, std::string(65'000, 'x')});
    while (send_to(socket, line)) {
    }
  });
  BlockingClient client(server.place, kTimeout, {}, "there");
  CHECK_THROWS_WITH(client.time(), "there: the server sends more than an answer");
}

TEST_CASE("single octets with pauses do not extend the timeout of an answer") {
  OneTimeServer server([](int socket) {
    for (const char octet : std::string_view("\0\x02\xff\xff", 4)) send_to(socket, {&octet, 1});
    while (send_to(socket, "x")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  BlockingClient client(server.place, std::chrono::milliseconds(50));
  CHECK_THROWS_WITH(client.world(), "the server does not answer");
}

TEST_CASE("an answer that arrives slowly fails after a few timeouts in all") {
  // Each octet is early enough, and the whole answer comes after 15 timeouts.
  constexpr std::chrono::milliseconds kAnswerTimeout(200);
  const std::string answer = packet_of(wire::LogMsg{2, std::string(30, 'x')}) + no_entity(0.5);
  OneTimeServer server([&](int socket) {
    for (std::size_t i = 0; i < 30; ++i) {
      if (!send_to(socket, answer.substr(i, 1))) return;
      std::this_thread::sleep_for(kAnswerTimeout / 2);
    }
    wire::Stream stream{::dup(socket)};
    stream.send(answer.substr(30));
    stream.receive();
  });
  BlockingClient client(server.place, kAnswerTimeout);
  CHECK_THROWS_WITH(client.time(), "the server does not answer");
}
