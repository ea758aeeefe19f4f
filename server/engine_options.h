// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace server {

/// Whether this is an option of the SPADES engine that old start scripts pass and that has no meaning here (protocol
/// 9). `name` comes without dashes.
bool is_engine_option(std::string_view name);

}  // namespace server
