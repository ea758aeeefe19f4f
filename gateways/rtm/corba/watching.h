// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <functional>
#include <memory>
#include <string>

#include "gateways/rtm/corba/client.h"

namespace rtm {

/// Subscribes a temporary InPort to `out`, which is called `name` in messages. Throws CORBA::SystemException, and
/// std::runtime_error if it is refused.
std::unique_ptr<Client::Watch> watch_port(Orb& orb, ::OutPort_ptr out, const std::string& name,
                                          std::function<void(const Value&)> came);

}  // namespace rtm
