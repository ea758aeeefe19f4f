// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/wire/record.h"

namespace sigverse::recording {

/// How one object differs from what it was a frame ago. Numbers are the same if all of their bits are.
enum class Difference {
  none,
  some,          ///< attributes or parts have other values; the record says which
  of_structure,  ///< attributes or parts came, went or changed places, or it is another object: no such record can say
                 ///< so
};

/// If it is some, `record` is set to the head of `now` and what has changed; it has views into `now`.
Difference difference(const client::Object& before, const client::Object& now, wire::ObjectRecord& record);

/// What a record that says what has changed does to an object. An attribute or a part that the object did not have is
/// added, as long as it has fewer than `kMaxAdded` of them: additions are dear, and a file may consist of them.
void apply_difference(client::Object& object, const wire::ObjectRecord& record);
inline constexpr std::size_t kMaxAdded = 1'024;

}  // namespace sigverse::recording
