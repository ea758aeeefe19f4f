// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/service_registry.h"
#include "gateways/sigverse/server/service_sessions.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/server/turns.h"

namespace sigverse::server {

/// Routes traffic between clients: packets to be forwarded (unchanged, octet by octet), their answers, and messages. A
/// sender that has an object may limit the distance within which other objects receive a message; services of 2.x have
/// no position and receive everything. A request may also go to a provider of a service; the client that sent it is
/// held (`Session::hold`) until the answer has arrived.
class MessageRouter {
 public:
  using Time = Session::Time;

  /// All of these outlive this object.
  MessageRouter(const ControllerSlots& slots, const Sessions& sessions, const ServiceSessions& services, Turns& turns,
                ServiceRegistry& registry, std::chrono::nanoseconds forward_timeout, spark::Log& log)
      : slots_(slots),
        sessions_(sessions),
        services_(services),
        turns_(turns),
        registry_(registry),
        forward_timeout_(forward_timeout),
        log_(log) {}

  /// Answers a request that the provider has not answered; returns false if that is impossible.
  using Substitute = std::function<bool(Session& asker, const wire::Packet& packet)>;
  void set_substitute(Substitute substitute) { substitute_ = std::move(substitute); }

  /// Whether there is a controller or a provider with the name to which a request is to be forwarded. A provider that
  /// has just timed out does not count.
  bool has_receiver(const wire::Packet& packet) const;
  /// Forwards a whole message: `packet` is its first packet, `octets` the complete message.
  void forward(Session& from, const wire::Packet& packet, std::string_view octets, Time now);
  /// If the packet answers a request that was forwarded to this session, passes it on and returns true.
  bool answer(Session& from, const wire::Packet& packet);
  /// Delivers the message of raw request 8 to controllers and services. Each gets it once, however often it is named.
  void message(Session& from, std::string_view body, Time now);
  /// Appends a reply without a result. To a controller with turns, the reply says that it may ask another provider.
  static void append_failure(Session& asker, std::string_view request);
  /// Sends a reply without a result for each request whose answer is overdue.
  void attend(Time now);

 private:
  /// A pending answer.
  struct Awaited {
    std::uint64_t asker, asked;  ///< sessions
    wire::PacketType type;
    Time until;
    std::string request;  ///< needed to build the reply without a result
  };

  ControllerSlot* find(std::string_view name) const;
  bool is_in_reach(const Session& from, const ControllerSlot& to, double reach) const;
  bool deliver(const Session& from, ControllerSlot& to, std::string_view octets);
  static void deliver(Session& service, std::string_view octets);
  void deliver_to_all(const Session& from, const wire::RawMessage& message);
  void deliver_to_named(const Session& from, wire::RawMessage& message);
  void ask(Session& from, const wire::Packet& packet, std::string_view octets, double reach, Time now);
  bool ask_provider(Session& from, const wire::Packet& packet, std::string_view octets, Time now);
  void take_answer(Session& asker, const std::string& request, std::string_view reply);
  static void fail(Session& asker, std::string_view request);

  const ControllerSlots& slots_;
  const Sessions& sessions_;
  const ServiceSessions& services_;
  Turns& turns_;
  ServiceRegistry& registry_;
  std::chrono::nanoseconds forward_timeout_;
  spark::Log& log_;
  Substitute substitute_;
  std::vector<Awaited> awaited_;
  std::string octets_;  ///< of the message in progress
};

}  // namespace sigverse::server
