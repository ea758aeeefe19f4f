// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "spark/command_line/option_table.h"

namespace spark {
class TakenFiles;
class Variables;
}  // namespace spark

namespace server {

struct Options;

/// All settings of this match: every option, with the seed that was drawn if none was given, and every script variable.
/// Passing them all to the server plays the same match again.
spark::NamedValues parameters_in_force(const Options& options, std::uint64_t seed, const spark::Variables& variables);

/// Writes them as XML: `<parameters><parameter name="random_seed" value="7"/> … </parameters>`, and behind them for
/// people, as `<file kind="script" path="/…"/>`, the files that have been taken by now. Throws `std::runtime_error` if
/// the file cannot be written.
void write_parameters(const std::filesystem::path& file, const spark::NamedValues& parameters,
                      const spark::TakenFiles& taken);
/// Throws `std::runtime_error` with one line that names the file if it cannot be read or is no such file.
spark::NamedValues read_parameters(const std::filesystem::path& file);

}  // namespace server
