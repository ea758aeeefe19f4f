// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/old/player.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace sample {
namespace {

constexpr double kKickRange = 0.401;   // m, from centre to centre in space; they touch at 0.3125 m on the floor
constexpr double kCatchRange = 1.131;  // m
constexpr double kMyHeight = 0.22;     // m, of the centre
constexpr double kFullKick = 26.5;     // m that a flat kick of power 100 rolls
constexpr double kFreeKickDistance = 9.15;
constexpr double kPenaltyAreaDepth = 16.5;
constexpr double kPenaltyAreaMargin = 16.5;  // m beside the goal

// Places at the kick-off by number, in units of half the length and half the width.
constexpr std::array<Vector, WorldModel::kPlayers + 1> kFormation = {{{0, 0},
                                                                      {-0.97, 0.00},
                                                                      {-0.65, -0.25},
                                                                      {-0.65, 0.25},
                                                                      {-0.40, 0.00},
                                                                      {-0.40, -0.50},
                                                                      {-0.40, 0.50},
                                                                      {-0.25, -0.35},
                                                                      {-0.25, 0.35},
                                                                      {-0.19, 0.00},
                                                                      {-0.10, -0.70},
                                                                      {-0.10, 0.70}}};

}  // namespace

std::string_view Player::decide() {
  act_.clear();
  if (std::exchange(episode_, world_.episode()) != world_.episode()) {
    had_ball_ = false;
    camera_rest_ = 0;
  }
  if (world_.before_kick_off() || world_.pause())
    take_kick_off_place();
  else if (world_.number() == 1)
    keep_goal();
  else if (is_my_ball())
    go_for_ball();
  else
    hold_place();
  watch_ball();
  return act_;
}

Vector Player::kick_off_place() const {
  const Vector place = kFormation[static_cast<std::size_t>(std::min(world_.number(), WorldModel::kPlayers))];
  return {place.x * world_.half_length(), place.y * world_.half_width()};
}

void Player::take_kick_off_place() {
  const Vector place = kick_off_place();
  if (world_.before_kick_off() && distance(world_.me(), place) > 0.5) add("(beam % % 0)", {place.x, place.y}, 2);
  drive_to(place);
}

void Player::keep_goal() {
  if (near_my_goal(world_.ball()) && is_my_ball()) {
    catch_if_dangerous();
    go_for_ball();
    return;
  }
  catch_if_dangerous();
  const Vector goal{-world_.half_length(), 0}, ball = world_.ball();
  Vector place = goal + (ball - goal).unit() * 0.8;
  const double edge = world_.half_goal();
  drive_to({std::max(place.x, goal.x + 0.3), std::clamp(place.y, -edge, edge)});
}

/// Takes the ball from an opponent. A keeper stops shots with its body only: if it caught those, too, no team would
/// score.
void Player::catch_if_dangerous() {
  const Vector to_ball = world_.ball() - world_.me();
  const double height = world_.ball_height() - kMyHeight;
  const bool in_reach = std::hypot(to_ball.x, to_ball.y, height) < kCatchRange - 0.03;
  const bool dangerous = nearest(world_.opponents(), world_.ball()) < 2;
  if (world_.play_on() && in_reach && dangerous && in_my_penalty_area(world_.ball())) act_ += "(catch)";
}

/// Runs to a place behind the ball, on the line from the target through the ball, and then along that line into the
/// ball: a kick always goes from the player's centre through the ball's.
void Player::go_for_ball() {
  const Vector ball = world_.ball_at(kSenseInterval + time_to_ball(world_.me()));
  const Kick kick = choose_kick(ball);
  const Vector forward = (kick.target - ball).unit(), to_ball = ball - world_.me();
  const double behind = dot(to_ball, forward), aside = dot(world_.me() - ball, forward.turned_left());
  if (to_ball.length() > 1.2)
    drive_to(ball - forward * 0.5 + (ball - forward * 0.5 - world_.me()).unit());
  else if (behind > 0.2 && std::abs(aside) < 0.1 + 0.5 * behind)
    drive_to(world_.me() + (ball + forward * (0.6 - behind) - world_.me()).unit());
  else
    drive_to(ball - forward * (behind > 0 ? 0.7 : 0.3) +
             forward.turned_left() * (behind > 0.3 ? 0
                                      : aside < 0  ? -0.7
                                                   : 0.7));
  kick_if_lined_up(kick);
}

/// Chooses a shot near the goal; otherwise the most promising target among places around the ball and the places of the
/// teammates.
Player::Kick Player::choose_kick(Vector ball) const {
  const Vector goal{world_.half_length(), 0};
  if (distance(ball, goal) < 24 && goal.x - ball.x > 0.6 * std::abs(ball.y)) {
    const WorldModel::Player& keeper = world_.opponents()[1];
    const Vector run = (ball - world_.me()).unit();
    const auto ease = [&](double y) {
      const Vector corner{goal.x, y};
      return dot((corner - ball).unit(), run) +
             0.05 * std::min(4.0, keeper.known() ? distance(keeper.position, corner) : 4);
    };
    const double corner = world_.half_goal() - 1.2;
    return {{goal.x, ease(corner) > ease(-corner) ? corner : -corner}, 10, 100, std::atan(2.4 / distance(ball, goal))};
  }
  Vector best = goal;
  double best_value = -1000;
  const auto consider = [&](Vector place) {
    const double value = promise(ball, place);
    if (value > best_value) best = place, best_value = value;
  };
  for (const double run : {6.0, 12.0, 20.0})
    for (const double angle : {-45.0, 0.0, 45.0})
      consider(ball + (ball - world_.me()).unit().turned(angle * kDegree) * run);
  for (const WorldModel::Player& mate : world_.mates())
    if (mate.known() && mate.position.x < offside_line()) consider(mate.position + (goal - mate.position).unit() * 2);
  consider({goal.x - 9, 0});
  const double run = distance(ball, best);
  return {best, run < 10 ? 0.0 : 20.0, std::min(100.0, 130 * run / kFullKick), 30 * kDegree};
}

/// The value of a place as the target of a kick, in metres: higher nearer to the goal, if the ball reaches our players
/// before theirs, and if this player runs that way anyway.
double Player::promise(Vector ball, Vector place) const {
  if (std::abs(place.x) > world_.half_length() - 2 || std::abs(place.y) > world_.half_width()) return -1000;
  if (place.x < ball.x && ball.x < 20) return -1000;
  const Vector goal{world_.half_length(), 0};
  const double our_way = std::min(nearest(world_.mates(), place), distance(world_.me(), place));
  const double ahead = nearest(world_.opponents(), place) - our_way;
  const double straight = dot((ball - world_.me()).unit(), (place - ball).unit());
  return std::clamp((ahead + 2) / 6, 0.0, 1.0) * (100 - distance(place, goal)) + 15 * straight;
}

void Player::kick_if_lined_up(const Kick& kick) {
  const Vector to_ball = world_.ball() - world_.me();
  if (std::hypot(to_ball.x, to_ball.y, world_.ball_height() - kMyHeight) > kKickRange + 0.1) return;
  const double accuracy = dot(to_ball.unit(), (kick.target - world_.ball()).unit());
  const bool pressed = nearest(world_.opponents(), world_.ball()) < 1.5;
  if (accuracy > std::cos(kick.tolerance))
    add("(kick % %)", {kick.angle, kick.power});
  else if (pressed && !towards_my_goal(to_ball)) {
    const Vector goal{world_.half_length(), 0};
    const bool at_goal = dot(to_ball.unit(), (goal - world_.ball()).unit()) > std::cos(20 * kDegree) &&
                         distance(world_.ball(), goal) < 24;
    add("(kick % %)", {at_goal ? 10.0 : 20.0, at_goal || world_.ball().x < 0 ? 100.0 : 40.0});
  }
}

void Player::hold_place() {
  const Vector ball = world_.ball(), home = kick_off_place();
  Vector place{home.x * 2.2 + world_.half_length() * 0.85 + ball.x * 0.5, home.y * 0.8 + ball.y * 0.3};
  place.x = std::clamp(place.x, -world_.half_length() + 2, std::max(offside_line() - 1, -world_.half_length() + 2));
  if (world_.play_mode().starts_with("KickOff")) place = home;
  const double room = world_.their_restart() ? kFreeKickDistance + 1 : 4;
  if (distance(place, ball) < room) place = ball + (place - ball).unit() * room;
  for (const WorldModel::Player& mate : world_.mates())
    if (mate.known() && distance(mate.position, place) < 2) place = place + (place - mate.position).unit() * 2;
  if (distance(place, world_.me()) > 0.5)
    drive_to(place);
  else
    drive_to(world_.me());
}

/// Every player estimates which one of the team is at the ball first, and only that one goes. The one that went last
/// time has a small advantage, so that two equally near players do not alternate.
bool Player::is_my_ball() {
  bool mine = !world_.their_restart() && world_.ball_age() < 15;
  const double my_time = mine ? time_to_ball(world_.me()) - (had_ball_ ? 0.4 : 0) : 0;
  for (std::size_t number = 1; mine && number < world_.mates().size(); ++number) {
    const WorldModel::Player& mate = world_.mates()[number];
    const bool may_go = mate.known() && (number > 1 || near_my_goal(world_.ball()));
    if (may_go && time_to_ball(mate.position, my_time) < my_time) mine = false;
  }
  return had_ball_ = mine;
}

/// Seconds until a player running from there can be at the rolling ball, with an allowance for a player that must run
/// around it. Returns once the time exceeds `enough`.
double Player::time_to_ball(Vector from, double enough) const {
  constexpr int kQuarters = 32;
  for (int quarter = 0; quarter < kQuarters; ++quarter) {
    const double seconds = quarter / 4.0;
    if (seconds >= enough) return seconds;
    const Vector ball = world_.ball_at(kSenseInterval + seconds);
    const double detour = from.x > ball.x ? 1.0 : 0, reach = kTopSpeed * seconds;
    const bool far_away = std::abs(ball.x - from.x) + detour >= reach;  // nearly always true, and cheap
    if (!far_away && distance(from, ball) + detour < reach) return seconds;
  }
  return kQuarters / 4.0 + distance(from, world_.ball_at(kQuarters / 4.0)) / kTopSpeed;
}

double Player::nearest(const WorldModel::Team& team, Vector to) const {
  double nearest = 1000;
  for (const WorldModel::Player& player : team)
    if (player.known()) nearest = std::min(nearest, distance(player.position, to));
  return nearest;
}

/// The x of the offside line: no player may wait for a pass beyond the second last opponent if that is also beyond the
/// ball and the halfway line.
double Player::offside_line() const {
  double last = 0, last_but_one = 0;
  for (const WorldModel::Player& opponent : world_.opponents()) {
    if (!opponent.known()) continue;
    last_but_one = std::max(last_but_one, std::min(last, opponent.position.x));
    last = std::max(last, opponent.position.x);
  }
  return std::max(last_but_one, world_.ball().x);
}

bool Player::towards_my_goal(Vector direction) const {
  const bool outwards = std::abs(world_.ball().y) > world_.half_goal() && direction.y * world_.ball().y > 0;
  return direction.x < 0 && world_.ball().x < 0 && !outwards;
}

bool Player::near_my_goal(Vector place) const {
  return distance(place, {-world_.half_length(), 0}) < 7;
}

bool Player::in_my_penalty_area(Vector place) const {
  return place.x < -world_.half_length() + kPenaltyAreaDepth &&
         std::abs(place.y) < world_.half_goal() + kPenaltyAreaMargin;
}

/// Chooses the command that gives the wanted velocity at the moment at which the next command takes over.
void Player::drive_to(Vector place) {
  const double decay = std::exp(-kDrag * kSenseInterval);
  const Vector wanted = ((place - world_.me()) * 2).at_most(kTopSpeed);
  const Vector command = ((wanted - world_.my_velocity() * decay) * (kDrag / kThrust / (1 - decay))).at_most(1);
  add("(drive % % 0)", {command.x * 100, command.y * 100});
  world_.driving(command);
}

/// The camera sees half of the world; turns it when the ball comes near the edge of the picture, or is lost.
void Player::watch_ball() {
  if (!world_.can_turn_camera() || --camera_rest_ > 0) return;
  const Vector direction = (world_.ball() - world_.me()).turned(-world_.pan());
  double turn = std::atan2(direction.y, direction.x) / kDegree;
  if (world_.ball_age() > 3) turn = 90;
  if (std::abs(turn) < 50) return;
  add("(pantilt % %)", {std::clamp(turn, -90.0, 90.0), -world_.tilt()});
  camera_rest_ = 3;
}

/// Appends a command to the act, replacing the signs % by the numbers.
void Player::add(std::string_view command, std::initializer_list<double> numbers, int decimals) {
  auto number = numbers.begin();
  for (const char c : command) {
    if (c != '%') {
      act_ += c;
      continue;
    }
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, *number++, std::chars_format::fixed, decimals);
    if (error == std::errc()) act_.append(text, end);
  }
}

}  // namespace sample
