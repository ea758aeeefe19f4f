// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "spark/command_line/option_table.h"

namespace spark {

/// What --help shows, in lines of at most `width` characters where no single word is longer: what the program does, its
/// options section by section, each with its default, and what else there is to know.
std::string help_text(const OptionTable& table, std::size_t width);
/// How wide that may be: as the terminal is, from 60 to 120, or as COLUMNS says; 80 where there is neither.
std::size_t help_width();

/// The options as the pages below docs/ have them: a table for each section, with the values that each accepts.
std::string help_as_markdown(const OptionTable& table);

}  // namespace spark
