// SPDX-License-Identifier: Apache-2.0
#include "spark/http/conversation.h"

#include <fmt/format.h>

#include <utility>

#include "spark/core/log.h"
#include "spark/http/request_parser.h"
#include "spark/http/websocket.h"
#include "spark/net/socket.h"

namespace spark::http {

namespace {

/// Answers up to this size leave in one piece with their head, which costs a copy and saves a call.
constexpr std::size_t kMaxCopied = 16 * 1024;
/// How long a peer has to close when it has got everything. To close before it would reset the connection if it still
/// sends, and the peer might lose the answer that says why.
constexpr std::chrono::seconds kLinger{2};
/// A machine that is switched off or cut off is noticed within 5 s, so that what its user had in hand becomes free.
constexpr net::KeepAlive kSilence{std::chrono::seconds(2), std::chrono::seconds(1), 3, std::chrono::milliseconds(5000)};

}  // namespace

Conversation::Conversation(net::Socket socket, std::string peer, std::string local, Surroundings surroundings)
    : surroundings_(std::move(surroundings)),
      connection_(std::make_shared<net::Connection>(
          std::move(socket), std::move(peer),
          net::Connection::Options{
              .max_input = surroundings_.options.max_input, .system_buffer = 0, .silence = kSilence})),
      local_(std::move(local)),
      label_(fmt::format("{} {}", surroundings_.options.peer, connection_->peer())),
      patience_(surroundings_.loop) {}

Conversation::~Conversation() {
  connection_->close();
}

void Conversation::start() {
  connection_->start([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->look();
  });
  await_request();
}

void Conversation::start_refused(const Response& response) {
  start();
  send(response, 11, true, false);
  leave();
}

void Conversation::await_request() {
  has_begun_ = false;
  sent_before_ = connection_->sent();
  if (may_idle_)
    patience_.cancel();
  else
    begin_patience(surroundings_.options.idle);
}

void Conversation::begin_patience(RealClock::Duration patience) {
  patience_.start(patience, [this] { patience_ended(); });
}

void Conversation::answer(const Response& response) {
  if (phase_ != Phase::answering && !(phase_ == Phase::waiting && response.closes)) return;
  const bool keeps = !response.closes && (response.stays_open || (request_ && request_->keeps_connection));
  may_idle_ = may_idle_ || response.stays_open;
  send(response, request_ ? request_->version : 11, !request_ || request_->method != "HEAD", keeps);
  if (!keeps) return leave();
  phase_ = Phase::waiting;
  await_request();
  look_later();
}

void Conversation::send(const Response& response, int version, bool with_body, bool keeps_connection) {
  std::string head = head_of(response, version, keeps_connection);
  if (!response.body || !with_body) return connection_->send(head);
  if (response.body->size() <= kMaxCopied) return connection_->send(head += *response.body);
  connection_->send(head);
  connection_->send(response.body);
}

/// What a peer did wrong, and the end of it.
void Conversation::refuse(const Response& response) {
  std::string_view why = *response.body;
  surroundings_.log.complain(label_, "{}", why.substr(0, why.find('\n')));
  Response last = response;
  last.closes = true;
  answer(last);
}

void Conversation::accept_websocket() {
  if (phase_ != Phase::answering) return;
  phase_ = Phase::websocket;
  // Within this object's lifetime: it ends the WebSocket, which calls nobody then.
  websocket_ = std::make_unique<WebSocket>(
      surroundings_.loop, connection_, *request_, surroundings_.options.max_message,
      WebSocket::Events{[this](std::string_view payload, bool is_text) { give(payload, is_text); },
                        [this](const std::string& problem) {
                          if (!problem.empty()) surroundings_.log.complain(label_, "{}", problem);
                          leave();
                        }});
  look_later();
}

void Conversation::send_message(net::Connection::Shared payload, bool is_text) {
  if (phase_ != Phase::websocket) return;
  websocket_->send(std::move(payload), is_text);
  if (unsent() <= surroundings_.options.max_unsent || websocket_->is_closing()) return;
  is_deaf_ = true;
  surroundings_.log.complain(label_, "reads nothing of what is sent to it, disconnected");
  close_websocket(1008, "what is sent is not read");
}

void Conversation::send_message(std::string payload, bool is_text) {
  send_message(std::make_shared<const std::string>(std::move(payload)), is_text);
}

void Conversation::close_websocket(std::uint16_t code, std::string_view reason) {
  if (phase_ != Phase::websocket || websocket_->is_closing()) return;
  begin_patience(surroundings_.options.close_answer);
  websocket_->close(code, reason);
}

void Conversation::take_over() {
  if (phase_ != Phase::waiting) return;
  phase_ = Phase::taken_over;
  patience_.cancel();
  look_later();
}

void Conversation::go_on() {
  look();
}

void Conversation::close_when_sent() {
  leave();
}

void Conversation::leave() {
  if (phase_ == Phase::leaving || phase_ == Phase::over) return;
  phase_ = Phase::leaving;
  parser_.reset();
  websocket_.reset();
  connection_->take(connection_->input().size());
  if (unsent() == 0) return leave_sent();
  connection_->when_sent([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->leave_sent();
  });
  sent_before_ = connection_->sent();
  begin_patience(surroundings_.options.idle);
}

void Conversation::leave_sent() {
  if (phase_ != Phase::leaving) return;
  connection_->finish();
  if (connection_->has_ended() || connection_->is_deaf()) return close();
  begin_patience(kLinger);
}

void Conversation::patience_ended() {
  const auto self = shared_from_this();
  const bool is_begun = phase_ == Phase::waiting && has_begun_;
  if (unsent() > 0 && !is_begun && phase_ != Phase::websocket) {
    if (connection_->sent() == sent_before_) return give_in("takes nothing of its answer");
    sent_before_ = connection_->sent();
    return begin_patience(surroundings_.options.idle);
  }
  switch (phase_) {
    case Phase::waiting:
      if (is_begun) return refuse(text_response(408, "the request has not come to its end in time"));
      return leave();
    case Phase::websocket:
      return is_deaf_ ? break_off() : give_in("has not answered the end of its WebSocket");
    default:
      return close();
  }
}

void Conversation::give_in(std::string_view why) {
  surroundings_.log.complain(label_, "{}, disconnected", why);
  break_off();
}

/// With a reset: the peer is not to believe that it has got everything.
void Conversation::break_off() {
  if (phase_ != Phase::over) connection_->reset();
  close();
}

void Conversation::close() {
  if (std::exchange(phase_, Phase::over) == Phase::over) return;
  patience_.cancel();
  parser_.reset();
  websocket_.reset();
  connection_->close();
  surroundings_.ended(*this);
}

}  // namespace spark::http
