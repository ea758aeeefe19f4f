// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace monitor {

/// Untrusted text as text of a page, also inside of quoted attributes: markup is shown, and bytes that are no
/// UTF-8, or control characters, become U+FFFD.
std::string html_text(std::string_view text);

}  // namespace monitor
