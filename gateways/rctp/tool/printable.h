// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rcml {

/// With '?' for every control character, those of Unicode (U+0080 to U+009F) included. `text` is UTF-8.
std::string printable(std::string_view text);

}  // namespace rcml
