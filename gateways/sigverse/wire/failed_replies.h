// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gateways/sigverse/wire/packet.h"

namespace sigverse::wire {

/// The type of the reply to a request that one client asks of another (pictures, seen objects, words, distances);
/// nothing for any other type.
std::optional<PacketType> reply_of(PacketType request);

/// Appends the reply that says that there is no result: an empty picture, no one seen, no words, nothing in reach. A
/// request that has no reply, or whose data make no sense, gets nothing. `flags` are those of the reply.
void append_failure(std::string& out, const Packet& request, std::uint16_t flags = 0);

}  // namespace sigverse::wire
