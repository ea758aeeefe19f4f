// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>

#include "gateways/rtm/component/manager.h"

// A component module whose initialisation ends in an exception.

namespace {

class Odd final : public rtm::Component {
 public:
  Odd() : Component("Odd", rtm::Pattern::passive) {}
};

}  // namespace

extern "C" void ThrowingInit(rtm::Manager& manager) {
  manager.add_type("Odd", [] { return std::make_shared<Odd>(); });
  throw std::runtime_error("no licence\nfor this machine");
}
