// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/operator.h"

#include <algorithm>
#include <utility>

#include "gateways/rctp/negotiation/reply.h"
#include "gateways/rctp/port/close_codes.h"
#include "gateways/rctp/port/port.h"
#include "spark/core/log.h"

namespace rctp {

using namespace spark;
namespace {

/// As much as `http::Conversation` lets wait before it reads on.
constexpr std::size_t kMaxUnsentAnswers = 64 * 1024;

http::Response response_of(const Reply& reply) {
  http::Response response;
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

Operator::Operator(Port& port, http::Conversation& conversation, RobotDesk* only)
    : port_(port),
      conversation_(conversation),
      is_websocket_(only != nullptr),
      negotiation_({.robots = port.claims(),
                    .only = only ? &only->claim : nullptr,
                    .peer = conversation.peer(),
                    .authority = conversation.local(),
                    .values = [&port](const RobotClaim& claim, std::size_t place) -> std::span<const double> {
                      return port.desk_of(claim).news.values[place];
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
  if (desk_) desk_->link.leave();
  port_.remove(*this);
}

RealClock::Time Operator::now() const {
  return port_.loop().now();
}

void Operator::request(const http::Request& request) {
  const Reply reply = negotiation_.answer(request.method, request.target, request.find("Host"), now());
  complain_of(reply);
  note_claim();
  start_timer();
  conversation_.answer(response_of(reply));
  if (!negotiation_.is_live()) return;
  conversation_.take_over();
  go_live();
}

http::Service::Foreign Operator::read_text() {
  using Foreign = http::Service::Foreign;
  net::Connection& connection = conversation_.connection();
  bool has_taken = false;
  while (true) {
    std::string_view rest = connection.input();
    const std::size_t before = rest.size();
    if (before == 0 || (has_taken && begins_with_http(rest))) break;
    Request request;
    // Behind its last word nothing comes either.
    const bool has_paused = std::exchange(paused_, false) || connection.has_ended();
    const Arrival arrival = has_paused ? Arrival::paused : Arrival::open;
    const RequestResult result = read_request(rest, arrival, request);
    if (result == RequestResult::request) {
      pause_.cancel();
      speaks_text_ = !request.is_http();
      blank_line_may_come_ = !request.has_blank_line;
      answer_text(request);  // whose words are in the input
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
    // Whoever asks without reading the answers is not read any more, until it has taken these.
    if (result != RequestResult::more && connection.unsent() > kMaxUnsentAnswers) return Foreign::taken;
    if (result != RequestResult::more) continue;
    // Nobody knows yet whether more of this request will come.
    pause_.start(std::chrono::milliseconds(kRequestPause), [this] {
      paused_ = true;
      conversation_.go_on();
    });
    return has_taken ? Foreign::taken : Foreign::unfinished;
  }
  return has_taken ? Foreign::taken : Foreign::unfinished;
}

void Operator::answer_text(const Request& request) {
  const Reply reply = negotiation_.answer(request, now());
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

/// What cannot be understood is told to the log, too; what is understood and cannot be had is the peer's business.
void Operator::complain_of(const Reply& reply) {
  constexpr int kBadRequest = 400, kNotAllowed = 405, kTooLong = 431;
  if (reply.code == kBadRequest || reply.code == kNotAllowed || reply.code == kTooLong)
    port_.log().complain(conversation_.label(), "{}", reply.sentence);
}

void Operator::refuse_text(Request::Version version, const Reply& reply) {
  complain_of(reply);
  append_reply(out_, version, reply);
}

/// The end of a WebSocket; of what comes behind that message nothing is taken. The robot does not wait for the peer to
/// agree.
void Operator::refuse_message(std::uint16_t code, std::string_view why) {
  port_.log().complain(conversation_.label(), "{}", why);
  free_robot();
  conversation_.close_websocket(code, why);
}

/// Nothing of what this peer sends means anything from now on.
void Operator::free_robot() {
  leaving_ = true;
  timer_.cancel();
  negotiation_.end();
  if (desk_) std::exchange(desk_, nullptr)->link.leave();
}

/// The robot's side learns of its operator when the first object has been granted.
void Operator::note_claim() {
  if (desk_ || !negotiation_.robot()) return;
  desk_ = &port_.desk_of(*negotiation_.robot());
  desk_->link.connect(conversation_.peer());
  conversation_.set_gives_way(false);
}

void Operator::start_timer() {
  const auto at = live_ ? live_->deadline() : negotiation_.deadline();
  if (at == RealClock::Time::max()) return timer_.cancel();
  timer_.start(std::max<RealClock::Duration>(at - now(), RealClock::Duration::zero()), [this] { check_time(); });
}

void Operator::check_time() {
  if (leaving_) return;
  if (live_) {
    live_->check_silence(now());
    live_->show(desk_->news, port_.world(), conversation_.unsent(), now());
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

}  // namespace rctp
