// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sigverse::wire {

/// How often a thread polls for an answer before it goes to sleep. On a machine with a spare processor, polling for
/// some 50 us pays off: most answers take less time than waking up does. If other programs need the processors, polling
/// keeps the process that has to answer from running. The number therefore depends on the success of the last waits:
/// success restores the maximum, failure halves the number, and the maximum is retried from time to time.
class SpinCount {
 public:
  static constexpr int kMax = 200;  ///< about a quarter of a microsecond each

  /// The number of polls to make for this wait.
  int next() { return ++waits_ % kTrial == 0 ? kMax : count_; }
  /// Called after a wait; `found` is whether polling has found the answer.
  void report(bool found) { count_ = found ? kMax : count_ / 2; }

 private:
  static constexpr unsigned kTrial = 32;  ///< interval, in waits, at which the maximum is retried
  unsigned waits_ = 0;
  int count_ = kMax;
};

}  // namespace sigverse::wire
