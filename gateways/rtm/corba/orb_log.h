// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/log.h"

namespace rtm {

/// Sends the ORB's own messages to this log from now on, or nowhere (null): bad requests as rate-limited complaints
/// about the address they come from.
void send_orb_messages_to(spark::Log* log);

/// Whether one more connection may be opened: enough file descriptors are left for everything else in the process. An
/// ORB that has none left can neither refuse a connection nor stop looking at it.
bool has_room_for_connections();

/// To be called once the ORB is there: refuses connections beyond that room, with a complaint about the address.
void limit_connections();

}  // namespace rtm
