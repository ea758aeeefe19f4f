// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commserver/link/handshake.h"
#include "commserver/link/remote_comm_server.h"
#include "spark/net/listener.h"

namespace commserver {

/// The port to which commservers of other machines connect, until the match begins.
///
/// A peer that does not prove that it knows the secret is refused with one line; it has learned nothing, and cost next
/// to nothing. A handshake may take `kGreetingTimeout`, and only `kMaxGreetings` run at once: a further one replaces
/// the one that has been silent longest, because a commserver answers at once, and an attacker who tries to block the
/// port does not.
class CommServerPort {
 public:
  static constexpr std::size_t kMaxGreetings = 64;
  static constexpr std::chrono::seconds kGreetingTimeout{5};

  /// Listens. Port 0: any free one. Throws `std::runtime_error` with one line on failure, and for an address that
  /// others can reach if there is no secret. Loop, secret, settings and log must outlive it.
  CommServerPort(spark::net::Loop& loop, const std::string& address, std::uint16_t port, const Secret& secret,
                 const LinkSettings& settings, spark::Log& log);
  ~CommServerPort();

  std::uint16_t port() const { return listener_.port(); }
  /// Accepts and refuses peers and continues handshakes; never blocks.
  void attend();
  std::size_t connected() const { return servers_.size(); }
  /// Returns the connected commservers, sorted by name, and accepts no further ones.
  std::vector<std::unique_ptr<RemoteCommServer>> close();

 private:
  struct Greeting {
    std::unique_ptr<Link> link;
    EngineHandshake handshake;
    spark::RealClock::Time deadline;
  };
  void greet(spark::net::Socket caller, std::string peer);
  void make_room();
  void end(Greeting& greeting);
  bool attend(Greeting& greeting);
  void welcome(Greeting& greeting);

  const Secret& secret_;
  const LinkSettings& settings_;
  spark::Log& log_;
  spark::net::Loop& loop_;
  spark::net::Listener listener_;
  std::vector<std::unique_ptr<Greeting>> greetings_;  ///< oldest first
  std::vector<std::unique_ptr<RemoteCommServer>> servers_;
};

}  // namespace commserver
