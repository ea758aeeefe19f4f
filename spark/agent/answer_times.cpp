// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/answer_times.h"

#include <algorithm>

namespace spark {
namespace {

AnswerTimes::Act refused(const char* why) {
  AnswerTimes::Act act;
  act.refusal = why;
  return act;
}

}  // namespace

void PresentTimes::sensation_sent(Step arrival, RealTime now) {
  sensed_ = true;
  arrival_ = arrival;
  sent_ = now;
  acts_ = 0;
  act_bytes_ = 0;
}

AnswerTimes::Act PresentTimes::act(std::size_t bytes, RealTime now) {
  if (!sensed_) return refused("an act before the first sensation");
  if (acts_ >= limits_.acts) return refused("too many acts after one sensation");
  if (bytes > limits_.act_bytes - act_bytes_) return refused("too much text in the acts after one sensation");
  act_bytes_ += bytes;
  return {nullptr, earliest_act(), clock_.now() > arrival_, acts_++ == 0, now - sent_};
}

void WaitedTimes::sensation_sent(Step arrival, RealTime now) {
  if (unanswered_.empty()) turn_began_ = now;
  unanswered_.push_back(arrival);
}

AnswerTimes::Act WaitedTimes::act(std::size_t, RealTime now) {
  if (unanswered_.empty()) return refused("an act without a sensation to answer");
  if (absent_ || unwaited_) returned_ = clock_.now() + 1;
  absent_ = false;
  const Step arrival = unanswered_.front();
  unanswered_.pop_front();
  const Step stamp = std::max(arrival, returned_);
  const Act act{nullptr, stamp, stamp > arrival, true, now - turn_began_};
  turn_began_ = now;
  return act;
}

Step WaitedTimes::earliest_act() const {
  const Step next = unanswered_.empty() ? horizon_ : unanswered_.front();
  return std::max(next, absent_ || unwaited_ ? clock_.now() + 1 : returned_);
}

bool WaitedTimes::has_timed_out(RealTime now) {
  if (absent_ || unwaited_ || unanswered_.empty() || now - turn_began_ < timeout_) return false;
  absent_ = true;
  return true;
}

}  // namespace spark
