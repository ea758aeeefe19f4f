// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commserver/guardian/guarded_agent.h"

namespace commserver {

/// Copies the files that an agent has written into its working folder to `agent.kept_in`, which is created if there are
/// any: no more bytes than the agent could write, no links, devices or named pipes, and no executable files. The agent
/// and all processes that it started must have exited.
void keep_written_files(const GuardedAgent& agent);

}  // namespace commserver
