// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "server/options.h"
#include "server/parameters.h"

namespace server {

/// The options by which a recorded match is played again. `recorded` is what the parameters.xml of its log folder
/// `folder` says, which may have been sent by somebody else: nothing in it makes this program take a file that is not
/// this server's own. Its script is the own one of that name; of its other options those that name files are left out,
/// which are for agents, ports and logs. What the caller has said himself goes before (--script, --home, variables),
/// and with --trust_scripts script and home folder are the recorded ones.
///
/// Throws `std::runtime_error` with one line if there is no such script here, or a variable names another file.
Options replay_options(const RecordedParameters& recorded, const std::filesystem::path& folder, const Options& caller);

}  // namespace server
