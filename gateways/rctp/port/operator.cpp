// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/operator.h"

#include <algorithm>
#include <utility>

#include "gateways/rctp/port/port.h"
#include "gateways/rctp/protocol/reply.h"
#include "spark/core/log.h"
#include "spark/http/origin.h"

namespace rctp {
namespace {

/// Why a WebSocket is closed (RFC 6455, 7.4.1).
constexpr std::uint16_t kDone = 1000, kGoingAway = 1001, kProtocolError = 1002, kCannotBeAccepted = 1003;

/// Octets in the system's send buffer for an operator. States that have to wait are merged here, so that old ones do
/// not accumulate on a slow line.
constexpr int kStateQueue = 32 * 1024;

/// `http::Conversation` has the same limit.
constexpr std::size_t kMaxUnsentAnswers = 64 * 1024;

spark::http::Response response_of(const Reply& reply) {
  spark::http::Response response;
  response.status = reply.code;
  response.reason = reason_phrase(reply.code);
  for (Reply::Field& field : http_headers(reply))
    response.headers.push_back({std::move(field.name), std::move(field.value)});
  if (std::string line = http_last_line(reply); !line.empty()) response.last_lines.push_back(std::move(line));
  if (std::string body = http_body(reply); !body.empty()) {
    response.type = "text/plain; charset=utf-8";
    response.body = std::make_shared<const std::string>(std::move(body));
  }
  response.stays_open = !reply.closes;
  response.closes = reply.closes;
  return response;
}

}  // namespace

Operator::Operator(Port& port, spark::http::Conversation& conversation, RobotProxy* only, bool is_local)
    : port_(port),
      conversation_(conversation),
      is_websocket_(only != nullptr),
      is_local_(is_local),
      negotiation_({.robots = port.claims(),
                    .only = only ? &only->claim : nullptr,
                    .peer = conversation.peer(),
                    .authority = conversation.local(),
                    .values = [&port](const RobotClaim& claim, std::size_t place) -> std::span<const double> {
                      return port.robot_of(claim).state.values[place];
                    }},
                   port.loop().now()),
      timer_(port.loop()),
      pause_(port.loop()) {
  port_.add(*this);
  start_timer();
}

Operator::~Operator() {
  live_.reset();
  negotiation_.end();
  if (robot_) robot_->link.leave();
  port_.remove(*this);
  port_.note_robots();
}

spark::RealClock::Time Operator::now() const {
  return port_.loop().now();
}

/// An operator that has been admitted need not send the secret again.
std::optional<Reply> Operator::refusal_of(std::string_view method, std::string_view authorization, bool is_local) {
  if (method != "ASSIGN" || is_admitted_) return std::nullopt;
  std::optional<Reply> refused;
  if (!is_local)
    refused = port_.admission().refusal_of(conversation_.peer(), conversation_.label(), authorization, now());
  is_admitted_ = !refused;
  return refused;
}

void Operator::request(const spark::http::Request& request) {
  const bool is_local = spark::http::is_from_here(conversation_.peer(), request);
  const std::optional<Reply> refused = refusal_of(request.method, request.find("Authorization"), is_local);
  const Reply reply =
      refused ? *refused : negotiation_.answer(request.method, request.target, request.find("Host"), now());
  complain_of(reply);
  note_claim();
  start_timer();
  conversation_.answer(response_of(reply));
  if (!negotiation_.is_live()) return;
  conversation_.take_over();
  go_live();
}

spark::http::Service::Foreign Operator::read_text() {
  using Foreign = spark::http::Service::Foreign;
  spark::net::Connection& connection = conversation_.connection();
  bool has_taken = false;
  while (true) {
    std::string_view rest = connection.input();
    const std::size_t before = rest.size();
    if (before == 0 || (has_taken && begins_with_http(rest))) break;
    Request request;
    // A peer that has closed its side sends nothing more either.
    const bool has_paused = std::exchange(paused_, false) || connection.has_ended();
    const Arrival arrival = has_paused ? Arrival::paused : Arrival::open;
    const RequestResult result = read_request(rest, arrival, request);
    if (result == RequestResult::request) {
      pause_.cancel();
      speaks_text_ = !request.is_http();
      blank_line_may_come_ = !request.has_blank_line;
      answer_text(request);  // before `take`, because the request points into the input
    }
    has_taken = has_taken || rest.size() < before;
    if (!conversation_.is_over() && !leaving_) connection.take(before - rest.size());
    if (result == RequestResult::too_long) {
      refuse_text(request.version, refusal(431, "a request is longer than 8 KiB"));
      leaving_ = true;
    }
    if (!out_.empty()) connection.send(std::exchange(out_, {}));
    if (leaving_) {
      conversation_.close_when_sent();
      return Foreign::taken;
    }
    if (negotiation_.is_live()) {
      conversation_.take_over();
      go_live();
      return Foreign::taken;
    }
    // Requests of a peer that does not read its answers are not read until it does.
    if (result != RequestResult::more && connection.unsent() > kMaxUnsentAnswers) return Foreign::taken;
    if (result != RequestResult::more) continue;
    // The rest of this request may come; otherwise a pause ends it.
    pause_.start(std::chrono::milliseconds(kRequestPause), [this] {
      paused_ = true;
      conversation_.resume();
    });
    return has_taken ? Foreign::taken : Foreign::unfinished;
  }
  return has_taken ? Foreign::taken : Foreign::unfinished;
}

void Operator::answer_text(const Request& request) {
  const std::optional<Reply> refused = refusal_of(request.method, request.header("Authorization"), is_local_);
  const Reply reply = refused ? *refused : negotiation_.answer(request, now());
  complain_of(reply);
  note_claim();
  start_timer();
  append_reply(out_, request.version, reply);
  leaving_ = leaving_ || reply.closes;
}

void Operator::message(std::string_view payload, bool is_text) {
  if (leaving_) return;
  if (live_) {
    if (is_text) return refuse_message(kCannotBeAccepted, "after GO only records can be read");
    return drive(payload, true);
  }
  if (!is_text) return refuse_message(kProtocolError, "records can be read only after GO");
  Request request;
  const RequestResult result = read_request(payload, Arrival::whole, request);
  if (result == RequestResult::request)
    answer_text(request);
  else
    refuse_text(Request::Version::rcmp, refusal(400, "there is no request in this message"));
  if (!payload.empty() && !leaving_) {
    refuse_text(Request::Version::rcmp, refusal(400, "a message has one request"));
    leaving_ = true;
  }
  conversation_.send_message(std::exchange(out_, {}), true);
  if (leaving_) return conversation_.close_websocket(kDone, "");
  if (negotiation_.is_live()) go_live();
}

/// Invalid requests are reported in the log, too; the refusal of a valid one concerns only the peer.
void Operator::complain_of(const Reply& reply) {
  constexpr int kBadRequest = 400, kNotAllowed = 405, kTooLong = 431;
  if (reply.code == kBadRequest || reply.code == kNotAllowed || reply.code == kTooLong)
    port_.log().complain(conversation_.label(), "{}", reply.sentence);
}

void Operator::refuse_text(Request::Version version, const Reply& reply) {
  complain_of(reply);
  append_reply(out_, version, reply);
}

/// Closes a WebSocket and ignores whatever follows that message. The robot is freed before the peer confirms the close.
void Operator::refuse_message(std::uint16_t code, std::string_view why) {
  port_.log().complain(conversation_.label(), "{}", why);
  free_robot();
  conversation_.close_websocket(code, why);
}

/// From now on messages from this peer are ignored.
void Operator::free_robot() {
  leaving_ = true;
  timer_.cancel();
  negotiation_.end();
  if (robot_) std::exchange(robot_, nullptr)->link.leave();
  port_.note_robots();
}

/// Reports the operator to the robot's side once the first object has been granted.
void Operator::note_claim() {
  if (robot_ || !negotiation_.robot()) return;
  robot_ = &port_.robot_of(*negotiation_.robot());
  robot_->link.connect(conversation_.peer());
  conversation_.set_gives_way(false);
  port_.note_robots();
}

void Operator::start_timer() {
  const auto at = live_ ? live_->deadline() : negotiation_.deadline();
  if (at == spark::RealClock::Time::max()) return timer_.cancel();
  timer_.start(std::max<spark::RealClock::Duration>(at - now(), spark::RealClock::Duration::zero()),
               [this] { check_time(); });
}

void Operator::check_time() {
  if (leaving_) return;
  if (live_) {
    live_->check_silence(now());
    live_->show(robot_->state, port_.world(), conversation_.unsent(), now());
    return send();
  }
  const auto reply = negotiation_.check_silence(now());
  if (!reply) return start_timer();
  port_.log().complain(conversation_.label(), "{}", reply->sentence);
  free_robot();
  if (is_websocket_) {
    append_reply(out_, Request::Version::rcmp, *reply);
    conversation_.send_message(std::exchange(out_, {}), true);
    return conversation_.close_websocket(kDone, reply->sentence);
  }
  if (speaks_text_) {
    append_reply(out_, Request::Version::rcmp, *reply);
    conversation_.connection().send(std::exchange(out_, {}));
    conversation_.close_when_sent();
  } else {
    conversation_.answer(response_of(*reply));
  }
}

void Operator::go_live() {
  port_.note_robots();
  conversation_.leave_address();  // the robots limit their number, and one user may drive all
  conversation_.connection().keep_queue_short(kStateQueue);
  RobotClaim& claim = *negotiation_.robot();
  live_.emplace(LiveSession::Parts{.link = robot_->link,
                                   .world = port_.world_link(),
                                   .log = port_.log(),
                                   .peer = conversation_.label(),
                                   .silence = port_.options().silence,
                                   .patience = port_.options().patience,
                                   .sees_all = port_.options().world == Network::World::all,
                                   .own_top = robot_->state.top},
                claim.assigned(), claim.objects(), robot_->state, now());
  live_->show(robot_->state, port_.world(), conversation_.unsent(), now());
  send();
}

void Operator::input() {
  if (!live_) return;
  spark::net::Connection& connection = conversation_.connection();
  if (blank_line_may_come_ && !drop_blank_line(connection)) return;
  std::string_view octets = connection.input();
  const std::size_t before = octets.size();
  live_->read(octets, now());
  connection.take(before - octets.size());
  send();
}

/// A GO that was typed, and accepted after a pause, may be followed by its blank line. As long as no object has the IDs
/// 10 and 13, no record begins with these octets. Returns false if more input is needed to decide this.
bool Operator::drop_blank_line(spark::net::Connection& connection) {
  constexpr char kReturn = '\r', kFeed = '\n';
  const std::string_view octets = connection.input();
  const AssignedObjects assigned = robot_->claim.assigned();
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

void Operator::check_links() {
  if (leaving_) return;
  if (robot_ && negotiation_.robot() && !negotiation_.robot()->is_claimed_by(&negotiation_))
    return say_goodbye("the robot has left the world");
  if (!live_) return;
  live_->show(robot_->state, port_.world(), conversation_.unsent(), now());
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

/// Sends the session's output, and updates claim and timer.
void Operator::send() {
  live_->check_unsent(conversation_.unsent());
  if (live_->is_stopped() ? negotiation_.stop() : negotiation_.release()) port_.note_robots();
  if (!live_->out().empty() && !live_->is_aborted()) {
    if (is_websocket_)
      conversation_.send_message(live_->out(), false);
    else
      conversation_.connection().send(live_->out());
    live_->out().clear();
  }
  if (!live_->is_over()) return start_timer();
  free_robot();
  if (live_->is_aborted())
    conversation_.close();
  else if (is_websocket_)
    conversation_.close_websocket(kDone, "");
  else
    conversation_.close_when_sent();
}

}  // namespace rctp
