// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "agent-sample/skills/push.h"
#include "tests/agent-sample/skills/played_skill.h"

using namespace rcss3d::agent;

namespace {

constexpr double kTouch = 0.3125;  // m

/// The ball at the end of a kick by a player that stands still, whose body is in the way, computed step by step.
BallState kick_before_body(BallState ball, double away, Vector push, KickCommand kick, const BallMotion& motion) {
  const Vector body = ball.position - push.unit() * away;
  for (int i = 0; i < BallMotion::kKickSteps; ++i) {
    const Vector outwards = (ball.position - body).unit();
    const double closing = -dot(ball.velocity, outwards);
    if (distance(ball.position, body) < kTouch && closing > 0)
      ball.velocity = ball.velocity + outwards * (closing * (closing > 2 ? 1.8 : 1));
    motion.step(ball, push, kick);
  }
  return ball;
}

KickGain gain_of(const BallMotion& motion, KickCommand kick) {
  return {motion.kicked(motion.rolling({}, {}), {1, 0}, kick).velocity.x,
          motion.after(motion.rolling({}, {1, 0}), 0.1).velocity.x};
}

}  // namespace

TEST_CASE("push: an incoming ball goes in the wanted direction at the predicted speed, despite the body") {
  const BallMotion motion(small_world().field);
  for (const double speed : {0.0, 1.0, 4.0, 7.0, 10.0})
    for (const double power : {30.0, 60.0, 100.0})
      for (int degrees = 0; degrees <= 180; degrees += 30) {
        CAPTURE(speed, power, degrees);
        const Vector wanted{1, 0};
        const BallState ball = motion.rolling({}, Vector{speed, 0}.turned(degrees * kDegree));
        const Push push = push_towards(ball.velocity, wanted, gain_of(motion, {0, power}));
        CHECK(push.direction.length() == Approx(1));
        if (push.aside > 0.05) continue;
        // A kick begins in the first step in which the ball is in range.
        Vector mean;
        for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9})
          mean =
              mean + kick_before_body(ball, kTouch + 0.0735 - 0.01 * speed * share, push.direction, {0, power}, motion)
                             .velocity *
                         0.2;
        CHECK(mean.x == Approx(push.speed).margin(0.4 + 0.35 * speed));
        CHECK(std::abs(mean.y) < 0.5 + 0.12 * mean.length());
      }
}

TEST_CASE("push: the part of the ball's motion that a kick cannot cancel is reported") {
  const KickGain weak{2, 0.95};
  const Push push = push_towards({0, 8}, {1, 0}, weak);
  CHECK(push.aside > 1.5);
  CHECK(push.direction.y < -0.9);
  CHECK(push_towards({0, 1}, {1, 0}, weak).aside == Approx(0).margin(1e-9));
}

TEST_CASE("push: a fast ball is returned faster than a slow one, and a weak kick only stops a slow one") {
  const KickGain full{13, 0.95};
  CHECK(speed_returned(8, full) > speed_returned(4, full));
  CHECK(speed_returned(8, full) > 11);
  CHECK(speed_returned(1, {1, 0.95}) < 1);
}
