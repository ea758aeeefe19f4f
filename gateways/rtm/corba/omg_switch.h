// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <chrono>
#include <string>

#include "spark/core/real_clock.h"

namespace rtm {

/// Activates a component in its contexts (`contexts_of`), or deactivates it, and waits for the new state, because the
/// result of the request is not conclusive: the state changes in the next pass, which may happen before the answer or
/// much later. A component in error is reset first. Own contexts that are stopped are started. Throws
/// std::runtime_error with one line that begins with `name` if a context refuses, or if the component ends up in error;
/// NotYet if it takes too long; CORBA::SystemException.
void switch_component(RTC::RTObject_ptr component, const std::string& name, bool on, std::chrono::milliseconds timeout,
                      spark::RealClock& clock);

}  // namespace rtm
