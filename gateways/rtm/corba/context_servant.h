// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <OpenRTM.hh>
#include <memory>
#include <string>

#include "gateways/rtm/component/execution_context.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// Serves an execution context of this process as RTC::ExecutionContextService, and as
/// OpenRTM::ExtTrigExecutionContextService if it is ticked from outside. Remote components that are added become
/// RemoteParticipants. `owner` is the key of the component whose own context it is. The servant has one reference
/// count.
PortableServer::ServantBase* make_context_servant(std::shared_ptr<ExecutionContext> context,
                                                  std::shared_ptr<ServantContext> shared, std::string owner);

/// The context behind a reference, if it is served in this process; else null.
std::shared_ptr<ExecutionContext> local_context(ServantContext& shared, RTC::ExecutionContext_ptr reference);

}  // namespace rtm
