// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/framing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace monitor {
namespace {

// m. Required content has been preferred for a while before, so that the camera has time to move softly.
constexpr double kNear = 16.0, kVeryNear = 9.0;  // from the ball: players who should be visible, and who must be
constexpr double kPartners = 20.0;               // within this distance, the two nearest players should be visible
constexpr double kGoalWanted = 44.0;             // from the goal line to the ball: the goal should be visible
constexpr double kGoalNeeded = 26.0;             // the same: it must be visible, because a shot may come at any moment
// From the middle of the goal: the goalkeeper and others in front of it who should, or must, be visible with it.
constexpr double kBeforeGoal = 18.0, kAtGoal = 12.0;
constexpr double kHead = 1.0;                   // above a player's place, with the number
constexpr double kAround = 12.0, kAbove = 4.0;  // the least that is visible around the ball
constexpr double kJump = 6.0;                   // the camera cuts to a ball that jumps this far
constexpr std::size_t kMaxNear = 7;

/// Shares of half of the picture within which the subjects are kept: at the sides, below the score board, above the
/// lower edge.
struct Margins {
  float side, top, bottom;
};
constexpr Margins kWanted{0.86F, 0.60F, 0.80F}, kNeeded{0.95F, 0.70F, 0.92F};

/// The set of eye positions from which all added subjects are within the margins.
///
/// With r, u and a a subject's place along right, up and ahead, e that of the eye, and t and s the tangents of half the
/// lens upwards and sideways, the subject is visible if |r - e_r| <= s (a - e_a), and likewise upwards. These
/// conditions are linear in e, so the farthest e_a ahead, and the range of e_r and e_u there, follow from four
/// extremes.
class Room {
 public:
  Room(float side, float above, float below) : side_(side), above_(above), below_(below) {}

  void add(const glm::vec3& place) {
    min_right_ = std::max(min_right_, place.x - side_ * place.z);
    max_right_ = std::min(max_right_, place.x + side_ * place.z);
    min_up_ = std::max(min_up_, place.y - above_ * place.z);
    max_up_ = std::min(max_up_, place.y + below_ * place.z);
  }
  float max_ahead() const {
    return std::min((max_right_ - min_right_) / (2 * side_), (max_up_ - min_up_) / (above_ + below_));
  }
  /// The nearest position, in the middle of the allowed range.
  glm::vec3 best() const {
    const float ahead = max_ahead();
    return {(min_right_ + max_right_) / 2, (min_up_ + max_up_ + (above_ - below_) * ahead) / 2, ahead};
  }
  /// The allowed position that is closest to `eye`.
  glm::vec3 inside(glm::vec3 eye) const {
    eye.z = std::min(eye.z, max_ahead());
    const auto between = [](float value, float least, float most) { return std::max(least, std::min(value, most)); };
    eye.x = between(eye.x, min_right_ + side_ * eye.z, max_right_ - side_ * eye.z);
    eye.y = between(eye.y, min_up_ + above_ * eye.z, max_up_ - below_ * eye.z);
    return eye;
  }

 private:
  static constexpr float kFar = std::numeric_limits<float>::max();
  float side_, above_, below_;
  float min_right_ = -kFar, max_right_ = kFar, min_up_ = -kFar, max_up_ = kFar;
};

double away(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// The need to see something at this distance: 1 up to `all`, 0 from `none` on, and linear in between.
double need(double far, double all, double none) {
  return std::clamp((none - far) / (none - all), 0.0, 1.0);
}

/// The places that should be visible, and those that must be.
///
/// The need for a subject grows linearly as it comes nearer: a subject that is needed by half must be visible half of
/// the way from the ball to it. So the camera never jumps.
struct Subjects {
  Point ball;
  std::vector<Point> wanted{}, needed{};

  void add(const Point& place, double need) {
    wanted.push_back(place);
    if (need > 0.0)
      needed.push_back(
          {std::lerp(ball.x, place.x, need), std::lerp(ball.y, place.y, need), std::lerp(ball.z, place.z, need)});
  }
  void add_player(const Point& place, double need) {
    add({place.x, place.y, 0.0}, need);
    add({place.x, place.y, place.z + kHead}, need);
  }
};

void add_goal(Subjects& to, const Game& game, const Snapshot& now, double side, double needed) {
  const Point middle{side * game.field_length / 2, 0.0, 0.0};
  for (const double post : {-0.5, 0.5})
    for (const double height : {0.0, game.goal_height}) to.add({middle.x, post * game.goal_width, height}, needed);
  for (const Player& player : now.players)
    if (const double far = away(player.position, middle); player.created && far < kBeforeGoal)
      to.add_player(player.position, needed * need(far, kAtGoal, kBeforeGoal));
}

Subjects subjects_of(std::string_view camera, const Game& game, const Snapshot& now) {
  const Point& ball = now.ball;
  Subjects subjects{ball};
  subjects.add({ball.x, ball.y, 0.0}, 1.0);
  subjects.add(ball, 1.0);
  for (const double sign : {-1.0, 1.0}) {
    subjects.add({ball.x + sign * kAround, ball.y, 0.0}, 0.0);
    subjects.add({ball.x, ball.y + sign * kAround / 2, 0.0}, 0.0);
  }
  subjects.add({ball.x, ball.y, kAbove}, 0.0);
  std::vector<Point> players;
  for (const Player& player : now.players)
    if (player.created) players.push_back(player.position);
  std::ranges::stable_sort(players, {}, [&](const Point& place) { return away(place, ball); });
  for (std::size_t i = 0; i < std::min(players.size(), kMaxNear); ++i) {
    const double far = away(players[i], ball);
    if (far < (i < 2 ? kPartners : kNear)) subjects.add_player(players[i], need(far, kVeryNear, kNear));
  }
  for (const double side : {-1.0, 1.0}) {
    const double left = game.field_length / 2 - side * ball.x;
    const bool is_own = camera == (side < 0 ? "left" : "right");
    if (left < kGoalWanted || is_own)
      add_goal(subjects, game, now, side, is_own ? 1.0 : need(left, kGoalNeeded, kGoalWanted));
  }
  return subjects;
}

/// Clamps all places to the area within the walls, whatever the stream reports.
Snapshot near_the_field(const Game& game, Snapshot now) {
  const auto reach = [](double length) { return std::clamp(length, 1.0, 1000.0) / 2 + 8.0; };
  const double x = reach(game.field_length), y = reach(game.field_width);
  const auto bound = [&](Point& place) {
    place = {std::clamp(place.x, -x, x), std::clamp(place.y, -y, y), std::clamp(place.z, 0.0, 8.0)};
  };
  bound(now.ball);
  for (Player& player : now.players) bound(player.position);
  return now;
}

}  // namespace

Camera Framing::camera(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect, float seconds) {
  const Snapshot now = near_the_field(game, snapshot);
  Camera camera = camera_named(name, game, now, aspect);
  const glm::vec3 ahead = glm::normalize(camera.target - camera.eye);
  const glm::vec3 right = glm::normalize(glm::cross(ahead, camera.up)), up = glm::cross(right, ahead);
  const float tangent = std::tan(glm::radians(camera.field_of_view) / 2);
  const auto room = [&](const std::vector<Point>& places, const Margins& margins) {
    Room made(margins.side * tangent * aspect, margins.top * tangent, margins.bottom * tangent);
    for (const Point& point : places) {
      const glm::vec3 place(point.x, point.y, point.z);
      made.add({glm::dot(place, right), glm::dot(place, up), glm::dot(place, ahead)});
    }
    return made;
  };
  const Subjects subjects = subjects_of(name, game, now);
  const glm::vec3 best = room(subjects.wanted, kWanted).best();
  if (is_new_ || away(ball_, now.ball) > kJump) eye_.put(best);
  is_new_ = false;
  ball_ = now.ball;
  eye_.follow(best, seconds);
  const glm::vec3 eye = room(subjects.needed, kNeeded).inside(eye_.place());
  if (eye != eye_.place()) eye_.move(eye);
  camera.eye = right * eye.x + up * eye.y + ahead * eye.z;
  camera.target = camera.eye + ahead * 10.0F;
  return camera;
}

}  // namespace monitor
