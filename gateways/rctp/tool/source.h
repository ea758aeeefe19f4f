// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rcml {

/// All bytes of a file, or of the standard input ("-"); no more than a reader takes, and one. Throws
/// `std::runtime_error` "FILE: why" if it cannot be read.
std::string read_source(const std::string& name);

}  // namespace rcml
