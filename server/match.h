// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {
class Guardian;
}

namespace server {

struct Options;

/// Plays one match from script to summary and returns the exit status. Throws `std::runtime_error` with one clear line
/// if the match cannot start; nothing is left running then.
int play_match(const Options& options, commserver::Guardian& guardian);

}  // namespace server
