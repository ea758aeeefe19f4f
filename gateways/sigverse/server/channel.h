// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sigverse::server {

/// A stream of octets to one client and from it: a TCP connection, or the pipes of a controller that the server has
/// started. It never blocks and knows nothing of packets. Used on the simulation thread.
class Channel {
 public:
  virtual ~Channel() = default;

  /// "127.0.0.1:4711", "agent 3".
  virtual const std::string& peer() const = 0;
  /// The address without its port, by which clients are distinguished; empty for pipes.
  virtual std::string_view host() const = 0;

  /// Reads what the system has received, as far as there is room here.
  virtual void read() = 0;
  /// Octets that have been received and not been taken.
  virtual std::string_view input() const = 0;
  virtual void take(std::size_t count) = 0;
  /// Whether nothing will come after `input`.
  virtual bool has_ended() const = 0;
  /// Whether nothing that is sent arrives any more.
  virtual bool is_write_closed() const = 0;

  /// Sends octets; those that the system does not take at once wait here, and owners watch `unsent`.
  virtual void send(std::string_view octets) = 0;
  virtual std::size_t unsent() const = 0;
  /// Closes after what waits here has been sent, if the peer reads it soon.
  virtual void close_when_sent() = 0;
  virtual void close() = 0;
};

}  // namespace sigverse::server
