// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sigverse {

/// A stream of octets to one client and from it: a TCP connection, or the pipes of a controller that the server has
/// started. It never blocks and knows nothing of packets. On the simulation thread.
class Channel {
 public:
  virtual ~Channel() = default;

  /// "127.0.0.1:4711", "agent 3".
  virtual const std::string& peer() const = 0;
  /// What tells one client from another: the address without its port; empty for pipes.
  virtual std::string_view host() const = 0;

  /// Takes what the system has received, as far as there is room here.
  virtual void read() = 0;
  /// Octets that have come and have not been taken.
  virtual std::string_view input() const = 0;
  virtual void take(std::size_t count) = 0;
  /// Nothing will come beyond `input`.
  virtual bool has_ended() const = 0;

  /// What the system does not take at once waits here; owners look at `unsent`.
  virtual void send(std::string_view octets) = 0;
  virtual std::size_t unsent() const = 0;
  /// What waits here is still sent if the peer takes it soon.
  virtual void close_when_sent() = 0;
  virtual void close() = 0;
};

}  // namespace sigverse
