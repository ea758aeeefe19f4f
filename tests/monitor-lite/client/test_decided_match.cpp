// SPDX-License-Identifier: Apache-2.0
// Matches that need a winner: teams that change sides, extra time, the shoot-out.
#include <catch2/catch.hpp>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/client/reporter.h"
#include "monitor-lite/client/words.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

Report report_of(const std::vector<std::string>& lines) {
  LineReader reader;
  Reporter reporter;
  for (const std::string& line : lines)
    if (reader.read(line) == LineReader::Kind::info) reporter.add(reader.game(), reader.snapshot());
  return reporter.report();
}

}  // namespace

TEST_CASE("a stream has extra time, the sides of the teams and the attempts of a shoot-out") {
  LineReader reader;
  for (const std::string& line : decided_match()) {
    reader.read(line);
    CHECK(reader.problem().empty());
  }
  CHECK(reader.game().extra_half_time == 60);
  CHECK(reader.game().shoot_out == 2);
  const Snapshot& now = reader.snapshot();
  CHECK(now.half == 4);
  CHECK(now.sides_changed);
  CHECK(now.shooter == 0);
  CHECK(now.attempts == std::vector<ShootOutAttempt>{
                            {Side::left, 7, true, 725}, {Side::right, 9, false, 730}, {Side::left, 8, true, 735}});
  CHECK(score_words(now) == "bar 1 : 1 foo, 2 : 0 in the shoot-out");
  CHECK(end_words(now) == "full time, 2 : 0 in the shoot-out");
  reader.read("(Info (lot 2))");
  CHECK(shoot_out_words(reader.snapshot()) == "2 : 0 in the shoot-out, foo by lot");
  reader.read("(Info (lot 3))");
  CHECK(shoot_out_words(reader.snapshot()) == "2 : 0 in the shoot-out");
}

TEST_CASE("impossible attempts are skipped and reported, and the others count") {
  LineReader reader;
  reader.read(kInit);
  reader.read("(Info (attempts (3 1 1 5)(1 2 1)(1 x 1 5)(2 -1 1 5)(1 2 1 inf) word ((1) 2 3 4)(2 3 0 6.5)))");
  CHECK(reader.problem() == "impossible attempt");
  CHECK(reader.snapshot().attempts == std::vector<ShootOutAttempt>{{Side::right, 3, false, 6.5}});
  reader.read("(Info (attempts))");
  CHECK(reader.snapshot().attempts.empty());
  CHECK(reader.problem().empty());
}

TEST_CASE("given team names stay with their teams when the teams change sides") {
  LineReader reader({"home", "away"});
  for (const std::string& line : decided_match()) reader.read(line);
  CHECK(reader.snapshot().team_left == "away");
  CHECK(reader.snapshot().team_right == "home");
}

TEST_CASE("events follow the teams when they change sides, and each attempt is an event") {
  LineReader reader;
  EventFinder finder;
  std::vector<std::string> found;
  std::vector<Event> events;
  for (const std::string& line : decided_match()) {
    if (reader.read(line) != LineReader::Kind::info) continue;
    for (const Event& event : finder.next(reader.game(), reader.snapshot())) {
      found.push_back(event.text);
      events.push_back(event);
    }
  }
  CHECK(found == std::vector<std::string>{"play on", "half time, bar 1 : 0 foo", "play on", "goal for foo by 9, 1 : 1",
                                          "end of normal time, bar 1 : 1 foo", "half time of extra time, bar 1 : 1 foo",
                                          "penalty for bar, number 7", "7 of bar scores in the shoot-out, 1 : 0",
                                          "penalty for foo, number 9", "9 of foo misses in the shoot-out, 1 : 0",
                                          "penalty for bar, number 8", "8 of bar scores in the shoot-out, 2 : 0",
                                          "full time, bar 1 : 1 foo, 2 : 0 in the shoot-out"});
  const Event& goal = events[3];
  CHECK(goal.kind == Event::Kind::goal);
  CHECK(goal.side == Side::right);
  CHECK(began_on(goal) == Side::left);
  const Event& shot = events[7];
  CHECK(shot.kind == Event::Kind::attempt);
  CHECK((shot.scored && shot.shooter == 7 && shot.shoot_out_left == 1 && shot.score_left == 1));
}

TEST_CASE("goals of the first half are listed for the team that scored, after it has changed sides") {
  Snapshot now;
  now.sides_changed = true;
  now.score_right = 1;
  Event goal{Event::Kind::goal, 10, Side::left, "goal", {}, 1, 0};
  const std::vector<Event> goals = goals_of_match({goal}, now);
  REQUIRE(goals.size() == 1);
  CHECK(goals[0].side == Side::right);
  CHECK(goals[0].score_right == 1);
  CHECK(goals[0].score_left == 0);
}

TEST_CASE("a connection lost before and found after the change of sides is of the same match") {
  Snapshot before, now;
  before.team_left = now.team_right = "foo";
  before.team_right = now.team_left = "bar";
  before.score_left = now.score_right = 2;
  now.half = 2;
  CHECK_FALSE(is_same_match(before, now));
  now.sides_changed = true;
  CHECK(is_same_match(before, now));
  now.score_right = 1;
  CHECK_FALSE(is_same_match(before, now));
}

TEST_CASE("a frame after the change of sides is turned back, with its play mode") {
  LineReader reader;
  const std::vector<std::string> lines = decided_match();
  for (std::size_t i = 0; i < 8; ++i) reader.read(lines[i]);
  const Snapshot turned = as_begun(reader.game(), reader.snapshot());
  CHECK_FALSE(turned.sides_changed);
  CHECK(turned.team_left == "foo");
  CHECK(play_mode_text(reader.game(), turned.play_mode) == "PenaltyShoot_Right");
  CHECK(turned.ball.x == -12);
  CHECK(turned.players.at(0).side == Side::left);
  CHECK(turned.players.at(0).position.y == 3);
}

TEST_CASE("a report lists a team under its first side, and the shoot-out separately") {
  const Report report = report_of(decided_match());
  CHECK(report.sides_changed);
  CHECK(report.needs_winner());
  CHECK(report.team(Side::left).name == "foo");
  CHECK((report.team(Side::left).score == 1 && report.team(Side::right).score == 1));
  CHECK((report.team(Side::left).shoot_out == 0 && report.team(Side::right).shoot_out == 2));
  CHECK(report.decision == Report::Decision::shoot_out);
  CHECK(report.winner == Side::right);
  REQUIRE(report.players.size() == 1);
  CHECK(report.players[0].side == Side::left);
  CHECK(report.players[0].goals == 1);
  CHECK(report.players[0].mean_x == Approx(-5));
  REQUIRE(report.goals.size() == 1);
  CHECK(report.goals[0].side == Side::left);
  CHECK(report.attempts.front() == ShootOutAttempt{Side::right, 7, true, 725});
  CHECK(decision_words(report) == "0 : 2 in the shoot-out");
}

TEST_CASE("a match is decided in normal time, in extra time, by lot or not at all") {
  std::vector<std::string> lines = decided_match();
  lines.back() = "(Info (play_mode 12)(score_left 2))";
  CHECK(report_of(lines).decision == Report::Decision::extra_time);
  CHECK(report_of(lines).winner == Side::right);
  lines.back() = "(Info (play_mode 12)(half 2)(score_left 2)(attempts))";
  CHECK(report_of({lines.begin(), lines.begin() + 5}).decision == Report::Decision::none);
  CHECK(report_of({lines[0], lines[1], "(Info (half 2)(play_mode 12))"}).decision == Report::Decision::normal_time);
  lines.back() = "(Info (play_mode 12)(shoot_out_left 1)(shoot_out_right 1)(lot 2))";
  CHECK(report_of(lines).decision == Report::Decision::lot);
  CHECK(report_of(lines).winner == Side::left);
  CHECK(decision_words(report_of(lines)) == "1 : 1 in the shoot-out, foo by lot");
  lines.back() = "(Info (play_mode 12)(shoot_out_left 1)(shoot_out_right 1))";
  CHECK(report_of(lines).decision == Report::Decision::none);
}

TEST_CASE("each frame of a log has the shoot-out up to that frame, in any order of access") {
  const TemporaryFolder folder;
  write_file(folder.path() / "monitor.log", text_of(decided_match()));
  LogFile log(folder.path() / "monitor.log");
  REQUIRE(log.size() == 10);
  CHECK(log.at(9).attempts.size() == 3);
  CHECK(log.at(7).attempts.size() == 1);
  CHECK(log.at(7).shooter == 9);
  CHECK(log.at(0).attempts.empty());
  CHECK_FALSE(log.at(0).sides_changed);
  CHECK(log.at(5).sides_changed);
}
