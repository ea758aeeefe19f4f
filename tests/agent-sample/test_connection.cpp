// SPDX-License-Identifier: Apache-2.0
// The sample's end of its pipes, in a process of its own, because they have the numbers 3 and 4.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "agent-sample/connection.h"

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

/// Sends back each message, behind an E, until the other end has gone.
[[noreturn]] void echo(int from, int to) {
  move(from, 10);
  move(to, 11);
  move(10, 3);
  move(11, 4);
  sample::Connection server;
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

TEST_CASE("several messages that come at once are received one by one") {
  Echo echo;
  echo.say(framed("D") + framed("S1 2 (x)") + framed("S3 4 (y)"));
  const std::string answer = framed("ED") + framed("ES1 2 (x)") + framed("ES3 4 (y)");
  CHECK(echo.hear(answer.size()) == answer);
  echo.end();
  CHECK(echo.hear(1).empty());
}

TEST_CASE("a message that comes byte by byte is received whole") {
  Echo echo;
  for (const char byte : framed("S1 2 (Vision)") + framed("T5")) echo.say({&byte, 1});
  const std::string answer = framed("ES1 2 (Vision)") + framed("ET5");
  CHECK(echo.hear(answer.size()) == answer);
}

TEST_CASE("messages of any length follow each other, larger than what is read at once, too") {
  Echo echo;
  for (const std::size_t length : {1, 16379, 16380, 16381, 40000, 3, 60000, 16384, 1, 20000}) {
    CAPTURE(length);
    check_echo(echo, std::string(length, static_cast<char>('a' + length % 26)));
  }
  // The end of the first and the beginning of a second that is larger than the room behind it.
  const std::string small(16000, 's'), large(30000, 'l');
  const std::string both = framed(small) + framed(large);
  echo.say(both.substr(0, 16200));
  CHECK(echo.hear(small.size() + 5) == framed("E" + small));
  echo.say(both.substr(16200));
  CHECK(echo.hear(large.size() + 5) == framed("E" + large));
}

TEST_CASE("a length that no message has ends the connection, and so does one that breaks off") {
  for (const std::string& bytes :
       {std::string("\x7f\0\0\0abc", 7), framed("half").substr(0, 6), std::string("\0\0", 2)}) {
    Echo echo;
    echo.say(framed("D") + bytes);
    CHECK(echo.hear(framed("ED").size()) == framed("ED"));
    echo.end();
    CHECK(echo.hear(1).empty());
  }
}

TEST_CASE("for a message that is too long nobody waits") {
  Echo echo;
  echo.say(std::string("\0\x10\0\1", 4));
  CHECK(echo.hear(1).empty());
}
