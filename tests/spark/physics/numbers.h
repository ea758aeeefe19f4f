// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <limits>
#include <numbers>
#include <vector>

constexpr double kDegree = std::numbers::pi / 180.0;  // rad
constexpr double kGravity = 9.81;                     // m/s²

/// Values that are invalid for any length, mass or speed.
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kHuge = std::numeric_limits<double>::max();

/// The classes of joints that connect two bodies.
constexpr const char* kJointClasses[] = {"BallJoint",      "HingeJoint",  "Hinge2Joint",
                                         "UniversalJoint", "SliderJoint", "FixedJoint"};

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}
