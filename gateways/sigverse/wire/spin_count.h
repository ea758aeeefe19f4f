// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sigverse::wire {

/// How often a thread polls for an answer before it goes to sleep. On a machine with a processor to spare, polling for
/// some 50 us is worth it: most answers take less time than waking up does. Where other programs need the processors,
/// polling keeps the process that has to answer from running. So the number follows the success of the last waits:
/// success restores all of it, failure halves it, and now and then all of it is tried again.
class SpinCount {
 public:
  static constexpr int kMax = 200;  ///< about a quarter of a microsecond each

  /// How often to poll this time.
  int next() { return ++waits_ % kTrial == 0 ? kMax : count_; }
  /// To be called after the wait: whether polling has found the answer.
  void report(bool found) { count_ = found ? kMax : count_ / 2; }

 private:
  static constexpr unsigned kTrial = 32;  ///< every how many waits all of it is tried
  unsigned waits_ = 0;
  int count_ = kMax;
};

}  // namespace sigverse::wire
