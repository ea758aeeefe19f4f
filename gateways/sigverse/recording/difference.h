// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/wire/record.h"

namespace sigverse::recording {

/// How an object differs from its state one frame earlier. Numbers are equal if all of their bits are.
enum class Difference {
  none,
  some,          ///< attributes or parts have other values, which the record contains
  of_structure,  ///< attributes or parts were added, removed or reordered, or it is another object, which a record
                 ///< cannot express
};

/// For `some`, `record` gets the head of `now` and the changes, as views into `now`.
Difference difference(const client::Object& before, const client::Object& now, wire::ObjectRecord& record);

/// Applies a record of changes to an object. An attribute or part that the object does not have is added as long as
/// fewer than `kMaxAdded` exist: additions are slow, and a file might consist of them.
void apply_difference(client::Object& object, const wire::ObjectRecord& record);
inline constexpr std::size_t kMaxAdded = 1'024;

}  // namespace sigverse::recording
