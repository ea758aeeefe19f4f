// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/effectors/init_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {
constexpr double kRadius = 0.22;
/// The start place number `place` of a side on the 104 × 68 m field (behaviour 3.2).
Vec3 start_place(Side side, int place) {
  const double x = 52 - 2 * kRadius;
  return {side == Side::left ? -x : x, 34 - 2 * kRadius - 3 * kRadius * place, kRadius};
}
void check_at(const AgentState& player, Vec3 place) {
  CHECK(player.body().position().x == Approx(place.x));
  CHECK(player.body().position().y == Approx(place.y));
  CHECK(player.body().position().z == Approx(place.z));
}
}  // namespace

TEST_CASE("init: the first name becomes the left team, the second the right one") {
  SoccerFixture f;
  AgentState& a = f.add_agent({0, 0, 5});
  AgentState& b = f.add_agent({2, 0, 5});
  CHECK(a.side == Side::none);
  CHECK(a.unum == 0);
  CHECK(a.percept_name().empty());
  f.act(a, "(init (unum 7)(teamname RoboLog))");
  f.act(b, "(init (teamname other)(unum 0))");
  CHECK(a.side == Side::left);
  CHECK(a.unum == 7);
  CHECK(a.team_name == "RoboLog");
  CHECK(a.percept_name() == "Player");
  CHECK(a.game_block_due);
  CHECK(b.side == Side::right);
  CHECK(b.unum == 1);
  CHECK(f.game().roster().name(Side::left) == "RoboLog");
  CHECK(f.game().roster().name(Side::right) == "other");
  check_at(a, start_place(Side::left, 0));
  check_at(b, start_place(Side::right, 0));
}

TEST_CASE("init: a player is put at rest on the next start place") {
  SoccerFixture f;
  for (int i = 0; i < 4; ++i) {
    AgentState& player = f.add_agent({0, 3.0 * i, 5});
    f.step(3);
    CHECK(player.body().velocity().z < 0);
    f.act(player, "(init (unum 0)(teamname foo))");
    check_at(player, start_place(Side::left, i));
    CHECK(player.body().velocity() == Vec3{});
    CHECK(player.body().angular_velocity() == Vec3{});
  }
}

TEST_CASE("init: a number outside 1 to 11 means the next one, and fractions are cut off") {
  struct Case {
    const char* number;
    int expected;
  };
  // Whatever is no number from 1 to 11 counts as 0, "the next one"; numbers are read like atof and truncated.
  const auto [number, expected] =
      GENERATE(Case{"1", 1}, Case{"7.9", 7}, Case{"11", 11}, Case{"11.99", 11}, Case{"12", 1}, Case{"0", 1},
               Case{"-3", 1}, Case{"0.7", 1}, Case{"nan", 1}, Case{"inf", 1}, Case{"-inf", 1}, Case{"1e308", 1},
               Case{"1e-308", 1}, Case{"99999999999999999999", 1}, Case{"x", 1}, Case{"3x", 3}, Case{"0x0a", 10});
  CAPTURE(number);
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 1});
  f.act(player, fmt::format("(init (unum {})(teamname foo))", number));
  CHECK(player.side == Side::left);
  CHECK(player.unum == expected);
}

TEST_CASE("init: the number is optional, arguments come in any order, and the first of a kind counts") {
  struct Case {
    const char* text;
    int unum;
    const char* team;
  };
  const auto [text, unum, team] =
      GENERATE(Case{"(init (teamname a))", 1, "a"}, Case{"(init (teamname foo)(unum 7.9))", 7, "foo"},
               Case{"(init (unum 3)(unum 4)(teamname a)(teamname b))", 3, "a"},
               Case{"(init (unum)(teamname a))", 1, "a"}, Case{"(init (unum (4))(teamname a))", 1, "a"},
               Case{"(init 4 foo (teamname a))", 1, "a"}, Case{"(init (other 1)(unum 2 3)(teamname a b))", 2, "a"});
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 1});
  f.act(player, text);
  CHECK(player.side == Side::left);
  CHECK(player.unum == unum);
  CHECK(player.team_name == team);
}

TEST_CASE("init: a refused number leaves the agent without a team, but puts it on a start place") {
  SoccerFixture f;
  f.add_player(Side::left, 4, {-10, 0, kRadius});
  AgentState& late = f.add_agent({0, 0, 5});
  f.act(late, "(init (unum 4)(teamname foo))");
  CHECK(late.side == Side::none);
  CHECK(late.unum == 0);
  CHECK(late.percept_name().empty());
  CHECK_FALSE(late.game_block_due);
  check_at(late, start_place(Side::left, 1));
  CHECK(f.logged("number 4 of team 'foo' is taken by agent 0; ask for number 0 to get the next free one"));
  f.act(late, "(init (unum 5)(teamname foo))");
  CHECK(late.unum == 5);
  CHECK(late.game_block_due);
}

TEST_CASE("init: a third team is refused and its agents stay where they are") {
  SoccerFixture f;
  f.add_player(Side::left, 1, {-10, 0, kRadius});
  f.add_player(Side::right, 1, {10, 0, kRadius});
  AgentState& third = f.add_agent({3, 4, 5});
  f.step(3);
  const Vec3 velocity = third.body().velocity();
  const Vec3 position = third.body().position();
  f.act(third, "(init (unum 2)(teamname baz))");
  CHECK(third.side == Side::none);
  CHECK(third.body().position() == position);
  CHECK(third.body().velocity() == velocity);
  CHECK(f.logged("'baz' cannot join"));
}

TEST_CASE("init: team names that percepts cannot carry are refused") {
  const std::string bad = GENERATE(std::string("\"a b\""), "a\\(b", "a\\)", "\"a;b\"", "a\\\"b", "a\\'b", "a\\\\b",
                                   "\"a\tb\"", "\xc3\xa4", "\x01", "\x7f", std::string(65, 'x'));
  CAPTURE(bad);
  SoccerFixture f;
  AgentState& player = f.add_agent({3, 4, 5});
  f.act(player, "(init (unum 2)(teamname " + bad + "))");
  CHECK(player.side == Side::none);
  CHECK(f.game().roster().name(Side::left).empty());
  CHECK(player.body().position() == Vec3{3, 4, 5});
  CHECK(f.logged("no team can be called"));
  CHECK(f.logged("': a name has 1 to 64 printable ASCII characters, no blank and none of ()\"';\\"));
}

TEST_CASE("init: an init without a team name is refused and takes no number") {
  const std::string text = GENERATE(as<std::string>(), "(init (unum 1)(teamname \"\"))", "(init (unum 1))", "(init)",
                                    "(init (teamname))", "(init (teamname \"\")(unum 0))");
  CAPTURE(text);
  SoccerFixture f;
  f.add_player(Side::left, 5, {-10, 0, kRadius});
  AgentState& nameless = f.add_agent({3, 4, 5});
  f.act(nameless, text);
  CHECK(nameless.side == Side::none);
  CHECK(nameless.unum == 0);
  CHECK_FALSE(nameless.game_block_due);
  CHECK(nameless.body().position() == Vec3{3, 4, 5});
  CHECK(f.logged("no team can be called ''"));
  // The number of the team that comes second is still free.
  AgentState& right = f.add_agent({0, 0, 1});
  f.act(right, "(init (unum 1)(teamname bar))");
  CHECK(right.side == Side::right);
  CHECK(right.unum == 1);
  // A player that has a team keeps it.
  f.act(right, text);
  CHECK(right.side == Side::right);
  CHECK(right.unum == 1);
}

TEST_CASE("init: a plain atom of up to 64 characters is a valid team name, an empty text is not") {
  CHECK(is_team_name("!#$%&*+,-./09:<=>?@AZ[]^_`az{|}~"));
  CHECK(is_team_name(std::string(64, 'x')));
  CHECK_FALSE(is_team_name(""));
}

TEST_CASE("init: a second init changes the number and frees the old one, even during play") {
  SoccerFixture f;
  AgentState& a = f.add_player(Side::left, 3, {-10, 0, kRadius});
  AgentState& b = f.add_player(Side::left, 4, {-12, 0, kRadius});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  a.game_block_due = false;
  f.act(a, "(init (unum 9)(teamname foo))");
  CHECK(a.unum == 9);
  CHECK(a.game_block_due);
  check_at(a, start_place(Side::left, 2));
  f.act(b, "(init (unum 3)(teamname foo))");
  CHECK(b.unum == 3);
}

TEST_CASE("init: a refused second init leaves team and number unchanged") {
  SoccerFixture f;
  AgentState& a = f.add_player(Side::left, 3, {-10, 0, kRadius});
  f.add_player(Side::right, 5, {10, 0, kRadius});
  f.act(a, "(init (unum 5)(teamname bar))");
  CHECK(a.side == Side::left);
  CHECK(a.unum == 3);
  CHECK(a.team_name == "foo");
  f.act(a, "(init (unum 3)(teamname foo))");  // its own number is taken, too
  CHECK(a.unum == 3);
  CHECK(f.logged("number 3 of team 'foo' is taken by this agent itself"));
}

TEST_CASE("init: a team has eleven players, and a twelfth is refused") {
  SoccerFixture f;
  for (int i = 1; i <= 11; ++i) CHECK(f.add_player(Side::left, 0, {-30.0 + i, 0, kRadius}).unum == i);
  AgentState& twelfth = f.add_agent({0, 0, 1});
  f.act(twelfth, "(init (teamname foo))");
  CHECK(twelfth.side == Side::none);
  CHECK(f.logged("team 'foo' is full, it has 11 players"));
}

TEST_CASE("init: start places repeat, so that no number of inits puts a player outside the field") {
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 5});
  for (int i = 0; i < 500; ++i) {
    f.act(player, "(init (teamname foo))");
    REQUIRE(std::abs(player.body().position().y) <= 34);
  }
}

TEST_CASE("init: an agent of one type cannot join under the name of the other type, and gets the reason") {
  SoccerFixture f;
  f.game().roster().set_contestants({"foo", "bar"});
  AgentState& impostor = f.add_agent({3, 4, 5});
  AgentState& real = f.add_agent({5, 4, 5});
  impostor.agent().set_type("bar");
  real.agent().set_type("foo");
  const std::string why = "the team name 'foo' belongs to agent type 'foo', agents of type 'bar' cannot use it";
  f.act(impostor, "(init (unum 1)(teamname foo))");
  CHECK(impostor.side == Side::none);
  CHECK(impostor.body().position() == Vec3{3, 4, 5});
  CHECK(f.logged("(init ...): " + why));
  CHECK(f.game().refusal_of(impostor.agent()) == why);
  f.act(real, "(init (unum 1)(teamname foo))");
  CHECK(real.unum == 1);
  CHECK(f.game().refusal_of(real.agent()).empty());
  f.act(impostor, "(init (unum 1)(teamname bar))");
  CHECK(impostor.side == Side::right);
  CHECK(f.game().refusal_of(impostor.agent()).empty());
}

TEST_CASE("if both teams have the same name, players see their opponents under another name") {
  SoccerFixture f;
  f.game().roster().set_contestants({"a", "b"});
  std::vector<AgentState*> players;
  for (const char* type : {"a", "a", "b"}) {
    AgentState& player = f.add_agent({0, 0, 5});
    player.agent().set_type(type);
    f.act(player, "(init (unum 0)(teamname twins))");
    f.place(player, {-10 + 5.0 * static_cast<double>(players.size()), 0, kRadius});
    players.push_back(&player);
  }
  const std::string seen_by_left = f.sense(*players.front());
  CHECK_THAT(seen_by_left,
             Catch::Contains("(Player (team twins) (id 2)") && Catch::Contains("(Player (team twins_2) (id 1)"));
  const std::string seen_by_right = f.sense(*players.back());
  CHECK_THAT(seen_by_right,
             Catch::Contains("(Player (team twins_2) (id 1)") && Catch::Contains("(Player (team twins_2) (id 2)"));
}

TEST_CASE("init: common mistakes of beginners are accepted, and the log says what is ignored") {
  SoccerFixture f;
  AgentState& a = f.add_agent({0, 0, 5});
  f.act(a, "(init (unumm 7)(teamname my))");
  CHECK(a.unum == 1);
  CHECK(f.logged("(init ...): (unumm 7) is unknown and ignored; did you mean (unum ...)?"));
  AgentState& b = f.add_agent({2, 0, 5});
  f.act(b, "(init (unum 0)(teamname my team))");
  CHECK(b.team_name == "my");
  CHECK(b.unum == 2);
  CHECK(f.logged("(init ...): in (teamname my team) only 'my' is used, as a value cannot contain blanks"));
  CHECK(a.agent().complaints() == 0);
  CHECK(b.agent().complaints() == 0);
}
