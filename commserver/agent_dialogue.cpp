// SPDX-License-Identifier: Apache-2.0
#include "commserver/agent_dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace commserver {

using spark::Step;

AgentDialogue::AgentDialogue(spark::AgentId id, std::unique_ptr<ThinkMeter> meter, DrawingLog drawings, Rules rules,
                             spark::Log& log)
    : id_(id),
      label_(fmt::format("agent {}", id)),
      log_(log),
      meter_(std::move(meter)),
      drawings_(std::move(drawings)),
      rules_(rules),
      cycle_(meter_->min_cost(), rules.limits) {}

void AgentDialogue::begin() {
  outgoing_.add('D');
}

void AgentDialogue::end() {
  if (!ended_) outgoing_.add('X');
  ended_ = true;
}

void AgentDialogue::complain(std::string_view what) {
  ++statistics_.counts.refused;
  log_.complain(label_, "{}", what);
}

void AgentDialogue::refuse(const char* why, std::string_view message) {
  ++statistics_.counts.refused;
  log_.complain(label_, "{}: '{}' ignored", why, spark::Printable{message});
}

void AgentDialogue::take(std::string_view message, spark::AgentGatewayListener& listener) {
  if (broken_rule() || has_finished()) return;
  if (message.empty()) return refuse("an empty message", message);
  const std::string_view rest = message.substr(1);
  const char* refusal = nullptr;
  switch (message.front()) {
    case 'I':
      if (ready_) {
        refusal = "ready (I) for the second time";
        break;
      }
      ready_ = true;
      return listener.agent_ready(id_);
    case 'A':
      refusal = act(rest, listener);
      break;
    case 'R':
      refusal = request_notify(rest);
      break;
    case 'C':
      refusal = cycle_.ask_thinking_time();
      if (refusal) break;
      cycle_.charge(meter_->cost('C'));
      if (!ended_) outgoing_.add('C', cycle_.thinking_time());
      break;
    case 'D':
      refusal = done();
      break;
    case 'V':
      refusal = draw(rest);
      break;
    default:
      refusal = "an unknown message";
  }
  if (refusal) refuse(refusal, message);
}

const char* AgentDialogue::act(std::string_view actions, spark::AgentGatewayListener& listener) {
  if (const char* refusal = cycle_.act(actions.size())) return refusal;
  cycle_.charge(meter_->cost('A'));
  ++statistics_.counts.acts;
  if (cycle_.is_late()) ++statistics_.counts.late_acts;
  listener.agent_acted(id_, cycle_.stamp(), actions);
  return nullptr;
}

const char* AgentDialogue::done() {
  if (cycle_.is_open()) cycle_.charge(meter_->cost('D'));
  if (const char* refusal = cycle_.done()) return refusal;
  ++statistics_.counts.cycles;
  if (rules_.reports_think_times && !ended_) outgoing_.add('K', cycle_.thinking_time());
  return nullptr;
}

const char* AgentDialogue::draw(std::string_view drawing) {
  if (const char* refusal = cycle_.draw(drawing.size())) return refusal;
  drawings_.add(cycle_.stamp(), drawing);
  return nullptr;
}

const char* AgentDialogue::request_notify(std::string_view text) {
  Step time = -1;
  if (!spark::whole_integer(spark::trimmed(text), time) || time < 0 || time > kMaxRequestStep)
    return "a time request (R) for an impossible time";
  return cycle_.request_notify(time);
}

void AgentDialogue::begin_sensation(std::string& frame, Step generated, Step arrival) {
  spark::net::FrameWriter::begin(frame);
  frame += 'S';
  spark::append_integer(frame, generated);
  frame += ' ';
  spark::append_integer(frame, arrival);
  frame += ' ';
}

void AgentDialogue::add_sensation(std::string& frame, Step arrival, Step next_arrival) {
  spark::net::FrameWriter::finish(frame);
  cycle_.add_sensation(arrival, next_arrival);
  if (waiting_ == sensations_.size()) sensations_.emplace_back();
  std::swap(sensations_[waiting_++], frame);
}

bool AgentDialogue::open_next() {
  if (!ready_ || ended_ || has_stopped_reading_ || broken_rule()) return false;
  const auto opening = cycle_.open_next();
  if (!opening) return false;
  meter_->begin_cycle();
  if (opening->opener == ThinkCycle::Opener::notify) {
    outgoing_.add('T', opening->time);
  } else {
    outgoing_.add_frame(sensations_.front());
    const auto used = sensations_.begin() + static_cast<std::ptrdiff_t>(waiting_--);
    std::rotate(sensations_.begin(), sensations_.begin() + 1, used);
  }
  opened_at_ = outgoing_.added_in_all();
  return true;
}

void AgentDialogue::stopped_reading(std::uint64_t read) {
  has_stopped_reading_ = true;
  read_opening_ = read >= opened_at_;
}

std::string AgentDialogue::what_is_missing(std::uint64_t unread) const {
  if (!ready_ && outgoing_.added_in_all() == 0) return "its program has not been started yet";
  if (!ready_ && statistics_.counts.refused > 0) return "its messages are not the I that answers D";
  if (!ready_)
    return fmt::format(
        "it has {} not answered with I (each has 4 bytes of length in front, the most significant byte first)",
        unread > 0 || !outgoing_.pending().empty() ? "not read D and" : "read D but");
  return cycle_.has_acted() ? "it has acted (A), but not sent the D that ends each answer"
                            : "it has sent neither an act (A) nor the D that ends each answer";
}

const char* AgentDialogue::broken_rule() const {
  if (cycle_.thinking_time() > rules_.max_thinking) return "thinks too long";
  if (cycle_.is_stuck()) return "does not let the clock advance";
  if (statistics_.counts.refused > kMaxRefused) return "breaks the protocol";
  return nullptr;
}

const char* AgentDialogue::drop_reason() const {
  if (const char* why = broken_rule()) return why;
  return outgoing_.pending().size() > rules_.limits.unread_bytes ? "does not read its messages" : nullptr;
}

}  // namespace commserver
