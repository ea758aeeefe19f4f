// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

#include "gateways/sigverse/server/attachments.h"
#include "gateways/sigverse/server/client_log.h"
#include "gateways/sigverse/server/link_requests.h"
#include "gateways/sigverse/server/message_router.h"
#include "gateways/sigverse/server/object_requests.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/own_eyes.h"
#include "gateways/sigverse/server/own_viewer.h"
#include "gateways/sigverse/server/packet_assembler.h"
#include "gateways/sigverse/server/request_table.h"
#include "gateways/sigverse/server/run_state.h"
#include "gateways/sigverse/server/service_registry.h"
#include "gateways/sigverse/server/service_sessions.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/server/sight_time.h"
#include "gateways/sigverse/server/turns.h"

namespace sigverse::server {

/// Receives all packets and raw requests of clients and has each carried out at once, on the simulation thread. Packets
/// that answer a forwarded request or are to be forwarded go to the `MessageRouter`; messages of several packets are
/// first assembled (`PacketAssembler`); all others are carried out according to the table of requests
/// (request_table.h). It owns the parts that depend on no other part of the server: attaching, requests about objects,
/// cameras, log lines of clients. A client's error becomes one rate-limited log line; nothing is thrown.
class RequestDispatcher final : public SessionListener {
 public:
  struct Parts {
    SimWorld& world;
    const SigOptions& options;
    spark::net::Loop& loop;
    spark::Log& log;
    RunState& run;
    const ControllerSlots& slots;
    Sessions& sessions;
    ServiceSessions& services;
    Turns& turns;
    MessageRouter& router;
    ServiceRegistry& registry;
  };
  /// All of these outlive this object.
  explicit RequestDispatcher(Parts parts);

  /// Sets the listener for arriving agents; set during `Sessions::read`, null otherwise.
  void set_listener(spark::AgentGatewayListener* listener) { attachments_.set_listener(listener); }
  /// Sends answers that had to wait for an event, and those of `SIGViewer`. Returns true if a session can continue as a
  /// result.
  bool attend(Session::Time now);
  /// Writes all log lines of clients that were held back.
  void shut_down() { client_log_.flush(); }
  /// Drops the data of a session that is over.
  void forget(const Session& session);

  void packet(Session& session, const wire::Packet& packet) override;
  void raw(Session& session, const wire::Raw& raw) override;
  void service(Session& session, std::string_view name) override;

 private:
  /// The maximum size of all incomplete messages of several packets, of all clients together.
  static constexpr std::size_t kMaxUnderWay = 64 * 1024 * 1024;

  bool is_for_own_viewer(const wire::Packet& packet) const;
  bool is_for_own_eyes(const wire::Packet& packet) const;
  bool see_instead(Session& session, const wire::Packet& packet);
  void take(Session& session, const wire::Packet& packet);
  void forward_or_carry_out(Session& session, const wire::Packet& packet, std::string_view octets);
  void assemble(Session& session, const wire::Packet& packet);
  bool has_time_for(const Session& session, const wire::Packet& packet, std::size_t octets) const;
  std::size_t pending_octets() const;
  void report(const Request& request);

  spark::Log& log_;
  const spark::RealClock& clock_;
  RunState& run_;
  ServiceSessions& services_;
  MessageRouter& router_;
  ServiceRegistry& registry_;
  Attachments attachments_;
  ObjectRequests objects_;
  LinkRequests links_;
  ClientLog client_log_;
  OwnEyes eyes_;
  SightTime sight_time_;
  OwnViewer viewer_;
  RequestHandlers handlers_;
  std::map<std::uint64_t, PacketAssembler> assemblers_;  ///< by session; only for incomplete messages
};

}  // namespace sigverse::server
