// SPDX-License-Identifier: Apache-2.0
#include "commserver/agent_dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "commserver/split.h"
#include "spark/core/number_text.h"

namespace commserver {

using spark::Step;

AgentDialogue::AgentDialogue(spark::AgentId id, Step charge, spark::Log& log)
    : id_(id), label_(fmt::format("agent {}", id)), log_(log), cycle_(charge) {}

void AgentDialogue::begin() {
  outgoing_.add('D');
}

void AgentDialogue::end() {
  if (!ended_) outgoing_.add('X');
  ended_ = true;
}

void AgentDialogue::complain(std::string_view what) {
  ++refused_;
  log_.complain(label_, "{}", what);
}

void AgentDialogue::refuse(const char* why, std::string_view message) {
  ++refused_;
  log_.complain(label_, "{}: '{}' ignored", why, spark::printable(message));
}

void AgentDialogue::take(std::string_view message, spark::AgentGatewayListener& listener) {
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
      refusal = cycle_.act(rest.size());
      if (!refusal) return listener.agent_acted(id_, cycle_.stamp(), rest);
      break;
    case 'R':
      refusal = request_notify(rest);
      break;
    case 'C':
      refusal = cycle_.ask_thinking_time();
      if (!refusal && !ended_) outgoing_.add('C', cycle_.thinking_time());
      break;
    case 'D':
      refusal = cycle_.done();
      break;
    default:
      refusal = "an unknown message";
  }
  if (refusal) refuse(refusal, message);
}

const char* AgentDialogue::request_notify(std::string_view text) {
  Step time = -1;
  if (!spark::whole_integer(trimmed(text), time) || time < 0 || time > kLatestRequest)
    return "a time request (R) for no possible time";
  return cycle_.request_notify(time);
}

void AgentDialogue::begin_sensation(std::string& frame, Step generated, Step arrival) {
  FrameWriter::begin(frame);
  frame += 'S';
  spark::append_integer(frame, generated);
  frame += ' ';
  spark::append_integer(frame, arrival);
  frame += ' ';
}

void AgentDialogue::add_sensation(std::string& frame, Step arrival, Step next_arrival) {
  FrameWriter::finish(frame);
  cycle_.add_sensation(arrival, next_arrival);
  if (waiting_ == sensations_.size()) sensations_.emplace_back();
  std::swap(sensations_[waiting_++], frame);
}

bool AgentDialogue::open_next() {
  if (!ready_ || ended_) return false;
  const auto opening = cycle_.open_next();
  if (!opening) return false;
  if (opening->opener == ThinkCycle::Opener::notify) {
    outgoing_.add('T', opening->time);
  } else {
    outgoing_.add_frame(sensations_.front());
    const auto used = sensations_.begin() + static_cast<std::ptrdiff_t>(waiting_--);
    std::rotate(sensations_.begin(), sensations_.begin() + 1, used);
  }
  return true;
}

const char* AgentDialogue::hopeless() const {
  if (cycle_.is_stuck()) return "does not let the clock go on";
  if (outgoing_.pending().size() > kMostUnread) return "does not read what it is sent";
  if (refused_ > kMostRefused) return "does not keep to the protocol";
  return nullptr;
}

}  // namespace commserver
