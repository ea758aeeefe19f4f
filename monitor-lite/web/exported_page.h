// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace monitor {

/// The page with a packed log in it, as one file that needs nothing else. Its own policy allows it to load nothing, and
/// to run only its built-in script, identified by its hash.
std::string exported_page(std::string_view packed_log);

/// RFC 4648, with padding.
std::string base64(std::string_view octets);

}  // namespace monitor
