// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string_view>

#include "gateways/sigverse/direct/controller_link.h"
#include "gateways/sigverse/server/own_eyes.h"
#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/server/sight_time.h"
#include "gateways/sigverse/wire/types.h"

namespace sigverse::server {

/// If `Sig.OwnEyes` is on, the server itself acts as the 2.x service `SIGViewer`, which published controllers ask for
/// names and distances. A service that connects with that name takes over: controllers lose their connections to the
/// server's own service, and the library opens new ones.
///
/// It connects to controllers that listen on a port of their own (`direct::ControllerLink`). Controllers in the sandbox
/// have no port: they send packets with its name as target.
class OwnViewer {
 public:
  static constexpr std::string_view kName = "SIGViewer";
  static constexpr std::size_t kMax = 128;             ///< connections
  static constexpr std::size_t kMaxPerController = 4;  ///< connections per session

  /// All outlive it.
  OwnViewer(bool is_on, OwnEyes& eyes, SightTime& sight_time, spark::net::Loop& loop, spark::Log& log)
      : is_on_(is_on), eyes_(eyes), sight_time_(sight_time), loop_(loop), log_(log) {}

  bool is_there() const { return is_on_; }
  bool is_called(std::string_view name) const { return is_on_ && name == kName; }
  /// Whether the server itself can answer this kind of request. It takes no pictures and does not recognise speech.
  static bool answers(wire::PacketType type) {
    return type == wire::PacketType::detect_entities || type == wire::PacketType::distance_sensor;
  }

  /// Carries out "connect service": connects to that port on the machine of the requesting controller.
  void connect(Request& request, std::uint16_t port);
  /// Answers requests on its connections. Returns true if there may be more that can be handled at once.
  bool attend();
  /// Closes all connections, because another service has taken the name.
  void give_way() { links_.clear(); }
  /// Closes the connections of a controller that has left.
  void forget(const Session& session);

 private:
  struct Connected {
    std::uint64_t session;
    SightTime::Asker asker{};
    std::unique_ptr<direct::ControllerLink> link{};
  };

  std::optional<direct::Seen> see(const Session& session, SightTime::Asker& asker, const wire::ServiceRequest& request);
  direct::Seen look(const wire::ServiceRequest& request);

  bool is_on_;
  OwnEyes& eyes_;
  SightTime& sight_time_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  std::list<Connected> links_;  ///< they refer to their clients' sessions
};

}  // namespace sigverse::server
