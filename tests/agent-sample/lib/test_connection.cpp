// SPDX-License-Identifier: Apache-2.0
// The sample's end of its pipes, in a separate process, because they have the numbers 3 and 4.
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "agent-sample/lib/connection.h"

namespace {

std::string framed(const std::string& text) {
  std::string frame;
  for (int shift = 24; shift >= 0; shift -= 8) frame += static_cast<char>(text.size() >> shift & 0xff);
  return frame + text;
}

void move(int from, int to) {
  ::dup2(from, to);
  ::close(from);
}

/// Sends back each message after an E, until the other end is closed.
[[noreturn]] void echo(int from, int to) {
  move(from, 10);
  move(to, 11);
  move(10, 3);
  move(11, 4);
  rcss3d::agent::Connection server;
  for (auto message = server.receive(); !message.empty(); message = server.receive()) {
    server.send('E', message);
    if (!server.flush()) break;
  }
  std::_Exit(0);
}

class Echo {
 public:
  Echo() {
    int there[2], back[2];
    REQUIRE(::pipe(there) == 0);
    REQUIRE(::pipe(back) == 0);
    process_ = ::fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      ::close(there[1]);
      ::close(back[0]);
      echo(there[0], back[1]);
    }
    ::close(there[0]);
    ::close(back[1]);
    to_ = there[1];
    from_ = back[0];
  }
  ~Echo() {
    end();
    ::close(from_);
    ::waitpid(process_, nullptr, 0);
  }
  void say(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(to_, bytes.data(), bytes.size());
      REQUIRE(count > 0);
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  std::string hear(std::size_t bytes) {
    std::string text;
    char buffer[4096];
    while (text.size() < bytes) {
      const ssize_t count = ::read(from_, buffer, std::min(sizeof buffer, bytes - text.size()));
      if (count <= 0) break;
      text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
  }
  void end() {
    if (to_ >= 0) ::close(to_);
    to_ = -1;
  }

 private:
  pid_t process_;
  int to_, from_;
};

void check_echo(Echo& echo, const std::string& text) {
  const std::string answer = framed("E" + text);
  echo.say(framed(text));
  CHECK(echo.hear(answer.size()) == answer);
}

}  // namespace

TEST_CASE("several messages that arrive at once are received one by one") {
  Echo echo;
  echo.say(framed("D") + framed("S1 2 (x)") + framed("S3 4 (y)"));
  const std::string answer = framed("ED") + framed("ES1 2 (x)") + framed("ES3 4 (y)");
  CHECK(echo.hear(answer.size()) == answer);
  echo.end();
  CHECK(echo.hear(1).empty());
}

TEST_CASE("a message that arrives byte by byte is received whole") {
  Echo echo;
  for (const char byte : framed("S1 2 (Vision)") + framed("T5")) echo.say({&byte, 1});
  const std::string answer = framed("ES1 2 (Vision)") + framed("ET5");
  CHECK(echo.hear(answer.size()) == answer);
}

TEST_CASE("messages of any length are received, including those larger than the read buffer") {
  Echo echo;
  for (const std::size_t length : {1, 16379, 16380, 16381, 40000, 3, 60000, 16384, 1, 20000}) {
    CAPTURE(length);
    check_echo(echo, std::string(length, static_cast<char>('a' + length % 26)));
  }
  // The end of a first message together with the beginning of a second that is larger than the rest of the buffer.
  const std::string small(16000, 's'), large(30000, 'l');
  const std::string both = framed(small) + framed(large);
  echo.say(both.substr(0, 16200));
  CHECK(echo.hear(small.size() + 5) == framed("E" + small));
  echo.say(both.substr(16200));
  CHECK(echo.hear(large.size() + 5) == framed("E" + large));
}

TEST_CASE("an impossible length or an incomplete message ends the connection") {
  for (const std::string& bytes :
       {std::string("\x7f\0\0\0abc", 7), framed("half").substr(0, 6), std::string("\0\0", 2)}) {
    Echo echo;
    echo.say(framed("D") + bytes);
    CHECK(echo.hear(framed("ED").size()) == framed("ED"));
    echo.end();
    CHECK(echo.hear(1).empty());
  }
}

TEST_CASE("a message that is too long ends the connection at once") {
  Echo echo;
  echo.say(std::string("\0\x10\0\1", 4));
  CHECK(echo.hear(1).empty());
}

namespace {

/// A port of this machine at which no one listens until `listen`.
class Listener {
 public:
  Listener() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port = ntohs(address.sin_port);
  }
  ~Listener() {
    if (peer_ >= 0) ::close(peer_);
    ::close(socket_);
  }
  void listen() const { REQUIRE(::listen(socket_, 1) == 0); }
  void accept() {
    peer_ = ::accept(socket_, nullptr, nullptr);
    REQUIRE(peer_ >= 0);
  }
  void say(const std::string& bytes) const {
    REQUIRE(::write(peer_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  std::string hear(std::size_t bytes) const {
    std::string text(bytes, ' ');
    const ssize_t count = ::recv(peer_, text.data(), bytes, MSG_WAITALL);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }
  void hang_up() const { ::shutdown(peer_, SHUT_WR); }

  int port = 0;

 private:
  int socket_, peer_ = -1;
};

std::unique_ptr<rcss3d::agent::Connection> connect_to(int port, double timeout, std::string& error) {
  return rcss3d::agent::Connection::connect("127.0.0.1", port, timeout, error);
}

}  // namespace

TEST_CASE("over TCP each sensation is answered by one message of acts, without letters of the protocol") {
  Listener server;
  server.listen();
  std::string error;
  const auto connection = connect_to(server.port, 10, error);
  REQUIRE(connection);
  server.accept();
  CHECK_FALSE(connection->has_letters());

  server.say(framed("(time (now 0))"));
  CHECK(connection->receive() == "(time (now 0))");
  connection->send('I');
  connection->send('A', "(create)");
  connection->send('A', "(say x)");
  connection->send('R', "12");
  connection->send('V', "(line)");
  connection->send('D');
  CHECK(connection->flush());
  const std::string answer = framed("(create)(say x)");
  CHECK(server.hear(answer.size()) == answer);

  connection->send('D');  // an answer without acts is an answer, too
  CHECK(connection->flush());
  CHECK(server.hear(4) == framed(""));

  server.hang_up();
  CHECK(connection->receive().empty());
}

TEST_CASE("an agent that connects before the server listens tries again") {
  Listener server;
  std::string error, late_error;
  CHECK_FALSE(connect_to(server.port, 0, error));
  CHECK(error == "no server at 127.0.0.1:" + std::to_string(server.port) + ": Connection refused");
  std::unique_ptr<rcss3d::agent::Connection> connection;
  std::thread agent([&] { connection = connect_to(server.port, 60, late_error); });
  server.listen();
  server.accept();
  agent.join();
  REQUIRE(connection);
  server.say(framed("(time (now 0))"));
  CHECK(connection->receive() == "(time (now 0))");
}

TEST_CASE("an unknown host is an error at once") {
  std::string error;
  CHECK_FALSE(rcss3d::agent::Connection::connect("no such host", 1, 60, error));
  CHECK(error.starts_with("host no such host: "));
}
