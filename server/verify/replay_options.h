// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "server/options/options.h"
#include "server/options/parameters.h"

namespace server {

/// The options with which a recorded match is played again. `recorded` is the content of parameters.xml in the log
/// folder `folder`, which someone else may have sent: it cannot make this program read a file that is not this server's
/// own. The script is this server's own one of that name. Options that name files for agents, ports and logs are left
/// out. The caller's options (--script, --home, variables) take precedence; with --trust_scripts, script and home
/// folder are the recorded ones.
///
/// Throws `std::runtime_error` with one line if this server has no such script, or if a variable names a file that is
/// not this server's own.
Options replay_options(const RecordedParameters& recorded, const std::filesystem::path& folder, const Options& caller);

}  // namespace server
