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

/// Those of the types in the queue whose agents connect by themselves: as the database says, or "tcp", at the agent
/// port, if it has no such type. Throws `std::runtime_error` with one line if that needs the option and it is not
/// given.
std::vector<spark::ConnectingType> connecting_types(const Options& options, const commserver::AgentDatabase& database,
                                                    const spark::SpadesServer& queue);

/// `--agent_port` and what belongs to it, with any script: imports the module `tcp`, creates its node unless the script
/// has done so, and hands the options over by the node's script methods. Does nothing
/// without the option, unless there are types whose agents connect; then there are ports for these alone. Throws
/// `std::runtime_error` with one line if the module is missing or refuses.
void provide_agent_port(const Options& options, bool types_connect, spark::ScriptEngine& scripts);

}  // namespace server
