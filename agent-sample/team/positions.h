// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// Whether a player, which may never have been seen, is assumed to have left the match. One that is only out of the
/// picture is seen again sooner.
bool has_gone(const Track& player);

/// x beyond which no one may wait for a pass in so many seconds: the last opponent but one, the ball, or the halfway
/// line, whichever is deepest (behaviour 7.10). Opponents who come towards us leave players offside who do not come
/// along, so their motion is predicted; opponents who run back are not relied on to continue.
double offside_line(const World& world, double seconds = 0);

/// The distance that opponents have to keep from the ball at a restart, m, with a margin. The server does not send it:
/// 9.15 m on large fields, 5 m on small ones.
double free_kick_distance(const Field& field);

/// The place, moved onto the field and to at least that distance from the point.
Vector away_from(Vector place, Vector point, double room, const Field& field);

}  // namespace rcss3d::agent
