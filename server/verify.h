// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace server {

/// Plays the match whose logs are in `folder` once more, as fast as it goes: from `parameters.xml` (seed, script,
/// variables) and `acts.zst` (what agents and trainers did), without its agents, ports and programs. Compares what it
/// makes with `monitor.log` and, if there are any, `hashes.log`, and prints what it has found: that they are the logs
/// of this match, or where they first differ. Nothing is written.
///
/// Returns the exit status: EXIT_SUCCESS; `kUntrueLogs`; or EXIT_FAILURE if the record ends before the logs do, which
/// are true until then. Throws `std::runtime_error` with one line if the match cannot be played again: files are
/// missing or not to be read, or what is not recorded changed its world.
int verify(const std::filesystem::path& folder);

constexpr int kUntrueLogs = 3;

}  // namespace server
