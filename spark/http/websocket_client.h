// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "spark/net/connection.h"

namespace spark::net {
class Loop;
}

namespace spark::http {

/// A client's WebSocket with its connection: looks up the name, connects, requests it, and exchanges messages. Never
/// blocks. For the loop's thread only; the loop must outlive it.
class WebSocketClient {
 public:
  /// Called from the loop. None of them may destroy the client.
  struct Events {
    std::function<void()> opened;
    std::function<void(std::string_view payload, bool is_text)> message;
    /// The last call, made once. `problem` is the reason; empty if the server closed it in order without one.
    std::function<void(const std::string& problem)> ended;
  };

  /// Begins to connect to "ws://HOST[:PORT][/PATH][?QUERY]". Throws `std::runtime_error` with one line for another form
  /// of address. A message of more than `max_message` octets ends it.
  WebSocketClient(net::Loop& loop, std::string_view url, std::size_t max_message, Events events);
  /// Closes at once; no call will follow.
  ~WebSocketClient();
  WebSocketClient(const WebSocketClient&) = delete;
  WebSocketClient& operator=(const WebSocketClient&) = delete;

  /// Whether messages can be exchanged.
  bool is_open() const;
  /// Whether no connection could be made, so that it is worth trying again later.
  bool could_not_connect() const;
  /// Whether it has ended because the server closed it in order, with or without a reason.
  bool was_closed() const;
  /// Messages before it is open, or after its end, are dropped.
  void send(std::string_view payload, bool is_text);
  /// Octets that the system has not taken yet.
  std::size_t unsent() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spark::http
