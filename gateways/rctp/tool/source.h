// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rcml {

/// All bytes of a file, of the standard input ("-"), or of what a server has at "http://HOST:PORT/PATH"; no more than a
/// reader takes, and one. Throws `std::runtime_error` "FILE: why" if it cannot be read.
std::string read_source(const std::string& name);

}  // namespace rcml
