// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/wire/record.h"

namespace sigverse::recording {

/// The difference of an object from its state a frame ago. Numbers are equal if all of their bits are.
enum class Difference {
  none,
  some,          ///< attributes or parts have other values; the record says which
  of_structure,  ///< attributes or parts were added, removed or reordered, or it is another object, which a record
                 ///< cannot express
};

/// For `some`, `record` is set to the head of `now` and the changes; it has views into `now`.
Difference difference(const client::Object& before, const client::Object& now, wire::ObjectRecord& record);

/// Applies a record of changes to an object. An attribute or a part that the object did not have is added, as long as
/// it has fewer than `kMaxAdded` of them: additions are slow, and a file may consist of them.
void apply_difference(client::Object& object, const wire::ObjectRecord& record);
inline constexpr std::size_t kMaxAdded = 1'024;

}  // namespace sigverse::recording
