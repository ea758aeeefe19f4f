// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>

#include "gateways/rtm/component/life_cycle.h"

namespace rtm {

// Convert the enumerations of life_cycle.h to and from those of the OMG's IDL; the numbers are the same.

inline RTC::ReturnCode_t to_wire(ReturnCode code) {
  return static_cast<RTC::ReturnCode_t>(code);
}
inline ReturnCode from_wire(RTC::ReturnCode_t code) {
  return static_cast<ReturnCode>(code);
}
inline RTC::LifeCycleState to_wire(LifeCycle state) {
  return static_cast<RTC::LifeCycleState>(state);
}
inline RTC::ExecutionKind to_wire(ContextKind kind) {
  return static_cast<RTC::ExecutionKind>(kind);
}

static_assert(static_cast<int>(ReturnCode::precondition_not_met) == RTC::PRECONDITION_NOT_MET);
static_assert(static_cast<int>(LifeCycle::error) == RTC::ERROR_STATE);
static_assert(static_cast<int>(ContextKind::other) == RTC::OTHER);

}  // namespace rtm
