// SPDX-License-Identifier: Apache-2.0
#include "spark/server/signals.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

#include "spark/sim/simulation.h"

namespace spark::server {
namespace {

// A signal handler can reach nothing but globals.
std::atomic<int> first_signal{0};
std::atomic<Simulation*> running{nullptr};
static_assert(std::atomic<Simulation*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void handle(int signal) {
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, signal)) _exit(128 + signal);
  if (Simulation* simulation = running.load()) simulation->stop();
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

void stop_on_signal(Simulation* simulation) {
  running.store(simulation);
  if (simulation && first_signal.load() != 0) simulation->stop();
}

int received_signal() {
  return first_signal.load();
}

}  // namespace spark::server
