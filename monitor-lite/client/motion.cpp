// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/motion.h"

#include <cmath>

namespace monitor {
namespace {

/// m between two frames; a ball at 30 m/s moves 4.5.
constexpr double kJump = 6.0;

double between(double a, double b, double share) {
  return a + (b - a) * share;
}

void move(Point& point, const Point& other, double share) {
  if (std::hypot(point.x - other.x, point.y - other.y, point.z - other.z) > kJump) return;
  point = {between(point.x, other.x, share), between(point.y, other.y, share), between(point.z, other.z, share)};
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
  return now;
}

}  // namespace monitor
