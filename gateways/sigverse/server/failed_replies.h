// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "gateways/sigverse/wire/packet.h"

namespace sigverse {

/// The type of the reply to a request that one client asks of another (pictures, seen objects, words, distances); none
/// of anything else.
std::optional<wire::PacketType> reply_of(wire::PacketType request);

/// Appends the reply that says that there is no result: an empty picture, nobody seen, no words, nothing in reach. Of
/// a request without reply, or whose data make no sense, nothing.
void append_failure(std::string& out, const wire::Packet& request);

}  // namespace sigverse
