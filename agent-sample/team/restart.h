// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "agent-sample/lib/world.h"
#include "agent-sample/team/defence.h"
#include "agent-sample/team/race.h"

namespace rcss3d::agent {

/// Set plays: what restarts require (behaviour 7.6 and 7.7) besides the places.
namespace set_play {

/// Where the referee will place a ball that still rolls after it has left the field; nothing if it already lies there,
/// or if unknown. A player who waits until the ball is placed arrives a second late.
std::optional<Vector> restart_place(const World& world);

/// The same world, with the ball at rest there.
World with_ball_at(const World& world, Vector place);

/// Moves some of our players from their places to where the taker of our restart finds them: two at a short distance,
/// on both sides of the way into the field; at a corner one beside the taker, and one in front of each post. The
/// selection follows from the homes, so all players get the same result. The taker, the keeper and players who are
/// farther away stay.
void offer_to_taker(const World& world, const Race& race, Defence::Places& homes);

}  // namespace set_play
}  // namespace rcss3d::agent
