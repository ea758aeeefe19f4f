// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace x3d {

/// Reads all octets of a file, or of the standard input ("-"); at most `bytes` and one more, so that a reader notices
/// that the file is too long. Throws `std::runtime_error` with one line "NAME: why" if it cannot be read.
std::string read_octets(const std::string& name, std::size_t bytes);

}  // namespace x3d
