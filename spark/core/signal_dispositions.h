// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <initializer_list>
#include <vector>

namespace spark {

/// Saves this process's signal dispositions and restores them in the destructor: for libraries that install their own
/// handlers. Nothing else may change them meanwhile.
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

/// To be called first by a long-running program: signals that have no meaning for it (file size limit, broken pipe,
/// alarm) do not kill it, and it receives all others regardless of what its parent had blocked. Programs that it starts
/// get the defaults (`commserver/launch.h`).
void begin_to_serve();

/// Whether this process was started with that signal ignored, as nohup does.
bool is_ignored(int signal);

}  // namespace spark
