// SPDX-License-Identifier: Apache-2.0
#include "spark/server/signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <stdexcept>

#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace spark::server {

Signals::Signals() {
  sigset_t wanted;
  sigemptyset(&wanted);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGUSR2}) sigaddset(&wanted, signal);
  pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  signals_ = ::signalfd(-1, &wanted, SFD_CLOEXEC);
  leave_ = ::eventfd(0, EFD_CLOEXEC);
  if (signals_ < 0 || leave_ < 0) throw std::runtime_error("cannot wait for signals: out of descriptors");
  thread_ = std::thread([this] { serve(); });
}

Signals::~Signals() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(leave_, &one, sizeof one);
  thread_.join();
  ::close(signals_);
  ::close(leave_);
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
  while (true) {
    pollfd inputs[] = {{signals_, POLLIN, 0}, {leave_, POLLIN, 0}};
    if (::poll(inputs, 2, -1) < 0) continue;
    if (inputs[1].revents != 0) return;
    signalfd_siginfo info;
    if (::read(signals_, &info, sizeof info) == sizeof info) take(static_cast<int>(info.ssi_signo));
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
      if (ending() != 0) ::_exit(128 + signal);
      ending_ = signal;
      if (target_.run_control) target_.run_control->stop();
  }
}

}  // namespace spark::server
