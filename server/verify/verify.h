// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/options/options.h"

namespace server {

/// Plays the match at `options.verify` (a log folder, a log in one, or a file of --pack) once more, as fast as
/// possible: from `parameters.xml` (seed, script, variables) and `acts.zst` (the input of agents and trainers), without
/// its agents, ports and programs. Compares the result with its logs, and prints whether they are the logs of this
/// match, or where they first differ, and what could not be compared. Writes nothing.
///
/// Someone else may have sent the logs. They are treated as data: scripts and scenes are this server's own
/// (`OwnFiles`), unless the caller trusts others. Everything runs in a separate process, in a sandbox if the machine
/// has one; the signals that end a match end it, too.
///
/// Returns the exit status: EXIT_SUCCESS; `kUntrueLogs`; `kTrueUntil` if the record or a log ends before its match
/// does, and everything up to there is genuine; 128 + a signal. Throws `std::runtime_error` with one line if the match
/// cannot be played again: files are missing or unreadable, or something that is not recorded changed its world.
int verify(const Options& options);

constexpr int kUntrueLogs = 3;
constexpr int kTrueUntil = 4;

}  // namespace server
