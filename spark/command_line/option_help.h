// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "spark/command_line/option_table.h"

namespace spark {

/// The text of --help, in lines of at most `width` characters unless a single word is longer: the purpose of the
/// program, its options section by section, each with its default, and the closing paragraphs.
std::string help_text(const OptionTable& table, std::size_t width);
/// The width for that: of the terminal, from 60 to 120, or of COLUMNS; 80 without either.
std::size_t help_width();

/// The options in the form of the pages below docs/: a table for each section, with the values that each accepts.
std::string help_as_markdown(const OptionTable& table);

}  // namespace spark
