// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

namespace rtm {

/// Polls for something that another thread is about to hand over before the caller goes to sleep. A sleeping thread
/// takes some 20 us to wake up if its core has become idle, which is longer than a control period takes.
///
/// Each poll yields the processor to a thread that is ready to run. Polling that ends before the thing arrives only
/// costs processor time, so the number of polls adapts: success restores the maximum, failure halves the number, and
/// the maximum is tried again every `kTrial` waits.
class Polling {
 public:
  static constexpr int kMaxLooks = 250;  ///< some 0.3 us each

  /// Polls; returns whether `is_there` has become true. Called by one thread only.
  template <typename IsThere>
  bool until(const IsThere& is_there) {
    const int looks = ++waits_ % kTrial == 0 ? kMaxLooks : looks_;
    for (int i = 0; i < looks; ++i) {
      if (is_there()) {
        looks_ = kMaxLooks;
        return true;
      }
      std::this_thread::yield();
    }
    looks_ /= 2;
    return is_there();
  }

 private:
  static constexpr unsigned kTrial = 64;  ///< the maximum is retried every this many waits
  unsigned waits_ = 0;
  int looks_ = kMaxLooks;
};

}  // namespace rtm
