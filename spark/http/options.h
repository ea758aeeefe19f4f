// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "spark/core/real_clock.h"
#include "spark/net/keep_alive.h"

namespace spark::http {

/// Limits of a server for its peers. Times are those of the loop's clock, except `silence`.
struct Options {
  /// The name of a peer in the log, before its address: "operator 127.0.0.1:4711: …".
  std::string peer = "peer";
  /// Methods of the service in addition to GET and HEAD. OPTIONS is answered with all of them, every other method with
  /// 405.
  std::vector<std::string> methods;

  /// Origins of pages that are served through TLS proxies (`OriginRule`).
  std::vector<std::string> trusted_origins;

  /// Further peers are answered with 503 and disconnected. Peers that the service counts itself are excluded
  /// (`Conversation::leave_address`).
  std::size_t max_connections = 64;
  /// The limit for one IP address.
  std::size_t max_per_address = 16;
  /// When these limits are reached, the oldest connection that gives way (`Conversation::gives_way`) is closed for the
  /// new one: browsers keep connections that they may never use again, and open another if one is closed. If false, the
  /// new one is refused.
  bool makes_room = false;
  /// Octets of a request line with its headers, with all line ends; beyond it 431. Values above 32 KiB count as that.
  std::size_t max_header = 8192;
  /// Pending octets of input, at least twice `max_header`: the longest unit that a service can wait for after it has
  /// taken over a conversation.
  std::size_t max_input = 65536;
  /// Octets of a WebSocket message, all fragments together; beyond it close code 1009.
  std::size_t max_message = 65536;
  /// Pending octets for the peer of a WebSocket; a peer with more does not read, and is disconnected with close code
  /// 1008, which it gets if it reads within `close_answer`.
  std::size_t max_unsent = 1048576;

  /// A connection is closed after this time without a request, or without taking any of an answer.
  RealClock::Duration idle = std::chrono::seconds(30);
  /// From the first octet of a request to the end of its headers, no matter how many octets come meanwhile; beyond it
  /// 408.
  RealClock::Duration slow_request = std::chrono::seconds(30);
  /// From the first close frame of a WebSocket to the one that answers it.
  RealClock::Duration close_answer = std::chrono::seconds(5);
  /// A machine that is switched off or cut off is noticed within 5 s, so that the claims of its user are released. Uses
  /// the system's clock, because the system sends the probes.
  net::KeepAlive silence{std::chrono::seconds(2), std::chrono::seconds(1), 3, std::chrono::milliseconds(5000)};
};

}  // namespace spark::http
