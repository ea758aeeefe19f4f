// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "spark/core/log.h"
#include "spark/http/conversation.h"
#include "spark/http/first_line.h"
#include "spark/http/origin.h"
#include "spark/http/request_parser.h"
#include "spark/http/service.h"
#include "spark/http/websocket.h"

namespace spark::http {

namespace {

/// While more than this waits for a peer, none of its further requests is read: who asks without reading the answers
/// would fill the memory with them.
constexpr std::size_t kMaxUnsentAnswers = 64 * 1024;

std::string allowed(const Options& options) {
  std::string all = "GET, HEAD, OPTIONS";
  for (const std::string& method : options.methods) all += ", " + method;
  return all;
}

}  // namespace

/// Turn after turn, until there is nothing to do; a call from within one asks for another.
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

/// So that whoever calls can say more before what has come is looked at.
void Conversation::look_later() {
  if (is_looking_)
    looks_again_ = true;
  else
    surroundings_.loop.post([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->look();
    });
}

void Conversation::turn() {
  switch (phase_) {
    case Phase::waiting:
      return look_for_request();
    case Phase::answering:
      // A peer that has only said its last word still waits for the answer.
      if (!connection_->problem().empty()) close();
      return;
    case Phase::websocket:
      websocket_->look();
      if (phase_ != Phase::websocket || unsent() <= surroundings_.options.max_unsent || is_deaf_) return;
      give_in("reads nothing of what is sent to it");
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
  // Half of an empty line is no beginning, either.
  if ((input.empty() || input == "\r") && !has_begun_) {
    if (connection_->has_ended()) leave();
    return;
  }
  if (!std::exchange(has_begun_, true)) {
    request_.reset();
    begin_patience(surroundings_.options.slow_request);
  }
  if (parser_) return read_request();
  switch (first_line(input, surroundings_.options.max_header)) {
    case FirstLine::unfinished:
      if (connection_->has_ended()) leave();
      return;
    case FirstLine::http:
      parser_ = std::make_unique<RequestParser>(surroundings_.options.max_header);
      return read_request();
    case FirstLine::foreign:
      return read_foreign();
    case FirstLine::too_long:
      return refuse(text_response(
          431, fmt::format("a line has more than {} octets without an end", surroundings_.options.max_header)));
  }
}

void Conversation::read_foreign() {
  const std::size_t before = connection_->input().size();
  Service::Foreign said = Service::Foreign::refused;
  call_service([&] { said = surroundings_.service.foreign(*this); });
  if (phase_ != Phase::waiting) return;
  if (said == Service::Foreign::refused) return refuse(text_response(400, "what was sent is no request of HTTP"));
  if (said == Service::Foreign::taken && connection_->input().size() < before) {
    may_idle_ = true;
    await_request();
    looks_again_ = true;
  } else if (connection_->has_ended()) {
    leave();
  }
}

void Conversation::read_request() {
  std::size_t taken = 0;
  const auto state = parser_->read(connection_->input(), taken);
  connection_->take(taken);
  switch (state) {
    case RequestParser::State::unfinished:
      if (connection_->has_ended()) leave();
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
  patience_.cancel();
  phase_ = Phase::answering;
  if (const auto refusal = surroundings_.origins.refusal(*request_)) return refuse(*refusal);
  const auto& methods = surroundings_.options.methods;
  const std::string& method = request_->method;
  if (method != "GET" && method != "HEAD" && std::find(methods.begin(), methods.end(), method) == methods.end()) {
    const bool asks = method == "OPTIONS";
    Response response = asks ? Response() : text_response(405, "the method is none of those in Allow");
    response.headers.push_back({"Allow", allowed(surroundings_.options)});
    if (!asks) surroundings_.log.complain(label_, "the method {} is not allowed", Printable{method});
    return answer(response);
  }
  // A copy: the answer to it, and what the peer sends next, may come before the service returns.
  call_service([this] {
    const Request request = *request_;
    surroundings_.service.request(*this, request);
  });
}

void Conversation::give(std::string_view payload, bool is_text) {
  call_service([&] { surroundings_.service.message(*this, payload, is_text); });
}

void Conversation::read_taken_over() {
  if (!connection_->input().empty()) call_service([this] { surroundings_.service.input(*this); });
  if (phase_ == Phase::taken_over && connection_->has_ended()) close();
}

/// Nothing that a service throws may reach the loop.
void Conversation::call_service(const std::function<void()>& call) {
  is_known_ = true;
  try {
    call();
  } catch (const std::exception& error) {
    surroundings_.log.complain(label_, "cannot be served: {}", error.what());
    if (phase_ != Phase::answering) return close();
    Response response = text_response(500, "the server could not do this");
    response.closes = true;
    answer(response);
  }
}

}  // namespace spark::http
