// SPDX-License-Identifier: Apache-2.0
// Plays as one of the sample team, and writes what it knows of the world to its standard error, for a test that
// compares it with the truth. One line per sensation, parts divided by " | ", all in its own frame:
//   step left|right number x y vx vy error velocity_error
//   ball|mate|opponent number x y vx vy z error velocity_error age
// The estimates are for that step. Usage: observer TEAM
#include <cmath>
#include <csignal>
#include <cstdio>

#include "agent-sample/lib/play_loop.h"
#include "agent-sample/team/files.h"
#include "agent-sample/team/player.h"

namespace {

using namespace rcss3d::agent;

void write(const char* name, std::size_t number, const Track& track) {
  if (!track.known()) return;
  const Vector place = track.position, velocity = track.velocity;
  std::fprintf(stderr, " | %s %zu %.4f %.4f %.4f %.4f %.4f %.4f %.4f %.2f", name, number, place.x, place.y, velocity.x,
               velocity.y, track.height, track.error, track.velocity_error, track.age);
}

void write(const World& world) {
  const Track& me = world.me;
  std::fprintf(stderr, "%ld %s %d %.4f %.4f %.4f %.4f %.4f %.4f", std::lround(world.now * 100),
               world.left ? "left" : "right", world.number, me.position.x, me.position.y, me.velocity.x, me.velocity.y,
               me.error, me.velocity_error);
  write("ball", 0, world.ball);
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    write("mate", number, world.mates[number]);
    write("opponent", number, world.opponents[number]);
  }
  std::fputc('\n', stderr);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::signal(SIGPIPE, SIG_IGN);
  Settings settings;
  Formations formations;
  if (!read_team_files({}, settings, formations).empty()) return 2;
  Player player(std::move(settings), std::move(formations));
  Entry entry;
  entry.team_name = argv[1];
  Connection server;
  Drawing drawing;
  const auto decide = [&](const World& world, Acts& acts, Drawing& into) {
    write(world);
    player.decide(world, acts, into);
  };
  play(server, entry, decide, drawing);
}
