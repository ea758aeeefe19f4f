// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sigverse::server {

/// A stream of octets to and from one client: a TCP connection, or the pipes of a controller that the server started.
/// It never blocks and does not parse packets. Used on the simulation thread.
class Channel {
 public:
  virtual ~Channel() = default;

  /// "127.0.0.1:4711", "agent 3".
  virtual const std::string& peer() const = 0;
  /// The address without the port, by which clients are identified; empty for pipes.
  virtual std::string_view host() const = 0;

  /// Reads received octets until the input buffer is full.
  virtual void read() = 0;
  /// Octets that have been received and not yet consumed.
  virtual std::string_view input() const = 0;
  virtual void take(std::size_t count) = 0;
  /// Whether no more input will arrive after `input`.
  virtual bool has_ended() const = 0;
  /// Whether output can no longer be delivered.
  virtual bool is_write_closed() const = 0;

  /// Sends octets. Those that the system does not accept at once are buffered here; callers have to watch `unsent`.
  virtual void send(std::string_view octets) = 0;
  virtual std::size_t unsent() const = 0;
  /// Closes the channel after the buffered output has been sent, or after a timeout if the peer does not read it.
  virtual void close_when_sent() = 0;
  virtual void close() = 0;
};

}  // namespace sigverse::server
