// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rtm {

/// Texts on the wire are UTF-8; whoever shows one would stumble over anything else.
bool is_utf8(std::string_view text);

/// Not more than `limit` octets of it, with " ..." behind where there is more; no character is cut.
std::string beginning(std::string_view text, std::size_t limit);

/// What a stranger says, fit for a table: as `spark::printable`, and more of it.
std::string shown(std::string_view text, std::size_t limit = 300);

}  // namespace rtm
