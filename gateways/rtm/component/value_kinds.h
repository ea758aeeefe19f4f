// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "gateways/rtm/component/value.h"

namespace rtm {

// The kinds of content that a value may have, for those who visit it. Each alternative of Value::Content is exactly one
// of: number, text (std::string), character (char), sequence, vector of space.

/// A scalar with a number: also bool (0, 1) and StateCode.
template <typename T>
inline constexpr bool is_number = (std::is_arithmetic_v<T> && !std::is_same_v<T, char>) || std::is_same_v<T, StateCode>;

/// Pose3D, AngularVelocity3D, Acceleration3D: as many doubles as the type says.
template <typename T>
inline constexpr bool is_vector3d =
    std::is_same_v<T, Pose3D> || std::is_same_v<T, AngularVelocity3D> || std::is_same_v<T, Acceleration3D>;

/// Elements of one type, as many as there are.
template <typename T>
inline constexpr bool is_sequence =
    !std::is_arithmetic_v<T> && !std::is_same_v<T, StateCode> && !std::is_same_v<T, std::string> && !is_vector3d<T>;

/// A sequence whose elements are numbers: neither characters nor strings.
template <typename T>
inline constexpr bool is_sequence_of_numbers =
    is_sequence<T> && !std::is_same_v<T, Value::Chars> && !std::is_same_v<T, Value::Strings>;

}  // namespace rtm
