// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <chrono>
#include <memory>
#include <string>

#include "gateways/rtm/corba/ticked_component.h"

namespace rtm {

/// Queries the contexts of the component; throws as TickedComponent does, and std::runtime_error if it has none.
/// `usual`: the timeout of calls to it without one of their own.
std::unique_ptr<TickedComponent> make_ticker(RTC::RTObject_ptr component, const std::string& name,
                                             std::chrono::milliseconds usual);

}  // namespace rtm
