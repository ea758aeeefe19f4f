// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gateways/sigverse/wire/packet.h"

namespace sigverse::wire {

/// The type of the reply to a request of one client to another (pictures, seen objects, words, distances); nothing for
/// any other type.
std::optional<PacketType> reply_of(PacketType request);

/// Appends the reply without a result: an empty picture, no objects, no words, nothing in reach. Appends nothing for a
/// request that has no reply, or whose data is invalid. `flags` are those of the reply.
void append_failure(std::string& out, const Packet& request, std::uint16_t flags = 0);

}  // namespace sigverse::wire
