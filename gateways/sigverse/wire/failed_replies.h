// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gateways/sigverse/wire/packet.h"

namespace sigverse::wire {

/// The type of the reply to a request that one client sends to another (pictures, seen objects, words, distances);
/// nullopt for any other type.
std::optional<PacketType> reply_of(PacketType request);

/// Appends a reply without a result: an empty picture, no objects, no words, nothing within reach. Appends nothing for
/// a request that has no reply or whose data are invalid. `flags` are those of the reply.
void append_failure(std::string& out, const Packet& request, std::uint16_t flags = 0);

}  // namespace sigverse::wire
