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

/// The connected services of SIGVerse 2.x: clients that have begun with `SIGMESSAGE`, identified by their names. They
/// exchange messages with controllers and each other (`MessageRouter`), and connect to controllers that request it.
/// Each is informed when others come and go. They stay when the world is reset. Sessions are borrowed; runs on the
/// simulation thread.
class ServiceSessions {
 public:
  /// `own`: the name under which the server itself is a service while no other has that name; empty: it is none. Slots,
  /// log and name outlive it.
  ServiceSessions(const ControllerSlots& slots, std::string_view own, spark::Log& log)
      : slots_(slots), own_(own), log_(log) {}

  /// Answers a greeting: SUCC, and the session is a service from now on, or FAIL if another service or an agent has the
  /// name.
  void join(Session& session, std::string_view name);
  /// Called for every session that is over; the others are informed if it was a service.
  void forget(const Session& session);

  /// Whether controllers can find a service of that name.
  bool has_service(std::string_view name) const;
  /// The session of the service; null if no such service is connected.
  Session* find(std::string_view name) const;
  /// In the order of their connection. Some may be over.
  const std::vector<Session*>& all() const { return all_; }
  /// The connected services, as GET_SERVICES shows them. The texts are valid until one leaves.
  std::vector<wire::ServiceEntry> entries() const;

  /// Whether the client may ask a service to connect to it; if not, the request has the reason.
  static bool may_connect(Request& request, const wire::RawRequest& asked);
  /// Carries out "connect service" for a client that may: sends the service the port on which the controller listens,
  /// and the agent's name. The message has no host: the service connects to the machine of the server.
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
  spark::LineLimit lines_{100};  ///< about services that come and go
  std::string octets_;           ///< of the message in progress
};

}  // namespace sigverse::server
