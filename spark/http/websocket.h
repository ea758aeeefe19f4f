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

/// One WebSocket (RFC 6455), the server's or the client's end, on a connection that is owned by the caller. It answers
/// pings and the peer's close itself, and errors of the peer with the close code of the standard.
class WebSocket {
 public:
  /// Called from the loop. Both may destroy the WebSocket.
  struct Events {
    std::function<void(std::string_view payload, bool is_text)> message;
    /// The last call, made once: a close was sent or answered, or the connection has ended. `problem` is the peer's
    /// error; empty if there was none. The connection holds data that is still to be sent.
    std::function<void(const std::string& problem)> ended;
    /// The request has been answered, and messages may come. May be empty.
    std::function<void()> opened = {};
  };

  /// The server's end: answers `request`, which is no longer in the connection's input.
  WebSocket(net::Loop& loop, std::shared_ptr<net::Connection> connection, const Request& request,
            std::size_t max_message, Events events);
  /// The client's end: requests `target` ("/camera?a=b") from `host` ("127.0.0.1:3300"). If the server refuses, it ends
  /// with the problem: the status and the first line of the server's text.
  WebSocket(net::Loop& loop, std::shared_ptr<net::Connection> connection, const std::string& host,
            const std::string& target, std::size_t max_message, Events events);
  /// No call will follow.
  ~WebSocket();
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  /// To be called when the connection may have new input, or has ended.
  void look();
  /// Sends nothing after a close, whichever side began it.
  void send(net::Connection::Shared payload, bool is_text);
  /// Messages that arrive later are ignored.
  void close(std::uint16_t code, std::string_view reason);
  /// True after `close`.
  bool is_closing() const;
  /// Whether it ended because a close was exchanged, with or without a reason.
  bool was_closed() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace spark::http
