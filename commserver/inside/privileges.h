// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// Drops, for this process and its children and for good, the privileges bwrap has left it for making the agent's view
/// of files. False with errno on failure.
bool drop_privileges();

}  // namespace commserver
