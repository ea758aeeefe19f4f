// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <csignal>

#include "spark/core/real_clock.h"

namespace spark {

/// Distinguishes the first ending signal from one that asks for an immediate end.
///
/// One request to end a program may arrive as several signals: `timeout` of coreutils sends its signal to the program
/// and then to its process group, scripts forward the signals of the terminal, and a closed terminal sends SIGHUP from
/// the shell and from the kernel. So a signal within `kSameWish` of the first one counts as the same, and a further
/// SIGHUP always does. Lock-free, so that a signal handler may use it; not for several threads at once.
class EndingSignals {
 public:
  static constexpr std::chrono::seconds kSameWish{1};
  enum class Meaning {
    first,  ///< end in order
    again,  ///< ignore it
    hurry   ///< end at once
  };

  Meaning take(int signal, RealClock::Time now) {
    if (first_ == 0) {
      first_ = signal;
      came_ = now;
      return Meaning::first;
    }
    return signal == SIGHUP || now - came_ < kSameWish ? Meaning::again : Meaning::hurry;
  }

 private:
  int first_ = 0;
  RealClock::Time came_{};
};

}  // namespace spark
