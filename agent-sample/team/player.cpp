// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/player.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agent-sample/lib/player_motion.h"
#include "agent-sample/skills/run.h"
#include "agent-sample/skills/strike.h"
#include "agent-sample/team/positions.h"
#include "agent-sample/team/restart.h"

namespace rcss3d::agent {
namespace {

constexpr double kOnside = 0.6;     // m in front of the offside line
constexpr double kLineAhead = 0.8;  // s in which the offside line may come nearer
constexpr double kAtPlace = 0.3;    // m: near enough to a place at the kick-off

/// The largest x at which our players are not offside.
double farthest_x(const World& world) {
  return offside_line(world, kLineAhead) - kOnside;
}

}  // namespace

Player::Player(Settings settings, Formations formations)
    : settings_(std::move(settings)),
      formations_(std::move(formations)),
      kicks_(settings_.kicks),
      defence_(settings_.defence),
      keeper_(settings_.keeper) {}

void Player::decide(const World& world, Acts& acts, Drawing& drawing) {
  if (episode_ != world.episode) {
    *this = Player(std::move(settings_), std::move(formations_));
    episode_ = world.episode;
  }
  if (!world.field.known()) return;
  if (!motion_) motion_.emplace(world.field);
  decide_informed(informed(world), acts, drawing);
  watch_ball(world, acts);
  report_ball(world, acts);
}

void Player::decide_informed(const World& world, Acts& acts, Drawing& drawing) {
  course_.predict(world, *motion_);
  taker_.watch(world);
  race_.run(taker_.without(world), course_);
  find_homes(world);
  defence_.assign(world, course_, race_, homes_);
  if (world.game.before_kick_off() || world.game.pause())
    take_kick_off_place(world, acts);
  else if (world.game.mode == Mode::penalty)
    shoot_out(world, acts, drawing);
  else if (!world.ball.known())
    run_to(world, homes_[static_cast<std::size_t>(world.number)], acts);
  else if (world.number == 1)
    keep_goal(world, acts, drawing);
  else
    play_field(world, acts, drawing);
}

/// The world, with the ball where the referee is going to place it, or, if this agent has not seen it for a while,
/// where a teammate reported it.
const World& Player::informed(const World& world) {
  constexpr double kUnseen = 0.5, kUseful = 2;  // s
  constexpr double kDelay = 0.3;                // s from the contents of a message to the moment of `World`
  constexpr double kUncertainty = 0.5;          // m
  for (std::size_t i = 0; i < world.heard_count; ++i) {
    if (!world.heard[i].from_mate) continue;
    if (const auto message = BallMessage::unpack(world.heard[i].text)) {
      heard_ = message;
      heard_at_ = world.now - kDelay;
    }
  }
  if (const auto place = set_play::restart_place(world)) return informed_ = set_play::with_ball_at(world, *place);
  const double age = world.now - heard_at_;
  if (!heard_ || world.ball.age < kUnseen || age > kUseful || age > world.ball.age) return world;
  informed_ = world;
  const BallState then = motion_->after(motion_->rolling(heard_->position, heard_->velocity), age);
  informed_.ball.position = then.position;
  informed_.ball.velocity = then.velocity;
  informed_.ball.height = world.field.ball_radius;
  informed_.ball.climb = 0;
  informed_.ball.error = kUncertainty;
  informed_.ball.age = age;
  return informed_;
}

/// The player nearest to the ball reports where it is. With vision all around every player sees it.
void Player::report_ball(const World& world, Acts& acts) {
  constexpr double kFresh = 0.3;  // s
  constexpr int kEvery = 2;       // sensations: the server delivers no more
  if (silence_ > 0) --silence_;
  if (!world.can_turn_camera || silence_ > 0 || world.ball.age > kFresh) return;
  const double mine = distance(world.me.position, world.ball.position);
  for (const Track& mate : world.mates)
    if (mate.known() && distance(mate.position, world.ball.position) < mine) return;
  std::array<char, BallMessage::kLongest> buffer;
  acts.say(BallMessage{world.ball.position, world.ball.velocity}.pack(buffer));
  silence_ = kEvery;
}

/// Finds the place of each player now: that of the formation, but not beyond the offside line.
void Player::find_homes(const World& world) {
  const Formation& formation = formations_.for_size(world.team_size);
  const bool kick_off = world.game.mode == Mode::kick_off || world.game.before_kick_off() || world.game.pause();
  const bool ours = world.game.our_restart() || (!world.game.their_restart() && !defence_.needed());
  const Vector ball = course_.at(1).position;
  const double line = farthest_x(world);
  Formation::Places places{};
  if (!kick_off) places = formation.places(ball, ours, world.field);
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    if (kick_off) {
      // After a goal the other team kicks off.
      const bool kicks_off =
          world.game.mode == Mode::goal ? world.game.whose == Whose::theirs : world.game.whose != Whose::theirs;
      homes_[number] = formation.kick_off_place(number, kicks_off, world.field);
      continue;
    }
    Vector place = places[number];
    if (number > 1) place.x = std::min(place.x + settings_.push_up, line);
    place.x = std::clamp(place.x, -world.field.half_length() + 0.5, world.field.half_length() - 0.5);
    place.y = std::clamp(place.y, -world.field.half_width() + 0.3, world.field.half_width() - 0.3);
    homes_[number] = place;
  }
  set_play::offer_to_taker(world, race_, homes_);
}

void Player::take_kick_off_place(const World& world, Acts& acts) const {
  const Vector place = homes_[static_cast<std::size_t>(world.number)];
  if (world.game.before_kick_off() && distance(world.me.position, place) > kAtPlace) acts.beam(place);
  run_to(world, place, acts);
}

void Player::keep_goal(const World& world, Acts& acts, Drawing& drawing) {
  constexpr double kSafeLead = 0.3;  // s of lead that a keeper without mates needs to leave its goal
  const bool is_alone = race_.ours() == 1;
  const bool takes_restart = world.game.our_restart() && (is_alone || world.game.mode == Mode::goal_kick);
  const bool is_safe = race_.lead() > kSafeLead && !keeper_.is_shot_at(world, course_);
  if (takes_restart || (is_alone && world.game.play_on() && is_safe)) {
    play_ball(world, acts, drawing);
    return;
  }
  if (keeper_.decide(world, course_, race_, acts, drawing) == Keeper::Task::distribute) play_ball(world, acts, drawing);
}

/// The shooter plays the ball as if it had no mates, the goalkeeper saves and stays in its area; all others wait where
/// the referee has placed them.
void Player::shoot_out(const World& world, Acts& acts, Drawing& drawing) {
  constexpr double kStopping = 0.8;  // s
  const Motion me{world.me.position, world.me.velocity};
  if (world.game.whose == Whose::ours && world.game.shooter == world.number && world.ball.known()) {
    World alone = world;
    for (Track& mate : alone.mates) mate = {};
    play_ball(alone, acts, drawing);
  } else if (world.game.whose == Whose::theirs && world.number == 1 && world.game.shooter != 0) {
    const Keeper::Task task = keeper_.decide(world, course_, race_, acts, drawing);
    if (task == Keeper::Task::distribute || !keeper_.in_area(world, me.position + me.velocity * kStopping))
      run_to(world, keeper_.place_for(world, world.ball.position), acts);
  } else {
    acts.drive({});
  }
}

void Player::play_field(const World& world, Acts& acts, Drawing& drawing) {
  const int number = world.number;
  const Track& keeper = world.mates[1];
  const bool keepers_ball = world.game.our_restart() && world.game.mode == Mode::goal_kick && !has_gone(keeper);
  const bool keeper_goes = keeper.known() && world.game.play_on() &&
                           keeper_.leaves(world, course_, race_, {keeper.position, keeper.velocity});
  const Duty& duty = defence_.duty(number);
  const bool defends = defence_.needed() && !world.game.our_restart();
  const bool presses = defends && duty.kind == Duty::Kind::press && taker_.number() != number;
  if (!world.game.their_restart() && !keepers_ball && !keeper_goes && (race_.ours() == number || presses)) {
    play_ball(world, acts, drawing);
    return;
  }
  const Vector ball = world.ball.position;
  Vector place = defends ? duty.place : homes_[static_cast<std::size_t>(number)];
  const bool offers = !defends && !world.game.their_restart() && world.game.mode != Mode::kick_off;
  if (offers)
    place = support_.place(world, race_.of_mate(race_.ours()).place, homes_, farthest_x(world));
  else
    support_.forget();
  if (world.game.their_restart()) place = away_from(place, ball, free_kick_distance(world.field), world.field);
  drawing.circle("place", place, 0.3);
  run_to(world, place, acts);
}

void Player::play_ball(const World& world, Acts& acts, Drawing& drawing) {
  const Approach approach(world, *motion_, course_);
  approach.act(kicks_.choice(world, approach, *motion_, race_, drawing).strike, acts);
}

/// The camera sees half of the world; it turns when the ball comes near the edge of the picture, or is lost.
void Player::watch_ball(const World& world, Acts& acts) {
  if (!world.can_turn_camera || --camera_rest_ > 0) return;
  const World& known = informed_.ready && informed_.now == world.now ? informed_ : world;
  const Vector direction = (known.ball.position - world.me.position).turned(-world.pan);
  double turn = std::atan2(direction.y, direction.x) / kDegree;
  if (!known.ball.known()) turn = 90;
  if (std::abs(turn) < 50) return;
  acts.turn_camera(turn, -world.tilt / kDegree);
  camera_rest_ = 3;
}

}  // namespace rcss3d::agent
