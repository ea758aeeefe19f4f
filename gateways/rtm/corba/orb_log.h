// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/log.h"

namespace rtm {

/// Redirects the ORB's own messages to this log, or discards them (null): bad requests become rate-limited complaints
/// about the address they come from.
void send_orb_messages_to(spark::Log* log);

/// Whether one more connection may be opened: enough file descriptors are left for the rest of the process. An ORB
/// without free descriptors can neither refuse a connection nor stop polling it.
bool has_room_for_connections();

/// Called when the ORB exists: refuses connections beyond that limit, with a complaint about the address.
void limit_connections();

}  // namespace rtm
