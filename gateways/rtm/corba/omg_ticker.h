// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <chrono>
#include <memory>
#include <string>

#include "gateways/rtm/corba/ticked_component.h"

namespace rtm {

/// Asks for the contexts of the component; throws as TickedComponent does, and std::runtime_error if it has none.
/// `usual`: how long a call to it may take that does not say so.
std::unique_ptr<TickedComponent> make_ticker(RTC::RTObject_ptr component, const std::string& name,
                                             std::chrono::milliseconds usual);

}  // namespace rtm
