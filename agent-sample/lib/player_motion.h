// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

struct Motion {
  Vector position, velocity;  ///< m, m/s
};

/// How players move on the floor (behaviour 2.6 and 14.1): per axis v' = v·q + kTopSpeed·u·(1 − q) in each step of the
/// server, with u the drive command from −1 to 1 and q = exp(−kDrag·0.01 s); the position moves with the new velocity.
/// All functions are closed forms for a constant command. The constants include the drag per step and the softness of
/// the contact with the floor, so that the table of behaviour 14.1 is met to a millimetre.
namespace player_motion {

constexpr double kTopSpeed = 1.6196;           // m/s at full power
constexpr double kDrag = 2.5025;               // 1/s, of the velocities after whole steps
constexpr double kThrust = kTopSpeed * kDrag;  // m/s^2 at full power, from rest
constexpr double kFreeRoll = 0.39463;          // s: a player of v m/s rolls 0.39463·v m with its motor off

Motion drive(Motion from, Vector command, double seconds);

/// The same for one step of the server.
Motion step(Motion from, Vector command);

/// The radius, m, of the disc that a player can reach within that many seconds, around the place to which it would roll
/// freely.
double reach(double seconds);

/// The shortest time, s, after which a player can be within `radius` of a place, at any velocity. Infinite if the place
/// or the motion is not finite.
double time_to(Motion from, Vector place, double radius = 0);

/// A lower bound of `time_to`, s, which is cheap to compute.
double time_at_least(Motion from, Vector place, double radius = 0);

/// The command that, held for that many seconds, leads to the place, or as far towards it as full power allows.
Vector command_to(Motion from, Vector place, double seconds);

/// The command for the next `interval` with which the player comes to rest at the place as soon as possible.
Vector command_to_rest(Motion from, Vector place, double interval);

}  // namespace player_motion
}  // namespace rcss3d::agent
