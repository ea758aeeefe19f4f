// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/real_clock.h"

namespace sigverse {
class SimWorld;
}

namespace sigverse::server {

class Attachments;
class ClientLog;
class LinkRequests;
class MessageRouter;
class ObjectRequests;
class OwnEyes;
class OwnViewer;
class RunState;
class ServiceRegistry;
class ServiceSessions;
class Turns;

/// The parts of the server that carry out requests.
struct RequestHandlers {
  SimWorld& world;
  ObjectRequests& objects;
  LinkRequests& links;
  Attachments& attachments;
  ClientLog& client_log;
  OwnEyes& eyes;
  OwnViewer& viewer;
  RunState& run;
  Turns& turns;
  MessageRouter& router;
  ServiceSessions& services;
  ServiceRegistry& registry;
  const spark::RealClock& clock;
};

/// The table of all requests: for each code, how its data are decoded and checked, and which part carries it out. To
/// add a request, add an entry in request_table.cpp; names and layouts are those of the protocol (`wire`). Returns
/// false if clients may not send that code. Errors are recorded in `request`.
bool carry_out(const RequestHandlers& handlers, Request& request, const wire::Packet& packet);
bool carry_out(const RequestHandlers& handlers, Request& request, const wire::Raw& raw);

}  // namespace sigverse::server
