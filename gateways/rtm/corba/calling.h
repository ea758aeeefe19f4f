// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <omniORB4/CORBA.h>

#include <stdexcept>
#include <string>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/orb_access.h"

namespace rtm {

/// Runs code that makes remote calls; error texts begin with `what`, the name of the object called.
template <typename Calls>
auto calling(const std::string& what, Calls calls) {
  try {
    return calls();
  } catch (const CORBA::SystemException& exception) {
    if (is_absence(exception)) throw NoSuchComponent(fmt::format("{}: {}", what, describe(exception)));
    throw std::runtime_error(fmt::format("{}: {}", what, describe(exception)));
  } catch (const CORBA::Exception& exception) {
    throw std::runtime_error(fmt::format("{}: CORBA::{}", what, exception._name()));
  }
}

}  // namespace rtm
