// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/world/sim_world.h"

namespace sigverse::server {

/// Determines what each client is (the controller of an agent, its data port, or a viewer) and whether it supports
/// turns. Any other session may query but cannot change anything.
class Attachments {
 public:
  using Time = spark::RealClock::Time;

  /// How long, in real time, a data port waits for its command port. Clients of 2011 to 2016 open both at once without
  /// waiting for an answer, so over a network the data port may arrive first.
  static constexpr std::chrono::seconds kDataPortWait{2};

  /// All of these outlive this object.
  struct Parts {
    const SimWorld& world;
    const SigOptions& options;
    const spark::RealClock& clock;
    const ControllerSlots& slots;
  };
  explicit Attachments(Parts parts) : parts_(parts) {}

  /// Sets the listener that is notified when agents arrive or become ready. Set during `Sessions::read`, null
  /// otherwise.
  void set_listener(spark::AgentGatewayListener* listener) { listener_ = listener; }

  void attach_controller(Request& request, const wire::AttachController& message);
  void attach_view(Request& request, const wire::AttachView& message);
  void connect_data_port(Request& request, const wire::ConnectDataPort& message);
  void turn_hello(Request& request, const wire::TurnHello& message);

  /// Answers each data port whose command port has arrived or is overdue. Returns true if an answered session may have
  /// sent more input in the meantime.
  bool attend(Time now);
  /// Removes a session that is over from the list of waiting ones.
  void forget(const Session& session);

 private:
  std::pair<wire::AttachResult, std::string> attach(Session& session, std::string_view name);
  void take_slot(Session& session, ControllerSlot& slot, std::string_view name);
  void answer_data_port(Session& session, ControllerSlot* slot);

  /// A data port that waits for its command port. Its session is held.
  struct WaitingDataPort {
    Session* session;
    ControllerSlot* slot;
    Time until;
  };

  Parts parts_;
  spark::AgentGatewayListener* listener_ = nullptr;
  std::vector<WaitingDataPort> waiting_;
};

}  // namespace sigverse::server
