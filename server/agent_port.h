// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
class ScriptEngine;
}

namespace server {

struct Options;

/// `--agent_port` and what belongs to it, with any script: imports the module `tcp`, creates its node unless the script
/// has done so, and hands the options over by the node's script methods. Does nothing without the option. Throws
/// `std::runtime_error` with one line if the module is missing or refuses.
void provide_agent_port(const Options& options, spark::ScriptEngine& scripts);

}  // namespace server
