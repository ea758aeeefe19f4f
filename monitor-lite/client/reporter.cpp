// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "monitor-lite/client/scorer.h"
#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

/// m/s, including vertical motion. No player drives faster than 1.62 m/s, so a faster one was moved.
constexpr double kMoved = 4.0;
/// The referee drops players from above: they fall 0.8 m, bounce, and slide off each other at up to 3.9 m/s. They have
/// settled when their height (m) is constant and they no longer slow down, or after this time (s).
constexpr double kSameHeight = 0.01, kSlower = 0.98, kSettles = 3.0;
/// Share of the time in which the clock ran: if less of it is in frames that are close enough to each other, the
/// figures that need such frames would be too incomplete.
constexpr double kEnough = 0.9;
/// s between samples; slightly reduced, because the clock is rounded.
constexpr double kSample = 0.98 * FrameClock::kUsual;
/// s; no restart is taken sooner (RuleKickInPauseTime).
constexpr double kShortestRestart = 1.0;
/// s; after this time a kicked ball belongs to another player, or bounces.
constexpr double kYoung = 0.5;
constexpr double kForward = 45.0;  // degrees
/// m; shorter movements of the ball are not drawn.
constexpr double kPathStep = 0.5;

bool is_another_match(const Snapshot& before, const Snapshot& now) {
  return now.time < before.time || now.score_left < before.score_left || now.score_right < before.score_right ||
         now.half < before.half;
}

/// Fills in what decided a finished match.
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

double length(const Point& vector) {
  return std::hypot(vector.x, vector.y, vector.z);
}

std::size_t index_of(Side side) {
  return side == Side::right ? 1 : 0;
}

/// Fills in the team's figures about all of its kicks.
void sum_up_kicks(const std::vector<Report::PlayerLine>& players, Side side, Report::TeamLine& team) {
  std::vector<double> speeds;
  for (const auto& player : players) {
    if (player.side != side) continue;
    for (const Report::Kick& kick : player.kicks) {
      if (kick.speed <= 0.0) continue;  // play ended, or another player kicked, before the next sample
      speeds.push_back(kick.speed);
      if (std::abs(kick.direction) <= kForward) ++team.forward_kicks;
    }
    team.kicks += player.kick_count;
  }
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
  const bool was_playing = std::exchange(playing_, play_mode_text(game, now.play_mode) == "PlayOn");
  for (const ShownKick& kick : now.kicks)
    if (kick.side == Side::none || playing_ || was_playing) kicks_.push_back(kick);
  std::vector<Event> events = finder_.next(game, now);
  const FrameClock& clock = finder_.touches().clock();
  passed_ += seconds;
  (clock.is_dense() ? dense_ : far_apart_) += seconds;
  add_mode(now, seconds);
  add_players(now, seconds);
  add_places(now, seconds);
  // Limits of speeds are meant for frames of the usual interval, so if frames come more often some are skipped.
  since_sample_ += clock.seconds();
  if (!begun_ || since_sample_ + 0.5 * clock.interval() > kSample) add_sample(now);
  for (Event& event : events) add_event(std::move(event));
  ++report_.frames;
  last_ = now;
  begun_ = true;
}

/// Evaluates the movements of bodies since the last sample.
void Reporter::add_sample(const Snapshot& now) {
  moment_ += since_sample_;
  touches_.add(report_.game, now);
  const bool is_dense = FrameClock::is_near(since_sample_);
  const bool is_running = passed_ > 0.0 || playing_;
  if (!begun_ || now.play_mode != sample_.play_mode) count_mode(now);
  for (const Player& player : now.players) {
    if (player.side == Side::none) continue;
    Running& runner = person({player.side, player.number});
    if (runner.is_known && is_dense) add_way(runner, player.position, is_running);
    runner.last = player.position;
    runner.is_known = true;
  }
  add_ball(now, is_dense);
  kicks_.clear();
  sample_ = now;
  since_sample_ = passed_ = 0.0;
}

void Reporter::add_mode(const Snapshot& now, double seconds) {
  mode_line(now).seconds += seconds;
  if (playing_) report_.play_on += seconds;
}

Report::ModeLine& Reporter::mode_line(const Snapshot& now) {
  const std::string mode = play_mode_text(report_.game, now.play_mode);
  auto found = std::ranges::find(report_.modes, mode, &Report::ModeLine::mode);
  if (found == report_.modes.end()) found = report_.modes.insert(found, {mode, 0.0, 0});
  return *found;
}

/// Counts how often modes began, in samples. Between two kick-ins of the same team PlayOn may last for a single step,
/// which a single sample may show: that is not counted.
void Reporter::count_mode(const Snapshot& now) {
  const bool was_playing = begun_ && play_mode_text(report_.game, sample_.play_mode) == "PlayOn";
  const bool is_the_same = was_playing && now.play_mode == mode_before_ && FrameClock::is_near(moment_ - mode_since_);
  mode_before_ = sample_.play_mode;
  mode_since_ = moment_;
  if (is_the_same) {
    --mode_line(sample_).times;
    return;
  }
  ++mode_line(now).times;
  const PlayModeWords mode = play_mode_words(report_.game, now);
  if (mode.ball == Side::none) return;
  if (mode.kind == Event::Kind::restart) ++report_.team(mode.ball).restarts;
  // The ball was given to the other team.
  if (mode.kind == Event::Kind::offside) ++report_.team(other_side(mode.ball)).offsides;
}

void Reporter::add_players(const Snapshot& now, double seconds) {
  const bool is_over = play_mode_words(report_.game, now).kind == Event::Kind::game_over;
  std::array<int, 2> present{};
  for (const Player& player : now.players) {
    if (player.side == Side::none) continue;
    if (player.created) ++present[index_of(player.side)];
    Running& runner = person({player.side, player.number});
    runner.x += player.position.x;
    runner.y += player.position.y;
    ++runner.frames;
    if (!playing_) continue;
    heat(index_of(player.side), player.position, seconds);
    runner.x_in_play += player.position.x;
    ++runner.frames_in_play;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    report_.teams[i].max_players = std::max(report_.teams[i].max_players, present[i]);
    // After the end agents may leave as they like, and an agent that arrives in the last moment still counts.
    int& last = report_.teams[i].last_players;
    last = is_over ? std::max(last, present[i]) : present[i];
  }
}

/// Bodies still move while the clock is stopped.
void Reporter::add_way(Running& runner, const Point& position, bool is_running) {
  const double way = ground_distance(position, runner.last), rise = std::abs(position.z - runner.last.z);
  if (std::hypot(way, rise) > kMoved * since_sample_) {
    runner.is_settling = true;
    runner.moved_at = moment_;
    runner.last_speed = kMoved;
    return;
  }
  if (!is_running) return;
  const double speed = way / since_sample_;
  const bool is_still = rise <= kSameHeight && speed >= kSlower * runner.last_speed;
  const bool was_settling = runner.is_settling;
  if (was_settling && (is_still || moment_ - runner.moved_at > kSettles)) runner.is_settling = false;
  // A pushed player is faster for a moment, and one that is thrown up for longer.
  const double lasting = std::min(speed, std::exchange(runner.last_speed, speed));
  if (runner.is_settling) return;
  runner.line.distance += way;
  const bool is_on_floor = !was_settling && rise <= kSameHeight;
  if (finder_.touches().clock().is_measured() && is_on_floor)
    runner.line.top_speed = std::max(runner.line.top_speed, lasting);
}

void Reporter::heat(std::size_t which, const Point& at, double seconds) {
  using Heat = Report::Heat;
  const double column = (at.x / report_.game.field_length + 0.5) * Heat::kColumns;
  const double row = (at.y / report_.game.field_width + 0.5) * Heat::kRows;
  if (!(column >= 0 && column < Heat::kColumns && row >= 0 && row < Heat::kRows)) return;
  report_.heat[which].seconds[static_cast<std::size_t>(row) * Heat::kColumns + static_cast<std::size_t>(column)] +=
      seconds;
}

void Reporter::add_ball(const Snapshot& now, bool is_dense) {
  const bool was_put = !begun_ || touches_.was_put();
  if (was_put) report_.ball_path.emplace_back();
  if (was_put || !is_dense) {
    flight_.reset();
    is_kicking_ = false;
    velocity_ = {};
  }
  const bool is_touched = playing_ && touches_.is_new();
  // A player who touches and kicks the ball in the same frame ends the previous kick first. A player who is touched by
  // a ball that another one kicked in this frame ends that kick.
  const bool is_touched_first = is_touched && has_kicked(*touches_.toucher());
  if (is_touched_first) add_touch(now);
  take_shown_kicks();
  if (playing_ && !was_put && is_dense) follow_kick(now);
  if (is_touched && !is_touched_first) add_touch(now);
  if (!playing_) {
    end_flight(now.ball);
    is_kicking_ = false;
  }
  auto& path = report_.ball_path.back();
  const std::pair<float, float> here{static_cast<float>(now.ball.x), static_cast<float>(now.ball.y)};
  if (path.empty() || std::hypot(here.first - path.back().first, here.second - path.back().second) >= kPathStep)
    path.push_back(here);
}

/// Records where the ball is, and which team has it.
void Reporter::add_places(const Snapshot& now, double seconds) {
  if (!playing_) return;
  heat(2, now.ball, seconds);
  const auto slice = static_cast<std::size_t>(std::clamp(now.time, 0.0, 1e6) / Report::kSliceSeconds);
  if (report_.slices.size() <= slice) report_.slices.resize(slice + 1);
  const std::size_t half = now.ball.x < 0 ? 0 : 1;
  report_.teams[half].ball_in_half += seconds;
  report_.slices[slice].in_half[half] += seconds;
  if (const auto& toucher = finder_.touches().toucher()) {
    report_.team(toucher->side).had_ball += seconds;
    report_.slices[slice].had_ball[index_of(toucher->side)] += seconds;
  }
}

/// Another player has the ball: it was passed, or lost.
void Reporter::add_touch(const Snapshot& now) {
  const Person& who = *touches_.toucher();
  ++person(who).line.touches;
  ++report_.team(who.side).touches;
  if (const auto& previous = touches_.previous()) {
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

/// Whether that player could have kicked the ball since the last sample: a kick reaches 0.07 m between the surfaces,
/// and a player runs 0.24 m in the usual interval.
bool Reporter::could_kick(const Person& who) const {
  constexpr double kReach = 0.5;  // m
  const double last_speed = length(velocity_);
  const double reach = report_.game.agent_radius + report_.game.ball_radius + kReach + last_speed * since_sample_;
  const Player* player = sample_.player(who.side, who.number);
  return player && ground_distance(player->position, sample_.ball) <= reach;
}

/// The player who kicked if the ball accelerated since the last sample: the toucher, or the previous one, whose kick
/// reached the toucher in the same frame.
std::optional<Reporter::Person> Reporter::kicker() const {
  const auto &toucher = touches_.toucher(), &previous = touches_.previous();
  if (toucher && could_kick(*toucher)) return toucher;
  if (touches_.is_new() && previous && could_kick(*previous)) return previous;
  return {};
}

/// Whether that player kicked the ball since the last sample.
bool Reporter::has_kicked(const Person& who) const {
  if (!report_.game.shows_kicks) return kicker() == who;
  return std::ranges::any_of(kicks_, [&](const ShownKick& kick) { return Person{kick.side, kick.number} == who; });
}

/// Every listed movement of the ball ends the previous kick, even if it is not a kick itself.
void Reporter::take_shown_kicks() {
  for (const ShownKick& kick : kicks_) {
    end_flight(sample_.ball);
    if (kick.side == Side::none) continue;
    flight_ = Flight{{kick.side, kick.number}, sample_.ball, kick.time, moment_};
    ++person(flight_->by).shown_kicks;
  }
}

void Reporter::follow_kick(const Snapshot& now) {
  const Point velocity{(now.ball.x - sample_.ball.x) / since_sample_, (now.ball.y - sample_.ball.y) / since_sample_,
                       (now.ball.z - sample_.ball.z) / since_sample_};
  if (!report_.game.shows_kicks) find_kick(now, velocity);
  velocity_ = velocity;
  if (!flight_ || moment_ - flight_->moment > kYoung) return;
  measure_kick(velocity);
  if (!flight_->is_shot) judge_shot(now, velocity);
}

/// A ball that accelerates near the player who touched it last was kicked by that player.
void Reporter::find_kick(const Snapshot& now, const Point& velocity) {
  constexpr double kFaster = 1.5;  // m/s; a player who only pushes the ball makes it no faster than itself
  if (is_kicking_ && flight_ && was_placed(now, velocity)) drop_flight();
  const std::optional<Person> by = kicker();
  const double speed = length(velocity);
  const bool is_measured = finder_.touches().clock().is_measured();
  const bool is_faster = speed > length(velocity_) + kFaster && by && is_measured;
  if (is_faster && !is_kicking_) {
    end_flight(sample_.ball);
    flight_ = Flight{*by, sample_.ball, now.time, moment_};
    flight_->is_touched = touches_.is_new();
  }
  is_kicking_ = is_faster;
}

/// Whether an apparent kick in the previous sample was a trainer's placement: the ball does not continue like a kicked
/// one, and nothing nearby could have stopped it.
bool Reporter::was_placed(const Snapshot& now, const Point& velocity) const {
  constexpr double kSlows = 0.5;   // a rolling ball keeps more of its speed
  constexpr double kTurns = 0.5;   // cosine; its path stays straight
  constexpr double kBorder = 1.0;  // m around the lines, where there are goals and walls
  const double before = length(velocity_);
  const double along = velocity.x * velocity_.x + velocity.y * velocity_.y;
  const double ground = std::hypot(velocity.x, velocity.y) * std::hypot(velocity_.x, velocity_.y);
  if (length(velocity) >= kSlows * before && along >= kTurns * ground) return false;
  if (flight_->is_touched || touches_.is_new() || touches_.is_near(flight_->by)) return false;
  return std::abs(now.ball.x) < report_.game.field_length / 2 - kBorder &&
         std::abs(now.ball.y) < report_.game.field_width / 2 - kBorder;
}

/// Drops a flight that was not a kick.
void Reporter::drop_flight() {
  auto& line = person(flight_->by).line;
  auto& team = report_.team(flight_->by.side);
  if (flight_->is_shot) --line.shots, --team.shots;
  if (flight_->is_on_target) --line.shots_on_target, --team.shots_on_target;
  if (flight_->is_shot) person(flight_->by).shot_at.reset();
  flight_.reset();
  is_kicking_ = false;
}

/// The sample in which the ball was kicked shows only a part of its speed.
void Reporter::measure_kick(const Point& velocity) {
  const double speed = length(velocity);
  if (speed <= flight_->speed) return;
  flight_->speed = speed;
  const double turn = flight_->by.side == Side::right ? -1.0 : 1.0;
  flight_->direction = std::atan2(turn * velocity.y, turn * velocity.x) * 180.0 / std::numbers::pi;
}

/// Counts a kick as a shot if the ball, continuing as it does, crosses the line in or beside the other team's goal
/// within `kShotSeconds`.
void Reporter::judge_shot(const Snapshot& now, const Point& velocity) {
  constexpr double kBeside = 3.0;  // m
  const double goal = (flight_->by.side == Side::left ? 0.5 : -0.5) * report_.game.field_length;
  const double until = std::abs(velocity.x) > 1e-6 ? (goal - now.ball.x) / velocity.x : -1.0;
  if (until < 0.0 || until > kShotSeconds) return;
  const double beside = std::abs(now.ball.y + until * velocity.y) - report_.game.goal_width / 2;
  if (beside > kBeside) return;
  flight_->is_shot = true;
  flight_->is_on_target = beside <= 0.0;
  count_shot(flight_->by, true, flight_->is_on_target);
}

void Reporter::count_shot(const Person& by, bool is_new, bool is_on_target) {
  Running& shooter = person(by);
  auto& team = report_.team(by.side);
  if (is_new) ++shooter.line.shots, ++team.shots;
  if (is_on_target) ++shooter.line.shots_on_target, ++team.shots_on_target;
  shooter.shot_at = moment_;
  shooter.was_on_target = is_on_target;
}

/// A goal by a seen scorer counts as a shot on target, although the ball may have been behind the line in the next
/// sample, or was deflected into the goal.
void Reporter::add_shot_of_goal(const Person& scorer) {
  constexpr double kRecent = kShotSeconds + 1.0;
  const Running& shooter = person(scorer);
  const bool has_shot = shooter.shot_at && moment_ - *shooter.shot_at <= kRecent;
  count_shot(scorer, !has_shot, !has_shot || !shooter.was_on_target);
  person(scorer).shot_at.reset();
}

void Reporter::add_event(Event event) {
  if (event.kind == Event::Kind::goal) add_goal(event);
  report_.events.push_back(std::move(event));
}

void Reporter::add_goal(const Event& event) {
  const Scorer& scorer = event.scorer;
  const bool is_own = scorer.kind == Scorer::Kind::own_goal;
  if (scorer.number > 0) {
    auto& line = person({is_own ? other_side(event.side) : event.side, scorer.number}).line;
    ++(is_own ? line.own_goals : line.goals);
  }
  if (scorer.kind == Scorer::Kind::seen) add_shot_of_goal({event.side, scorer.number});
  if (scorer.assist > 0) ++person({event.side, scorer.assist}).line.assists;
  report_.goals.push_back(event);
}

Report Reporter::report() const {
  Report report = report_;
  report.has_touches = finder_.touches().names_touchers();
  report.is_dense = dense_ >= kEnough * (dense_ + far_apart_);
  report.has_restarts = report.is_dense || finder_.touches().clock().interval() < kShortestRestart;
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
    line.kick_count = report.game.shows_kicks ? runner.shown_kicks : static_cast<int>(line.kicks.size());
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
