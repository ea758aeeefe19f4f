// SPDX-License-Identifier: Apache-2.0
#include "commserver/database/program_search.h"

#include <fmt/format.h>

#include <stdexcept>

#include "commserver/guardian/program_search.h"

namespace commserver {

std::filesystem::path find_program(const AgentType& type, const std::vector<std::filesystem::path>& folders) {
  try {
    return find_program(type.command.front(), type.working_folder, folders);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("agent type '{}': {}", type.name, error.what()));
  }
}

}  // namespace commserver
