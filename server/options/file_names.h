// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spark/command_line/option_table.h"

namespace server {

/// The rules for a file of parameters, which is not trusted because someone else may have sent it: unless
/// --trust_scripts is given, the options and variables in it may name only this server's own files (`OwnFiles`). An
/// option or variable that is also on the command line is exempt. Some options that name files cannot be in such a file
/// at all.
/// `given` is the content of `file`, `command_line` the options and variables given there. Throws `spark::WrongUsage`
/// for the first violation, with one line that says how to allow it.
void check_names(const std::filesystem::path& file, const spark::NamedValues& given,
                 const spark::NamedValues& command_line, const spark::OptionTable& table);

/// Whether that option, or the option that sets that variable, is a guard (`spark::Option::guards`) and `value` differs
/// from its present value.
bool guards(const spark::OptionTable& table, const std::string& name, const std::string& value);

/// Removes guards (`spark::Option::guards`) from `given`, unless --trust_scripts is on the command line. Returns them
/// in the form of a command line, except those that are also on the command line or have their default value.
std::vector<std::string> take_out_guards(spark::NamedValues& given, const spark::NamedValues& command_line,
                                         const spark::OptionTable& table);

/// Makes a script variable's value from the command line independent of the working folder: names of existing files,
/// and paths with a '/', become absolute. The value is a path, or several separated by ':'.
std::string named_from_here(const std::string& value);

/// The last value given for that option, by any of its names; `otherwise` if there is none.
std::string last_value(const spark::NamedValues& given, const spark::OptionTable& table, std::string_view option,
                       const std::string& otherwise = {});

}  // namespace server
