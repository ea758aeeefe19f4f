// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rtm {

/// At most `limit` octets of the text, followed by " ..." where there is more; no character is cut.
std::string beginning(std::string_view text, std::size_t limit);

/// A text of an untrusted peer, fit for a table: as `spark::printable`, but longer.
std::string shown(std::string_view text, std::size_t limit = 300);

}  // namespace rtm
