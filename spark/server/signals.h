// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace spark {
class CommandQueue;
class RunControl;
}  // namespace spark

namespace spark::server {

/// What the program does when somebody sends it a signal.
///
/// | signal | effect |
/// |---|---|
/// | SIGINT, SIGTERM | ends the match in order; a second one ends the program at once, and the guardian the agents |
/// | SIGUSR1 | pauses, or lets the simulation run again |
/// | SIGUSR2 | shows how the agents are doing |
///
/// The signals are blocked in the thread that makes this and in all it starts from then on; a thread of its own waits
/// for them. So this is to be made before any other thread, but after Ruby, which unblocks them when it starts.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// From now on there is something to steer. What came before is not lost: it stops the simulation now.
  /// The functions are called on the simulation thread. All must live until `detach`.
  void attach(RunControl& run_control, CommandQueue& commands, std::function<void()> toggle_pause,
              std::function<void()> show_agents);
  void detach();

  /// The signal that came first to end the program, or 0.
  int ending() const { return ending_.load(); }

 private:
  void serve();
  void take(int signal);

  struct Target {
    RunControl* run_control = nullptr;
    CommandQueue* commands = nullptr;
    std::function<void()> toggle_pause;
    std::function<void()> show_agents;
  };
  std::mutex mutex_;
  Target target_;
  std::atomic<int> ending_{0};
  int signals_;  ///< signalfd
  int leave_;    ///< eventfd: the thread is to end
  std::thread thread_;
};

}  // namespace spark::server
