// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

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

/// The last value of that option among them, by any of its names; `otherwise` if there is none.
std::string last_value(const spark::NamedValues& given, const spark::OptionTable& table, std::string_view option,
                       const std::string& otherwise = {});

}  // namespace server
