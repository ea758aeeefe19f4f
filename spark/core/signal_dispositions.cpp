// SPDX-License-Identifier: Apache-2.0
#include "spark/core/signal_dispositions.h"

#include <algorithm>

namespace spark {

SignalDispositions::SignalDispositions(std::initializer_list<int> left_alone) {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (std::find(left_alone.begin(), left_alone.end(), signal) != left_alone.end()) continue;
    // The C library reserves some signals.
    if (::sigaction(signal, nullptr, &action) == 0) kept_.push_back({signal, action});
  }
}

SignalDispositions::~SignalDispositions() {
  for (const Kept& kept : kept_) ::sigaction(kept.signal, &kept.action, nullptr);
}

void begin_to_serve() {
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGALRM}) ::signal(signal, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);  // if it were ignored, no process could be waited for
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace spark
