// SPDX-License-Identifier: Apache-2.0
#include "commserver/think/think_cycle.h"

#include <algorithm>
#include <functional>

#include "spark/core/check.h"

namespace commserver {

using spark::Step;

void ThinkCycle::expect_sensation(Step arrival) {
  SPARK_DEMAND(arrival >= horizon_);
  horizon_ = arrival;
}

void ThinkCycle::add_sensation(Step arrival, Step next_arrival) {
  SPARK_DEMAND(arrival >= horizon_ && next_arrival >= arrival);
  sensations_.push_back(arrival);
  horizon_ = next_arrival;
}

std::optional<ThinkCycle::Opening> ThinkCycle::first_waiting() const {
  const bool sensation = !sensations_.empty();
  if (!requests_.empty() && (!sensation || requests_.back() < sensations_.front()))
    return Opening{Opener::notify, requests_.back()};
  if (sensation) return Opening{Opener::sensation, sensations_.front()};
  return std::nullopt;
}

std::optional<ThinkCycle::Opening> ThinkCycle::open_next() {
  if (open_) return std::nullopt;
  const std::optional<Opening> first = first_waiting();
  if (!first) return std::nullopt;
  const Step begin = std::max(first->time, end_);
  if (begin >= horizon_) return std::nullopt;
  if (first->opener == Opener::notify) {
    requests_.pop_back();
  } else {
    sensations_.erase(sensations_.begin());
  }
  cycles_in_place_ = begin == begin_ ? cycles_in_place_ + 1 : 1;
  begin_ = begin;
  opened_for_ = first->time;
  cost_ = min_cost_;
  open_ = true;
  acts_ = 0;
  act_bytes_ = 0;
  drawings_ = 0;
  drawing_bytes_ = 0;
  return first;
}

const char* ThinkCycle::act(std::size_t bytes) {
  if (!open_) return "an act (A) outside a think cycle";
  if (acts_ >= limits_.acts) return "too many acts (A) in one think cycle";
  if (bytes > limits_.act_bytes - act_bytes_) return "too much text in the acts (A) of one think cycle";
  ++acts_;
  act_bytes_ += bytes;
  return nullptr;
}

const char* ThinkCycle::draw(std::size_t bytes) {
  if (!open_) return "a drawing (V) outside a think cycle";
  if (drawings_ >= kMaxDrawings) return "too many drawings (V) in one think cycle";
  if (bytes > kMaxDrawingBytes - drawing_bytes_) return "too much text in the drawings (V) of one think cycle";
  ++drawings_;
  drawing_bytes_ += bytes;
  return nullptr;
}

const char* ThinkCycle::request_notify(Step time) {
  if (!open_) return "a time request (R) outside a think cycle";
  if (requests_.size() >= limits_.requests) return "too many pending time requests (R)";
  requests_.insert(std::lower_bound(requests_.begin(), requests_.end(), time, std::greater<>()), time);
  return nullptr;
}

const char* ThinkCycle::ask_thinking_time() const {
  return open_ ? nullptr : "a request for the thinking time (C) outside a think cycle";
}

const char* ThinkCycle::done() {
  if (!open_) return "done (D) without a think cycle";
  open_ = false;
  end_ = begin_ + cost_;
  return nullptr;
}

Step ThinkCycle::earliest_act() const {
  if (open_) return stamp();
  const std::optional<Opening> first = first_waiting();
  const Step opening = first ? std::min(first->time, horizon_) : horizon_;
  return std::max(opening, end_) + min_cost_;
}

}  // namespace commserver
