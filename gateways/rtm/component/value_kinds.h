// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "gateways/rtm/component/value.h"

namespace rtm {

// The kinds of content of a value, for visitors. Each alternative of Value::Content is exactly one of: number, text
// (std::string), character (char), sequence, vector of space.

/// A scalar with a number: also bool (0, 1) and StateCode.
template <typename T>
inline constexpr bool is_number = (std::is_arithmetic_v<T> && !std::is_same_v<T, char>) || std::is_same_v<T, StateCode>;

/// Pose3D, AngularVelocity3D, Acceleration3D: a fixed number of doubles.
template <typename T>
inline constexpr bool is_vector3d =
    std::is_same_v<T, Pose3D> || std::is_same_v<T, AngularVelocity3D> || std::is_same_v<T, Acceleration3D>;

/// Any number of elements of one type.
template <typename T>
inline constexpr bool is_sequence =
    !std::is_arithmetic_v<T> && !std::is_same_v<T, StateCode> && !std::is_same_v<T, std::string> && !is_vector3d<T>;

/// A sequence of numbers: neither characters nor strings.
template <typename T>
inline constexpr bool is_sequence_of_numbers =
    is_sequence<T> && !std::is_same_v<T, Value::Chars> && !std::is_same_v<T, Value::Strings>;

}  // namespace rtm
