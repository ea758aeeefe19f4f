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

/// The types in the queue whose agents connect by TCP: those that the database marks so, and "tcp", whose agents use
/// the agent port, unless the database has a type of that name. Throws `std::runtime_error` with one line if "tcp" is
/// queued without `--agent_port`.
std::vector<spark::ConnectingType> connecting_types(const Options& options, const commserver::AgentDatabase& database,
                                                    const spark::SpadesServer& queue);

/// Applies `--agent_port` and its options, whatever the script: imports the module `tcp`, creates its node unless the
/// script has done so, and sets the options by the script methods of that node. Without `--agent_port` it does nothing,
/// unless there are types whose agents connect: then only the ports for these are opened. Throws `std::runtime_error`
/// with one line if the module is missing or refuses.
void provide_agent_port(const Options& options, bool types_connect, spark::ScriptEngine& scripts);

}  // namespace server
