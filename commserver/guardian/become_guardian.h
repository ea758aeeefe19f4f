// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// The one descriptor that the guardian keeps of the server, its socket, gets this number.
constexpr int kGuardianSocket = 3;

/// Makes this process, just forked, one without descriptors, folder and terminal of the server, which no signal from
/// there disturbs and to which orphans come. Returns a descriptor that polls readable when a child has ended, or a
/// negative number if the system does not let it be one.
int become_guardian(int socket);

}  // namespace commserver
