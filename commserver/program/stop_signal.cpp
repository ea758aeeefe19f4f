// SPDX-License-Identifier: Apache-2.0
#include "commserver/program/stop_signal.h"

#include <poll.h>
#include <unistd.h>

#include <chrono>

#include "spark/core/signal_dispositions.h"

namespace commserver {
namespace {
constexpr std::chrono::milliseconds kBetweenTries{500};
}  // namespace

volatile std::sig_atomic_t stop_signal = 0;

/// The same as the server (server/signals.h): a second one ends the program at once, and the guardian the agents;
/// but a terminal that goes away may say so twice, or is none of its affair (nohup).
void end_by_signals() {
  spark::begin_to_serve();
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    if (signal != SIGHUP || !spark::is_ignored(SIGHUP))
      std::signal(signal, [](int which) {
        if (stop_signal != 0 && which != SIGHUP) ::_exit(128 + which);
        if (stop_signal == 0) stop_signal = which;
      });
  for (const int signal : {SIGUSR1, SIGUSR2}) std::signal(signal, SIG_IGN);
}

void nap() {
  ::poll(nullptr, 0, stop_signal == 0 ? static_cast<int>(kBetweenTries.count()) : 0);
}

}  // namespace commserver
