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

/// One WebSocket (RFC 6455), the server's end or the client's, on a connection that stays its owner's. It answers pings
/// and the peer's close by itself; what the peer does wrong it answers with the close code that the standard has for
/// it.
class WebSocket {
 public:
  /// From the loop. Both may destroy the WebSocket.
  struct Events {
    std::function<void(std::string_view payload, bool is_text)> message;
    /// Once, the last call: a close was sent or answered, or the connection has ended. What the peer did wrong; empty
    /// if nothing. Whatever is still to be sent, the connection has.
    std::function<void(const std::string& problem)> ended;
    /// The request has been answered, and messages may come. May be empty.
    std::function<void()> opened = {};
  };

  /// The server's end: answers `request`, with which the connection has nothing to do any more.
  WebSocket(net::Loop& loop, std::shared_ptr<net::Connection> connection, const Request& request,
            std::size_t max_message, Events events);
  /// The client's end: asks for `target` ("/camera?a=b") of `host` ("127.0.0.1:3300"). If the server says something
  /// else than yes, that is the problem with which it ends: its status and the first line of what it says.
  WebSocket(net::Loop& loop, std::shared_ptr<net::Connection> connection, const std::string& host,
            const std::string& target, std::size_t max_message, Events events);
  /// No call will follow.
  ~WebSocket();
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  /// Something may have come into the connection's input, or its end.
  void look();
  /// Nothing is sent behind a close, whichever side has begun it.
  void send(net::Connection::Shared payload, bool is_text);
  /// Messages that come meanwhile are ignored.
  void close(std::uint16_t code, std::string_view reason);
  /// After `close`.
  bool is_closing() const;
  /// It has ended because a close was exchanged, with or without a reason.
  bool was_closed() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace spark::http
