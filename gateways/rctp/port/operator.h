// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/port/live_session.h"
#include "gateways/rctp/port/robot_proxy.h"
#include "gateways/rctp/protocol/negotiation.h"
#include "gateways/rctp/protocol/request.h"
#include "spark/http/conversation.h"
#include "spark/http/service.h"
#include "spark/net/loop.h"

namespace rctp {

class Port;

/// One connection that negotiates or drives, by HTTP requests, by lines of text on the same connection, or by WebSocket
/// messages. Owned by its conversation. All functions are called on the network thread.
class Operator {
 public:
  /// `only` is the robot in the address of a WebSocket, else null. `is_local`: data that is not an HTTP request comes
  /// from this machine.
  Operator(Port& port, spark::http::Conversation& conversation, RobotProxy* only, bool is_local);
  ~Operator();
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;

  /// Takes ASSIGN or GO by HTTP.
  void request(const spark::http::Request& request);
  /// Reads lines of text where an HTTP request would begin.
  spark::http::Service::Foreign read_text();
  /// Takes a WebSocket message: a request before GO, records after it.
  void message(std::string_view payload, bool is_text);
  /// Reads the octets after GO.
  void input();
  /// Sends the operator what the links have published.
  void check_links();
  /// Ends the connection, because the match is over or the robot has left.
  void say_goodbye(std::string_view reason);

 private:
  void answer_text(const Request& request);
  std::optional<Reply> refusal_of(std::string_view method, std::string_view authorization, bool is_local);
  void complain_of(const Reply& reply);
  void refuse_text(Request::Version version, const Reply& reply);
  void refuse_message(std::uint16_t code, std::string_view why);
  void free_robot();
  void note_claim();
  void go_live();
  bool drop_blank_line(spark::net::Connection& connection);
  void drive(std::string_view& octets, bool is_whole);
  void send();
  void check_time();
  void start_timer();
  spark::RealClock::Time now() const;

  Port& port_;
  spark::http::Conversation& conversation_;
  const bool is_websocket_;
  const bool is_local_;
  bool is_admitted_ = false;  ///< it has presented the secret, or needs none
  Negotiation negotiation_;
  RobotProxy* robot_ = nullptr;  ///< the robot to whose link this operator is connected
  std::optional<LiveSession> live_;
  bool paused_ = false;               ///< nothing has arrived for `kRequestPause`
  bool speaks_text_ = false;          ///< its last request was not HTTP
  bool blank_line_may_come_ = false;  ///< after its last request, which was complete without one
  bool leaving_ = false;
  std::string out_;
  spark::net::Timer timer_;
  spark::net::Timer pause_;
};

}  // namespace rctp
