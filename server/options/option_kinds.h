// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/options/options.h"
#include "spark/command_line/option_values.h"

namespace server {

/// What only this program's options take.

/// "TYPE", "TYPE:N", or "none" for no agents at all.
spark::OptionValue batches(std::vector<Options::Batch>& kept);
/// A multiple of real time, or "max"; nothing as long as none is chosen.
spark::OptionValue speed(Options& options);
/// "as_written", or "fixed N" in one word or two; kept in one.
spark::OptionValue timers(std::string& kept);
/// Seconds; 0 is kept for "off".
spark::OptionValue seconds_or_off(double& kept);
/// The folder of somebody's own files, or "off"; empty: the usual one.
spark::OptionValue folder_or_off(std::string& kept);
/// Two files or folders, one behind the other.
spark::OptionValue two_names(std::vector<std::string>& kept, std::string placeholder);
/// A name that may be left out: empty.
spark::OptionValue perhaps_a_name(std::optional<std::string>& kept);
/// Keeps as well that it was given.
spark::OptionValue noted(spark::OptionValue value, bool& given);

/// `--agent_wall`, whose default depends on others: written where it was given or is not off.
spark::OptionValue agent_wall(Options& options);

// For a variable of the script: what is given goes to the end of `variables`, and the script keeps it.

spark::OptionValue script_port(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);
spark::OptionValue script_word(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name,
                               std::string placeholder);
spark::OptionValue script_file(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);
/// Words; the variable has all of them with blanks between.
spark::OptionValue script_words(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name,
                                std::string placeholder);
spark::OptionValue script_folder(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);
/// 0 or 1.
spark::OptionValue script_switch(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name);

}  // namespace server
