// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>

#include "spark/agent/percept_array.h"
#include "spark/core/clock.h"

namespace rtm {

/// The undelivered sensations of one agent, in the order of their arrival. Memory is reused.
class PerceptQueue {
 public:
  struct Sensation {
    spark::Step generated = 0;
    spark::Step arrival = 0;
    spark::Step begin = 0;  ///< of the episode in which it was perceived
    spark::PerceptArray percepts;
  };

  /// Appends an empty sensation.
  spark::PerceptArray& add(spark::Step generated, spark::Step arrival, spark::Step begin = 0) {
    if (count_ == sensations_.size()) sensations_.emplace_back();
    Sensation& sensation = sensations_[count_++];
    sensation.generated = generated;
    sensation.arrival = arrival;
    sensation.begin = begin;
    sensation.percepts.clear();
    return sensation.percepts;
  }
  bool is_empty() const { return count_ == 0; }
  Sensation& first() { return sensations_.front(); }
  const Sensation& last() const { return sensations_[count_ - 1]; }
  void drop_last() { --count_; }
  void pop() {
    std::rotate(sensations_.begin(), sensations_.begin() + 1, sensations_.end());
    --count_;
  }

 private:
  std::deque<Sensation> sensations_;  ///< the first `count_` are undelivered
  std::size_t count_ = 0;
};

}  // namespace rtm
