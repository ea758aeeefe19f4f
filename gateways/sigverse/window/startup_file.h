// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse::window {

inline constexpr std::size_t kMaxServerChoices = 50;

/// Parses the list of servers that a user may choose from (startup.cfg): lines "host:port", with or without the port;
/// empty lines and those that begin with '#' are ignored. `problems` gets a line for each invalid one, and for those
/// beyond `kMaxServerChoices`; `name` is the file's name in them.
std::vector<wire::Address> read_server_choices(std::string_view text, std::string_view name,
                                               std::vector<std::string>& problems);

/// Reads the file. Throws `std::runtime_error` with one line if it cannot be read, or has more than 64 KB.
std::vector<wire::Address> read_startup_file(const std::filesystem::path& file, std::vector<std::string>& problems);

}  // namespace sigverse::window
