// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "commserver/database/agent_database.h"

namespace commserver {

/// The absolute path of an agent type's program, as `find_program` of commserver/guardian has it. What that throws is
/// thrown with the type in front of it.
std::filesystem::path find_program(const AgentType& type, const std::vector<std::filesystem::path>& folders);

}  // namespace commserver
