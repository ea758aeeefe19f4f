// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/server/session.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/line_limit.h"

namespace sigverse::server {

/// The connected services of SIGVerse 2.x: clients that have begun with `SIGMESSAGE`, identified by name. They exchange
/// messages with controllers and with each other (`MessageRouter`), and connect to controllers that request it. Each is
/// notified when others connect or leave. A reset of the world does not affect them. Sessions are borrowed. Runs on the
/// simulation thread.
class ServiceSessions {
 public:
  /// `own`: the name under which the server itself acts as a service while no client has that name; empty if it does
  /// not. Slots, log and name outlive this object.
  ServiceSessions(const ControllerSlots& slots, std::string_view own, spark::Log& log)
      : slots_(slots), own_(own), log_(log) {}

  /// Answers a greeting: with SUCC, and the session is a service from now on; or with FAIL if another service or an
  /// agent already has the name.
  void join(Session& session, std::string_view name);
  /// Called for every session that is over. If it was a service, the others are notified.
  void forget(const Session& session);

  /// Whether controllers can find a service of that name.
  bool has_service(std::string_view name) const;
  /// The session of the service with that name; null if it is not connected.
  Session* find(std::string_view name) const;
  /// In order of connection. Some of them may be over.
  const std::vector<Session*>& all() const { return all_; }
  /// The connected services, as reported by GET_SERVICES. The texts are valid until a service leaves.
  std::vector<wire::ServiceEntry> entries() const;

  /// Whether the client may ask a service to connect to it; if not, the reason is in the request.
  static bool may_connect(Request& request, const wire::RawRequest& asked);
  /// Carries out "connect service" for a client that is allowed to: sends the service the port on which the controller
  /// listens, and the agent's name. The message contains no host: the service connects to the server's machine.
  void connect(Request& request, const wire::RawRequest& asked);

 private:
  void remove(std::size_t number);
  void remove_ended();
  void announce(wire::RawToService what, std::string_view name);
  void report(const Session& service, std::string_view what);

  const ControllerSlots& slots_;
  std::string_view own_;
  spark::Log& log_;
  std::vector<Session*> all_;
  spark::LineLimit lines_{100};  ///< for lines about services that connect and leave
  std::string octets_;           ///< of the message being built
};

}  // namespace sigverse::server
