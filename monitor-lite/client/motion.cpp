// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/motion.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

/// m between two frames; a ball at 30 m/s moves 4.5.
constexpr double kMaxMotion = 6.0;

double between(double a, double b, double share) {
  return a + (b - a) * share;
}

void move(Point& point, const Point& other, double share) {
  if (std::hypot(point.x - other.x, point.y - other.y, point.z - other.z) > kMaxMotion) return;
  point = {between(point.x, other.x, share), between(point.y, other.y, share), between(point.z, other.z, share)};
}

void move(Body& body, const Body& other, double share) {
  move(body.position, other.position, share);
  // A quaternion and its negative are the same rotation. Frames are close to each other, so linear interpolation is
  // good enough.
  double along = 0.0, length = 0.0;
  for (std::size_t i = 0; i < 4; ++i) along += body.rotation[i] * other.rotation[i];
  auto turned = body.rotation;
  for (std::size_t i = 0; i < 4; ++i) {
    turned[i] = between(body.rotation[i], along < 0 ? -other.rotation[i] : other.rotation[i], share);
    length += turned[i] * turned[i];
  }
  if (length < 0.1) return;
  for (std::size_t i = 0; i < 4; ++i) body.rotation[i] = turned[i] / std::sqrt(length);
}

bool same(const Player& a, const Player& b) {
  return a.side == b.side && a.number == b.number;
}

}  // namespace

Snapshot moved(const Snapshot& base, const Snapshot& other, double share) {
  Snapshot now = base;
  now.time = between(base.time, other.time, share);
  move(now.ball, other.ball, share);
  for (std::size_t i = 0; i < now.players.size(); ++i) {
    Player& player = now.players[i];
    if (!player.created) continue;
    const bool in_place = i < other.players.size() && same(player, other.players[i]);
    const Player* there = in_place ? &other.players[i] : other.player(player.side, player.number);
    if (there && there->created) move(player.position, there->position, share);
  }
  for (std::size_t i = 0; i < std::min(now.bodies.size(), other.bodies.size()); ++i)
    if (now.bodies[i].name == other.bodies[i].name) move(now.bodies[i], other.bodies[i], share);
  return now;
}

}  // namespace monitor
