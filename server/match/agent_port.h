// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace commserver {
class AgentDatabase;
}

namespace spark {
class ScriptEngine;
class SpadesServer;
struct ConnectingType;
}  // namespace spark

namespace server {

struct Options;

/// Selects from the queue the types whose agents connect by themselves: as the database says, or "tcp", at the agent
/// port, if it has no such type. Throws `std::runtime_error` with one line if that needs the option and it is not
/// given.
std::vector<spark::ConnectingType> connecting_types(const Options& options, const commserver::AgentDatabase& database,
                                                    const spark::SpadesServer& queue);

/// Sets up `--agent_port` and its options with any script: imports the module `tcp`, creates its node unless the script
/// has done so, and passes the options to it by its script methods. Without the option it does nothing, unless there
/// are types whose agents connect; then it opens ports for these alone. Throws `std::runtime_error` with one line if
/// the module is missing or refuses.
void provide_agent_port(const Options& options, bool types_connect, spark::ScriptEngine& scripts);

}  // namespace server
