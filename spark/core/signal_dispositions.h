// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <initializer_list>
#include <vector>

namespace spark {

/// Keeps what this process does at each signal, and gives it back at the end of its life: for libraries that install
/// handlers of their own. Nothing else may change them meanwhile.
class SignalDispositions {
 public:
  /// Those in `left_alone` stay what they have become.
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

/// What a program that serves for hours does first: signals that mean nothing to it (a limit of file sizes, a reader
/// that has gone, somebody's alarm) do not kill it, and it takes all others whatever its parent had blocked. What it
/// starts gets the defaults (`commserver/guardian/launch.h`).
void begin_to_serve();

/// Whether whoever started this process wanted it to ignore that signal, as nohup does.
bool is_ignored(int signal);

}  // namespace spark
