// SPDX-License-Identifier: Apache-2.0
// An operator who drives: records in both directions, from GO to the end.
#include "gateways/rctp/port/close_codes.h"
#include "gateways/rctp/port/operator.h"
#include "gateways/rctp/port/port.h"
#include "spark/core/log.h"

namespace rctp {

using namespace spark;

void Operator::go_live() {
  conversation_.leave_address();  // there are no more of these than robots, and one person may drive all of them
  RobotClaim& claim = *negotiation_.robot();
  live_.emplace(LiveSession::Parts{.link = desk_->link,
                                   .world = port_.world_link(),
                                   .log = port_.log(),
                                   .peer = conversation_.label(),
                                   .silence = port_.options().silence,
                                   .sees_all = port_.options().world == Network::World::all,
                                   .own_top = desk_->news.top},
                claim.assigned(), claim.objects(), desk_->news, now());
  live_->show(desk_->news, port_.world(), conversation_.unsent(), now());
  send();
}

void Operator::input() {
  if (!live_) return;
  net::Connection& connection = conversation_.connection();
  if (blank_line_may_come_ && !drop_blank_line(connection)) return;
  std::string_view octets = connection.input();
  const std::size_t before = octets.size();
  live_->read(octets, now());
  connection.take(before - octets.size());
  send();
}

/// A GO that was typed, and taken after a pause, may be followed by its blank line: no record begins like that, as long
/// as nothing has been assigned these numbers. False if more has to come to know it.
bool Operator::drop_blank_line(net::Connection& connection) {
  constexpr char kReturn = '\r', kFeed = '\n';
  const std::string_view octets = connection.input();
  const AssignedObjects assigned = desk_->claim.assigned();
  const bool has_return = octets.starts_with(kReturn) && !assigned.find(kReturn);
  if (has_return && octets.size() == 1) return false;
  if (has_return && octets[1] == kFeed)
    connection.take(2);
  else if (octets.starts_with(kFeed) && !assigned.find(kFeed))
    connection.take(1);
  blank_line_may_come_ = false;
  return true;
}

void Operator::drive(std::string_view& octets, bool is_whole) {
  live_->read(octets, now(), is_whole);
  send();
}

void Operator::look_at_links() {
  if (leaving_) return;
  if (desk_ && negotiation_.robot() && !negotiation_.robot()->is_claimed_by(&negotiation_))
    return say_goodbye("the robot has left the world");
  if (!live_) return;
  live_->show(desk_->news, port_.world(), conversation_.unsent(), now());
  send();
}

void Operator::say_goodbye(std::string_view reason) {
  if (leaving_) return;
  if (live_) {
    live_->end(reason);
    return send();
  }
  leaving_ = true;
  if (is_websocket_)
    conversation_.close_websocket(kGoingAway, reason);
  else
    conversation_.close_when_sent();
}

/// Brings what the session has written on its way, and keeps the books: who has the robot, and until when nothing needs
/// to be done.
void Operator::send() {
  live_->check_unsent(conversation_.unsent());
  if (live_->is_stopped())
    negotiation_.stop();
  else
    negotiation_.release();
  if (!live_->out().empty() && !live_->is_hopeless()) {
    if (is_websocket_)
      conversation_.send_message(live_->out(), false);
    else
      conversation_.connection().send(live_->out());
    live_->out().clear();
  }
  if (!live_->is_over()) return start_timer();
  free_robot();
  if (live_->is_hopeless())
    conversation_.close();
  else if (is_websocket_)
    conversation_.close_websocket(kDone, "");
  else
    conversation_.close_when_sent();
}

}  // namespace rctp
