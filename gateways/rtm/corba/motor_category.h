// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "gateways/rtm/corba/publisher.h"

namespace rtm {

/// The category of components that implement MotorOperations (motor_operations.h): they are served as the interface
/// Motor. Publishers know it from the start, for the type "Motor".
std::shared_ptr<CorbaPublisher::Category> motor_category();

}  // namespace rtm
