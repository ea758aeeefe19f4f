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

/// Passes on traffic between clients: packets that have to be forwarded, octet by octet, their answers, and messages. A
/// sender with an object may limit the distance at which other objects hear it; services of 2.x have no place and hear
/// everything. A request may also go to a provider of services; its sender is held until the answer has come
/// (`Session::hold`).
class MessageRouter {
 public:
  using Time = Session::Time;

  /// All outlive it.
  MessageRouter(const ControllerSlots& slots, const Sessions& sessions, const ServiceSessions& services, Turns& turns,
                ServiceRegistry& registry, std::chrono::nanoseconds forward_timeout, spark::Log& log)
      : slots_(slots),
        sessions_(sessions),
        services_(services),
        turns_(turns),
        registry_(registry),
        forward_timeout_(forward_timeout),
        log_(log) {}

  /// Answers a request that a provider has not answered; returns false if that is impossible.
  using Substitute = std::function<bool(Session& asker, const wire::Packet& packet)>;
  void set_substitute(Substitute substitute) { substitute_ = std::move(substitute); }

  /// Whether a controller or a provider has the name to which a request has to be forwarded. A provider that has just
  /// timed out does not count.
  bool has_receiver(const wire::Packet& packet) const;
  /// Forwards a whole message: `packet` is its first packet, `octets` is all of it.
  void forward(Session& from, const wire::Packet& packet, std::string_view octets, Time now);
  /// If the packet answers a request that was forwarded to its sender, passes it on and returns true.
  bool answer(Session& from, const wire::Packet& packet);
  /// Delivers the message of raw request 8 to controllers and services. Each gets it once, however often it is named.
  void message(Session& from, std::string_view body, Time now);
  /// Replies that there is no result. A controller with turns is informed that it may ask another provider.
  static void append_failure(Session& asker, std::string_view request);
  /// Answers requests whose answer is overdue with the reply that there is no result.
  void attend(Time now);

 private:
  /// A pending answer.
  struct Awaited {
    std::uint64_t asker, asked;  ///< sessions
    wire::PacketType type;
    Time until;
    std::string request;  ///< the source of the reply without a result
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
