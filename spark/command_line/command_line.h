// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace spark {

/// Reads the arguments, which are without the program's name, into what `app` was given. Throws `CLI::Success` for
/// --help and --version, and `WrongUsage` with one line for what cannot be understood: "--sede: there is no
/// such option; did you mean --seed?". `otherwise` is added where no option has a similar name.
void parse_command_line(CLI::App& app, std::vector<std::string> arguments, const std::string& otherwise = {});

/// The same for the arguments of `main`.
void parse_command_line(CLI::App& app, int argc, const char* const* argv);

}  // namespace spark
