// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/race.h"

#include <algorithm>

#include "agent-sample/team/positions.h"

namespace rcss3d::agent {
namespace {

constexpr double kTouchRange = 0.37;  // m along the ground, from centre to centre: within the range of a kick
constexpr double kKeptLead = 0.12;    // s by which the player that went last time may be later and still goes
constexpr double kKeptTaker = 0.6;    // s, the same for the taker of a restart: the ball waits

/// A keeper without mates is a field player, too: in a team of one, or as the last player left.
int first_field_player(const World& world) {
  return world.number == 1 && std::all_of(world.mates.begin(), world.mates.end(), has_gone) ? 1 : 2;
}

}  // namespace

void Race::run(const World& world, const BallCourse& course) {
  if (episode_ != world.episode) {
    *this = Race();
    episode_ = world.episode;
  }
  const int went = ours_;
  const auto time_of = [&](const Track& track) {
    return track.known() ? arrival(course, {track.position, track.velocity}, kTouchRange) : Arrival{};
  };
  for (std::size_t number = 1; number <= World::kPlayers; ++number) {
    const bool myself = static_cast<int>(number) == world.number;
    mates_[number] =
        myself ? arrival(course, {world.me.position, world.me.velocity}, kTouchRange) : time_of(world.mates[number]);
    opponents_[number] = time_of(world.opponents[number]);
  }
  const double kept = world.game.our_restart() ? kKeptTaker : kKeptLead;
  const auto lead = [&](int number) { return mates_[index(number)].time - (number == went ? kept : 0); };
  ours_ = second_ = theirs_ = 0;
  for (int number = first_field_player(world); number <= static_cast<int>(World::kPlayers); ++number) {
    if (mates_[index(number)].time >= Arrival::kNever) continue;
    if (ours_ == 0 || lead(number) < lead(ours_)) {
      second_ = ours_;
      ours_ = number;
    } else if (second_ == 0 || lead(number) < lead(second_)) {
      second_ = number;
    }
  }
  for (int number = 1; number <= static_cast<int>(World::kPlayers); ++number)
    if (opponents_[index(number)].time < opponents_[index(theirs_)].time) theirs_ = number;
}

}  // namespace rcss3d::agent
