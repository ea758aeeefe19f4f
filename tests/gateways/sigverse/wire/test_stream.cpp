// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <thread>

#include "gateways/sigverse/wire/connect.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/stream.h"
#include "tests/support/waiting.h"

using namespace sigverse::wire;
using What = Stream::What;

namespace {

constexpr Stream::Timeout kSoon{20}, kLong = kTimeout;

/// The two ends of a connection; the test's end is a plain descriptor.
struct Pair {
  int ends[2] = {-1, -1};
  Pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0); }
  ~Pair() { close(); }
  void close() {
    if (ends[1] >= 0) ::close(ends[1]);
    ends[1] = -1;
  }
  /// Asserts nothing, for other threads: Catch has no locks.
  bool try_send(std::string_view octets) const {
    return ::write(ends[1], octets.data(), octets.size()) == static_cast<ssize_t>(octets.size());
  }
  void send(std::string_view octets) const { REQUIRE(try_send(octets)); }
};

std::string entity_request(std::string_view name) {
  std::string out;
  append_packet(out, GetEntity{name});
  return out;
}

const std::string kTimeRequest("\0\x26\0\4", 4);

std::string left_in(int descriptor) {
  std::string octets(1000, '\0');
  const ssize_t got = ::recv(descriptor, octets.data(), octets.size(), MSG_PEEK | MSG_DONTWAIT);
  octets.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return octets;
}

}  // namespace

TEST_CASE("a stream takes one packet or request at a time, and leaves later octets unread") {
  Pair pair;
  Stream stream(pair.ends[0]);
  const std::string ball = entity_request("ball");
  pair.send(ball + kTimeRequest + ball + "ok");
  Stream::Received unit = stream.receive(kLong);
  CHECK(unit.what == What::packet);
  CHECK(unit.octets == ball);
  CHECK(left_in(stream.in()) == kTimeRequest + ball + "ok");
  unit = stream.receive(kLong);
  CHECK(unit.what == What::raw);
  CHECK(unit.octets == kTimeRequest);
  CHECK(left_in(stream.in()) == ball + "ok");
  CHECK(stream.receive(kLong).octets == ball);
  CHECK(left_in(stream.in()) == "ok");
  unit = stream.receive_octets(2, kLong);
  CHECK(unit.what == What::octets);
  CHECK(unit.octets == "ok");
}

TEST_CASE("after a part of a unit has arrived, requested octets begin with it") {
  Pair pair;
  Stream stream(pair.ends[0]);
  const std::string message("\0\2\0\x0bhi, you", 11);
  pair.send(message.substr(0, 9));
  CHECK(stream.receive(kSoon).what == What::timed_out);
  CHECK(stream.receive_octets(2, kLong).octets == message.substr(0, 2));
  CHECK(stream.receive_octets(2, kLong).octets == message.substr(2, 2));
  pair.send(message.substr(9) + kTimeRequest);
  CHECK(stream.receive_octets(7, kLong).octets == "hi, you");
  CHECK(stream.receive(kLong).octets == kTimeRequest);
}

TEST_CASE("a time limit applies to everything that is received, and can be set again") {
  Pair pair;
  Stream stream(pair.ends[0]);
  const std::string ball = entity_request("ball");
  std::atomic<bool> is_enough = false;
  std::thread dripping([&] {
    for (std::size_t i = 0; !is_enough && pair.try_send(std::string(1, i < ball.size() ? ball[i] : 'x')); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  // Octets arrive long before each timeout for silence.
  stream.limit(kSoon);
  CHECK(stream.receive_octets(1'000'000, kLong).what == What::timed_out);
  is_enough = true;
  dripping.join();
  stream.limit(Stream::kForever);
  pair.send(kTimeRequest);
  const auto came = stream.receive_octets(left_in(stream.in()).size(), kLong);
  CHECK(came.what == What::octets);
  // Without a limit, or with a distant one, only the timeout for silence applies.
  CHECK(stream.receive_octets(1'000'000, kSoon).what == What::timed_out);
  stream.limit(kLong);
  pair.send(kTimeRequest);
  CHECK(stream.receive_octets(1, kLong).what == What::octets);
  // The same with a timeout of 0; pending octets can be received.
  stream.limit(Stream::Timeout(0));
  pair.send(kTimeRequest);
  CHECK(stream.receive_octets(1, kLong).what == What::octets);
  CHECK(stream.receive_octets(1'000'000, kLong).what == What::timed_out);
}

TEST_CASE("a packet that arrives octet by octet is complete with its last one") {
  Pair pair;
  Stream stream(pair.ends[0]);
  const std::string ball = entity_request("ball");
  for (std::size_t i = 0; i + 1 != ball.size(); ++i) {
    pair.send(ball.substr(i, 1));
    CHECK(stream.receive(Stream::Timeout{0}).what == What::timed_out);
  }
  pair.send(ball.substr(ball.size() - 1));
  CHECK(stream.receive(kLong).octets == ball);
  pair.send("123");
  CHECK(stream.receive_octets(5, Stream::Timeout{0}).what == What::timed_out);
  pair.send("45");
  CHECK(stream.receive_octets(5, kLong).octets == "12345");
}

TEST_CASE("silence, the end, and an end in the middle of a packet are distinguished") {
  Pair pair;
  Stream stream(pair.ends[0]);
  CHECK(stream.receive(kSoon).what == What::timed_out);
  CHECK(stream.problem() == "the server does not answer");
  CHECK(stream.is_open());
  const std::string ball = entity_request("ball");
  SECTION("the end") {
    pair.send(ball);
    pair.close();
    CHECK(stream.receive(kLong));
    CHECK(stream.receive(kLong).what == What::ended);
    CHECK(stream.problem() == "the server has closed the connection");
  }
  SECTION("an end in the middle of a packet") {
    pair.send(ball.substr(0, 10));
    pair.close();
    CHECK(stream.receive(kLong).what == What::ended);
    CHECK(stream.problem() == "the server has closed the connection in the middle of a packet");
  }
  CHECK_FALSE(stream.is_open());
  CHECK(stream.receive(kLong).what == What::ended);
  CHECK_FALSE(stream.send(ball));
}

TEST_CASE("octets that are neither packet nor request break the stream for good") {
  Pair pair;
  Stream stream(pair.ends[0]);
  pair.send("HTTP/1.0 400 Bad Request\r\n");
  CHECK(stream.receive(kLong).what == What::broken);
  CHECK(stream.problem() == "received neither a packet nor a raw request");
  CHECK(stream.receive(kLong).what == What::broken);
}

TEST_CASE("all octets are sent, however little the peer reads at once") {
  Pair pair;
  Stream stream(pair.ends[0]);
  const int small = 1;
  ::setsockopt(pair.ends[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
  std::string sent;
  for (int i = 0; i != 3000; ++i) sent += entity_request("object_" + std::to_string(i));
  std::string got;
  std::thread reader([&] {
    char octets[777];
    for (ssize_t size = 1; got.size() < sent.size() && size > 0;) {
      size = ::read(pair.ends[1], octets, sizeof octets);
      if (size > 0) got.append(octets, static_cast<std::size_t>(size));
    }
  });
  CHECK(stream.send(sent, kLong));
  reader.join();
  CHECK((got == sent));
}

TEST_CASE("sending to a peer that does not read ends with the reason") {
  Pair pair;
  Stream stream(pair.ends[0]);
  SECTION("the peer reads nothing") {
    CHECK_FALSE(stream.send(std::string(10'000'000, 'x'), kSoon));
    CHECK(stream.problem() == "the server no longer reads");
  }
  SECTION("the peer has closed") {
    pair.close();
    CHECK_FALSE(stream.send("x", kSoon));
    CHECK(stream.problem() == "the server has closed the connection");
  }
  CHECK_FALSE(stream.is_open());
}

TEST_CASE("two pipes form a stream") {
  int to[2], from[2];
  REQUIRE(::pipe(to) == 0);
  REQUIRE(::pipe(from) == 0);
  Stream stream(from[0], to[1]);
  CHECK(stream.send("question", kLong));
  char octets[8];
  CHECK(::read(to[0], octets, 8) == 8);
  CHECK(std::string_view(octets, 8) == "question");
  REQUIRE(::write(from[1], kTimeRequest.data(), 4) == 4);
  Stream moved(std::move(stream));
  CHECK(moved.receive(kLong).octets == kTimeRequest);
  CHECK_FALSE(stream.is_open());  // NOLINT(bugprone-use-after-move): that is what is asked
  moved.close();
  CHECK(::read(to[0], octets, 8) == 0);
  ::close(to[0]);
  ::close(from[1]);
}

TEST_CASE("signals do not disturb a stream") {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  struct sigaction before {};
  REQUIRE(::sigaction(SIGUSR1, &action, &before) == 0);
  Pair pair;
  Stream stream(pair.ends[0]);
  std::atomic<bool> done{false};
  const pthread_t receiver = ::pthread_self();
  std::thread disturber([&] {
    for (int i = 0; i != 50; ++i) {
      ::pthread_kill(receiver, SIGUSR1);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    done = pair.try_send(kTimeRequest);
  });
  CHECK(stream.receive(kLong).octets == kTimeRequest);
  disturber.join();
  CHECK(done);
  ::sigaction(SIGUSR1, &before, nullptr);
}

TEST_CASE("a client connects over TCP, or gets the reason in one line") {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0);
  REQUIRE(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  const std::uint16_t port = ::ntohs(address.sin_port);
  std::string problem;
  // The port is bound, but no one listens yet.
  CHECK_FALSE(connect("127.0.0.1", port, kLong, problem));
  CHECK(problem == "cannot connect to 127.0.0.1:" + std::to_string(port) + ": Connection refused");
  REQUIRE(::listen(listener, 1) == 0);
  for (const char* host : {"127.0.0.1", "localhost"}) {
    std::optional<Stream> stream = connect(host, port, kLong, problem);
    REQUIRE(stream);
    const int accepted = ::accept(listener, nullptr, nullptr);
    CHECK((::fcntl(stream->in(), F_GETFD) & FD_CLOEXEC) != 0);
    CHECK(stream->send(kTimeRequest, kLong));
    char octets[4];
    CHECK(::read(accepted, octets, 4) == 4);
    ::close(accepted);
    CHECK(stream->receive(kLong).what == What::ended);
  }
  ::close(listener);
  CHECK_FALSE(connect("no host has a name like this", port, kLong, problem));
  CHECK(problem.rfind("cannot find no host has a name like this: ", 0) == 0);
  CHECK(problem.find('\n') == std::string::npos);
}

TEST_CASE("a server is named by its host, with or without a port") {
  const auto read = [](std::string_view text) {
    const std::optional<Address> address = read_address(text);
    return address ? address->host + " " + std::to_string(address->port) : "none";
  };
  CHECK(read("localhost") == "localhost 9000");
  CHECK(read("10.0.0.1:9001") == "10.0.0.1 9001");
  CHECK(read("[::1]:9001") == "::1 9001");
  CHECK(read("[::1]") == "::1 9000");
  CHECK(read("::1") == "::1 9000");
  for (const char* wrong :
       {"", ":9000", "a:", "a:0", "a:65536", "a:-1", "a:90x", "a:b:9000", "[::1", "[::1]9000", "[]:1"})
    CHECK(read(wrong) == "none");
}

TEST_CASE("queued octets are sent while the stream waits for input") {
  Pair pair;
  Stream stream(pair.ends[0]);
  CHECK(stream.post("first"));
  CHECK(stream.unsent() == 0);
  CHECK(left_in(pair.ends[1]) == "first");
  const std::string large(3'000'000, 'x');
  REQUIRE(stream.post(large));
  REQUIRE(stream.post("last"));
  CHECK(stream.unsent() > 0);
  CHECK(stream.receive(kSoon).what == What::timed_out);
  std::atomic<bool> is_good = false;
  std::thread server([&] {
    std::string all;
    std::string some(100'000, '\0');
    while (all.size() < 5 + large.size() + 4) {
      const ssize_t got = ::read(pair.ends[1], some.data(), some.size());
      if (got <= 0) return;
      all.append(some, 0, static_cast<std::size_t>(got));
    }
    is_good = all == "first" + large + "last" && pair.try_send(kTimeRequest);
  });
  CHECK(stream.receive(kLong).what == What::raw);
  server.join();
  CHECK(is_good);
  CHECK(stream.unsent() == 0);
}

TEST_CASE("a queue whose receiver does not read ends the stream") {
  Pair pair;
  Stream stream(pair.ends[0]);
  const std::string large(10 << 20, 'x');
  int queued = 0;
  while (queued < 20 && stream.post(large)) ++queued;
  CHECK(queued >= 3);
  CHECK(queued <= 5);
  CHECK_FALSE(stream.is_open());
  CHECK(stream.receive(kSoon).what == What::ended);
  CHECK(stream.problem() == "the server does not read fast enough");
}

TEST_CASE("a queue whose receiver closes ends the stream") {
  Pair pair;
  Stream stream(pair.ends[0]);
  REQUIRE(stream.post(std::string(3'000'000, 'x')));
  pair.close();
  CHECK(stream.receive(kLong).what == What::ended);
  CHECK_FALSE(stream.problem().empty());
  CHECK_FALSE(stream.post("more"));
}
