// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commserver/guardian/guarded_agent.h"

namespace commserver {

/// Copies the files an agent has written into its working folder to `agent.kept_in`, which is made if there are any. No
/// more bytes than it could write, no links, devices and named pipes, and no files that are programs. The agent has
/// exited, and so has everything it started.
void keep_written_files(const GuardedAgent& agent);

}  // namespace commserver
