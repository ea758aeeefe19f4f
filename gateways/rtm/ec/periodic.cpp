// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/periodic_context.h"

#include "gateways/rtm/component/manager.h"

extern "C" void PeriodicExecutionContextInit(rtm::Manager& manager) {
  manager.add_context_type(rtm::PeriodicContext::kType,
                           [](const rtm::ContextSettings& settings, const rtm::Environment& environment) {
                             return std::make_shared<rtm::PeriodicContext>(settings, environment);
                           });
}
