// SPDX-License-Identifier: Apache-2.0
// Shots at up to 50 m/s from everywhere around a goal: 0.5 m in a step, where posts and bar are 8 cm thick.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "spark/physics/collider.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

constexpr double kGoalLine = 52, kPostY = 3.66, kBarZ = 1.6;

/// A match that leaves the ball alone: after the end the referee moves nothing.
struct Shots : SoccerFixture {
  Shots() {
    game().set_play_mode(PlayMode{Phase::game_over});
    for (std::size_t i = 0; i < frame.size(); ++i)
      frame[i] = &find<spark::BoxCollider>(std::string("GoalBoxR/") + kFrame[i] + "/geometry");
  }
  /// Whether the way leads through one of the posts or the bar from one side to the other.
  bool leads_through_the_frame(Vec3 begin, Vec3 end) const {
    constexpr int kPartsOfStep = 50;
    for (int i = 0; i <= kPartsOfStep; ++i)
      for (const spark::BoxCollider* box : frame)
        if (box->point_depth(begin + static_cast<double>(i) / kPartsOfStep * (end - begin)) > 0.001) return true;
    return false;
  }
  static constexpr std::array<const char*, 3> kFrame = {"bar", "leftPost", "rightPost"};
  std::array<const spark::BoxCollider*, 3> frame{};
};

/// Numbers that are the same with every standard library.
struct Draw {
  double between(double min, double max) { return min + (max - min) * (engine() - 1.0) / 2147483646.0; }
  std::minstd_rand engine{20061};
};

/// Whether the centre comes over the line between posts and below the bar, from the field.
bool is_goal(Vec3 begin, Vec3 end) {
  if (!(begin.x <= kGoalLine && end.x > kGoalLine)) return false;
  const Vec3 at = begin + (kGoalLine - begin.x) / (end.x - begin.x) * (end - begin);
  return std::abs(at.y) < kPostY && at.z < kBarZ;
}

}  // namespace

TEST_CASE("no shot passes through posts or bar, and exactly the shots through the goal mouth are goals") {
  Shots f;
  Draw draw;
  int goals = 0, entered = 0, through = 0;
  for (int shot = 0; shot < 400; ++shot) {
    const bool at_posts = shot % 2 == 0;
    const Vec3 from{draw.between(48, 56), draw.between(-8, 8), draw.between(0.12, 3)};
    const Vec3 target{draw.between(51.9, 54.4), (shot % 4 == 0 ? 1 : -1) * draw.between(3.5, 3.9),
                      draw.between(0.1, 1.7)};
    if (f.leads_through_the_frame(from, from) || f.leads_through_the_frame(from + Vec3{0.1, 0.1, 0.1}, from)) continue;
    const Vec3 way = at_posts ? target - from : Vec3{draw.between(-1, 1), draw.between(-1, 1), draw.between(-0.3, 0.3)};
    f.place_ball(from);
    f.ball().body().set_velocity(draw.between(10, 50) / std::max(0.01, length(way)) * way);
    Vec3 before = from;
    for (int i = 0; i < 40; ++i) {
      f.step();
      const Vec3 now = f.ball().body().position();
      through += f.leads_through_the_frame(before, now);
      goals += is_goal(before, now);
      entered += f.ball_state().entered_goal_of() == Side::right;
      CHECK(f.ball_state().entered_goal_of() != Side::left);
      before = now;
    }
  }
  CHECK(through == 0);
  CHECK(goals == entered);
  CHECK(goals > 20);
}

TEST_CASE("a shot along the goal line against the outside of a post is no goal (behaviour 7.2)") {
  Shots f;
  int entered = 0, through = 0;
  for (int shot = 0; shot < 120; ++shot) {
    const double side = shot % 2 == 0 ? 1 : -1;
    f.place_ball(51.9 + 0.02 * (shot % 6), side * (4.6 + 0.037 * (shot % 20)));
    f.ball().body().set_velocity({0, -side * (13 + 0.3 * shot), 0});
    for (int i = 0; i < 60; ++i) {
      const Vec3 before = f.ball().body().position();
      f.step();
      entered += f.ball_state().entered_goal_of() != Side::none;
      through += f.leads_through_the_frame(before, f.ball().body().position());
    }
  }
  CHECK(entered == 0);
  CHECK(through == 0);
}

TEST_CASE("a ball at 50 m/s stays between the walls (behaviour 1.4)") {
  Shots f;
  Draw draw;
  const double wall_x = 52 + 5, wall_y = 34 + 5;
  for (int shot = 0; shot < 60; ++shot) {
    f.place_ball({draw.between(-wall_x, wall_x), draw.between(-wall_y, wall_y), draw.between(0.2, 2)});
    const double angle = draw.between(0, 6.28);
    f.ball().body().set_velocity({50 * std::cos(angle), 50 * std::sin(angle), draw.between(-40, 10)});
    for (int i = 0; i < 150; ++i) {
      f.step();
      const Vec3 at = f.ball().body().position();
      // No deeper than one step's way.
      REQUIRE(std::abs(at.x) < wall_x + 0.65);
      REQUIRE(std::abs(at.y) < wall_y + 0.65);
      REQUIRE(at.z > -0.65);
    }
  }
}
