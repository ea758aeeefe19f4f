// SPDX-License-Identifier: Apache-2.0
// The rules of play that 0.5.2 did not have (behaviour 7.12), beside their scenarios: lots, resets, changes of sides,
// and settings at their borders.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "spark/core/state_hash.h"
#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using soccer::test::SoccerFixture;

namespace {

/// All rules of play, with limits that a match meets now and then.
const SoccerFixture::Variables kAllRules = {
    {"DoubleTouch", true}, {"IndirectKicks", std::string("kick-off,kick-in,free")},
    {"BackPass", true},    {"StuckBallTime", 15.0},
    {"CrowdTime", 1.0},    {"ChargeSpeed", 1.0}};

std::uint64_t hash_of_random_numbers(const spark::Core& core) {
  spark::StateHash hash;
  core.random.add_to(hash);
  return hash.value();
}

/// The number of the player that is sent away, of three that have reached the ball at the same time.
int sent_away(std::uint64_t seed) {
  RefereeFixture f(seed, {{"CrowdTime", 1.0}});
  f.add_player(Side::right, 9, {0.5, 0, 0.22});
  std::vector<AgentState*> mates = {&f.add_player(Side::left, 2, {-0.5, 0, 0.22}),
                                    &f.add_player(Side::left, 3, {0, 0.5, 0.22}),
                                    &f.add_player(Side::left, 4, {0, -0.5, 0.22})};
  f.place_ball(0, 0);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.step(150);
  int away = 0;
  for (const AgentState* mate : mates)
    if (length(mate->body().position()) > 5) away = away == 0 ? mate->unum : -1;
  return away;
}

/// A left player has taken a kick-in, and another one is its mate.
struct KickIn : RefereeFixture {
  explicit KickIn(const Variables& variables) : RefereeFixture(1, variables) {
    step();
    game().set_play_mode(PlayMode{Phase::kick_in, Side::left});
    step(110);
    touch(taker);
    REQUIRE(mode() == PlayMode{Phase::play_on});
    place_ball(0, 0);
    step(20);
  }
  AgentState& taker = add_player(Side::left, 2, {-30, 0, 0.22});
  AgentState& mate = add_player(Side::left, 3, {-30, 5, 0.22});
};

}  // namespace

TEST_CASE("if several players join a crowd at once, one is moved away by lot, always the same for a seed") {
  std::set<int> seen;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const int away = sent_away(seed);
    CAPTURE(seed, away);
    CHECK(away >= 2);
    CHECK(sent_away(seed) == away);
    seen.insert(away);
  }
  CHECK(seen == std::set<int>{2, 3, 4});
}

TEST_CASE("rules of play draw no random numbers until they move a player") {
  RefereeFixture f(1, kAllRules);
  f.add_player(Side::left, 2, {-0.5, 0, 0.22});
  f.add_player(Side::left, 3, {0, 0.5, 0.22});
  f.add_player(Side::right, 4, {0.5, 0, 0.22});
  f.place_ball(0, 0);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  const std::uint64_t before = hash_of_random_numbers(f.core);
  f.step(1450);
  CHECK(f.mode() == PlayMode{Phase::play_on});
  CHECK(hash_of_random_numbers(f.core) == before);
  f.step(100);  // stuck
  CHECK(hash_of_random_numbers(f.core) != before);
}

TEST_CASE("a reset, a change of sides and a mode set by a trainer make the referee forget a restart") {
  KickIn f({{"DoubleTouch", true}});
  SECTION("without any of them a second touch is an offence") {
    f.touch(f.taker);
    CHECK(f.mode() == PlayMode{Phase::free_kick, Side::right});
    CHECK(f.referee().is_indirect());
    return;
  }
  SECTION("reset") {
    f.game().restart();
    f.ball_state().restart();
    f.referee().restart();
    f.referee().set_play_mode({Phase::play_on});
  }
  SECTION("change of sides") {
    f.referee().change_sides();
  }
  SECTION("mode set twice between two steps") {
    f.referee().set_play_mode({Phase::corner_kick, Side::left});
    f.referee().set_play_mode({Phase::play_on});
  }
  f.touch(f.taker);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("a free kick that a trainer sets in place of one for an offence is a direct one") {
  KickIn f({{"DoubleTouch", true}});
  f.touch(f.taker);
  REQUIRE(f.referee().is_indirect());
  f.referee().set_play_mode({Phase::free_kick, Side::left});
  CHECK_FALSE(f.referee().is_indirect());
  f.step(110);
  AgentState& other = f.add_player(Side::right, 5, {30, 0, 0.22});
  f.touch(other);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("IndirectKicks determines which restarts are indirect") {
  const char* setting = GENERATE("none", "kick-off", "kick-in", "free", "kick-off,free", "kick-off,kick-in,free");
  RefereeFixture f(1, {{"IndirectKicks", std::string(setting)}});
  const std::string_view text = setting;
  const auto names = [&](std::string_view kind) { return text.find(kind) != text.npos; };
  const auto is_indirect = [&](Phase phase) {
    const Side side = phase == Phase::play_on ? Side::none : Side::right;
    f.referee().set_play_mode({phase, side});
    return f.referee().is_indirect();
  };
  CHECK(is_indirect(Phase::kick_off) == names("kick-off"));
  CHECK(is_indirect(Phase::kick_in) == names("kick-in"));
  CHECK(is_indirect(Phase::free_kick) == names("free"));
  CHECK(is_indirect(Phase::offside) == names("free"));
  CHECK_FALSE(is_indirect(Phase::corner_kick));
  CHECK_FALSE(is_indirect(Phase::goal_kick));
  CHECK_FALSE(is_indirect(Phase::play_on));
}

TEST_CASE("all touches by team players in a step are recorded, and the last touch of each side") {
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-20, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 5, {20, 0, 0.22});
  AgentState& none = f.add_agent({0, 20, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.place(left, {-0.3, 0, 0.22});
  f.place(right, {0.3, 0, 0.22});
  f.place(none, {0, 0.3, 0.22});
  f.step();
  REQUIRE(f.ball_state().touches().size() == 2);
  CHECK(f.ball_state().last_touch_of(Side::left).unum == 1);
  CHECK(f.ball_state().last_touch_of(Side::right).unum == 5);
  CHECK(f.ball_state().last_touch_of(Side::right).time == f.game().time());

  f.referee().change_sides();
  CHECK(f.ball_state().last_touch_of(Side::right).unum == 1);
  CHECK(f.ball_state().last_touch_of(Side::right).side == Side::right);
  CHECK(f.ball_state().last_touch_of(Side::left).unum == 5);
}

TEST_CASE("a catch is recorded in its step, and only if it succeeds") {
  RefereeFixture f;
  AgentState& keeper = f.add_player(Side::left, 1, {-50, 0, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(-30, 0);
  f.step();
  f.act(keeper, "(catch)");
  f.step();
  CHECK(f.ball_state().last_catch().agent == -1);
  f.place_ball(-49.5, 0);
  f.act(keeper, "(catch)");
  f.step();
  CHECK(f.ball_state().last_catch().unum == 1);
  CHECK(f.ball_state().last_catch().time == f.game().time());
  REQUIRE(f.ball_state().touches().size() == 1);
  CHECK(f.ball_state().touches().front().unum == 1);
  f.step();
  CHECK(f.ball_state().last_catch().time < f.game().time());
  CHECK(f.ball_state().touches().empty());
}

TEST_CASE("with settings at their limits, on small and large fields, all players stay inside the walls") {
  struct Size {
    double length, width;
  };
  const Size size = GENERATE(Size{20, 10}, Size{200, 100});
  const bool largest = GENERATE(false, true);
  SoccerFixture::Variables variables = kAllRules;
  for (const auto& [name, small, large] :
       std::initializer_list<std::tuple<const char*, double, double>>{{"DoubleTouchGap", 0.0, 60.0},
                                                                      {"StuckBallTime", 1e-9, 3600.0},
                                                                      {"StuckBallRadius", 0.01, 100.0},
                                                                      {"CrowdTime", 1e-9, 3600.0},
                                                                      {"CrowdMates", 1.0, 11.0},
                                                                      {"CrowdRadius", 0.05, 100.0},
                                                                      {"ChargeSpeed", 1e-9, 1000.0},
                                                                      {"FieldLength", size.length, size.length},
                                                                      {"FieldWidth", size.width, size.width}}) {
    std::erase_if(variables, [&, &setting = name](const auto& variable) { return variable.first == setting; });
    variables.emplace_back(name, largest ? large : small);
  }
  RefereeFixture f(1, variables);
  std::vector<AgentState*> players;
  for (const Side side : {Side::left, Side::right})
    for (int unum = 1; unum <= 5; ++unum)
      players.push_back(&f.add_player(side, unum, {(side == Side::left ? -1.0 : 1.0) * unum, unum - 3.0, 0.22}));
  f.game().set_play_mode(PlayMode{Phase::play_on});
  for (int i = 0; i < 600; ++i) {
    if (i % 100 == 0) f.touch(*players[static_cast<std::size_t>(i / 100)]);
    for (const AgentState* player : players)
      f.act(*player, i % 2 == 0 ? "(drive 100 30 0)" : "(drive -100 20 0)(kick 20 60)");
    f.step();
    for (const AgentState* player : players) {
      const spark::Vec3 at = player->body().position();
      REQUIRE(std::abs(at.x) <= size.length / 2 + 5);
      REQUIRE(std::abs(at.y) <= size.width / 2 + 5);
    }
  }
  CHECK(f.log_lines().empty());
}
