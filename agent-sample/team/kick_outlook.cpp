// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/kick_outlook.h"

#include <algorithm>
#include <cmath>

#include "agent-sample/lib/player_motion.h"

namespace rcss3d::agent {
namespace {

constexpr double kOutlookTouch = 0.35;    // m, that of a kick
constexpr double kKeeperTouch = 1.1;      // m in space, of a keeper that catches
constexpr double kOutlookReaction = 0.3;  // s until others run for a ball that was kicked
constexpr double kSoft = 2;               // m/s of a ball that is easily received
constexpr double kHardPerSpeed = 0.12;    // share of the value of the ball that is lost for each further m/s
constexpr double kControlMin = 0.3;
constexpr double kMissedLoss = 0.5;        // share of the value to them that a missed ball costs
constexpr double kOffsideAhead = 2.5;      // s after which no one waits for a mate to come back onside
constexpr double kNearReaction = 0.05;     // s, of players that go for the ball anyway
constexpr double kKickerReaction = 0.05;   // s
constexpr std::size_t kNextKick = 6;       // points until the player that has the ball kicks it again
constexpr std::size_t kKickersFirst = 3;   // point of a path at which the kicker may have the ball again
constexpr double kTooHigh = 0.5;           // m, of the centre of a ball that passes over players
constexpr double kTooHighForKeeper = 1.3;  // m
constexpr double kEdge = 0.3;              // m over which it is uncertain how far a player gets
constexpr double kEdgePerNoise = 1.35;  // the same for each m by which the noise of the direction moves the ball aside
constexpr double kSurest = 0.93;        // probability that a ball well in reach is taken
constexpr double kKeeperEdge = 0.07;    // m, as kEdge: hands catch whatever comes within reach
constexpr double kKeeperEdgePerNoise = 1.73;
constexpr double kSurestKicker = 0.85;  // the same for the kicker, which is not always behind the ball
constexpr double kSurestCatch = 0.98;   // the same for a keeper that catches
constexpr double kHandsHeight = 0.22;   // m
constexpr double kNearBall = 3.5;       // m: opponents that near go for the ball
constexpr double kKeeperArea = 0.15;    // share of the field's length in which their keeper catches
constexpr double kPost = 0.13;          // m inside posts and bar that the ball's centre has to be
constexpr double kDiscount = 0.1;       // share of a gain that is lost for each second
constexpr double kRestartLoss = 0.01;   // value of a ball that goes out: time, and the order of their players

/// Whether a ball that moves in that direction along an axis is out. A ball on the line is not out, nor is one that
/// comes back.
bool leaves(double place, double direction, double line) {
  constexpr double kOnLine = 0.1;  // m
  return std::abs(place) > line + kOnLine && place * direction > 0;
}

/// Faster than Vector::length(), which also handles numbers whose squares overflow.
double length(Vector v) {
  return std::sqrt(dot(v, v));
}

/// The logistic approximation of the normal distribution function; it is exact within 0.02.
double normal(double deviations) {
  return 1 / (1 + std::exp(-1.702 * deviations));
}

}  // namespace

void KickOutlook::prepare(const World& world, double until_kick, Vector ball, Vector kicker_velocity) {
  field_ = world.field;
  worth_.prepare(world);
  for (std::size_t i = 0; i < KickPath::kPoints; ++i) {
    const double seconds = KickPath::kInterval * static_cast<double>(i);
    reach_[i] = player_motion::reach(seconds);
    roll_[i] = player_motion::drive({{}, {1, 0}}, {}, seconds).position.x;
  }
  double last = 0, last_but_one = 0;
  for (const Track& opponent : world.opponents) {
    if (!opponent.known()) continue;
    last_but_one = std::max(last_but_one, std::min(last, opponent.position.x));
    last = std::max(last, opponent.position.x);
  }
  offside_line_ = std::max({0.0, last_but_one, world.ball.position.x});
  count_ = 0;
  has_keeper_ = false;
  const double until = std::clamp(until_kick, 0.0, 0.5);
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    if (number == 1 && !world.opponents[1].known()) add_unseen_keeper();
    add(world.opponents[number], static_cast<int>(number), false, until, ball);
    if (static_cast<int>(number) != world.number) add_mate(world.mates[number], static_cast<int>(number), until);
  }
  for (Discs& discs : discs_)
    for (std::size_t k = count_; k < kOthers; ++k) discs.x[k] = discs.y[k] = 1e4F, discs.range[k] = 0;
  kicker_ = world.number;
  kicker_velocity_ = kicker_velocity;
  for (std::size_t i = 0; i < KickPath::kPoints; ++i)
    kicker_range_[i] = static_cast<float>(range(kOutlookTouch, kKickerReaction, i));
}

void KickOutlook::add(const Track& track, int number, bool ours, double until_kick, Vector ball) {
  if (!track.known()) return;
  const bool keeper = number == 1 && !ours && track.position.x > field_.half_length() - kKeeperArea * field_.length;
  if (keeper) has_keeper_ = true, keeper_ = count_;
  Motion then{track.position + track.velocity * until_kick, track.velocity};
  double reaction = kOutlookReaction;
  if (!ours && distance(track.position, ball) < kNearBall) {
    // Opponents near the ball run to it before it is kicked.
    const Motion now{track.position, track.velocity};
    then = player_motion::drive(now, player_motion::command_to(now, ball, until_kick), until_kick);
    reaction = kNearReaction;
  }
  for (std::size_t i = 0; i < KickPath::kPoints; ++i) {
    discs_[i].x[count_] = static_cast<float>(then.position.x + then.velocity.x * roll_[i]);
    discs_[i].y[count_] = static_cast<float>(then.position.y + then.velocity.y * roll_[i]);
    discs_[i].range[count_] = static_cast<float>(range(keeper ? kKeeperTouch : kOutlookTouch, reaction, i));
  }
  others_[count_++] = {ours, keeper, number, 0};
}

/// A mate that is offside runs back, and is a receiver on the line from then on.
void KickOutlook::add_mate(const Track& mate, int number, double until_kick) {
  constexpr double kOnLine = 0.1;  // m
  double& after = onside_after_[static_cast<std::size_t>(number)];
  after = 0;
  if (mate.position.x < offside_line_ + kOnLine) {
    add(mate, number, true, until_kick, {});
    return;
  }
  const Vector onside{offside_line_ - kOnLine, mate.position.y};
  after = player_motion::time_to({mate.position, mate.velocity}, onside);
  if (!(after < kOffsideAhead)) return;
  Track back = mate;
  back.position = onside;
  back.velocity = {};
  add(back, number, true, 0, {});
  if (mate.known()) others_[count_ - 1].onside_after = after;
}

/// A keeper that has not been seen is assumed to be where keepers usually are.
void KickOutlook::add_unseen_keeper() {
  constexpr double kOffTheLine = 0.8;  // m
  Track track;
  track.position = field_.their_goal() - Vector{kOffTheLine, 0};
  track.age = 0;
  add(track, 1, false, 0, {});
}

/// The range of a player at point i who starts after `reaction`, interpolated between two points of `reach_`.
double KickOutlook::range(double touch, double reaction, std::size_t i) const {
  const double late = std::max(0.0, static_cast<double>(i) - reaction / KickPath::kInterval);
  const auto before = static_cast<std::size_t>(late);
  const double share = late - static_cast<double>(before);
  return touch + (1 - share) * reach_[before] + share * reach_[std::min(before + 1, KickPath::kPoints - 1)];
}

struct KickOutlook::Progress {
  KickOutcome outcome;
  double rest = 1;        // probability that no player has had the ball so far
  double factor = 1;      // discount of gains that come later
  double most = 0;        // probability of the receiver
  double noise = 0;       // rad, of the direction
  double until_kick = 0;  // s
  double out = 0;         // probability that the noise of the direction has taken the ball over a side line
  std::array<float, kOthers + 1> had{}, taken{};  // by player, the kicker last
};

/// Returns the value of a ball that leaves the field between points i − 1 and i.
double KickOutlook::leave_field(const KickPath& path, std::size_t i, Vector from, Vector direction,
                                Progress& progress) const {
  const KickPath::Point &before = path.points[i - 1], &behind = path.points[i];
  const Vector a = from + direction * before.way, b = from + direction * behind.way;
  const double line = field_.half_length() * (b.x > 0 ? 1 : -1);
  const bool over_goal_line = std::abs(b.x) >= field_.half_length() && std::abs(b.x - a.x) > 1e-6;
  if (!over_goal_line) return -worth_.theirs(b) - kRestartLoss;
  const double share = std::clamp((line - a.x) / (b.x - a.x), 0.0, 1.0);
  const Vector at = a + (b - a) * share;
  const double height = before.height + share * (behind.height - before.height);
  const double way = before.way + share * (behind.way - before.way);
  const double spread = 0.02 + progress.noise * way / std::max(0.2, std::abs(direction.x));
  const double half = field_.half_goal() - kPost;
  const double between_posts = normal((half - at.y) / spread) - normal((-half - at.y) / spread);
  const double below_bar = normal((field_.goal_height - kPost - height) / (0.05 + 0.03 * height));
  const double goal = between_posts * below_bar;
  if (line < 0) return -goal - (1 - goal) * 0.25;
  progress.outcome.goal += progress.rest * goal;
  return goal - (1 - goal) * (worth_.theirs({line - 3, 0}) + kRestartLoss);
}

/// The distance, m, by which the nearest opponent misses the ball, as a share of 2 m.
double KickOutlook::room_at(std::size_t i, Vector ball) const {
  const Discs& discs = discs_[i];
  double room = 2;
  for (std::size_t k = 0; k < count_; ++k)
    if (!others_[k].ours)
      room = std::min(room, std::max(0.0, length({ball.x - discs.x[k], ball.y - discs.y[k]}) - discs.range[k]));
  return room / 2;
}

/// Each player takes the ball at this point with the hazard h = (p − p₀)/(1 − p₀), where p₀ is the probability with
/// which the player could have had it at the points before, and p the one here. All together take min(1, Σh) of the
/// rest, each in proportion to h.
void KickOutlook::pass_point(const KickPath& path, std::size_t i, std::size_t last, Vector from, Vector direction,
                             Progress& progress) const {
  const KickPath::Point& point = path.points[i];
  const Discs& discs = discs_[i];
  const Vector ball = from + direction * point.way;
  const auto x = static_cast<float>(ball.x), y = static_cast<float>(ball.y);
  const auto edge = static_cast<float>(kEdge + kEdgePerNoise * progress.noise * point.way);
  std::array<float, kOthers> spare;  // m^2, negative: out of reach
  int reached = 0;
  for (std::size_t k = 0; k < kOthers; ++k) {
    const float dx = x - discs.x[k], dy = y - discs.y[k], widest = discs.range[k] + edge;
    spare[k] = widest * widest - dx * dx - dy * dy;
    reached |= spare[k] > 0;
  }
  std::array<std::size_t, kOthers + 1> who;
  std::array<float, kOthers + 1> hazard;
  std::size_t found = 0;
  float hazards = 0;
  const auto note = [&](std::size_t k, float missing, float width, float surest) {
    const float now = surest * std::clamp(0.5F - 0.5F * missing / width, 0.0F, 1.0F);
    if (now <= progress.had[k]) return;
    who[found] = k;
    hazard[found] = (now - progress.had[k]) / (1 - progress.had[k]);
    hazards += hazard[found++];
    progress.had[k] = now;
  };
  for (std::size_t k = 0; reached && point.height <= kTooHigh && k < count_; ++k) {
    if (spare[k] <= 0 || others_[k].keeper) continue;
    if (others_[k].onside_after > progress.until_kick) continue;
    note(k, std::sqrt((x - discs.x[k]) * (x - discs.x[k]) + (y - discs.y[k]) * (y - discs.y[k])) - discs.range[k], edge,
         static_cast<float>(kSurest));
  }
  if (has_keeper_ && point.height < kTooHighForKeeper) {
    // The hands catch a ball that flies past between two points of the path.
    const Vector there{discs.x[keeper_] - ball.x, discs.y[keeper_] - ball.y};
    const double back = std::clamp(-dot(there, direction), 0.0, double{point.way - path.points[last].way});
    const double above = std::max(0.0, point.height - kHandsHeight);
    const double hands = std::sqrt(std::max(0.0, kKeeperTouch * kKeeperTouch - above * above)) - kKeeperTouch;
    const double missing = length(there + direction * back) - discs.range[keeper_] - hands;
    const double width = kKeeperEdge + kKeeperEdgePerNoise * progress.noise * point.way;
    if (missing < width)
      note(keeper_, static_cast<float>(missing), static_cast<float>(width), static_cast<float>(kSurestCatch));
  }
  if (i >= kKickersFirst && point.height < kTooHigh) {
    const auto missing = static_cast<float>(length(ball - from - kicker_velocity_ * roll_[i])) - kicker_range_[i];
    if (missing < edge) note(kOthers, missing, edge, static_cast<float>(kSurestKicker));
  }
  if (found == 0) return;
  const double got = progress.rest * std::min(1.0F, hazards);
  // A ball faster than 2 m/s bounces off a player, so the player has to kick it as it passes.
  const double control = std::clamp(1 - kHardPerSpeed * (double{point.speed} - kSoft), kControlMin, 1.0);
  const double missed = (1 - control) * kMissedLoss * worth_.theirs(ball);
  double room = -1;
  for (std::size_t j = 0; j < found; ++j) {
    const std::size_t k = who[j];
    const double share = got * hazard[j] / hazards;
    if (k < kOthers && !others_[k].ours) {
      progress.outcome.gain -= share * worth_.theirs(ball);
      continue;
    }
    if (room < 0) room = room_at(std::min(i + kNextKick, KickPath::kPoints - 1), ball);
    progress.outcome.gain += progress.factor * share * (control * worth_.ours(ball, room) - missed);
    progress.outcome.ours += share;
    progress.taken[k] += static_cast<float>(share);
    if (progress.taken[k] <= progress.most) continue;
    progress.most = progress.taken[k];
    progress.outcome.receiver = k < kOthers ? others_[k].number : kicker_;
    progress.outcome.place = ball;
    progress.outcome.time = KickPath::kInterval * static_cast<double>(i);
  }
  progress.rest -= got;
}

KickOutcome KickOutlook::of(const KickPath& path, Vector from, Vector direction, double noise,
                            double until_kick) const {
  constexpr double kMinRest = 0.08;  // share of balls that no player has had, below which the rest is ignored
  constexpr std::size_t kFine = 12;  // points of which each is evaluated; then every other one
  Progress progress;
  progress.noise = noise;
  progress.until_kick = until_kick;
  std::size_t last = 0;
  for (std::size_t i = 1; i < KickPath::kPoints && progress.rest > kMinRest; last = i, i += i < kFine ? 1 : 2) {
    const Vector ball = from + direction * path.points[i].way;
    progress.factor = 1 - kDiscount * KickPath::kInterval * static_cast<double>(i);
    if (leaves(ball.x, direction.x, field_.half_length()) || leaves(ball.y, direction.y, field_.half_width())) {
      progress.outcome.gain += progress.rest * leave_field(path, i, from, direction, progress);
      break;
    }
    const double spread = 0.05 + noise * path.points[i].way;
    const double to_line = (field_.half_width() - std::abs(ball.y)) / spread;
    const double out = to_line < 2.5 ? normal(-to_line) : 0;
    if (out > progress.out) {
      const double lost = progress.rest * (out - progress.out) / (1 - progress.out);
      progress.outcome.gain -= lost * (worth_.theirs(ball) + kRestartLoss);
      progress.rest -= lost;
      progress.out = out;
    }
    pass_point(path, i, last, from, direction, progress);
  }
  return progress.outcome;
}

}  // namespace rcss3d::agent
