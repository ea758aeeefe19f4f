// SPDX-License-Identifier: Apache-2.0
// Kicks in frames (behaviour 8.4); none unless MonitorKicks is true.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/monitor_fixture.h"

using namespace soccer;
using soccer::test::MonitorFixture;

namespace {

struct KickFixture : MonitorFixture {
  explicit KickFixture(bool shown = true) : MonitorFixture({{"MonitorKicks", shown}}) { frame(); }
  /// A player at the ball.
  AgentState& add(Side side, int unum, double y) {
    return add_player(side, unum, {side == Side::left ? -0.36 : 0.36, y, 0.22});
  }
  std::string kicks() {
    const std::string line = frame();
    const auto begin = line.find("(kicks");
    return begin == line.npos ? "" : line.substr(begin, line.find("))", begin) + 2 - begin);
  }
};

}  // namespace

TEST_CASE("frames have no kicks by default") {
  KickFixture f(false);
  CHECK(f.header().find("MonitorKicks") == std::string::npos);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  AgentState& player = f.add(Side::left, 3, 0);
  f.place_ball(0, 0);
  f.step();
  f.act(player, "(kick 0 20)");
  f.step(15);
  CHECK(f.kicks().empty());
}

TEST_CASE("with MonitorKicks each new kick and each placement of the ball is in one frame") {
  KickFixture f;
  CHECK(f.header().find(")(MonitorKicks 1)(play_modes ") != std::string::npos);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  AgentState& left = f.add(Side::left, 3, 0);
  AgentState& right = f.add(Side::right, 10, 0);
  f.place_ball(0, 0);
  f.step();
  f.frame();
  f.act(left, "(kick 0 20)");
  f.act(left, "(kick 0 20)");  // his first one is still acting
  f.act(right, "(kick 0 20)");
  f.step(15);
  CHECK(f.kicks() == "(kicks(1 3 0.01)(2 10 0.01))");
  f.step(15);
  CHECK(f.kicks().empty());
  f.command("trainer", "(ball (pos 10 0 0.111))");
  f.step(15);
  CHECK(f.kicks() == "(kicks(0 0 0.31))");
  for (int i = 0; i < 15; ++i) {
    f.command("trainer", "(ball (pos 10 0 0.111))");
    f.step();
  }
  CHECK(f.kicks() == "(kicks(0 0 0.46))");
}

TEST_CASE("a header for a new monitor does not make frames repeat kicks") {
  KickFixture f;
  f.game().set_play_mode(PlayMode{Phase::play_on});
  AgentState& player = f.add(Side::left, 3, 0);
  f.place_ball(0, 0);
  f.step();
  f.frame();
  f.act(player, "(kick 0 20)");
  f.step(15);
  CHECK_FALSE(f.kicks().empty());
  f.header();
  CHECK(f.kicks().empty());
}

TEST_CASE("a connection that subscribes gets no kicks from before its subscription") {
  KickFixture f;
  f.game().set_play_mode(PlayMode{Phase::play_on});
  AgentState& player = f.add(Side::left, 3, 0);
  f.place_ball(0, 0);
  f.step();
  f.act(player, "(kick 0 20)");
  f.step(15);
  const auto feed = f.monitor().open_feed({.velocities = true});
  std::string line;
  feed->frame(line);
  CHECK(line.find("(kicks") == line.npos);
  f.command("trainer", "(ball (pos 10 0 0.111))");
  f.step();
  feed->frame(line);
  CHECK(line.find("(kicks(0 0 0.16))") != line.npos);
}

TEST_CASE("a frame lists at most 64 kicks") {
  KickFixture f;
  f.game().set_play_mode(PlayMode{Phase::play_on});
  for (int i = 0; i < 70; ++i) {
    f.command("trainer", "(ball (pos 10 0 0.111))");
    f.step(2);
  }
  const std::string listed = f.kicks();
  CHECK(std::count(listed.begin(), listed.end(), '(') == 65);
}
