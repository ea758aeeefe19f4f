// SPDX-License-Identifier: Apache-2.0
#include "gateways/tcp/tcp_agent.h"

#include <fmt/format.h>

#include <utility>

#include "spark/sexp/reader.h"

namespace tcp {

using namespace spark;

namespace {

/// Whether this text is a valid answer to the first sensation: any acts, or none.
bool is_answer(std::string_view text, const InputLimits& limits) {
  sexp::Reader reader({.bytes = limits.message_bytes, .depth = limits.nesting});
  return text.empty() || (reader.read(text) && reader.size() > 0 && !reader.is_cut());
}

}  // namespace

TcpAgent::TcpAgent(std::shared_ptr<net::Connection> connection, std::unique_ptr<AnswerTimes> times,
                   const InputLimits& limits, net::Loop& loop, Log& log)
    : limits_(limits),
      clock_(loop.clock()),
      log_(log),
      connection_(std::move(connection)),
      times_(std::move(times)),
      reader_({limits.message_bytes, net::FrameLimits{}.max_skipped}),
      rate_(limits.bytes_per_second, limits.burst_bytes),
      resumes_(loop) {}

TcpAgent::~TcpAgent() {
  connection_->close();
}

void TcpAgent::greet(std::string_view frame, RealTime now) {
  greeted_ = now;
  connection_->start();
  connection_->send(frame);
}

void TcpAgent::join(AgentId id) {
  id_ = id;
  label_ = fmt::format("agent {}", id);
}

void TcpAgent::read(AgentGatewayListener& listener) {
  if (!wants_to_read()) return;
  if (is_write_closed()) connection_->read_now();
  take_messages(listener);
  if (!wants_to_read() || !connection_->input().empty()) return;
  if (connection_->has_ended())
    note_end();
  else if (is_write_closed())
    gone_ = "its connection broke";
}

void TcpAgent::note_end() {
  gone_ = connection_->problem().empty() ? std::string("closed its connection")
                                         : fmt::format("its connection broke: {}", connection_->problem());
}

void TcpAgent::notice_departure() {
  const bool is_in_world = has_entered_ || sensed_;
  if (!is_in_world && gone_.empty() && has_hung_up() && connection_->input().empty()) note_end();
}

void TcpAgent::take_held(AgentGatewayListener& listener) {
  if (is_guest() || !held_ || !times_->can_take()) return;
  take_now(*std::exchange(held_, std::nullopt), listener);
  read(listener);
}

bool TcpAgent::discard() {
  connection_->take(connection_->input().size());
  return !connection_->has_ended();
}

void TcpAgent::take_messages(AgentGatewayListener& listener) {
  using Result = net::FrameReader::Result;
  const std::string_view input = readable();
  const std::size_t came = input.size();
  reader_.feed(input);
  std::string_view text;
  // The listener may drop this agent at any message.
  while (wants_to_read() && statistics_.counts.refused <= kMaxRefused) {
    const Result result = reader_.next(text);
    if (result == Result::none) break;
    if (result == Result::senseless) {
      gone_ = fmt::format("sends garbage ({})", reader_.described());
    } else if (result == Result::skipped && is_guest()) {
      lose(fmt::format("begins with a message of {} bytes", reader_.length()));
    } else {
      if (result == Result::skipped) {
        complain("skipped a message of {} bytes, the maximum is {}", reader_.length(), reader_.limits().max_message);
        text = {};  // it counts as an answer all the same
      }
      if (!take(text, listener)) held_ = text;
    }
  }
  if (is_closed()) return;
  // Everything after an invalid message is ignored.
  const std::size_t taken = gone_.empty() ? came - reader_.unread().size() : came;
  statistics_.counts.bytes_from += taken;
  rate_.took(taken);
  connection_->take(taken);
}

/// Input that may not be processed yet stays in the socket, which is not read while there is no room for more.
std::string_view TcpAgent::readable() {
  const std::string_view input = connection_->input().substr(0, InputLimits::kBytesAtOnce);
  has_more_ = input.size() < connection_->input().size();
  if (!rate_.is_limited() || input.empty()) return input;
  const RealTime now = clock_.now();
  const std::size_t allowed = rate_.allowance(input.size(), now);
  if (allowed < input.size()) {
    has_more_ = false;  // not before `resumes_` fires
    resumes_.start(rate_.resumes() - now, [] {});
  }
  return input.substr(0, allowed);
}

bool TcpAgent::take(std::string_view text, AgentGatewayListener& listener) {
  if (is_guest()) {
    if (is_answer(text, limits_)) return false;
    gone_ = fmt::format("does not speak the agents' protocol: '{}'", printable(text));
  } else if (!times_->can_take()) {
    return false;
  } else {
    take_now(text, listener);
  }
  return true;
}

void TcpAgent::take_now(std::string_view text, AgentGatewayListener& listener) {
  const AnswerTimes::Act act = times_->act(text.size(), clock_.now());
  if (act.refusal) return complain("{}: '{}' ignored", act.refusal, Printable{text});
  if (act.first) {
    ++statistics_.counts.cycles;
    statistics_.thinking.add(act.thinking);
  }
  if (text.empty()) return;
  ++statistics_.counts.acts;
  if (act.late) ++statistics_.counts.late_acts;
  listener.agent_acted(id_, act.stamp, text);
}

void TcpAgent::add_sensation(std::string& frame, Step arrival, Step next_arrival) {
  times_->expect_sensation(next_arrival);
  // Nothing can be perceived before the first act, so this sensation would repeat the greeting.
  if (!std::exchange(sensed_, true)) frame.clear();
  if (times_->sends_at_once()) {
    to_send_ += frame;
    times_->sensation_sent(arrival, clock_.now());
  } else {
    waiting_.push_back({arrival, {}});
    std::swap(waiting_.back().frame, frame);
  }
}

void TcpAgent::send_held() {
  connection_->send(to_send_);
  to_send_.clear();
}

void TcpAgent::attend(Step step, RealTime now) {
  while (!waiting_.empty() && waiting_.front().arrival <= step) {
    connection_->send(waiting_.front().frame);
    times_->sensation_sent(waiting_.front().arrival, now);
    waiting_.pop_front();
  }
  if (times_->has_timed_out(now))
    log_.complain(label_, "has not answered in time; until its next message the world does not wait for it");
}

AgentReport TcpAgent::report() const {
  AgentReport report = statistics_.report();
  report.bytes_to = connection_->sent();
  return report;
}

std::string TcpAgent::loss() const {
  if (!gone_.empty()) return gone_;
  if (statistics_.counts.refused > kMaxRefused) return "breaks the protocol";
  if (connection_->unsent() > limits_.unread_bytes) return "does not read its messages";
  if (times_->cannot_recover()) return "does not answer";
  return {};
}

void TcpAgent::finish() {
  connection_->finish();
}

void TcpAgent::close() {
  connection_->close();
  reader_ = net::FrameReader();
  held_.reset();
  waiting_ = {};
  to_send_ = {};
}

}  // namespace tcp
