// SPDX-License-Identifier: Apache-2.0
#include "server/engine/signals.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "spark/core/signal_dispositions.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace server {

using namespace spark;
namespace {

/// The pipe from the handlers to the thread. It is global, because signal handlers belong to the process.
int pipe_ends[2] = {-1, -1};

void pass_on(int signal) {
  const int error = errno;
  const auto byte = static_cast<char>(signal);
  // If the pipe is full, enough signals are pending.
  [[maybe_unused]] const ssize_t written = ::write(pipe_ends[1], &byte, 1);
  errno = error;
}

sigset_t caught_signals() {
  sigset_t caught;
  sigemptyset(&caught);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) sigaddset(&caught, signal);
  return caught;
}

}  // namespace

void Signals::catch_signals() {
  begin_to_serve();
  if (::pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0)
    throw std::runtime_error(fmt::format("cannot wait for signals: {}", std::strerror(errno)));
  struct sigaction action {};
  action.sa_handler = pass_on;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2})
    if (signal != SIGHUP || !is_ignored(SIGHUP)) ::sigaction(signal, &action, nullptr);
}

Signals::Signals() : leave_(::eventfd(0, EFD_CLOEXEC)) {
  if (!leave_) throw std::runtime_error(fmt::format("cannot wait for signals: {}", std::strerror(errno)));
  const sigset_t caught = caught_signals();
  ::pthread_sigmask(SIG_BLOCK, &caught, nullptr);
  thread_ = std::thread([this] { serve(); });
}

Signals::~Signals() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(leave_.get(), &one, sizeof one);
  thread_.join();
}

void Signals::attach(RunControl& run_control, CommandQueue& commands, std::function<void()> toggle_pause,
                     std::function<void()> show_agents) {
  const std::scoped_lock lock(mutex_);
  target_ = {&run_control, &commands, std::move(toggle_pause), std::move(show_agents)};
  if (ending() != 0) run_control.stop();
}

void Signals::detach() {
  const std::scoped_lock lock(mutex_);
  target_ = {};
}

void Signals::serve() {
  const sigset_t caught = caught_signals();
  ::pthread_sigmask(SIG_UNBLOCK, &caught, nullptr);
  while (true) {
    pollfd inputs[] = {{pipe_ends[0], POLLIN, 0}, {leave_.get(), POLLIN, 0}};
    if (::poll(inputs, 2, -1) < 0) continue;
    if (inputs[1].revents != 0) return;
    char signal = 0;
    if (::read(pipe_ends[0], &signal, 1) == 1) take(signal);
  }
}

void Signals::take(int signal) {
  const std::scoped_lock lock(mutex_);
  switch (signal) {
    case SIGUSR1:
      if (target_.run_control) target_.commands->post(target_.toggle_pause);
      break;
    case SIGUSR2:
      if (target_.commands) target_.commands->post(target_.show_agents);
      break;
    default:
      take_end(signal);
  }
}

/// The caller holds the lock.
void Signals::take_end(int signal) {
  using Meaning = EndingSignals::Meaning;
  // Real time: signals come at real times.
  switch (ending_signals_.take(signal, RealClock::system().now())) {
    case Meaning::first:
      ending_ = signal;
      if (target_.run_control) target_.run_control->stop();
      break;
    case Meaning::again:
      break;
    case Meaning::hurry:
      ::_exit(128 + signal);
  }
}

std::string name_of_signal(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace server
