// SPDX-License-Identifier: Apache-2.0
// The rules that decide a match: second half, change of sides, extra time, shoot-out (behaviour 7.12).
#include <catch2/catch.hpp>
#include <set>

#include "soccer-plugin/shoot_out.h"
#include "spark/core/core.h"
#include "spark/scene/drawing_nodes.h"
#include "tests/soccer-plugin/monitor_fixture.h"

using namespace soccer;
using soccer::test::MonitorFixture;
using spark::Vec3;

namespace {

/// Resets all objects that have a state, as `(reset)` does.
void restart_all(MonitorFixture& f) {
  spark::visit_children_first(f.core.root(), [](spark::Leaf& leaf) { leaf.restart(); });
}

/// A match with short pauses that always gets a winner.
const MonitorFixture::Variables kQuick{{"RuleHalfTime", 4.0},
                                       {"ExtraHalfTime", 2.0},
                                       {"SecondHalfKickOff", std::string("other")},
                                       {"ChangeSides", true},
                                       {"ShootOut", 2},
                                       {"ShootOutTime", 1.0},
                                       {"AutomaticKickOff", true},
                                       {"WaitBeforeKickOff", 0.2},
                                       {"RuleKickInPauseTime", 0.1},
                                       {"RuleGoalPauseTime", 0.3},
                                       {"RuleDropBallTime", 1.5},
                                       {"GameOverEndTime", 0.5}};

MonitorFixture::Variables with(MonitorFixture::Variables variables, const MonitorFixture::Variables& others) {
  for (const auto& other : others) {
    std::erase_if(variables, [&](const auto& each) { return each.first == other.first; });
    variables.push_back(other);
  }
  return variables;
}

/// A shoot-out after these attempts, "+" for scored and "-" for missed; the left team begins.
ShootOut after(std::string_view attempts, int kicks) {
  ShootOut sheet(Side::left, kicks);
  for (const char attempt : attempts) sheet.end_attempt(sheet.next(), attempt == '+', 0);
  return sheet;
}

/// Ends every attempt of the shoot-out at once: the ball is out, or in the goal if `scores` returns true.
template <typename Scores>
void play_shoot_out(MonitorFixture& f, Scores scores, int max_steps = 100000) {
  for (int i = 0; i < max_steps && f.mode().phase == Phase::penalty_shoot; ++i) {
    const ShootOut& sheet = f.game().shoot_out();
    const double ahead = towards_goal_of(opponent(f.mode().side));
    const double line = f.config().field_length / 2;
    // The last attempt may still be shown.
    const bool is_free = std::abs(f.ball().body().position().x) < line &&
                         f.game().time() - f.game().last_mode_change() > f.config().kick_in_pause_time + 0.05;
    if (is_free) {
      f.place_ball(ahead * (line - 0.05), scores(f.mode().side, sheet) ? 2 : f.config().goal_width);
      f.ball().body().set_velocity({ahead * 20, 0, 0});
    }
    f.step();
  }
}

}  // namespace

TEST_CASE("a shoot-out is over as soon as the other team cannot draw level") {
  struct Row {
    const char* attempts;
    Side winner;
  };
  const auto [attempts, winner] =
      GENERATE(Row{"", Side::none}, Row{"+-+-+", Side::none}, Row{"+-+-+-", Side::left}, Row{"-+-+-", Side::none},
               Row{"-+-+-+", Side::right}, Row{"+-+-++-", Side::none}, Row{"+-+-++--", Side::left},
               Row{"+-++++-+++", Side::none}, Row{"+-++++-++-", Side::left}, Row{"++++++++++", Side::none},
               Row{"+++++++++++", Side::none}, Row{"++++++++++-+", Side::right}, Row{"----------+-", Side::left},
               Row{"++++++++++++", Side::none}, Row{"------------", Side::none});
  CAPTURE(attempts);
  CHECK(after(attempts, 5).winner() == winner);
  CHECK_FALSE(after(attempts, 5).needs_lot());
}

TEST_CASE("a shoot-out that is undecided after twenty extra pairs is decided by lot") {
  std::string attempts(2 * (3 + ShootOut::kMaxExtraPairs) - 1, '+');
  CHECK_FALSE(after(attempts, 3).needs_lot());
  attempts += '+';
  ShootOut sheet = after(attempts, 3);
  CHECK(sheet.needs_lot());
  CHECK(sheet.winner() == Side::none);
  sheet.set_lot(Side::right);
  CHECK_FALSE(sheet.needs_lot());
  CHECK(sheet.winner() == Side::right);
  CHECK(sheet.was_by_lot());
  attempts.back() = '-';
  CHECK(after(attempts, 3).winner() == Side::left);
}

TEST_CASE("an attempt that a trainer gives out of turn is made up for by the other side") {
  ShootOut sheet(Side::left, 3);
  sheet.end_attempt(Side::right, true, 0);
  sheet.end_attempt(Side::right, true, 0);
  CHECK(sheet.winner() == Side::none);
  CHECK(sheet.next() == Side::left);
  sheet.end_attempt(Side::left, true, 0);
  CHECK(sheet.next() == Side::left);
  sheet.end_attempt(Side::left, true, 0);
  CHECK(sheet.next() == Side::left);
}

TEST_CASE("without a player on either side the match still has a winner, by lot") {
  std::set<Side> winners;
  for (std::uint64_t seed = 1; seed <= 12 && winners.size() < 2; ++seed) {
    MonitorFixture f(with(kQuick, {{"SingleHalfTime", true}, {"RuleKickInPauseTime", 0.0}}), seed);
    f.step(4000);
    REQUIRE(f.mode() == PlayMode{Phase::game_over});
    CHECK(f.game().half() == 4);
    CHECK(f.game().shoot_out().attempts().size() == 2 * (2 + ShootOut::kMaxExtraPairs));
    CHECK(f.game().shoot_out().attempts().front().unum == 0);
    CHECK(f.game().shoot_out().was_by_lot());
    CHECK(f.game().winner() != Side::none);
    CHECK(f.game().finished());
    winners.insert(f.game().winner());
  }
  CHECK(winners.size() == 2);
}

TEST_CASE("shooters take turns from the highest number down, the goalkeeper only if it is alone") {
  MonitorFixture f({{"ShootOut", 6}});
  for (const int unum : {2, 7, 1, 5}) f.add_player(Side::left, unum, {-10, double(unum), 0.22});
  f.add_player(Side::right, 1, {10, 1, 0.22});
  REQUIRE(f.send("(shootOut Left)") == 0);
  CHECK(f.game().shoot_out().shooter() == 7);
  std::vector<int> left, right;
  play_shoot_out(f,
                 [](Side side, const ShootOut& sheet) { return side == Side::left && sheet.attempts().size() >= 10; });
  for (const PenaltyAttempt& attempt : f.game().shoot_out().attempts())
    (attempt.side == Side::left ? left : right).push_back(attempt.unum);
  CHECK(left == std::vector{7, 5, 2, 7, 5, 2});
  CHECK(right == std::vector{1, 1, 1, 1, 1, 1});
  CHECK(f.game().shoot_out().shooter() == 0);
}

TEST_CASE("after a shooter is lost, the team's next shooter is the next number") {
  MonitorFixture f({{"ShootOut", 3}});
  for (const int unum : {2, 7, 5}) f.add_player(Side::left, unum, {-10, double(unum), 0.22});
  REQUIRE(f.send("(shootOut Left)") == 0);
  f.step(120);
  f.disconnect(f.game().find_player(Side::left, 7)->agent());
  f.step(600);
  CHECK(f.mode() == PlayMode{Phase::penalty_shoot, Side::left});
  CHECK(f.game().shoot_out().shooter() == 5);
  REQUIRE(f.game().shoot_out().attempts().size() == 2);
  CHECK(f.game().shoot_out().attempts()[0].unum == 7);
  CHECK_FALSE(f.game().shoot_out().attempts()[0].scored);
}

TEST_CASE("an attempt is set up on every field, with players of every size") {
  struct Row {
    double length, width, radius, start, area, border;
  };
  const auto [length, width, radius, start, area, border] =
      GENERATE(Row{5, 5, 0.22, 7.3, 16.5, 1}, Row{20, 10, 0.22, 500, 0, 10}, Row{200, 100, 0.22, 0.1, 16.5, 10},
               Row{104, 68, 2, 0.1, 16.5, 1}, Row{104, 68, 0.22, 7.3, 0, 500});
  CAPTURE(length, radius, start, area);
  MonitorFixture f({{"FieldLength", length},
                    {"FieldWidth", width},
                    {"GoalWidth", width / 3},
                    {"AgentRadius", radius},
                    {"ShootOutStart", start},
                    {"PenaltyAreaDepth", area},
                    {"BorderSize", border},
                    {"ShootOut", 1}});
  AgentState& shooter = f.add_player(Side::left, 2, {-1, 0, radius});
  AgentState& keeper = f.add_player(Side::right, 1, {1, 0, radius});
  for (int unum = 3; unum <= 6; ++unum) f.add_player(Side::right, unum, {1, double(unum), radius});
  REQUIRE(f.send("(playMode PenaltyShoot_Left)") == 0);
  f.step(50);
  const Vec3 ball = f.ball().body().position();
  CHECK(ball.x >= 0);
  CHECK(ball.x < keeper.body().position().x - radius);
  CHECK(shooter.body().position().x < ball.x - radius);
  CHECK(keeper.body().position().x <= length / 2);
  f.step(70);
  CHECK(f.mode() == PlayMode{Phase::penalty_shoot, Side::left});  // the goalkeeper has not left an area of 0 m, either
  CHECK(f.game().shoot_out().attempts().empty());
  for (int i = 0; i < 20000 && f.mode().phase == Phase::penalty_shoot; ++i) {
    f.step();
    if (i % 300 == 0) f.place_ball(length, width), f.step();
  }
  CHECK(f.mode() == PlayMode{Phase::game_over});
}

TEST_CASE("a goalkeeper that joins during an attempt waits for the next one") {
  MonitorFixture f({{"ShootOut", 3}});
  f.add_player(Side::left, 2, {-1, 0, 0.22});
  f.add_player(Side::right, 2, {1, 0, 0.22});
  REQUIRE(f.send("(shootOut Left)") == 0);
  f.step(150);
  AgentState& keeper = f.add_player(Side::right, 1, {10, 3, 0.22});
  f.step(2);
  CHECK(keeper.body().position().y < -34);
  CHECK(f.game().shoot_out().score(Side::left) == 0);
  play_shoot_out(
      f, [](Side, const ShootOut&) { return false; }, 600);
  REQUIRE(f.send("(playMode PenaltyShoot_Left)") == 0);
  f.step(2);
  CHECK(keeper.body().position().x == Approx(52 - 0.22).margin(0.01));
}

TEST_CASE("a change of sides keeps each player's place in its own frame, and players and monitors are notified") {
  MonitorFixture f;
  AgentState& left = f.add_player(Side::left, 4, {-20, 10, 0.22});
  AgentState& right = f.add_player(Side::right, 4, {7, -3, 0.22});
  AgentState& spectator = f.add_agent({3, 3, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.game().add_goal(Side::left);
  f.step(2);
  f.sense(left), f.sense(right), f.frame();
  CHECK(f.sense(left).find("(unum ") == std::string::npos);
  CHECK(f.frame().find("(team_left ") == std::string::npos);

  const Vec3 left_at = left.body().position(), right_at = right.body().position();
  const auto opposite = [](const Vec3& at) { return Vec3{-at.x, -at.y, at.z}; };
  REQUIRE(f.send("(changeSides)") == 0);
  CHECK(f.game().sides_changed());
  CHECK(f.game().home() == Side::right);
  CHECK(left.side == Side::right);
  CHECK(left.unum == 4);
  CHECK(left.body().position() == opposite(left_at));
  CHECK(right.body().position() == opposite(right_at));
  CHECK(left.body().velocity() == Vec3{});
  CHECK(spectator.side == Side::none);
  CHECK(f.game().score(Side::right) == 1);
  CHECK(f.game().score(Side::left) == 0);
  CHECK(f.game().roster().name(Side::right) == "foo");
  CHECK(f.game().find_player(Side::right, 4) == &left);
  CHECK(f.sense(left).find("(unum 4) (team right)") != std::string::npos);
  CHECK(f.sense(right).find("(unum 4) (team left)") != std::string::npos);
  const std::string frame = f.frame();
  CHECK(frame.find("(team_left bar)(team_right foo)") != std::string::npos);
  CHECK(frame.find("(score_left 0)(score_right 1)") != std::string::npos);
  for (auto* drawn : f.core.find_all<spark::SingleMatNode>(&left.agent()))
    if (drawn->name() == AgentState::kShirt) CHECK(drawn->material() == "matOrange");
  CHECK(f.game().summary().front() == "teams: foo - bar");
  CHECK(f.game().summary()[1] == "score: 1 - 0");
  CHECK(f.game().role_of(left.agent()) == "left 4");

  // Members that come now join their team on its new side, and its numbers are taken there.
  AgentState& late = f.add_agent({0, 5, 0.22});
  f.act(late, "(init (unum 4)(teamname foo))");
  CHECK(late.side == Side::none);
  f.act(late, "(init (unum 0)(teamname foo))");
  CHECK(late.side == Side::right);
  CHECK(late.unum == 5);
  CHECK(late.body().position().x > 0);

  REQUIRE(f.send("(changeSides)") == 0);
  CHECK_FALSE(f.game().sides_changed());
  CHECK(left.body().position() == left_at);
  CHECK(late.side == Side::left);
}

TEST_CASE("a change of sides works with only one team present") {
  MonitorFixture f;
  AgentState& only = f.add_agent({-5, 0, 0.22});
  f.act(only, "(init (unum 1)(teamname foo))");
  f.step();
  REQUIRE(f.send("(changeSides)") == 0);
  CHECK(only.side == Side::right);
  AgentState& mate = f.add_agent({5, 0, 0.22});
  f.act(mate, "(init (unum 2)(teamname foo))");
  CHECK(mate.side == Side::right);
  AgentState& other = f.add_agent({5, 3, 0.22});
  f.act(other, "(init (unum 2)(teamname bar))");
  CHECK(other.side == Side::left);
  CHECK(f.game().roster().name(Side::left) == "bar");
}

TEST_CASE("a reset leads from every mode back to the first kick-off, with the teams on their first sides") {
  const std::size_t mode = GENERATE(range(std::size_t{0}, kPlayModes.size()));
  const bool changed = GENERATE(false, true);
  CAPTURE(kPlayModes[mode].name, changed);
  MonitorFixture f(kQuick);
  AgentState& left = f.add_player(Side::left, 2, {-10, 3, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {10, 3, 0.22});
  f.step(50);
  REQUIRE(f.send("(half 4)") == 0);
  f.step(30);
  if (changed == (f.game().home() == Side::left)) REQUIRE(f.send("(changeSides)") == 0);
  AgentState& late = f.add_agent({0, 5, 0.22});
  f.act(late, "(init (unum 0)(teamname bar))");
  REQUIRE(late.side == right.side);
  REQUIRE(f.send(fmt::format("(playMode {})", kPlayModes[mode].name)) == 0);
  f.step(20);
  restart_all(f);
  CHECK(f.mode() == PlayMode{});
  CHECK(f.game().half() == 1);
  CHECK(f.game().time() == 0);
  CHECK(f.game().score(Side::left) == 0);
  CHECK_FALSE(f.game().shoot_out().has_begun());
  CHECK(f.game().began_half(1) == Side::none);
  CHECK_FALSE(f.game().sides_changed());
  CHECK(left.side == Side::left);
  CHECK(right.side == Side::right);
  CHECK(late.side == Side::right);
  CHECK(late.body().position().x == Approx(52 - 0.44));
  CHECK(left.body().position().x == Approx(-52 + 0.44));
  CHECK(f.game().roster().name(Side::left) == "foo");
  CHECK(f.sense(late).find("(team right)") != std::string::npos);
  f.step(40);
  CHECK(f.mode().phase == Phase::kick_off);
}

TEST_CASE("a match that is won has neither extra time nor a shoot-out") {
  for (const Side winner : {Side::left, Side::right}) {
    MonitorFixture f(with(kQuick, {{"SingleHalfTime", true}}));
    f.game().set_play_mode(PlayMode{Phase::play_on});
    f.game().add_goal(winner);
    f.step(405);
    CHECK(f.mode() == PlayMode{Phase::game_over});
    CHECK(f.game().half() == 1);
    CHECK(f.game().winner() == winner);
    CHECK_FALSE(f.game().shoot_out().has_begun());
  }
}

TEST_CASE("trainers cannot set halves and shoot-outs that the match does not have") {
  MonitorFixture f;
  for (const char* text : {"(shootOut)", "(shootOut Left)", "(playMode PenaltyShoot_Right)", "(half 3)", "(half 4)",
                           "(half 1)", "(half 5)", "(half)", "(half two)", "(half 2.5)", "(shootOut Middle)"})
    CHECK(f.send(text) == 1);
  CHECK(f.mode() == PlayMode{});
  CHECK(f.game().half() == 1);
  CHECK(f.send("(half 2)") == 0);
  CHECK(f.game().half() == 2);
  CHECK(f.game().time() == 300);
  CHECK(f.send("(half 2)") == 1);
}

TEST_CASE("the header lists the modes of a shoot-out only if the match has one") {
  CHECK(MonitorFixture().header().find("PenaltyShoot") == std::string::npos);
  CHECK(MonitorFixture({{"ShootOut", 1}}).header().find("free_kick_right PenaltyShoot_Left PenaltyShoot_Right)") !=
        std::string::npos);
}

namespace {

/// Whether the referee may lead from one mode to the other in one step of a match without a trainer.
bool is_step_of_play(Phase from, Phase to) {
  using enum Phase;
  if (to == before_kick_off || to == game_over) return true;  // the clock
  if (to == penalty_shoot) return true;                       // the clock, or the next attempt
  switch (from) {
    case before_kick_off:
    case goal:
      return to == kick_off;
    case play_on:
      return to == goal || is_restart(to);
    case kick_off:
      return to == play_on;
    case game_over:
    case penalty_shoot:
      return false;
    default:
      return to == play_on;
  }
}

/// Two small teams of simple players, and a trainer that sends random commands.
struct Trained : MonitorFixture {
  spark::RandomStream random;

  Trained(std::uint64_t seed, const Variables& variables)
      : MonitorFixture(with(kQuick, variables), seed), random(seed) {
    const int sizes[] = {0, 1, 2, 4};
    const int left = sizes[random.next() % 4], right = sizes[random.next() % 4];
    for (int unum = 1; unum <= left; ++unum) add_player(Side::left, unum, {-5.0 * unum, 2, 0.22});
    for (int unum = 2; unum <= right; ++unum) add_player(Side::right, unum, {5.0 * unum, 2, 0.22});
  }

  int below(int limit) { return static_cast<int>(random.next() % static_cast<std::uint64_t>(limit)); }
  double coordinate(double max) { return random.uniform(-max, max); }

  std::string command() {
    static constexpr const char* kSides[] = {"Left", "Right", "None"};
    switch (below(10)) {
      case 0:
        return fmt::format("(kickOff {})", kSides[below(3)]);
      case 1:
        return "(dropBall)";
      case 2:
        return fmt::format("(ball (pos {} {} 0.2)(vel {} {} 0))", coordinate(60), coordinate(40), coordinate(20),
                           coordinate(20));
      case 3:
        return fmt::format("(agent (team {})(unum {})(pos {} {} 0.3))", kSides[below(2)], 1 + below(4), coordinate(60),
                           coordinate(40));
      case 4:
        return fmt::format("(shootOut {})", kSides[below(3)]);
      case 5:
        return "(changeSides)";
      case 6:
        return fmt::format("(half {})", 2 + below(3));
      default:
        return fmt::format("(playMode {})",
                           kPlayModes[static_cast<std::size_t>(below(static_cast<int>(kPlayModes.size())))].name);
    }
  }

  void play_step() {
    for (AgentState* player : game().players()) {
      const Vec3 way = own_frame(player->side, ball().body().position() - player->body().position());
      if (below(10) == 0) act(*player, fmt::format("(drive {} {} 0)", way.x * 50, way.y * 50));
      if (below(5) == 0) act(*player, "(kick 10 60)");
    }
    step();
  }
};

}  // namespace

TEST_CASE("after any sequence of trainer commands play resumes, and the match ends") {
  const MonitorFixture::Variables all_rules{
      {"DoubleTouch", true}, {"IndirectKicks", std::string("kick-off,kick-in,free")},
      {"BackPass", true},    {"StuckBallTime", 2.0},
      {"CrowdTime", 0.5},    {"ChargeSpeed", 1.0}};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Trained f(seed, seed % 2 == 0 ? all_rules : MonitorFixture::Variables());
    CAPTURE(seed);
    std::string sent;
    for (int i = 0; i < 30 && f.mode().phase != Phase::game_over; ++i) {
      const std::string command = f.command();
      sent += command;
      f.send(command);
      for (int step = f.below(60); step > 0; --step) f.play_step();
    }
    CAPTURE(sent);
    // Without a trainer every mode ends, and the match, too. The longest mode is a shoot-out in which one side makes up
    // for attempts that the trainer gave to the other: 1.2 s each. A restart lasts 1.5 s, pauses less.
    const bool was_over = f.mode().phase == Phase::game_over;
    for (int i = 0, since = 0; i < 20000 && !f.game().finished(); ++i) {
      const PlayMode before = f.mode();
      f.play_step();
      REQUIRE((f.mode() == before || is_step_of_play(before.phase, f.mode().phase)));
      if (f.mode() != before) since = i;
      REQUIRE(i - since <= (before.phase == Phase::penalty_shoot ? 4000 : before.phase == Phase::play_on ? 1000 : 180));
    }
    CHECK(f.game().finished());
    if (!was_over) CHECK(f.game().winner() != Side::none);
  }
}

TEST_CASE("the same sequence of trainer commands gives the same match") {
  const auto play = [] {
    Trained f(7, {});
    std::string modes;
    for (int i = 0; i < 400; ++i) {
      if (i % 20 == 0) f.send(f.command());
      f.play_step();
      const Vec3 at = f.ball().body().position();
      modes += fmt::format("{} {:a} {:a}\n", name_of(f.mode()), at.x, at.y);
    }
    return modes;
  };
  CHECK(play() == play());
}
