// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/options/options.h"
#include "spark/command_line/option_values.h"

namespace server {

/// Kinds of option values that only this program has.

/// "TYPE", "TYPE:N", or "none" for no agents at all.
spark::OptionValue batches(std::vector<Options::Batch>& kept);
/// A multiple of real time, or "max"; unset if none is chosen.
spark::OptionValue speed(Options& options);
/// "as_written", or "fixed N", given as one word or two and stored as one.
spark::OptionValue timers(std::string& kept);
/// Seconds; "off" is stored as 0.
spark::OptionValue seconds_or_off(double& kept);
/// The user's folder of files, or "off"; empty: the default.
spark::OptionValue folder_or_off(std::string& kept);
/// Two files or folders, one after the other.
spark::OptionValue two_names(std::vector<std::string>& kept, std::string placeholder);
/// A name that may be omitted, which leaves it empty.
spark::OptionValue perhaps_a_name(std::optional<std::string>& kept);
/// As `value`, but also stores that the option was given.
spark::OptionValue noted(spark::OptionValue value, bool& given);

/// `--agent_wall`, whose default depends on other options: printed if it was given or is not off.
spark::OptionValue agent_wall(Options& options);

// Options that set a variable of the script: the value is appended to `variables`, and the script holds it.

spark::OptionValue script_port(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);
spark::OptionValue script_word(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name,
                               std::string placeholder);
spark::OptionValue script_file(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);
/// Words; the variable's value is all of them, separated by blanks.
spark::OptionValue script_words(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name,
                                std::string placeholder);
spark::OptionValue script_folder(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);
/// 0 or 1.
spark::OptionValue script_switch(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);

}  // namespace server
