// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/live/live_session.h"
#include "gateways/rctp/negotiation/negotiation.h"
#include "gateways/rctp/negotiation/request.h"
#include "gateways/rctp/port/robot_desk.h"
#include "spark/http/conversation.h"
#include "spark/http/service.h"
#include "spark/net/loop.h"

namespace rctp {

class Port;

/// One connection that negotiates or drives, over a conversation of HTTP: by its requests, by lines of text on the same
/// connection, or by the messages of a WebSocket. Owned by its conversation.
class Operator {
 public:
  /// `only`: the robot of the address of a WebSocket.
  Operator(Port& port, spark::http::Conversation& conversation, RobotDesk* only);
  ~Operator();
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;

  /// ASSIGN or GO by HTTP.
  void request(const spark::http::Request& request);
  /// Lines of text where an HTTP request would begin.
  spark::http::Service::Foreign read_text();
  /// Of a WebSocket: requests before GO, records after it.
  void message(std::string_view payload, bool is_text);
  /// Octets after GO.
  void input();
  /// The links have been looked at.
  void look_at_links();
  /// The match is over.
  void say_goodbye(std::string_view reason);

 private:
  void answer_text(const Request& request);
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
  Negotiation negotiation_;
  RobotDesk* desk_ = nullptr;  ///< of whom it has told the link
  std::optional<LiveSession> live_;
  bool paused_ = false;               ///< nothing has come for a while
  bool speaks_text_ = false;          ///< its last request was none of HTTP
  bool blank_line_may_come_ = false;  ///< of its last request, which was complete without
  bool leaving_ = false;
  std::string out_;
  spark::net::Timer timer_;
  spark::net::Timer pause_;
};

}  // namespace rctp
