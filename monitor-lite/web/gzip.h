// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace monitor {

/// RFC 1952, at maximum compression; the same octets give the same result.
std::string gzip(std::string_view octets);
/// Throws `std::runtime_error` with one line if it is invalid, truncated, or decompresses to more than `most` octets.
std::string gunzip(std::string_view octets, std::size_t most);

}  // namespace monitor
