// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rtm {

/// At most `limit` octets of the text, followed by " ..." if it was longer; no character is split.
std::string beginning(std::string_view text, std::size_t limit);

/// A text of an untrusted peer, made printable for a table: as `spark::printable`, but longer.
std::string shown(std::string_view text, std::size_t limit = 300);

}  // namespace rtm
