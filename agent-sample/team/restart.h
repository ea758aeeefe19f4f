// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "agent-sample/lib/world.h"
#include "agent-sample/team/defence.h"
#include "agent-sample/team/race.h"

namespace rcss3d::agent {

/// Set plays: what restarts (behaviour 7.6 and 7.7) ask of a team beside its places.
namespace set_play {

/// Where the referee will put the ball, as long as it still rolls on after it has left the field; nothing if it lies
/// there, or no one knows. Who waits until it is put there comes a second late.
std::optional<Vector> coming_place(const World& world);

/// The same world, with the ball at rest there.
World with_ball_at(const World& world, Vector place);

/// Moves some of ours from their places to where the taker of our restart finds them: two at a short distance, to
/// both sides of the way into the field; at a corner one beside the taker, one before each post. Who that is follows
/// from the homes, so all come to the same result. The taker, the keeper and those who are farther away stay.
void offer_to_taker(const World& world, const Race& race, Defence::Places& homes);

}  // namespace set_play
}  // namespace rcss3d::agent
