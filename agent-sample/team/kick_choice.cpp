// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/kick_choice.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "agent-sample/skills/push.h"

namespace rcss3d::agent {
namespace {

constexpr double kFarOff = 1;            // s until the kick from which on checking every other direction suffices
constexpr double kNever = 10;            // s, for directions in which no kick is possible
constexpr double kWaiting = 0.02;        // gain that a second of waiting costs
constexpr double kDribbleCost = 0.01;    // gain: opponents come closer while a player runs after its own kick
constexpr double kDribbleShare = 0.25;   // the same, as a share of the gain
constexpr double kRough = 0.02;          // gain lost because the direction of the soonest kick is known only roughly
constexpr double kContested = 0.35;      // s of lead below which any kick is better than none
constexpr double kWaitForMate = 2.5;     // s, at most, until a mate is no longer offside
constexpr double kJustOnside = 0.1;      // s more, to be sure
constexpr double kAtRest = 0.5;          // m/s
constexpr double kRoughNoise = 0.1;      // rad
constexpr double kFailing = 0.025;       // share of kicks that fail, for each m/s of the ball before the kick
constexpr double kLastBonus = 0.006;     // gain
constexpr double kFreeCorner = 0.3;      // probability of a goal above which a shot is made
constexpr double kLongestPass = 25;      // m
constexpr double kClearLength = 12;      // m
constexpr double kShotTolerance = 0.05;  // rad
constexpr double kPassTolerance = 0.08;
constexpr double kOtherTolerance = 0.15;
constexpr double kAside = 0.2;  // gain that a m/s across the wanted direction costs

/// Standard deviation of the direction of a kick, rad. The position of a moving ball is known to a few centimetres
/// only, and the push starts that near to it. Measured in matches: 0.03 at rest, 0.08 at 5 m/s, 0.15 at 7 m/s.
double noise_of(const BallState& ball) {
  const double speed = std::min(8.0, ball.velocity.length());
  return 0.026 + 0.0024 * speed * speed;
}

double turn_between(Vector a, Vector b) {
  return std::abs(std::atan2(dot(a.turned_left(), b), dot(a, b)));
}

}  // namespace

const char* KickChoice::name(Kind kind) {
  switch (kind) {
    case Kind::shot:
      return "shot";
    case Kind::pass:
      return "pass";
    case Kind::lob:
      return "lob";
    case Kind::dribble:
      return "dribble";
    case Kind::clear:
      return "clear";
  }
  return "";
}

double KickChooser::weight(KickChoice::Kind kind) const {
  switch (kind) {
    case KickChoice::Kind::shot:
      return settings_.shot_weight;
    case KickChoice::Kind::pass:
      return settings_.pass_weight;
    case KickChoice::Kind::lob:
      return settings_.lob_weight;
    case KickChoice::Kind::dribble:
      return settings_.dribble_weight;
    case KickChoice::Kind::clear:
      return settings_.clear_weight;
  }
  return 1;
}

/// The elevation has noise, so steep kicks are rated at three elevations.
KickOutcome KickChooser::outcome_of(const Candidate& candidate, const BallState& ball, double until_kick,
                                    bool with_noise) const {
  constexpr double kSideDeviations = 1.2, kSideShare = 0.3;
  const KickCommand& kick = candidate.kick;
  const Vector direction = (candidate.target - ball.position).unit();
  const double noise = noise_of(ball);
  const auto rate = [&](double elevation) {
    const double gained = paths_->speed_of({std::max(0.0, elevation), kick.power});
    const Push push = push_towards(ball.velocity, direction, {gained, paths_->kept()});
    KickOutcome outcome =
        outlook_.of(paths_->of_speed(elevation, push.speed), ball.position, direction, noise, until_kick);
    outcome.gain -= kAside * push.aside;
    return outcome;
  };
  KickOutcome outcome = rate(kick.elevation);
  if (!with_noise || kick.elevation < 7) return outcome;
  const double side = kSideDeviations * kick_noise::elevation(kick.elevation);
  const KickOutcome lower = rate(kick.elevation - side), higher = rate(kick.elevation + side);
  const auto mean = [&](double KickOutcome::*member) {
    return (1 - 2 * kSideShare) * outcome.*member + kSideShare * (lower.*member + higher.*member);
  };
  outcome.gain = mean(&KickOutcome::gain);
  outcome.goal = mean(&KickOutcome::goal);
  outcome.ours = mean(&KickOutcome::ours);
  return outcome;
}

bool KickChooser::is_like_last(const Candidate& candidate) const {
  constexpr double kAlike = 0.3;  // rad
  return last_time_ >= 0 && candidate.kind == last_kind_ &&
         turn_between(candidate.target - ball_.position, last_direction_) < kAlike;
}

/// The probability that a kick at that time is made before their first player is at the ball.
double KickChooser::share_in_time(double until_kick) const {
  return std::clamp(0.5 + (pressed_at_ - until_kick) / 0.5, 0.0, 1.0);
}

/// If their first player is at the ball before the kick, the kick will hardly be made.
double KickChooser::value_of(const Candidate& candidate, double until_kick, double ball_speed) const {
  const double in_time = share_in_time(until_kick) * (1 - kFailing * std::min(10.0, ball_speed));
  const double lost = -0.7 * outlook_.worth().theirs(ball_.position);
  double gain = candidate.outcome.gain;
  const double to_goal = distance(ball_.position, goal_);
  if (candidate.kind == KickChoice::Kind::shot && to_goal < settings_.shot_distance &&
      candidate.outcome.goal > kFreeCorner)
    gain += 0.5 * candidate.outcome.goal;
  gain *= gain > 0 ? weight(candidate.kind) : 1;
  if (weight(candidate.kind) <= 0) gain -= 1;
  if (candidate.kind == KickChoice::Kind::dribble) gain -= kDribbleCost + kDribbleShare * std::abs(gain);
  return in_time * gain + (1 - in_time) * lost - kWaiting * until_kick + (is_like_last(candidate) ? kLastBonus : 0);
}

void KickChooser::keep(const Candidate& candidate) {
  std::size_t place = finalist_count_;
  while (place > 0 && finalists_[place - 1].value < candidate.value) --place;
  if (place == kFinalists) return;
  if (finalist_count_ < kFinalists) ++finalist_count_;
  for (std::size_t i = finalist_count_ - 1; i > place; --i) finalists_[i] = finalists_[i - 1];
  finalists_[place] = candidate;
}

void KickChooser::consider(KickChoice::Kind kind, Vector target, KickCommand kick, double earliest) {
  if (!std::isfinite(target.x + target.y + kick.power)) return;
  kick.elevation = std::clamp(kick.elevation, settings_.min_elevation, settings_.max_elevation);
  kick.power = std::max(kick.power, settings_.min_power);
  Candidate candidate{kind, target, kick, earliest, 0, {}};
  const Moment& moment =
      moment_of(push_towards(ball_.velocity, (target - ball_.position).unit(), {paths_->speed_of(kick), paths_->kept()})
                    .direction);
  const double time = std::max(moment.time, earliest);
  if (share_in_time(time) > 0) candidate.outcome = outcome_of(candidate, moment.ball, time, false);
  candidate.value = value_of(candidate, time, moment.ball.velocity.length());
  keep(candidate);
}

/// Considers a flat kick after which the ball has that speed, m/s: the push adds the difference from the velocity that
/// the ball keeps. A low speed stops an approaching ball.
void KickChooser::consider_speed(KickChoice::Kind kind, Vector target, double speed, double earliest) {
  const Vector direction = (target - ball_.position).unit();
  const Vector first = direction * speed - ball_.velocity * paths_->kept();
  const Vector push = direction * speed - moment_of(first).ball.velocity * paths_->kept();
  if (dot(push, direction) > 0)
    consider(kind, target, {0, std::min(100.0, push.length() / paths_->speed_of({0, 1}))}, earliest);
}

/// Considers a kick at the first possible moment, in the direction that the push has then.
void KickChooser::consider_soonest(KickCommand kick) {
  kick.elevation = std::clamp(kick.elevation, settings_.min_elevation, settings_.max_elevation);
  kick.power = std::clamp(kick.power, settings_.min_power, 100.0);
  // The push has this direction. The velocity of the ball afterwards is the sum of the push and of what the ball keeps
  // of its own velocity.
  const Vector velocity = ball_.velocity * paths_->kept() + along_ * paths_->speed_of(kick);
  Candidate candidate{KickChoice::Kind::clear, ball_.position + velocity.unit() * kClearLength, kick, 0, 0, {}};
  candidate.outcome = outlook_.of(paths_->of_speed(kick.elevation, velocity.length()), ball_.position, velocity.unit(),
                                  noise_of(ball_) + kRoughNoise, soonest_);
  candidate.value = value_of(candidate, soonest_, ball_.velocity.length());
  if (candidate.value > last_resort_.value) last_resort_ = candidate;
}

/// Finds when the ball can be kicked in each direction. While the ball is far away, the choice will be made again
/// before the kick, so it suffices to assume that a kick at an angle of a rad to the earliest one comes about 0.1 a² s
/// later.
void KickChooser::find_moments(const Approach& approach) {
  constexpr double kLater = 0.1;  // s/rad²
  for (std::size_t i = 0; i < kDirections; ++i) {
    const double angle = 360.0 / kDirections * kDegree * static_cast<double>(i);
    const Vector direction = Vector{1, 0}.turned(angle);
    if (soonest_ > kFarOff) {
      const double time = soonest_ + kLater * squared(turn_between(along_, direction));
      moments_[i] =
          time < approach.course().leaves_field() ? Moment{time, approach.course().at(time)} : Moment{kNever, ball_};
      continue;
    }
    const KickChance chance = approach.chance(direction);
    moments_[i] = chance.possible() ? Moment{chance.time, chance.ball} : Moment{kNever, ball_};
  }
}

const KickChooser::Moment& KickChooser::moment_of(Vector direction) const {
  const double turn = std::atan2(direction.y, direction.x) / (2 * std::numbers::pi) * kDirections;
  return moments_[static_cast<std::size_t>(std::lround(turn) + static_cast<long>(kDirections)) % kDirections];
}

void KickChooser::collect(const World& world) {
  using Kind = KickChoice::Kind;
  const double half = world.field.half_goal();
  if (distance(ball_.position, goal_) < 1.6 * settings_.shot_distance)
    for (const double corner : {half - 0.3, 0.7 * half, 0.35 * half, 0.0, -0.35 * half, -0.7 * half, 0.3 - half})
      for (const double elevation : {0.0, 8.0}) consider(Kind::shot, goal_ + Vector{0, corner}, {elevation, 100});
  for (std::size_t i = 0; i<kDirections; i += soonest_> kFarOff ? 2 : 1) {
    const Vector along = Vector{1, 0}.turned(360.0 / kDirections * kDegree * static_cast<double>(i));
    const Vector target = ball_.position + along * kClearLength;
    for (const double speed : {1.8, 2.9}) consider_speed(Kind::dribble, target, speed);
    for (const double speed : {5.0, 7.2, 9.8}) consider_speed(Kind::pass, target, speed);
    consider(Kind::lob, target, {22, 100});
    consider(Kind::lob, target, {25, 70});
  }
  collect_passes(world);
  last_resort_ = Candidate();
  for (const KickCommand kick : {KickCommand{0, 8}, {0, 20}, {0, 40}, {0, 75}, {22, 100}}) consider_soonest(kick);
}

/// Considers passes to where mates are and to where they can run.
void KickChooser::collect_passes(const World& world) {
  const double slowed = 0.52;  // of a m/s that a rolling ball loses with each metre
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    const Track& mate = world.mates[number];
    if (!mate.known() || distance(mate.position, ball_.position) > kLongestPass) continue;
    const double onside = outlook_.onside_after(static_cast<int>(number));
    if (onside > kWaitForMate || (onside > 0 && ball_.velocity.length() > kAtRest)) continue;
    const Vector ahead = (goal_ - mate.position).unit();
    Vector coasts = mate.position + mate.velocity * 0.4;
    if (onside > 0) coasts.x = std::min(coasts.x, outlook_.offside_line());
    for (const Vector lead : {Vector{}, ahead * 1.5, ahead * 3.5}) {
      const Vector target = coasts + lead;
      const double way = distance(target, ball_.position);
      for (const double speed : {1.2, 2.5, 5.0})
        consider_speed(KickChoice::Kind::pass, target, speed + slowed * way, onside > 0 ? onside + kJustOnside : 0);
    }
  }
}

KickChoice KickChooser::choose(const World& world, const Approach& approach, const BallMotion& motion, const Race& race,
                               Drawing& drawing) {
  if (episode_ != world.episode) {
    episode_ = world.episode;
    paths_.reset();
    last_time_ = -1;
  }
  if (!paths_) paths_.emplace(motion);
  KickChoice choice;
  choice.strike.any_direction = true;
  choice.strike.kick = {std::clamp(0.0, settings_.min_elevation, settings_.max_elevation), settings_.min_power};
  choice.strike.target = world.field.their_goal();
  const KickChance& soonest = approach.soonest();
  if (!soonest.possible()) return choice;
  goal_ = world.field.their_goal();
  ball_ = soonest.ball;
  along_ = soonest.direction;
  soonest_ = soonest.time;
  const bool restart = world.game.our_restart();
  pressed_at_ = restart || race.theirs() == 0 ? 1e9 : race.of_opponent(race.theirs()).time;
  outlook_.prepare(world, soonest.time, ball_.position, soonest.player.velocity);
  find_moments(approach);
  if (last_time_ >= 0 && world.now - last_time_ > 1) last_time_ = -1;
  finalist_count_ = 0;
  collect(world);

  choice.strike.target = last_resort_.target;
  choice.strike.kick = last_resort_.kick;
  choice.chance = soonest;
  choice.outcome = last_resort_.outcome;
  choice.value = pressed_at_ - soonest_ < kContested ? last_resort_.value - kRough : -1e9;
  for (std::size_t i = 0; i < finalist_count_; ++i) {
    Candidate& candidate = finalists_[i];
    Strike strike;
    strike.target = candidate.target;
    strike.kick = candidate.kick;
    strike.earliest = candidate.earliest;
    strike.tolerance = candidate.kind == KickChoice::Kind::shot   ? kShotTolerance
                       : candidate.kind == KickChoice::Kind::pass ? kPassTolerance
                                                                  : kOtherTolerance;
    const KickChance chance = approach.chance(strike);
    if (!chance.possible()) continue;
    // A ball that passes by is hard to kick in an exact direction, but missing it is worse.
    strike.tolerance += 2 * (noise_of(chance.ball) - noise_of({}));
    candidate.outcome = outcome_of(candidate, chance.ball, chance.time, true);
    const double value = value_of(candidate, chance.time, chance.ball.velocity.length());
    if (value <= choice.value) continue;
    choice = {candidate.kind, strike, chance, candidate.outcome, value};
  }
  if (choice.kind == KickChoice::Kind::clear) choice.value = last_resort_.value;
  last_time_ = world.now;
  last_kind_ = choice.kind;
  last_direction_ = choice.strike.target - ball_.position;
  if (drawing.on()) {
    drawing.line("kick", choice.chance.ball.position, choice.strike.target);
    drawing.circle("kick", choice.outcome.place, 0.4);
    drawing.words("kick", choice.chance.ball.position,
                  std::string(KickChoice::name(choice.kind)) + ' ' + std::to_string(choice.value).substr(0, 5));
  }
  return choice;
}

}  // namespace rcss3d::agent
