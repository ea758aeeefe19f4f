// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/attempt.h"

#include <algorithm>
#include <cmath>

#include "monitor-lite/client/commands.h"

namespace monitor {
namespace {

constexpr double kAttemptStep = 0.01;  // s
constexpr double kThinning = 0.3;      // m, between points of a path

double length(double x, double y, double z = 0) {
  return std::sqrt(x * x + y * y + z * z);
}

}  // namespace

Beginning begin_attempt(const SetPlay& play, const Game& game, std::int64_t seed, int number) {
  Draws draws(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(number));
  Beginning beginning{number, draws.bits() >> 12, {}};
  for (const Placement& placement : play.placements) {
    Placed placed{placement.side, placement.number, {}, {}};
    placed.place.x = placement.place[0].value(draws);
    placed.place.y = placement.place[1].value(draws);
    placed.place.z = placement.height               ? placement.height->value(draws)
                     : placement.side == Side::none ? game.ball_radius
                                                    : game.agent_radius;
    placed.velocity.x = placement.velocity[0].value(draws);
    placed.velocity.y = placement.velocity[1].value(draws);
    placed.velocity.z = placement.velocity[2].value(draws);
    if (placement.battery) placed.battery = placement.battery->value(draws);
    beginning.placed.push_back(placed);
  }
  return beginning;
}

std::string commands_for(const SetPlay& play, const Beginning& beginning, bool anew) {
  // The mode comes first, because before kick-off the referee holds the ball.
  std::string commands = play_mode(play.mode);
  for (const Placed& placed : beginning.placed)
    commands += placed.side == Side::none ? move_ball(placed.place, placed.velocity)
                                          : move_player(placed.side, placed.number, placed.place, placed.velocity,
                                                        anew ? placed.battery.value_or(100.0) : placed.battery);
  return commands;
}

AttemptWatch::AttemptWatch(const SetPlay& play, const Game& game, Beginning beginning, const Snapshot& first)
    : play_(play),
      game_(game),
      first_(first),
      attempt_{.beginning = std::move(beginning), .outcome = {}, .ball_end = first.ball, .ball_path = {first.ball}},
      per_frame_(play.interval * kAttemptStep),
      last_time_(first.time),
      ball_(first.ball) {}

/// While the game's clock is stopped, frames are counted.
double AttemptWatch::seconds_until(const Snapshot& now) {
  ++frames_;
  const double passed = now.time - last_time_;
  last_time_ = now.time;
  if (passed > 0 && frames_ > 1) per_frame_ = passed;
  last_seconds_ += passed > 0 ? passed : per_frame_;
  return last_seconds_;
}

void AttemptWatch::follow_ball(const Snapshot& now, double passed) {
  const double way = length(now.ball.x - ball_.x, now.ball.y - ball_.y);
  const std::optional<Point>& velocity = now.ball_velocity;
  ball_speed_ = velocity ? length(velocity->x, velocity->y, velocity->z) : passed > 0 ? way / passed : 0;
  attempt_.ball_top_speed = std::max(attempt_.ball_top_speed, ball_speed_);
  attempt_.ball_way += way;
  ball_ = now.ball;
  const Point& last = attempt_.ball_path.back();
  if (length(now.ball.x - last.x, now.ball.y - last.y) >= kThinning) attempt_.ball_path.push_back(now.ball);
}

bool AttemptWatch::see(const Snapshot& now) {
  const double before = last_seconds_;
  const double seconds = seconds_until(now);
  follow_ball(now, seconds - before);
  attempt_.seconds = seconds;
  attempt_.ball_end = now.ball;
  const AttemptView view{game_, first_, now, seconds, ball_speed_};
  const auto end =
      std::ranges::find_if(play_.ends, [&](const SetPlay::End& each) { return each.condition.holds(view); });
  if (end != play_.ends.end()) attempt_.outcome = end->outcome;
  constexpr double kRounding = 1e-6;
  if (attempt_.outcome.empty() && seconds + kRounding >= play_.seconds) attempt_.outcome = SetPlay::kTimeIsUp;
  return !attempt_.outcome.empty();
}

}  // namespace monitor
