// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace server {

class Replay;

/// What the user has to judge for himself in a match whose logs are true: what trainers did, which variables differ
/// from the script's, how much an agent did at once, and what `parameters.xml` only claims. A line each. The match has
/// been played.
std::vector<std::string> circumstances_of(const Replay& replay);

}  // namespace server
