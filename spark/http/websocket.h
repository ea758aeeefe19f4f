// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "spark/http/message.h"
#include "spark/net/connection.h"

namespace spark::net {
class Loop;
}

namespace spark::http {

/// The server's end of one WebSocket (RFC 6455), on a connection that stays its owner's. It answers pings and the
/// peer's close by itself; what the peer does wrong it answers with the close code that the standard has for it.
class WebSocket {
 public:
  /// From the loop. Both may destroy the WebSocket.
  struct Events {
    std::function<void(std::string_view payload, bool is_text)> message;
    /// Once, the last call: a close was sent or answered, or the connection has ended. What the peer did wrong; empty
    /// if nothing. Whatever is still to be sent, the connection has.
    std::function<void(const std::string& problem)> ended;
  };

  /// Answers `request`, with which the connection has nothing to do any more.
  WebSocket(net::Loop& loop, std::shared_ptr<net::Connection> connection, const Request& request,
            std::size_t max_message, Events events);
  /// No call will follow.
  ~WebSocket();
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  /// There may be news in the connection's input, or its end.
  void look();
  /// Nothing is sent behind a close, whoever has begun it.
  void send(net::Connection::Shared payload, bool is_text);
  /// Messages that come meanwhile are for nobody.
  void close(std::uint16_t code, std::string_view reason);
  /// After `close`.
  bool is_closing() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace spark::http
