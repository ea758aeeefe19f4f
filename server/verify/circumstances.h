// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace server {

class Replay;

/// Facts that the user has to judge in a match whose logs are genuine, one per line: what trainers did, which variables
/// differ from the script's, how much an agent did at once, and claims in `parameters.xml` that cannot be checked. To
/// be called after the match has been played.
std::vector<std::string> circumstances_of(const Replay& replay);

}  // namespace server
