// SPDX-License-Identifier: Apache-2.0
#include "commserver/program/stop_signal.h"

#include <poll.h>
#include <unistd.h>

#include <chrono>

#include "spark/core/ending_signals.h"
#include "spark/core/real_clock.h"
#include "spark/core/signal_dispositions.h"

namespace commserver {
namespace {
constexpr std::chrono::milliseconds kBetweenTries{500};

spark::EndingSignals ending_signals;  // used by the handlers only, all on one thread
}  // namespace

volatile std::sig_atomic_t stop_signal = 0;

/// As in the server (server/engine/signals.h). If this program ends at once, the guardian ends the agents.
void end_by_signals() {
  spark::begin_to_serve();
  spark::RealClock::system();  // created now, so that a handler only reads it
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    if (signal != SIGHUP || !spark::is_ignored(SIGHUP))
      std::signal(signal, [](int which) {
        using Meaning = spark::EndingSignals::Meaning;
        // Real time: signals come at real times.
        const Meaning meaning = ending_signals.take(which, spark::RealClock::system().now());
        if (meaning == Meaning::hurry) ::_exit(128 + which);
        if (meaning == Meaning::first) stop_signal = which;
      });
  for (const int signal : {SIGUSR1, SIGUSR2}) std::signal(signal, SIG_IGN);
}

void nap() {
  ::poll(nullptr, 0, stop_signal == 0 ? static_cast<int>(kBetweenTries.count()) : 0);
}

}  // namespace commserver
