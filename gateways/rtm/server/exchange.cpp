// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/exchange.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rtm {
namespace {

/// Appends newer actions of a robot to those that have not been taken yet.
void append(Answer& to, Answer& from) {
  to.step = from.step;
  to.append(from);
}

}  // namespace

Exchange::Exchange(bool lock_step, std::function<void()> answered)
    : lock_step_(lock_step), answered_(std::move(answered)) {}

void Exchange::merge(Period& period) {
  Period& waiting = periods_.back();
  waiting.step = period.step;
  waiting.is_control = waiting.is_control || period.is_control;
  std::ranges::move(period.newcomers, std::back_inserter(waiting.newcomers));
  std::ranges::copy(period.gone, std::back_inserter(waiting.gone));
  for (std::size_t i = 0; i < period.sensed_count; ++i) {
    const auto end = waiting.sensed.begin() + static_cast<std::ptrdiff_t>(waiting.sensed_count);
    const auto same = std::find_if(waiting.sensed.begin(), end,
                                   [&](const Sensed& one) { return one.robot == period.sensed[i].robot; });
    std::swap(same != end ? *same : waiting.add_sensed(), period.sensed[i]);
  }
}

void Exchange::submit(Period& period) {
  {
    const std::lock_guard lock(mutex_);
    if (!lock_step_ && !periods_.empty()) {
      merge(period);
    } else {
      if (spare_.empty()) spare_.emplace_back();
      periods_.splice(periods_.end(), spare_, spare_.begin());
      std::swap(periods_.back(), period);
    }
    has_periods_ = true;
  }
  period.clear();
  came_.notify_one();
}

bool Exchange::take(AnswerList& answers) {
  answers.clear();
  const std::lock_guard lock(mutex_);
  if (answers_.count == 0) return false;
  std::swap(answers, answers_);
  has_answers_ = false;
  return true;
}

bool Exchange::wait_briefly() {
  is_looking_ = true;
  answer_polling_.until([this] { return has_answers_.load(); });
  is_looking_ = false;
  // Answers that arrived while this polled have not been reported by `answered`.
  return has_answers_.load();
}

bool Exchange::wait(Period& period) {
  period.clear();
  // In real time the next period is far away.
  if (lock_step_) period_polling_.until([this] { return has_periods_.load(); });
  std::unique_lock lock(mutex_);
  came_.wait(lock, [&] { return closed_ || !periods_.empty(); });
  if (closed_) return false;
  std::swap(period, periods_.front());
  spare_.splice(spare_.begin(), periods_, periods_.begin());
  has_periods_ = !periods_.empty();
  return true;
}

void Exchange::answer(AnswerList& answers) {
  if (answers.count == 0) return;
  {
    const std::lock_guard lock(mutex_);
    if (answers_.count == 0) {
      std::swap(answers_, answers);
    } else if (lock_step_) {
      for (std::size_t i = 0; i < answers.count; ++i) append(answers_.add(answers.all[i].robot), answers.all[i]);
    } else {
      for (std::size_t i = 0; i < answers.count; ++i) {
        const auto end = answers_.all.begin() + static_cast<std::ptrdiff_t>(answers_.count);
        const auto same = std::find_if(answers_.all.begin(), end,
                                       [&](const Answer& one) { return one.robot == answers.all[i].robot; });
        append(same != end ? *same : answers_.add(answers.all[i].robot), answers.all[i]);
      }
    }
    has_answers_ = true;
  }
  answers.clear();
  if (!is_looking_) answered_();
}

void Exchange::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = has_periods_ = true;
  }
  came_.notify_one();
}

}  // namespace rtm
