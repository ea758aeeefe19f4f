// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>

#include "gateways/rtm/component/component.h"

namespace rtm {

/// Describes a component to tools, with the keys that they read, and its sets of parameters as `conf.SET.NAME`; the
/// ports are left empty. The caller owns both results.
RTC::ComponentProfile* component_profile(Component& component);
SDOPackage::DeviceProfile* device_profile(const Component& component);

}  // namespace rtm
