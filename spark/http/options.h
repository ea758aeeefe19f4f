// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "spark/core/real_clock.h"
#include "spark/net/keep_alive.h"

namespace spark::http {

/// What a server allows its peers. The times are those of the loop's clock, but for `silence`.
struct Options {
  /// What a peer is called in the log, in front of its address: "operator 127.0.0.1:4711: …".
  std::string peer = "peer";
  /// What the service takes besides GET and HEAD. OPTIONS is answered with all of them, every other method with 405.
  std::vector<std::string> methods;

  /// Origins of pages that come through proxies with TLS (`OriginRule`).
  std::vector<std::string> trusted_origins;

  /// Beyond it peers are answered with 503 and disconnected. Those that the service counts by itself are none of them
  /// (`Conversation::leave_address`).
  std::size_t max_connections = 64;
  /// The same for those that have one IP address.
  std::size_t max_per_address = 16;
  /// Where these are reached the one that has waited longest and gives way (`Conversation`) is closed for the next one:
  /// browsers keep connections that they may never use again, and take another if one is closed. Else the next one is
  /// refused.
  bool makes_room = false;
  /// Octets of a request line with its headers, with all line ends; beyond it 431. More than 32 KiB count as that.
  std::size_t max_header = 8192;
  /// Octets that may have come and not been taken, at least twice `max_header`: what a service that takes a
  /// conversation over can wait for in one piece.
  std::size_t max_input = 65536;
  /// Octets of a message of a WebSocket, in whatever fragments; beyond it close code 1009.
  std::size_t max_message = 65536;
  /// Octets that may wait for the peer of a WebSocket; a peer with more waiting does not read, and is disconnected:
  /// with close code 1008, which it hears if it reads within `close_answer`.
  std::size_t max_unsent = 1048576;

  /// Without a request, after which a connection is closed; and without taking anything of an answer.
  RealClock::Duration idle = std::chrono::seconds(30);
  /// From the first octet of a request to the end of its headers, however many octets come meanwhile; beyond it 408.
  RealClock::Duration slow_request = std::chrono::seconds(30);
  /// From the first close frame of a WebSocket to the one that answers it.
  RealClock::Duration close_answer = std::chrono::seconds(5);
  /// A machine that is switched off or cut off is noticed within 5 s, so that what its user had in hand becomes free.
  /// By the system's clock: it is the system that asks.
  net::KeepAlive silence{std::chrono::seconds(2), std::chrono::seconds(1), 3, std::chrono::milliseconds(5000)};
};

}  // namespace spark::http
