// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "server/options/options.h"
#include "server/options/parameters.h"

namespace server {

/// The options by which a recorded match is played again. `recorded` is what the parameters.xml of its log folder
/// `folder` says, which may have been sent by somebody else: nothing in it makes this program take a file that is not
/// this server's own. The script is this server's own one of that name. Its other options that name files, which are
/// for agents, ports and logs, are left out. What the caller gives (--script, --home, variables) takes precedence, and
/// with
/// --trust_scripts script and home folder are the recorded ones.
///
/// Throws `std::runtime_error` with one line if there is no such script here, or a variable names another file.
Options replay_options(const RecordedParameters& recorded, const std::filesystem::path& folder, const Options& caller);

}  // namespace server
