// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace monitor {

/// Untrusted text as text of a page, also in quoted attributes: markup is escaped, and bytes that are not valid UTF-8,
/// or control characters, become U+FFFD.
std::string html_text(std::string_view text);

}  // namespace monitor
