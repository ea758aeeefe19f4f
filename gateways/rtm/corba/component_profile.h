// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>

#include "gateways/rtm/component/component.h"

namespace rtm {

/// Describe a component to tools, with the keys that tools read, and with its sets of parameters as `conf.SET.NAME`;
/// the list of ports is left empty. The caller owns both results.
RTC::ComponentProfile* component_profile(Component& component);
SDOPackage::DeviceProfile* device_profile(const Component& component);

}  // namespace rtm
