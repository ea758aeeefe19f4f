// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// Takes from this process and its children for good what bwrap has left it to make the agent's view of files. False
/// with errno if that cannot be.
bool drop_privileges();

}  // namespace commserver
