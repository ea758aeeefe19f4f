// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "gateways/sigverse/wire/record.h"

// What writer and reader of records share.
namespace sigverse::wire {

/// Kinds of values.
inline constexpr std::uint16_t kString = 0, kDouble = 6, kBool = 7;
/// The kind of attitude of a part; no other is in use.
inline constexpr std::uint16_t kQuaternion = 0;

/// Numbers of a part's size.
inline std::size_t numbers_of(PartShape shape) {
  return shape == PartShape::box ? 3 : shape == PartShape::cylinder ? 2 : 1;
}

}  // namespace sigverse::wire
