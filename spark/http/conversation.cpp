// SPDX-License-Identifier: Apache-2.0
#include "spark/http/conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "spark/core/log.h"
#include "spark/http/first_line.h"
#include "spark/http/origin.h"
#include "spark/http/request_parser.h"
#include "spark/http/service.h"
#include "spark/http/websocket.h"
#include "spark/net/socket.h"

namespace spark::http {

namespace {

/// Answers up to this size are sent in one piece with their head, which costs a copy and saves a call.
constexpr std::size_t kMaxCopiedBody = 16 * 1024;
/// How long a peer has to close when it has received everything. Closing earlier would reset the connection if the peer
/// is still sending, and it might lose the answer with the reason.
constexpr std::chrono::seconds kLinger{2};
/// While more than this is pending for a peer, none of its further requests is read: a peer that sends requests without
/// reading the answers would fill the memory.
constexpr std::size_t kMaxUnsentAnswers = 64 * 1024;

std::string allowed(const Options& options) {
  std::string all = "GET, HEAD, OPTIONS";
  for (const std::string& method : options.methods) all += ", " + method;
  return all;
}

}  // namespace

Conversation::Conversation(net::Socket socket, std::string peer, std::string local, Context context)
    : context_(std::move(context)),
      connection_(std::make_shared<net::Connection>(
          std::move(socket), std::move(peer),
          net::Connection::Options{
              .max_input = context_.options.max_input, .system_buffer = 0, .silence = context_.options.silence})),
      local_(std::move(local)),
      label_(fmt::format("{} {}", context_.options.peer, connection_->peer())),
      timeout_(context_.loop) {}

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
    timeout_.cancel();
  else
    start_timeout(context_.options.idle);
}

void Conversation::start_timeout(RealClock::Duration timeout) {
  timeout_.start(timeout, [this] { time_out(); });
}

/// Repeats until there is nothing to do; a nested call requests another turn.
void Conversation::look() {
  if (std::exchange(is_looking_, true)) {
    looks_again_ = true;
    return;
  }
  const auto self = shared_from_this();
  do {
    looks_again_ = false;
    turn();
  } while (looks_again_);
  is_looking_ = false;
}

/// Delays the processing of input, so that the caller can do more before it.
void Conversation::look_later() {
  if (is_looking_)
    looks_again_ = true;
  else
    context_.loop.post([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->look();
    });
}

void Conversation::turn() {
  switch (phase_) {
    case Phase::waiting:
      return look_for_request();
    case Phase::answering:
      // A peer that has closed its output still waits for the answer.
      if (!connection_->problem().empty()) lose();
      return;
    case Phase::streaming:
      connection_->take(connection_->input().size());
      if (connection_->has_ended()) lose();
      return;
    case Phase::websocket:
      websocket_->look();
      if (phase_ != Phase::websocket || unsent() <= context_.options.max_unsent || is_not_read_) return;
      give_in("does not read what is sent to it");
      return;
    case Phase::taken_over:
      return read_taken_over();
    case Phase::leaving:
      connection_->take(connection_->input().size());
      if (connection_->has_ended() && unsent() == 0) close();
      return;
    case Phase::over:
      return;
  }
}

void Conversation::look_for_request() {
  if (unsent() > kMaxUnsentAnswers)
    return connection_->when_sent([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->look();
    });
  if (!has_begun_) connection_->take(empty_lines(connection_->input()));
  const std::string_view input = connection_->input();
  // Half of an empty line (a CR) does not count as the beginning of a request, either.
  if ((input.empty() || input == "\r") && !has_begun_) {
    if (connection_->has_ended()) leave();
    return;
  }
  if (!std::exchange(has_begun_, true)) {
    request_.reset();
    start_timeout(context_.options.slow_request);
  }
  if (parser_) return read_request();
  switch (first_line(input, context_.options.max_header)) {
    case FirstLine::unfinished:
      if (connection_->has_ended()) lose();
      return;
    case FirstLine::http:
      parser_ = std::make_unique<RequestParser>(context_.options.max_header);
      return read_request();
    case FirstLine::foreign:
      return read_foreign();
    case FirstLine::too_long:
      return refuse(text_response(
          431, fmt::format("a line has more than {} octets without an end", context_.options.max_header)));
  }
}

void Conversation::read_foreign() {
  const std::size_t before = connection_->input().size();
  Service::Foreign said = Service::Foreign::refused;
  call_service([&] { said = context_.service.foreign(*this); });
  if (phase_ != Phase::waiting) return;
  if (said == Service::Foreign::refused) return refuse(text_response(400, "what was sent is not an HTTP request"));
  if (said == Service::Foreign::taken && connection_->input().size() < before) {
    may_idle_ = true;
    await_request();
    looks_again_ = true;
  } else if (connection_->has_ended()) {
    lose();
  }
}

void Conversation::read_request() {
  std::size_t taken = 0;
  const auto state = parser_->read(connection_->input(), taken);
  connection_->take(taken);
  switch (state) {
    case RequestParser::State::unfinished:
      if (connection_->has_ended()) lose();
      return;
    case RequestParser::State::refused:
      return refuse(parser_->refusal());
    case RequestParser::State::done:
      request_ = parser_->request();
      parser_.reset();
      return begin_request();
  }
}

void Conversation::begin_request() {
  has_begun_ = false;
  timeout_.cancel();
  phase_ = Phase::answering;
  if (const auto refusal = context_.origins.refusal(*request_)) return refuse(*refusal);
  const auto& methods = context_.options.methods;
  const std::string& method = request_->method;
  if (method != "GET" && method != "HEAD" && std::find(methods.begin(), methods.end(), method) == methods.end()) {
    const bool asks = method == "OPTIONS";
    Response response = asks ? Response() : text_response(405, "the method is none of those in Allow");
    response.headers.push_back({"Allow", allowed(context_.options)});
    if (!asks) context_.log.complain(label_, "the method {} is not allowed", Printable{method});
    return answer(response);
  }
  // A copy: the answer to it, and what the peer sends next, may come before the service returns.
  call_service([this] {
    const Request request = *request_;
    context_.service.request(*this, request);
  });
}

void Conversation::give(std::string_view payload, bool is_text) {
  call_service([&] { context_.service.message(*this, payload, is_text); });
}

void Conversation::read_taken_over() {
  if (!connection_->input().empty()) call_service([this] { context_.service.input(*this); });
  if (phase_ == Phase::taken_over && connection_->has_ended()) lose();
}

/// Catches the exceptions of a service, which must not reach the loop.
void Conversation::call_service(const std::function<void()>& call) {
  is_known_ = true;
  try {
    call();
  } catch (const std::exception& error) {
    context_.log.complain(label_, "cannot be served: {}", error.what());
    if (phase_ != Phase::answering) return close();
    Response response = text_response(500, "the server could not do this");
    response.closes = true;
    answer(response);
  }
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
  if (response.body->size() <= kMaxCopiedBody) return connection_->send(head += *response.body);
  connection_->send(head);
  connection_->send(response.body);
}

void Conversation::begin_stream(Response head) {
  if (phase_ != Phase::answering) return;
  head.is_stream = true;
  head.body.reset();
  send(head, request_->version, false, false);
  if (request_->method == "HEAD") return leave();
  phase_ = Phase::streaming;
  look_later();
}

void Conversation::stream(net::Connection::Shared piece) {
  if (phase_ != Phase::streaming) return;
  const bool is_first = unsent() == 0;
  connection_->send(std::move(piece));
  if (!is_first) return;
  // The peer's time starts when data becomes pending for it.
  sent_before_ = connection_->sent();
  start_timeout(context_.options.idle);
}

void Conversation::when_sent(std::function<void()> sent) {
  connection_->when_sent([weak = weak_from_this(), sent = std::move(sent)] {
    const auto self = weak.lock();
    if (self && !self->is_over()) sent();
  });
}

/// Reports an error of the peer, and ends the conversation.
void Conversation::refuse(const Response& response) {
  std::string_view why = *response.body;
  context_.log.complain(label_, "{}", why.substr(0, why.find('\n')));
  Response last = response;
  last.closes = true;
  answer(last);
}

void Conversation::accept_websocket(std::size_t max_message) {
  if (phase_ != Phase::answering) return;
  phase_ = Phase::websocket;
  // This object outlives the callbacks: its destructor ends the WebSocket, which calls nothing afterwards.
  websocket_ = std::make_unique<WebSocket>(
      context_.loop, connection_, *request_, max_message,
      WebSocket::Events{[this](std::string_view payload, bool is_text) { give(payload, is_text); },
                        [this](const std::string& problem) {
                          if (!problem.empty()) context_.log.complain(label_, "{}", problem);
                          leave();
                        }});
  look_later();
}

void Conversation::send_message(net::Connection::Shared payload, bool is_text) {
  if (phase_ != Phase::websocket) return;
  websocket_->send(std::move(payload), is_text);
  if (unsent() <= context_.options.max_unsent || websocket_->is_closing()) return;
  is_not_read_ = true;
  context_.log.complain(label_, "does not read what is sent to it, disconnected");
  close_websocket(1008, "what is sent is not read");
}

void Conversation::send_message(std::string payload, bool is_text) {
  send_message(std::make_shared<const std::string>(std::move(payload)), is_text);
}

void Conversation::close_websocket(std::uint16_t code, std::string_view reason) {
  if (phase_ != Phase::websocket || websocket_->is_closing()) return;
  start_timeout(context_.options.close_answer);
  websocket_->close(code, reason);
}

void Conversation::take_over() {
  if (phase_ != Phase::waiting) return;
  phase_ = Phase::taken_over;
  timeout_.cancel();
  look_later();
}

void Conversation::resume() {
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
  start_timeout(context_.options.idle);
}

void Conversation::leave_sent() {
  if (phase_ != Phase::leaving) return;
  connection_->finish();
  if (connection_->has_ended() || connection_->is_write_closed()) return close();
  start_timeout(kLinger);
}

/// The connection has ended in the middle of an exchange. A reset by the peer is no error; any other cause is reported.
void Conversation::lose() {
  if (!connection_->problem().empty() && !connection_->was_reset())
    context_.log.complain(label_, "its connection broke: {}", connection_->problem());
  phase_ == Phase::waiting ? leave() : close();
}

void Conversation::time_out() {
  const auto self = shared_from_this();
  const bool is_begun = phase_ == Phase::waiting && has_begun_;
  if (unsent() > 0 && !is_begun && phase_ != Phase::websocket) {
    if (connection_->sent() == sent_before_) return give_in("does not read its answer");
    sent_before_ = connection_->sent();
    return start_timeout(context_.options.idle);
  }
  switch (phase_) {
    case Phase::waiting:
      if (is_begun) return refuse(text_response(408, "the request was not complete in time"));
      return leave();
    case Phase::streaming:
      return;  // nothing is pending for it
    case Phase::websocket:
      return is_not_read_ ? break_off() : give_in("did not answer the close of its WebSocket");
    default:
      return close();
  }
}

void Conversation::give_in(std::string_view why) {
  context_.log.complain(label_, "{}, disconnected", why);
  break_off();
}

/// Closes with a reset, so that the peer does not believe that it has received everything.
void Conversation::break_off() {
  if (phase_ != Phase::over) connection_->reset();
  close();
}

void Conversation::close() {
  if (std::exchange(phase_, Phase::over) == Phase::over) return;
  timeout_.cancel();
  parser_.reset();
  websocket_.reset();
  connection_->close();
  context_.ended(*this);
}

}  // namespace spark::http
