// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "server/options.h"

namespace spark {
class Variables;
}

namespace server {

/// The names of options and script variables with their values, as on the command line but without dashes.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// All settings of this match: every option, with the seed that was drawn if none was given, and every script variable.
/// Passing them all to the server plays the same match again.
Parameters parameters_in_force(const Options& options, std::uint64_t seed, const spark::Variables& variables);

/// Writes them as XML: `<parameters><parameter name="random_seed" value="7"/> … </parameters>`. Throws
/// `std::runtime_error` if the file cannot be written.
void write_parameters(const std::filesystem::path& file, const Parameters& parameters);
/// Throws `std::runtime_error` with one line that names the file if it cannot be read or is no such file.
Parameters read_parameters(const std::filesystem::path& file);

}  // namespace server
