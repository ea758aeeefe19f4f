// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <string>

#include "spark/core/transform.h"
#include "spark/core/vec3.h"

namespace spark {

// Shared by all code that calls ODE. A single number that is not finite makes ODE abort the process, so everything
// passed to it goes through one of the checks below.

/// Initialises ODE for the calling thread. Cheap after the first call. ODE is never closed: two servers in one process
/// share it, and the system frees its memory at exit.
void start_ode();
/// Returns the first of ODE's messages on this thread since the last call, usually that equations had no exact
/// solution; empty if there was none.
std::string take_ode_message();

constexpr double kMaxDistance = 1e6;   ///< metres; ODE's spaces abort at about 1e9
constexpr double kMaxBodySpeed = 1e4;  ///< m/s
/// rad/s, to which ODE limits the spin of every body within a step. A joint or contact between a very heavy and a very
/// light body can give one of them a spin whose square is not a finite number, and ODE aborts where it normalises the
/// attitude. It is above the limit for bodies, so that the world detects such a body after the step.
constexpr double kMaxStepSpin = 10.0 * kMaxBodySpeed;
constexpr double kMinSize = 1e-6;  ///< metres; smaller shapes have no inertia left that a double could invert

/// Whether the vector is not longer than `limit`; also false for NaN and infinities.
inline bool within(const Vec3& v, double limit) {
  return dot(v, v) <= limit * limit;
}
inline bool is_size(double length) {
  return length >= kMinSize && length <= kMaxDistance;
}
inline bool is_size(const Vec3& lengths) {
  return is_size(lengths.x) && is_size(lengths.y) && is_size(lengths.z);
}
/// Whether the position is within range and the rotation valid (scene files have six digits).
bool is_sound(const Pose& pose);

inline Vec3 to_vec3(const dReal* v) {
  return {v[0], v[1], v[2]};
}
/// ODE pads the rows of a rotation to four numbers.
inline Mat3 to_mat3(const dReal* r) {
  return {r[0], r[1], r[2], r[4], r[5], r[6], r[8], r[9], r[10]};
}
void write_rotation(const Mat3& from, dMatrix3 to);

/// Removes the geom from its space, if it is in one, and marks it as moved, so that it can be added again. Otherwise it
/// would precede moved ones, and ODE, which expects these at the front, would abort the process. (A geom with a
/// position is moved before it is added anyway.)
void leave_space(dGeomID geom);

}  // namespace spark
