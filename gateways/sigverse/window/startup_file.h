// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse::window {

inline constexpr std::size_t kMaxServerChoices = 50;

/// Parses the list of servers that a user may choose from (startup.cfg): lines "host:port" or "host"; empty lines and
/// lines that begin with '#' are ignored. `problems` gets a line for each invalid line, and one if there are more than
/// `kMaxServerChoices` servers; `name` is the file's name in these.
std::vector<wire::Address> read_server_choices(std::string_view text, std::string_view name,
                                               std::vector<std::string>& problems);

/// Reads the file. Throws `std::runtime_error` with a one-line message if it cannot be read or is larger than 64 KB.
std::vector<wire::Address> read_startup_file(const std::filesystem::path& file, std::vector<std::string>& problems);

}  // namespace sigverse::window
