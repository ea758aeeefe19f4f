// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/synch_trigger_context.h"

#include "gateways/rtm/component/manager.h"

extern "C" void SynchExtTriggerECInit(rtm::Manager& manager) {
  manager.add_context_type(rtm::SynchTriggerContext::kType,
                           [](const rtm::ContextSettings& settings, const rtm::Environment& environment) {
                             return std::make_shared<rtm::SynchTriggerContext>(settings, environment);
                           });
}
