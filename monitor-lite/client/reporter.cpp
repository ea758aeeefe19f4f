// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

/// m/s, upwards and downwards, too; no player drives faster than 1.62, so one that got farther was moved.
constexpr double kMoved = 4.0;
/// The referee puts players down from above: they fall 0.8 m, bounce, and slide off each other at up to 3.9 m/s. That
/// is over when they stay at a height (m) and are not getting slower, or after this time (s).
constexpr double kSameHeight = 0.01, kSlower = 0.98, kSettles = 3.0;
/// Where the clock stops or goes on between two frames, it has not gone as long as the bodies have: a speed needs two
/// equal intervals, but for the digits of the stream.
constexpr double kSteady = 0.1;
/// s; later a kicked ball is another's, or bounces.
constexpr double kYoung = 0.5;
constexpr double kForward = 45.0;  // degrees
/// m; shorter ways of the ball are not drawn.
constexpr double kPathStep = 0.5;

bool is_another_match(const Snapshot& before, const Snapshot& now) {
  return now.time < before.time || now.score_left < before.score_left || now.score_right < before.score_right ||
         now.half < before.half;
}

/// What decided a match that is over.
void decide(const Standing& last, Report& report) {
  using Decision = Report::Decision;
  if (play_mode_words(report.game, last).kind != Event::Kind::game_over) return;
  const auto leads = [](int left, int right) {
    return left > right ? Side::left : right > left ? Side::right : Side::none;
  };
  const Side by_lot = last.lot == 1 ? Side::left : last.lot == 2 ? Side::right : Side::none;
  for (const auto& [winner, decision] : {std::pair(leads(last.score_left, last.score_right),
                                                   last.half > 2 ? Decision::extra_time : Decision::normal_time),
                                         {leads(last.shoot_out_left, last.shoot_out_right), Decision::shoot_out},
                                         {by_lot, Decision::lot}}) {
    if (winner == Side::none) continue;
    report.winner = winner;
    report.decision = decision;
    return;
  }
}

std::size_t index_of(Side side) {
  return side == Side::right ? 1 : 0;
}

/// Fills in what all kicks of a team amount to.
void sum_up_kicks(const std::vector<Report::PlayerLine>& players, Side side, Report::TeamLine& team) {
  std::vector<double> speeds;
  for (const auto& player : players) {
    if (player.side != side) continue;
    for (const Report::Kick& kick : player.kicks) {
      speeds.push_back(kick.speed);
      if (std::abs(kick.direction) <= kForward) ++team.forward_kicks;
    }
  }
  team.kicks = static_cast<int>(speeds.size());
  if (speeds.empty()) return;
  std::ranges::sort(speeds);
  const std::size_t n = speeds.size();
  team.kick_speed = (speeds[(n - 1) / 2] + speeds[n / 2]) / 2;
  team.fast_kick_speed = speeds[(9 * n + 9) / 10 - 1];
}

}  // namespace

std::string decision_words(const Report& report) {
  if (report.attempts.empty()) return report.half > 2 ? "after extra time" : "";
  std::string words = fmt::format("{} : {} in the shoot-out", report.teams[0].shoot_out, report.teams[1].shoot_out);
  if (report.decision == Report::Decision::lot) words += fmt::format(", {} by lot", report.team(report.winner).name);
  return words;
}

void Reporter::add(const Game& game, const Snapshot& snapshot) {
  if (!snapshot.sides_changed) return take(game, snapshot);
  take(game, as_begun(game, snapshot));
  report_.sides_changed = true;
}

void Reporter::take(const Game& game, const Snapshot& now) {
  if (begun_ && is_another_match(last_, now)) *this = {};
  report_.game = game;
  const double seconds = begun_ ? std::max(0.0, now.time - last_.time) : 0.0;
  steady_ = seconds > 0.0 && std::abs(seconds - last_seconds_) < kSteady * seconds;
  if (steady_) interval_ = seconds;
  last_seconds_ = seconds;
  playing_ = play_mode_text(game, now.play_mode) == "PlayOn";
  std::vector<Event> events = finder_.next(game, now);
  add_mode(now, seconds);
  add_players(now, seconds);
  add_ball(now, seconds);
  for (Event& event : events) add_event(std::move(event));
  ++report_.frames;
  last_ = now;
  begun_ = true;
}

void Reporter::add_mode(const Snapshot& now, double seconds) {
  const std::string mode = play_mode_text(report_.game, now.play_mode);
  auto found = std::ranges::find(report_.modes, mode, &Report::ModeLine::mode);
  if (found == report_.modes.end()) found = report_.modes.insert(found, {mode, 0.0, 0});
  found->seconds += seconds;
  if (!begun_ || now.play_mode != last_.play_mode) ++found->times;
  if (playing_) report_.play_on += seconds;
}

void Reporter::add_players(const Snapshot& now, double seconds) {
  const bool is_over = play_mode_words(report_.game, now).kind == Event::Kind::game_over;
  std::array<int, 2> present{};
  for (const Player& player : now.players) {
    if (player.side == Side::none) continue;
    if (player.created) ++present[index_of(player.side)];
    Running& runner = person({player.side, player.number});
    if (runner.frames > 0) add_way(runner, player.position, now.time, seconds);
    runner.last = player.position;
    runner.x += player.position.x;
    runner.y += player.position.y;
    ++runner.frames;
    if (!playing_) continue;
    heat(index_of(player.side), player.position, seconds);
    runner.x_in_play += player.position.x;
    ++runner.frames_in_play;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    report_.teams[i].most_players = std::max(report_.teams[i].most_players, present[i]);
    // After it agents may leave as they like, and who comes in the last moment has been there.
    int& last = report_.teams[i].last_players;
    last = is_over ? std::max(last, present[i]) : present[i];
  }
}

/// Where the clock stands, or does for a part of the time between two frames, the bodies still go on.
void Reporter::add_way(Running& runner, const Point& position, double time, double seconds) {
  const double way = ground_distance(position, runner.last), rise = std::abs(position.z - runner.last.z);
  if (std::hypot(way, rise) > kMoved * std::max(seconds, interval_)) {
    runner.is_settling = true;
    runner.moved_at = time;
    runner.last_speed = kMoved;
    return;
  }
  if (seconds <= 0.0) return;
  const double speed = way / seconds;
  const bool is_still = rise <= kSameHeight && speed >= kSlower * runner.last_speed;
  if (runner.is_settling && (is_still || time - runner.moved_at > kSettles)) runner.is_settling = false;
  runner.last_speed = speed;
  if (runner.is_settling || speed > kMoved) return;
  runner.line.distance += way;
  if (steady_) runner.line.top_speed = std::max(runner.line.top_speed, speed);
}

void Reporter::heat(std::size_t which, const Point& at, double seconds) {
  using Heat = Report::Heat;
  const double column = (at.x / report_.game.field_length + 0.5) * Heat::kColumns;
  const double row = (at.y / report_.game.field_width + 0.5) * Heat::kRows;
  if (!(column >= 0 && column < Heat::kColumns && row >= 0 && row < Heat::kRows)) return;
  report_.heat[which].seconds[static_cast<std::size_t>(row) * Heat::kColumns + static_cast<std::size_t>(column)] +=
      seconds;
}

void Reporter::add_ball(const Snapshot& now, double seconds) {
  const bool was_put = !begun_ || touches().was_put();
  if (was_put) {
    flight_.reset();
    is_kicking_ = false;
    last_speed_ = 0.0;
    report_.ball_path.emplace_back();
  }
  const bool is_touched = playing_ && touches().is_new();
  // Who kicks the ball in the frame in which he touches it ends the kick before his own; who is touched by a ball that
  // another one kicked in this frame ends that one.
  const bool is_touched_first = is_touched && kicker(seconds) == touches().toucher();
  if (is_touched_first) add_touch(now);
  if (playing_ && !was_put) find_kick(now, seconds);
  if (is_touched && !is_touched_first) add_touch(now);
  if (!playing_) {
    end_flight(now.ball);
    is_kicking_ = false;
  }
  auto& path = report_.ball_path.back();
  const std::pair<float, float> here{static_cast<float>(now.ball.x), static_cast<float>(now.ball.y)};
  if (path.empty() || std::hypot(here.first - path.back().first, here.second - path.back().second) >= kPathStep)
    path.push_back(here);
  if (!playing_) return;
  heat(2, now.ball, seconds);
  const auto slice = static_cast<std::size_t>(std::clamp(now.time, 0.0, 1e6) / Report::kSliceSeconds);
  if (report_.slices.size() <= slice) report_.slices.resize(slice + 1);
  const std::size_t half = now.ball.x < 0 ? 0 : 1;
  report_.teams[half].ball_in_half += seconds;
  report_.slices[slice].in_half[half] += seconds;
  if (const auto& toucher = touches().toucher()) {
    report_.team(toucher->side).had_ball += seconds;
    report_.slices[slice].had_ball[index_of(toucher->side)] += seconds;
  }
}

/// Another one has the ball: it was passed, or lost.
void Reporter::add_touch(const Snapshot& now) {
  const Person& who = *touches().toucher();
  ++person(who).line.touches;
  ++report_.team(who.side).touches;
  if (const auto& previous = touches().previous()) {
    if (previous->side != who.side) {
      ++person(who).line.interceptions;
      ++report_.team(who.side).interceptions;
    } else if (flight_ && flight_->by == *previous) {
      ++person(*previous).line.passes;
      ++report_.team(previous->side).passes;
      report_.passes.push_back(
          {who.side, previous->number, who.number, flight_->from, now.ball, flight_->time, now.time});
    }
  }
  end_flight(now.ball);
}

void Reporter::end_flight(const Point& where) {
  if (!flight_) return;
  person(flight_->by)
      .line.kicks.push_back({flight_->time, ground_distance(flight_->from, where), flight_->speed, flight_->direction});
  flight_.reset();
}

/// Whether somebody could have kicked the ball since the last frame: a kick reaches 0.06 m between the surfaces, and a
/// player runs 0.24 m from frame to frame.
bool Reporter::could_kick(const Person& who, double seconds) const {
  constexpr double kReach = 0.5;  // m
  const double reach = report_.game.agent_radius + report_.game.ball_radius + kReach + last_speed_ * seconds;
  return std::ranges::any_of(last_.players, [&](const Player& player) {
    return player.side == who.side && player.number == who.number &&
           ground_distance(player.position, last_.ball) <= reach;
  });
}

/// Whose kick it was if the ball got faster since the last frame: the toucher's, or that of the one before him, whose
/// kick came to the toucher in the same frame.
std::optional<Reporter::Person> Reporter::kicker(double seconds) const {
  const auto &toucher = touches().toucher(), &previous = touches().previous();
  if (toucher && could_kick(*toucher, seconds)) return toucher;
  if (touches().is_new() && previous && could_kick(*previous, seconds)) return previous;
  return {};
}

/// A ball that gets faster near the one who touched it last was kicked by him.
void Reporter::find_kick(const Snapshot& now, double seconds) {
  constexpr double kFaster = 1.5;  // m/s between two frames; who only pushes the ball makes it as fast as he is
  if (!steady_) return;
  const double speed =
      std::hypot(now.ball.x - last_.ball.x, now.ball.y - last_.ball.y, now.ball.z - last_.ball.z) / seconds;
  const std::optional<Person> by = kicker(seconds);
  const bool is_faster = speed > last_speed_ + kFaster && by;
  if (is_faster && !is_kicking_) {
    end_flight(last_.ball);
    flight_ = Flight{*by, last_.ball, now.time, 0.0, 0.0};
    has_shot_ = false;
  }
  is_kicking_ = is_faster;
  last_speed_ = speed;
  if (!flight_ || now.time - flight_->time > kYoung) return;
  measure_kick(now, speed);
  if (!has_shot_) judge_shot(now, seconds);
}

/// The frame in which the ball was kicked shows a part of its speed only.
void Reporter::measure_kick(const Snapshot& now, double speed) {
  if (speed <= flight_->speed) return;
  flight_->speed = speed;
  const double turn = flight_->by.side == Side::right ? -1.0 : 1.0;
  flight_->direction =
      std::atan2(turn * (now.ball.y - last_.ball.y), turn * (now.ball.x - last_.ball.x)) * 180.0 / std::numbers::pi;
}

/// A kick that, going on as it does, crosses the line beside or in the other team's goal within three seconds.
void Reporter::judge_shot(const Snapshot& now, double seconds) {
  constexpr double kSoon = 3.0;    // s
  constexpr double kBeside = 3.0;  // m
  const double goal = (flight_->by.side == Side::left ? 0.5 : -0.5) * report_.game.field_length;
  const double speed = (now.ball.x - last_.ball.x) / seconds;
  const double until = std::abs(speed) > 1e-6 ? (goal - now.ball.x) / speed : -1.0;
  if (until < 0.0 || until > kSoon) return;
  const double y = now.ball.y + until * (now.ball.y - last_.ball.y) / seconds;
  const double beside = std::abs(y) - report_.game.goal_width / 2;
  if (beside > kBeside) return;
  has_shot_ = true;
  auto& line = person(flight_->by).line;
  auto& team = report_.team(flight_->by.side);
  ++line.shots, ++team.shots;
  if (beside <= 0.0) ++line.shots_on_target, ++team.shots_on_target;
}

void Reporter::add_event(Event event) {
  if (event.kind == Event::Kind::goal) add_goal(event);
  if (event.kind == Event::Kind::restart && event.side != Side::none) ++report_.team(event.side).restarts;
  // The other team has the ball.
  if (event.kind == Event::Kind::offside && event.side != Side::none) ++report_.team(other_side(event.side)).offsides;
  report_.events.push_back(std::move(event));
}

void Reporter::add_goal(const Event& event) {
  Report::Goal goal{event, 0};
  const bool is_own = event.scorer.kind == Scorer::Kind::own_goal;
  if (event.scorer.number > 0) {
    auto& line = person({is_own ? other_side(event.side) : event.side, event.scorer.number}).line;
    ++(is_own ? line.own_goals : line.goals);
  }
  const auto &toucher = touches().toucher(), &previous = touches().previous();
  const bool was_last = toucher && toucher->side == event.side && toucher->number == event.scorer.number;
  if (event.scorer.kind == Scorer::Kind::seen && was_last && previous && previous->side == event.side) {
    goal.assist = previous->number;
    ++person(*previous).line.assists;
  }
  report_.goals.push_back(std::move(goal));
}

Report Reporter::report() const {
  Report report = report_;
  report.has_touches = touches().names_touchers();
  report.time = last_.time;
  report.half = last_.half;
  report.attempts = last_.attempts;
  decide(last_, report);
  report.last_mode = play_mode_text(report_.game, last_.play_mode);
  for (const Side side : {Side::left, Side::right}) {
    report.team(side).name = team_name(last_, side);
    report.team(side).score = side == Side::left ? last_.score_left : last_.score_right;
    report.team(side).shoot_out = side == Side::left ? last_.shoot_out_left : last_.shoot_out_right;
  }
  for (const auto& [who, runner] : people_) {
    Report::PlayerLine line = runner.line;
    line.side = static_cast<Side>(who.first);
    line.number = who.second;
    if (runner.frames > 0) line.mean_x = runner.x / runner.frames, line.mean_y = runner.y / runner.frames;
    Report::TeamLine& team = report.team(line.side);
    team.distance += line.distance;
    if (runner.frames_in_play > 0) {
      line.upfield = (line.side == Side::right ? -1.0 : 1.0) * runner.x_in_play / runner.frames_in_play;
      team.foremost.push_back(line.upfield);
    }
    report.players.push_back(std::move(line));
  }
  for (const Side side : {Side::left, Side::right}) {
    Report::TeamLine& team = report.team(side);
    sum_up_kicks(report.players, side, team);
    std::ranges::sort(team.foremost, std::greater{});
    team.foremost.resize(std::min<std::size_t>(team.foremost.size(), 2));
  }
  return report;
}

}  // namespace monitor
