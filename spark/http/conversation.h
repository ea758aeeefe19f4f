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

/// One TCP connection from its beginning to its end, whatever is spoken on it: requests of HTTP one after the other
/// (those that come before the answer to the one before wait), then perhaps a WebSocket, or octets that are the
/// service's own.
///
/// Its server owns it; shared, so that a service that answers later can find out whether it is still there. For the
/// loop's thread only. Everything that is asked of it when it is over, or in a phase in which it means nothing, is
/// ignored: the peer may have gone at any moment.
class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  /// What all conversations of a server share. Everything outlives them but those who keep them longer than `closed`.
  struct Context {
    net::Loop& loop;
    const Options& options;
    const OriginRule& origins;
    Service& service;
    Log& log;
    std::function<void(Conversation&)> ended;  ///< once; not to destroy it at once
  };

  /// `local`: the socket's own address. Made by a server.
  Conversation(net::Socket socket, std::string peer, std::string local, Context context);
  ~Conversation();
  /// Begins to read.
  void start();
  /// In place of it: answers what was not even read, and closes.
  void start_refused(const Response& response);

  /// For octets that are not HTTP: what of `input()` is to be taken, and `send`. Not to be closed, here is `close`.
  net::Connection& connection() { return *connection_; }
  /// "127.0.0.1:4711", "[::1]:4711": the peer's address, and the one it has connected to.
  const std::string& peer() const { return connection_->peer(); }
  const std::string& local() const { return local_; }
  /// "operator 127.0.0.1:4711", as the log calls it.
  const std::string& label() const { return label_; }

  /// The answer to the request under way. Without one it is sent only if it closes: a word before the end, such as 408.
  /// What has come meanwhile is looked at when the service has returned, or the loop runs next.
  void answer(const Response& response);
  /// In place of it: the head of an answer whose body the service gives piece by piece, as long as it likes. The end of
  /// the connection is the end of the body. HEAD gets the head, and that is the end of it. A peer that takes nothing of
  /// what waits for it during `Options::idle` is disconnected.
  void begin_stream(Response head);
  void stream(net::Connection::Shared piece);
  bool is_streaming() const { return phase_ == Phase::streaming; }
  /// Calls `sent` once, when the system has taken everything that was streamed; not if nothing waits now.
  void when_sent(std::function<void()> sent);
  /// In place of it. What a peer that asks for no WebSocket, or not rightly, gets is 400 or 426. Messages may be sent
  /// at once. `max_message` in place of that of the options, for peers that may send more.
  void accept_websocket() { accept_websocket(context_.options.max_message); }
  void accept_websocket(std::size_t max_message);
  /// Text has to be UTF-8.
  void send_message(net::Connection::Shared payload, bool is_text);
  void send_message(std::string payload, bool is_text);
  /// Octets that the system has not taken yet.
  std::size_t unsent() const { return connection_->unsent(); }
  /// Closes when the peer has answered, or has not in time; its messages are ignored from now on.
  ///   code: 1000 done, 1001 going away, 1002 protocol error, 1003 cannot be accepted, 1008 against the rules, …
  ///   reason: at most 123 octets of UTF-8 are sent
  void close_websocket(std::uint16_t code, std::string_view reason);
  /// What comes is for `Service::input` from now on, beginning with what has come already. After an answer that
  /// stays open, or within `Service::foreign`.
  void take_over();
  /// Looks at the input again, for a service that has waited for a time and not for octets.
  void go_on();

  /// At once; what the system has not taken is lost.
  void close();
  /// When everything is sent and the peer has closed, or has not in time.
  void close_when_sent();
  bool is_over() const { return phase_ == Phase::over; }
  /// Whether it may be closed for another peer (`Options::makes_room`): no request is under way, for none has come, or
  /// not all of one, or the last one is answered. The service may say otherwise.
  bool gives_way() const {
    return (phase_ == Phase::waiting || phase_ == Phase::websocket) && gives_way_.value_or(phase_ == Phase::waiting);
  }
  /// Also with a WebSocket, or in no case from now on.
  void set_gives_way(bool gives_way) { gives_way_ = gives_way; }
  /// From now on it counts neither among all nor among those that one address may have (`Options::max_connections`,
  /// `max_per_address`): the service has other limits for it.
  void leave_address() { of_address_ = false; }
  bool is_of_address() const { return of_address_; }

  /// What the service keeps with it, until `Service::closed` has returned.
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
  std::unique_ptr<RequestParser> parser_;  ///< of a request that has begun and is one of HTTP
  std::optional<Request> request_;         ///< under way, or the last one
  std::unique_ptr<WebSocket> websocket_;
  bool is_looking_ = false;
  bool looks_again_ = false;
  bool has_begun_ = false;    ///< something of the next request has come
  bool is_known_ = false;     ///< the service has been called
  bool may_idle_ = false;     ///< as long as the service likes
  bool is_not_read_ = false;  ///< the peer has not read what was sent on its WebSocket
  std::uint64_t sent_before_ = 0;
  bool of_address_ = true;
  std::optional<bool> gives_way_;
};

}  // namespace spark::http
