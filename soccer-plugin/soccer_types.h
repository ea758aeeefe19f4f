// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/check.h"
#include "spark/core/vec3.h"

namespace soccer {

/// The number of the goalkeeper.
inline constexpr int kGoalkeeper = 1;

/// A side of the field. The left team's own goal is at negative x; the teams change sides only with ChangeSides.
enum class Side { none, left, right };

constexpr Side opponent(Side side) {
  return side == Side::left ? Side::right : side == Side::right ? Side::left : Side::none;
}

/// The direction of the goal of `side` along x: −1 for left, +1 for right (and for none, where it has no meaning).
constexpr double towards_goal_of(Side side) {
  return side == Side::left ? -1.0 : 1.0;
}

/// Converts a point or direction between the world frame and a team's own frame, in either direction: for the right
/// team this is half a turn about z (behaviour 1.2).
constexpr spark::Vec3 own_frame(Side side, const spark::Vec3& v) {
  return side == Side::right ? spark::Vec3{-v.x, -v.y, v.z} : v;
}

/// One value for each side. There is none for `Side::none`: accessing it is a programming error.
template <typename T>
struct PerSide {
  T left{};
  T right{};

  T& operator[](Side side) {
    SPARK_DEMAND(side != Side::none);
    return side == Side::left ? left : right;
  }
  const T& operator[](Side side) const {
    SPARK_DEMAND(side != Side::none);
    return side == Side::left ? left : right;
  }
};

}  // namespace soccer
