// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sigverse::wire {

/// How often a thread looks whether an answer has come before it goes to sleep. On a machine with a processor to spare
/// looking for some 50 us is worth it: most answers take less than waking up does. Where other programs want the
/// processors it keeps the one who shall answer from running. So the number follows what looking has brought of late;
/// now and then all of it is tried again.
class Looks {
 public:
  static constexpr int kMost = 200;  ///< about a quarter of a microsecond each

  /// How many this time.
  int begin() { return ++waits_ % kTrial == 0 ? kMost : count_; }
  /// Whether it was worth it.
  void end(bool found) { count_ = found ? kMost : count_ / 2; }

 private:
  static constexpr unsigned kTrial = 32;
  unsigned waits_ = 0;
  int count_ = kMost;
};

}  // namespace sigverse::wire
