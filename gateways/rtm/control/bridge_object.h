// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm {

/// Represents a bridge to programs that expect it as an OpenHRP::Controller object (gateways/rtm/idl/OpenHRP.idl): it
/// is bound in the naming service under the `server-name` of its file, with an empty kind.
///
/// Only the scheduler of this server can drive the bridge, because a robot moves in one simulated time. So
/// `initialize`, the first call whose result schedulers check, raises a ControllerException that says so; earlier calls
/// (setModelName, setDynamicsSimulator, setViewSimulator, setTimeStep) are accepted and have no effect; start, input,
/// control, output and stop raise BAD_INV_ORDER, destroy raises NO_PERMISSION, and shutdown has no effect. Each attempt
/// is logged as a complaint.
class BridgeObject {
 public:
  struct Settings {
    std::optional<std::string> server_name{};  ///< nothing: kUsualName, unless another object has it
    std::string robot{};
    double period_seconds = 0.0;
  };
  static constexpr const char* kUsualName = "ControllerBridge";  ///< the default of OpenHRP3's ControllerBridge

  /// Orb and publisher outlive it. If an object of another program has the name, this object is not bound, which is a
  /// warning if the file gives the name. An unreachable name server is a warning, too.
  BridgeObject(Orb& orb, CorbaPublisher& publisher, const Settings& settings);
  ~BridgeObject();
  BridgeObject(const BridgeObject&) = delete;
  BridgeObject& operator=(const BridgeObject&) = delete;

 private:
  class Servant;

  Orb& orb_;
  CorbaPublisher& publisher_;
  void leave_name(const std::string& holder) const;

  const Settings settings_;
  const std::string name_, key_;
  bool is_served_ = false, is_bound_ = false;
};

}  // namespace rtm
