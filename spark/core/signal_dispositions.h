// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <initializer_list>
#include <vector>

namespace spark {

/// Saves what this process does at each signal and restores it in the destructor: for libraries that install handlers
/// of their own. Nothing else may change them meanwhile.
class SignalDispositions {
 public:
  /// The signals in `left_alone` are not restored.
  explicit SignalDispositions(std::initializer_list<int> left_alone);
  ~SignalDispositions();
  SignalDispositions(const SignalDispositions&) = delete;
  SignalDispositions& operator=(const SignalDispositions&) = delete;

 private:
  struct Kept {
    int signal;
    struct sigaction action;
  };
  std::vector<Kept> kept_;
};

/// To be called first by a program that serves for hours: signals that mean nothing to it (a limit of file sizes, a
/// reader that has gone, somebody's alarm) do not kill it, and it receives all others whatever its parent had blocked.
/// Programs it starts get the defaults (`commserver/launch.h`).
void begin_to_serve();

/// Whether this process was started with that signal ignored, as nohup does.
bool is_ignored(int signal);

}  // namespace spark
