// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/world_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "agent-sample/lib/sexp_reader.h"

namespace rcss3d::agent {

namespace {

constexpr double kSecondsPerStep = 0.01;  // s
constexpr long kActionLatency = 10;
constexpr long kUsualInterval = 20, kUsualLatency = 20;
constexpr double kNearOwnPlace = 8;  // m within which the error of the agent's place is ignored for relative places
constexpr double kPushing = 0.6;     // m between two players that may touch

struct NamedMode {
  std::string_view begins;
  Mode mode;
};
constexpr std::array<NamedMode, 12> kModes = {{{"BeforeKickOff", Mode::before_kick_off},
                                               {"KickOff_", Mode::kick_off},
                                               {"PlayOn", Mode::play_on},
                                               {"KickIn_", Mode::kick_in},
                                               {"corner_kick_", Mode::corner_kick},
                                               {"goal_kick_", Mode::goal_kick},
                                               {"offside_", Mode::offside},
                                               {"GameOver", Mode::game_over},
                                               {"Goal_", Mode::goal},
                                               {"free_kick_", Mode::free_kick},
                                               {"PenaltyShoot_", Mode::penalty},
                                               {"", Mode::unknown}}};

/// The uniform number of a sighting; 0 if it is not that of a player.
std::size_t number_of(const Sighting& player) {
  std::size_t number = 0;
  std::from_chars(player.id.data(), player.id.data() + player.id.size(), number);
  return number <= World::kPlayers ? number : 0;
}

double angle_between(double a, double b) {
  return std::abs(std::remainder(a - b, 2 * std::numbers::pi));
}

}  // namespace

const World& WorldModel::read(const Sensation& sensation) {
  percepts_.read(sensation.percepts);
  read_times(sensation);
  read_game();
  if (!world_.ready) return world_;
  if (percepts_.battery) world_.battery = *percepts_.battery;
  read_mode();
  move_on();
  read_camera();
  if (percepts_.vision) {
    seen_.me.see(percepts_.seen, world_.field, world_.left, world_.can_turn_camera);
    see_tilt();
    if (seen_.me.known()) see_others();
  }
  hear();
  foresee();
  return world_;
}

void WorldModel::acted(const Acts& acts) {
  sent_.add(acts, picture_ + ahead_, world_.can_delay);
}

void WorldModel::begin_episode() {
  World fresh;
  fresh.episode = world_.episode + 1;
  fresh.now = world_.now;
  fresh.interval = world_.interval;
  fresh.can_delay = world_.can_delay;
  world_ = fresh;
  seen_ = foreseen_ = {};
  foreseen_for_ = -1;
  sent_.clear();
  tilt_ = 0;
  play_mode_.clear();
}

/// Without times, every sensation is assumed to come one usual interval after the previous one.
void WorldModel::read_times(const Sensation& sensation) {
  constexpr long kMaxLag = 1000, kLastStep = 1'000'000'000'000;
  before_ = picture_;
  world_.can_delay = sensation.made >= 0 && sensation.arrives >= sensation.made && sensation.arrives <= kLastStep;
  if (world_.can_delay) {
    picture_ = sensation.made;
    ahead_ = std::min(sensation.arrives - sensation.made, kMaxLag) + kActionLatency;
  } else {
    picture_ = before_ + kUsualInterval;
    if (percepts_.simulated_time) picture_ = std::lround(*percepts_.simulated_time / kSecondsPerStep);
    ahead_ = kUsualLatency;
  }
  if (first_ || picture_ < before_) before_ = picture_;
  const long interval = picture_ - before_;
  if (interval > 0 && interval < kMaxLag) world_.interval = static_cast<double>(interval) * kSecondsPerStep;
  first_ = false;
  world_.now = static_cast<double>(picture_ + ahead_) * kSecondsPerStep;
}

void WorldModel::read_game() {
  if (!percepts_.number || *percepts_.number < 1) return;
  begin_episode();
  world_.number = std::min(*percepts_.number, static_cast<int>(World::kPlayers));
  world_.team_size = world_.number;
  world_.field = percepts_.field;
  // The usual values replace those that the server did not send, or that a truncated percept has lost.
  const Field usual;
  const auto fill = [](double& value, double otherwise) {
    if (value <= 0) value = otherwise;
  };
  fill(world_.field.width, 0.65 * world_.field.length);
  fill(world_.field.goal_width, 0.15 * world_.field.width);
  fill(world_.field.player_mass, usual.player_mass);
  fill(world_.field.player_radius, usual.player_radius);
  fill(world_.field.ball_mass, usual.ball_mass);
  fill(world_.field.ball_radius, usual.ball_radius);
  if (percepts_.left) world_.left = *percepts_.left;
  world_.game.double_touch = percepts_.double_touch;
  motion_.emplace(world_.field);
  world_.ready = world_.field.known();
}

void WorldModel::read_mode() {
  if (percepts_.game_time) world_.game.time = *percepts_.game_time;
  if (!percepts_.play_mode.empty() && percepts_.play_mode != play_mode_) {
    play_mode_ = percepts_.play_mode;
    mode_began_ = world_.now;
    const std::string_view text = play_mode_;
    world_.game.mode = std::find_if(kModes.begin(), kModes.end(), [&](const NamedMode& named) {
                         return text.starts_with(named.begins);
                       })->mode;
    const bool of_left = text.ends_with("eft"), of_right = text.ends_with("ight");
    world_.game.whose = !of_left && !of_right ? Whose::neither : of_left == world_.left ? Whose::ours : Whose::theirs;
  }
  world_.game.mode_time = world_.now - mode_began_;
  const auto keep = [](const std::optional<int>& said, int& known) {
    if (said) known = *said;
  };
  keep(percepts_.half, world_.game.half);
  keep(percepts_.shooter, world_.game.shooter);
  keep(percepts_.shoot_out_left, world_.left ? world_.game.shots_ours : world_.game.shots_theirs);
  keep(percepts_.shoot_out_right, world_.left ? world_.game.shots_theirs : world_.game.shots_ours);
}

/// The server sends the direction of the camera every two seconds, rounded. In between it is estimated from the
/// commands, which have noise, and the flags.
void WorldModel::read_camera() {
  if (percepts_.pan_tilt) {
    world_.can_turn_camera = true;
    tilt_ = percepts_.tilt;
  }
}

/// Advances the world from the last picture to this one.
void WorldModel::move_on() {
  if (picture_ == before_) return;
  if (picture_ == foreseen_for_)
    seen_ = foreseen_;
  else
    advance(seen_, before_, picture_);
}

void WorldModel::advance(Scene& scene, long from, long to) {
  scene.me.foresee(from, to, sent_, path_);
  scene.ball.advance(from, path_, sent_, world_.field, *motion_);
  scene.me.advance(from, to, sent_, is_near(kPushing));
  const PlayerDrift drift(static_cast<double>(to - from) * kSecondsPerStep);
  for (PlayerTracker& player : scene.mates) player.advance(drift);
  for (PlayerTracker& player : scene.opponents) player.advance(drift);
}

/// Whether another player may be that near, as far as the last picture showed.
bool WorldModel::is_near(double range) const {
  const auto near = [&](const Track& track) {
    return track.known() && distance(track.position, world_.me.position) < range;
  };
  return std::any_of(world_.mates.begin(), world_.mates.end(), near) ||
         std::any_of(world_.opponents.begin(), world_.opponents.end(), near);
}

/// Computes the tilt from the flags, which lie on the ground, so the angle below the horizon at which they appear is
/// known.
void WorldModel::see_tilt() {
  if (!world_.can_turn_camera) return;
  double sum = 0;
  int count = 0;
  for (const Sighting& seen : percepts_.seen) {
    if (seen.kind != Sighting::Kind::flag && seen.kind != Sighting::Kind::goal) continue;
    const double height = world_.field.player_radius;
    sum += -std::asin(std::min(1.0, height / std::max(seen.distance, height))) - seen.elevation;
    ++count;
  }
  if (count > 0) tilt_ = sum / count;
}

Fix WorldModel::fix_of(const Sighting& seen) const {
  const double elevation = seen.elevation + tilt_, azimuth = seen.azimuth + seen_.me.pan();
  const double range = seen.distance * std::cos(elevation);
  Fix fix;
  fix.along = Vector{1, 0}.turned(azimuth);
  fix.place = seen_.me.motion().position + fix.along * range;
  fix.height = world_.field.player_radius + seen.distance * std::sin(elevation);
  const double own = squared(seen_.me.error()) * std::min(1.0, range / kNearOwnPlace);
  const double up = std::max(vision_noise::kElevation * seen.distance, 0.001);
  fix.along_variance =
      squared(vision_noise::kDistance * seen.distance) + squared(up * std::sin(elevation)) + own + 1e-6;
  fix.across_variance = (squared(vision_noise::kAzimuth) + seen_.me.pan_variance()) * squared(range) +
                        squared(vision_noise::kCalibration) + own;
  fix.height_variance = squared(up) + squared(vision_noise::kCalibration);
  return fix;
}

/// Nothing occludes anything, so an object well within the picture is always visible.
bool WorldModel::should_be_seen(const Track& track) const {
  if (!world_.can_turn_camera) return true;
  const Vector line = track.position - seen_.me.motion().position;
  return line.length() > 0.5 && angle_between(std::atan2(line.y, line.x), seen_.me.pan()) < 80 * kDegree;
}

void WorldModel::see_others() {
  bool ball_seen = false;
  std::array<bool, World::kPlayers + 1> mates_seen{}, opponents_seen{};
  for (const Sighting& seen : percepts_.seen) {
    if (seen.kind == Sighting::Kind::ball && !std::exchange(ball_seen, true))
      seen_.ball.see(fix_of(seen), world_.field);
    if (seen.kind != Sighting::Kind::player) continue;
    const std::size_t number = number_of(seen);
    const bool ours = seen.team == team_name_;
    if (number == 0 || (ours && number == static_cast<std::size_t>(world_.number))) continue;
    auto& known = ours ? mates_seen : opponents_seen;
    if (std::exchange(known[number], true)) continue;
    (ours ? seen_.mates : seen_.opponents)[number].see(fix_of(seen));
    int& size = ours ? world_.team_size : world_.opponents_seen;
    size = std::max(size, static_cast<int>(number));
  }
  if (!ball_seen && seen_.ball.known() && should_be_seen(seen_.ball.track())) seen_.ball.miss();
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    const auto look_for = [&](PlayerTracker& player, bool seen) {
      if (!seen && player.known() && should_be_seen(player.track(world_.field))) player.miss();
    };
    look_for(seen_.mates[number], mates_seen[number]);
    look_for(seen_.opponents[number], opponents_seen[number]);
  }
}

/// Predicts the world at the moment at which the answer takes effect.
void WorldModel::foresee() {
  foreseen_ = seen_;
  foreseen_for_ = picture_ + ahead_;
  advance(foreseen_, picture_, foreseen_for_);
  const OwnPlace& me = foreseen_.me;
  world_.me.position = me.motion().position;
  world_.me.velocity = me.motion().velocity;
  world_.me.height = world_.field.player_radius;
  world_.me.error = me.error();
  world_.me.velocity_error = me.velocity_error();
  world_.me.age = seen_.me.age();
  world_.pan = me.pan();
  world_.tilt = tilt_;
  world_.ball = foreseen_.ball.track();
  world_.ball_spin = foreseen_.ball.spin();
  world_.ball.age = seen_.ball.age();
  const auto take = [&](World::Team& tracks, const Trackers& foreseen, const Trackers& seen) {
    for (std::size_t number = 1; number <= World::kPlayers; ++number) {
      tracks[number] = foreseen[number].track(world_.field);
      tracks[number].age = seen[number].age();
    }
  };
  take(world_.mates, foreseen_.mates, seen_.mates);
  take(world_.opponents, foreseen_.opponents, seen_.opponents);
}

/// A teammate's message comes before an opponent's, but a single one may be either: it is attributed to the team of the
/// player in that direction.
void WorldModel::hear() {
  world_.heard_count = 0;
  for (const HeardMessage& message : percepts_.heard) {
    if (message.sender == "self" || world_.heard_count == world_.heard.size()) continue;
    const double degrees = SexpReader(message.sender).number();
    if (!std::isfinite(degrees)) continue;
    World::Heard& heard = world_.heard[world_.heard_count++];
    heard.direction = degrees * kDegree;
    heard.text = message.text;
    const auto off = [&](const World::Team& team) {
      double least = std::numeric_limits<double>::infinity();
      for (const Track& track : team) {
        if (!track.known()) continue;
        const Vector line = track.position - world_.me.position;
        least = std::min(least, angle_between(std::atan2(line.y, line.x), heard.direction));
      }
      return least;
    };
    heard.from_mate = off(world_.mates) <= off(world_.opponents);
  }
  if (world_.heard_count == 2) {
    world_.heard[0].from_mate = true;
    world_.heard[1].from_mate = false;
  }
}

}  // namespace rcss3d::agent
