// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sigverse::server {

/// A stream of octets from and to one client: a TCP connection, or the pipes of a controller that the server has
/// started. It never blocks and does not parse packets. Used on the simulation thread.
class Channel {
 public:
  virtual ~Channel() = default;

  /// "127.0.0.1:4711", "agent 3".
  virtual const std::string& peer() const = 0;
  /// The address without its port, which identifies clients; empty for pipes.
  virtual std::string_view host() const = 0;

  /// Reads received octets, as far as there is room here.
  virtual void read() = 0;
  /// Octets that have been received and not yet consumed.
  virtual std::string_view input() const = 0;
  virtual void take(std::size_t count) = 0;
  /// Whether nothing will come after `input`.
  virtual bool has_ended() const = 0;
  /// Whether output no longer arrives.
  virtual bool is_write_closed() const = 0;

  /// Sends octets; those that the system does not accept at once wait here, and owners watch `unsent`.
  virtual void send(std::string_view octets) = 0;
  virtual std::size_t unsent() const = 0;
  /// Closes after the waiting output has been sent, if the peer reads it soon.
  virtual void close_when_sent() = 0;
  virtual void close() = 0;
};

}  // namespace sigverse::server
