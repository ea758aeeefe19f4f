// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/end_by_signals.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "spark/core/ending_signals.h"
#include "spark/core/real_clock.h"
#include "spark/core/signal_dispositions.h"

namespace sigverse::viewer {
namespace {

/// Seconds that an orderly end may take.
constexpr unsigned kLeavingSeconds = 3;

// Signal handlers belong to the process, and so do these.
std::atomic<std::function<void()>*> ended_by_signals = nullptr;
spark::EndingSignals ending_signals;

void take_signal(int signal) {
  using Meaning = spark::EndingSignals::Meaning;
  const int error = errno;
  // Real time: signals arrive in real time.
  const Meaning meaning = ending_signals.take(signal, spark::RealClock::system().now());
  if (meaning == Meaning::hurry) ::_exit(EXIT_SUCCESS);
  if (meaning == Meaning::first) {
    ::alarm(kLeavingSeconds);
    if (auto* const end = ended_by_signals.exchange(nullptr)) (*end)();
  }
  errno = error;
}

}  // namespace

EndBySignals::EndBySignals(std::function<void()> end) : end_(std::move(end)) {
  ended_by_signals = &end_;
  spark::RealClock::system();  // created now, so that the signal handler only reads it
  struct sigaction action {};
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&action.sa_mask, signal);
  action.sa_handler = [](int) { ::_exit(EXIT_SUCCESS); };
  ::sigaction(SIGALRM, &action, nullptr);
  action.sa_handler = take_signal;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (signal != SIGHUP || !spark::is_ignored(SIGHUP)) ::sigaction(signal, &action, nullptr);
}

EndBySignals::~EndBySignals() {
  ended_by_signals = nullptr;
}

}  // namespace sigverse::viewer
