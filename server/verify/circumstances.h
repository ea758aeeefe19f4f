// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace server {

class Replay;

/// Lists, a line each, facts that the user has to judge in a match whose logs are true: what trainers did, which
/// variables differ from the script's, how much an agent did at once, and claims of `parameters.xml` that cannot be
/// checked. To be called after the match has been played.
std::vector<std::string> circumstances_of(const Replay& replay);

}  // namespace server
