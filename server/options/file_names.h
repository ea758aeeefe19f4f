// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spark/command_line/option_table.h"

namespace server {

/// What a file of parameters is not trusted with. It may have been sent by somebody else, so unless --trust_scripts
/// says otherwise no option and no variable in it may name a file that is not one of this server's (`OwnFiles`), or
/// else that file has to be named on the command line as well.
///
/// `given` is the content of `file`, `command_line` what stands there: options and variables. Throws
/// `spark::WrongUsage` with one line that says which option would allow it, for the first that is too much.
void check_names(const std::filesystem::path& file, const spark::NamedValues& given,
                 const spark::NamedValues& command_line, const spark::OptionTable& table);

/// Whether that option, or the option that sets that variable, guards (`spark::Option::guards`) and this value is not
/// what it has anyway.
bool guards(const spark::OptionTable& table, const std::string& name, const std::string& value);

/// Takes out of `given` what guards (`spark::Option::guards`), unless --trust_scripts stands on the command line.
/// Returns that as people would write it, without what stands on the command line, too, or is usual anyway.
std::vector<std::string> take_out_guards(spark::NamedValues& given, const spark::NamedValues& command_line,
                                         const spark::OptionTable& table);

/// A value of a script variable from the command line, as it is found from anywhere: the files that it names, and
/// folders with a '/', become absolute. It is a path, or several separated by ':'.
std::string named_from_here(const std::string& value);

/// The last value of that option among them, by any of its names; `otherwise` if there is none.
std::string last_value(const spark::NamedValues& given, const spark::OptionTable& table, std::string_view option,
                       const std::string& otherwise = {});

}  // namespace server
