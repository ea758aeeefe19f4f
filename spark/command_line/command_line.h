// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spark/command_line/option_table.h"

namespace spark {

/// Parses the arguments, without the program's name; stores nothing yet. Names are as typed, without leading dashes,
/// and with underscores for dashes within. Words after "--" stand alone, even if they begin with a dash. Throws
/// `WrongUsage` with one line on errors: "--sede: there is no such option; did you mean --seed?". `otherwise` is
/// appended if no option has a similar name. For a word that belongs to no option, `about_word` returns the option to
/// use ("--script x.rb"), or nothing.
NamedValues split_arguments(const OptionTable& table, std::vector<std::string> arguments,
                            const std::string& otherwise = {},
                            const std::function<std::string(const std::string& word)>& about_word = {});

/// The text to be printed for help or version, if one was requested. It takes precedence over errors in values.
std::optional<std::string> answer_questions(const OptionTable& table, const NamedValues& given);

/// Calls both for the arguments of `main`; stores the values if no text was requested, and checks their combination.
/// Throws `WrongUsage`.
std::optional<std::string> read_command_line(const OptionTable& table, int argc, const char* const* argv);

}  // namespace spark
