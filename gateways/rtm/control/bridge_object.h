// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm {

/// A bridge as programs find it that know bridges as OpenHRP::Controller objects (gateways/rtm/idl/OpenHRP.idl): bound
/// in the naming service under the `server-name` of its file, with an empty kind.
///
/// The scheduler of this server drives the bridge, and no other can: a robot moves in one simulated time. So
/// `initialize` raises a ControllerException that says so, which is the first answer of a controller that a scheduler
/// looks at; what comes before it (setModelName, setDynamicsSimulator, setViewSimulator, setTimeStep) is taken and has
/// no effect; start, input, control, output and stop raise BAD_INV_ORDER, destroy raises NO_PERMISSION, and shutdown
/// has no effect. Each such attempt is a complaint.
class BridgeObject {
 public:
  struct Settings {
    std::optional<std::string> server_name{};  ///< none: kUsualName, where no other has it
    std::string robot{};
    double period_seconds = 0.0;
  };
  static constexpr const char* kUsualName = "ControllerBridge";  ///< of published bridges

  /// Both outlive it. The name is left to an object of another program that has it, with a warning where the file asks
  /// for it. A name server that is gone costs one, too.
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
