// SPDX-License-Identifier: Apache-2.0
#include "spark/core/quiet_thread.h"

#include <pthread.h>
#include <signal.h>

#include <utility>

namespace spark {
namespace {

/// Blocks all signals in this thread, and in threads that it starts meanwhile, while this object exists.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

std::thread start_quiet_thread(std::function<void()> run) {
  const NoSignals meanwhile;
  return std::thread(std::move(run));
}

}  // namespace spark
