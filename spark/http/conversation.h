// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spark/http/message.h"
#include "spark/http/options.h"
#include "spark/net/connection.h"
#include "spark/net/loop.h"

namespace spark {
class Log;
}

namespace spark::http {

class OriginRule;
class RequestParser;
class Service;
class WebSocket;

/// One TCP connection from beginning to end, with any protocol: HTTP requests one after the other (those that come
/// before the previous answer wait), then perhaps a WebSocket, or octets in the service's own protocol.
///
/// It is owned by its server; shared, so that a service that answers later can find out whether it still exists. For
/// the loop's thread only. Calls after its end, or in a phase in which they have no meaning, are ignored, because the
/// peer may have gone at any moment.
class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  /// Shared by all conversations of a server. It outlives them, except those that are kept beyond `closed`.
  struct Context {
    net::Loop& loop;
    const Options& options;
    const OriginRule& origins;
    Service& service;
    Log& log;
    std::function<void(Conversation&)> ended;  ///< called once; must not destroy it at once
  };

  /// `local`: the socket's own address. Called by a server.
  Conversation(net::Socket socket, std::string peer, std::string local, Context context);
  ~Conversation();
  /// Begins reading.
  void start();
  /// Instead of `start`: sends an answer without reading, and closes.
  void start_refused(const Response& response);

  /// For octets that are not HTTP: `input()`, and `send`. To be closed only by `close` below.
  net::Connection& connection() { return *connection_; }
  /// "127.0.0.1:4711", "[::1]:4711": the peer's address, and the local one it has connected to.
  const std::string& peer() const { return connection_->peer(); }
  const std::string& local() const { return local_; }
  /// The name in the log: "operator 127.0.0.1:4711".
  const std::string& label() const { return label_; }

  /// Answers the pending request. Without a request the answer is sent only if it closes, such as 408. Input that has
  /// come meanwhile is processed when the service has returned, or the loop runs next.
  void answer(const Response& response);
  /// Instead of `answer`: sends the head of an answer whose body the service streams piece by piece, as long as it
  /// likes. The body ends with the connection. HEAD gets the head only, and the connection ends. A peer that takes none
  /// of its pending data during `Options::idle` is disconnected.
  void begin_stream(Response head);
  void stream(net::Connection::Shared piece);
  bool is_streaming() const { return phase_ == Phase::streaming; }
  /// Calls `sent` once, when the system has taken all streamed data; not if none is pending now.
  void when_sent(std::function<void()> sent);
  /// Instead of `answer`. A peer that did not request a WebSocket, or not correctly, gets 400 or 426. Messages may be
  /// sent at once. `max_message` overrides that of the options, for peers that may send more.
  void accept_websocket() { accept_websocket(context_.options.max_message); }
  void accept_websocket(std::size_t max_message);
  /// Text must be UTF-8.
  void send_message(net::Connection::Shared payload, bool is_text);
  void send_message(std::string payload, bool is_text);
  /// Octets that the system has not taken yet.
  std::size_t unsent() const { return connection_->unsent(); }
  /// Closes when the peer has answered, or its time is up; its messages are ignored from now on.
  ///   code: 1000 done, 1001 going away, 1002 protocol error, 1003 cannot be accepted, 1008 against the rules, …
  ///   reason: at most 123 octets of UTF-8 are sent
  void close_websocket(std::uint16_t code, std::string_view reason);
  /// Passes all input to `Service::input` from now on, beginning with what has already arrived. To be called after an
  /// answer that keeps the connection open, or within `Service::foreign`.
  void take_over();
  /// Processes the input again, for a service that was waiting for a time and not for octets.
  void resume();

  /// Closes at once; data that the system has not taken is lost.
  void close();
  /// Closes when everything is sent and the peer has closed, or its time is up.
  void close_when_sent();
  bool is_over() const { return phase_ == Phase::over; }
  /// Whether it may be closed for another peer (`Options::makes_room`): it has no pending request, because none has
  /// come, or only a part of one, or the last one is answered. The service may override that.
  bool gives_way() const {
    return (phase_ == Phase::waiting || phase_ == Phase::websocket) && gives_way_.value_or(phase_ == Phase::waiting);
  }
  /// From now on it may be closed for another peer even while it has a WebSocket (true), or never (false).
  void set_gives_way(bool gives_way) { gives_way_ = gives_way; }
  /// From now on it counts neither in total nor for its address (`Options::max_connections`, `max_per_address`): the
  /// service has other limits for it.
  void leave_address() { of_address_ = false; }
  bool is_of_address() const { return of_address_; }

  /// The service's data about it, until `Service::closed` has returned.
  std::shared_ptr<void> user;

 private:
  friend class Server;
  enum class Phase { waiting, answering, streaming, websocket, taken_over, leaving, over };

  void look();
  void turn();
  void look_for_request();
  void read_foreign();
  void read_request();
  void begin_request();
  void refuse(const Response& response);
  void give(std::string_view payload, bool is_text);
  void read_taken_over();
  void look_later();
  void send(const Response& response, int version, bool with_body, bool keeps_connection);
  void await_request();
  void start_timeout(RealClock::Duration timeout);
  void leave();
  void leave_sent();
  void lose();
  void give_in(std::string_view why);
  void break_off();
  void time_out();
  void end();
  void call_service(const std::function<void()>& call);

  Context context_;
  std::shared_ptr<net::Connection> connection_;
  std::string local_;
  std::string label_;
  Phase phase_ = Phase::waiting;
  net::Timer timeout_;
  std::unique_ptr<RequestParser> parser_;  ///< of an HTTP request that has begun
  std::optional<Request> request_;         ///< the pending one, or the last one
  std::unique_ptr<WebSocket> websocket_;
  bool is_looking_ = false;
  bool looks_again_ = false;
  bool has_begun_ = false;    ///< a part of the next request has come
  bool is_known_ = false;     ///< the service has been called
  bool may_idle_ = false;     ///< without limit, if the service allows that
  bool is_not_read_ = false;  ///< the peer does not read its WebSocket
  std::uint64_t sent_before_ = 0;
  bool of_address_ = true;
  std::optional<bool> gives_way_;
};

}  // namespace spark::http
