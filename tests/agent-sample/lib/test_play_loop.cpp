// SPDX-License-Identifier: Apache-2.0
// A whole agent on its pipes, in a separate process, because they have the numbers 3 and 4.
#include "agent-sample/lib/play_loop.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <utility>

namespace {

using namespace rcss3d::agent;

constexpr const char* kConstants =
    "(GameState (unum 4) (team left) (FieldLength 40) (FieldWidth 20) (GoalWidth 4) (time 0) (playmode PlayOn))";

/// Drives, and kicks three and nineteen steps later.
[[noreturn]] void play_on(int from, int to) {
  ::dup2(from, 10);
  ::dup2(to, 11);
  ::dup2(10, 3);
  ::dup2(11, 4);
  for (int descriptor = 5; descriptor < 64; ++descriptor) ::close(descriptor);
  Connection server;
  Drawing drawing;
  const auto decide = [](const World&, Acts& acts, Drawing&) {
    acts.drive({1, 0}).after(3).kick(0, 100).after(19).kick(10, 50);
  };
  play(server, {"us", 4, 0}, decide, drawing);
  std::_Exit(7);
}

class Agent {
 public:
  Agent() {
    int there[2], back[2];
    REQUIRE(::pipe(there) == 0);
    REQUIRE(::pipe(back) == 0);
    process_ = ::fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) play_on(there[0], back[1]);
    ::close(there[0]);
    ::close(back[1]);
    to_ = there[1];
    from_ = back[0];
  }
  ~Agent() {
    ::close(to_);
    ::close(from_);
    if (process_ > 0) ::waitpid(process_, nullptr, 0);
  }
  void say(const std::string& text) const {
    std::string frame;
    for (int shift = 24; shift >= 0; shift -= 8) frame += static_cast<char>(text.size() >> shift & 0xff);
    frame += text;
    REQUIRE(::write(to_, frame.data(), frame.size()) == static_cast<ssize_t>(frame.size()));
  }
  /// The next message.
  std::string hear() const {
    unsigned char head[4];
    REQUIRE(read_all(head, sizeof head));
    const std::size_t length = static_cast<std::size_t>(head[2]) << 8 | head[3];
    std::string text(length, ' ');
    REQUIRE(read_all(text.data(), length));
    return text;
  }
  /// The messages up to the D that ends a cycle, without the D, joined by blanks.
  std::string cycle() const {
    std::string all;
    for (std::string text = hear(); text != "D"; text = hear()) all += (all.empty() ? "" : " ") + text;
    return all;
  }
  int end() {
    int status = 0;
    ::waitpid(std::exchange(process_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  bool read_all(void* to, std::size_t count) const {
    for (auto* at = static_cast<char*>(to); count > 0;) {
      const ssize_t got = ::read(from_, at, count);
      if (got <= 0) return false;
      at += got;
      count -= static_cast<std::size_t>(got);
    }
    return true;
  }

  pid_t process_;
  int to_, from_;
};

}  // namespace

TEST_CASE("an agent joins the game, answers sensations, and is woken for acts between them") {
  Agent agent;
  agent.say("D");
  CHECK(agent.hear() == "I");
  agent.say("S1 11 ");
  CHECK(agent.cycle() == "A(create)");
  agent.say("S21 31 ");
  CHECK(agent.cycle() == "A(init (unum 4)(teamname us))");
  agent.say("S41 51 (Vision )(GameState (time 0) (playmode BeforeKickOff))");
  CHECK(agent.cycle().empty());
  agent.say(std::string("S61 71 (Vision )") + kConstants);
  CHECK(agent.cycle() == "A(drive 100.00 0.00 0.00) R74 R90");
  agent.say("K1");  // it ignores thinking times
  agent.say("T74");
  CHECK(agent.cycle() == "A(kick 0.00 100.00)");
  agent.say("T90");
  CHECK(agent.cycle() == "A(kick 10.00 50.00)");
  agent.say("S81 91 (Vision )(GameState (time 0) (playmode PlayOn))");
  CHECK(agent.cycle() == "A(drive 100.00 0.00 0.00) R94 R110");
  for (const char* of_another_cycle : {"T74", "T111", "T999999", "T"}) {
    agent.say(of_another_cycle);
    CHECK(agent.cycle().empty());
  }
  agent.say("X");
  CHECK(agent.end() == 7);
}

TEST_CASE("an agent whose init was refused repeats it") {
  Agent agent;
  agent.say("S1 11 ");
  CHECK(agent.cycle() == "A(create)");
  int asked = 0;
  for (int i = 1; i <= 20; ++i) {
    agent.say("S" + std::to_string(1 + 20 * i) + " " + std::to_string(11 + 20 * i) +
              " (Vision )(GameState (time 0) (playmode BeforeKickOff))");
    const std::string answer = agent.cycle();
    if (answer.starts_with("A(init")) ++asked;
  }
  CHECK(asked == 2);
}
