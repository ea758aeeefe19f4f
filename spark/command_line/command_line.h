// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spark/command_line/option_table.h"

namespace spark {

/// Takes the arguments, which are without the program's name, apart; nothing is kept yet. Names are as they were typed,
/// without dashes in front, and with underscores for those within. Words behind "--" stand alone, whatever they begin
/// with. Throws `WrongUsage` with one line for what cannot be understood: "--sede: there is no such option; did you
/// mean --seed?". `otherwise` is added where no option has a similar name. `about_word` is asked what goes instead of a
/// word that belongs to no option ("--script x.rb"); it may return nothing.
NamedValues split_arguments(const OptionTable& table, std::vector<std::string> arguments,
                            const std::string& otherwise = {},
                            const std::function<std::string(const std::string& word)>& about_word = {});

/// What was asked for instead of the program's work, to be printed: help, version. It goes before all that is wrong
/// with values.
std::optional<std::string> answer_questions(const OptionTable& table, const NamedValues& given);

/// Both, for the arguments of `main`; keeps what was given if nothing is asked, and checks that it goes together.
/// Throws `WrongUsage`.
std::optional<std::string> read_command_line(const OptionTable& table, int argc, const char* const* argv);

}  // namespace spark
