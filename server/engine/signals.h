// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "spark/core/descriptor.h"
#include "spark/core/ending_signals.h"

namespace spark {
class CommandQueue;
class RunControl;
}  // namespace spark

namespace server {

/// How the program handles signals.
///
/// | signal | effect |
/// |---|---|
/// | SIGINT, SIGTERM, SIGHUP, SIGQUIT | ends the match cleanly |
/// | a second one (not SIGHUP), at least 1 s later | ends the program at once; the guardian kills the agents |
/// | SIGUSR1 | pauses or resumes the simulation |
/// | SIGUSR2 | prints a table of the agents |
/// | SIGPIPE, SIGXFSZ, SIGALRM | nothing |
///
/// A second one that comes sooner counts as a repetition of the first (`spark::EndingSignals`). SIGHUP stays ignored if
/// it was ignored at the start: nohup relies on that. SIGINT and SIGQUIT do not, because shells start all background
/// programs with these two ignored, and scripts end the server with them.
///
/// The handlers pass the signals through a pipe to a separate thread. Signals wait in the pipe until that thread runs,
/// so after `catch_signals` none is lost and none has its default effect.
class Signals {
 public:
  /// To be called once, before anything else; what it creates lasts as long as the process. Throws `std::runtime_error`
  /// if the pipe cannot be created.
  static void catch_signals();

  /// Blocks the signals in this thread and in all threads that it starts later, so that they interrupt no system call
  /// there. Create it before any other thread, but after Ruby, which unblocks the signals when it starts.
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Connects the signals to a simulation. A signal that came earlier is not lost: it stops the simulation now. The
  /// functions are called on the simulation thread. All arguments must live until `detach`.
  void attach(spark::RunControl& run_control, spark::CommandQueue& commands, std::function<void()> toggle_pause,
              std::function<void()> show_agents);
  void detach();

  /// The first ending signal that was received, or 0.
  int ending() const { return ending_.load(); }

 private:
  void serve();
  void take(int signal);
  void take_end(int signal);

  struct Target {
    spark::RunControl* run_control = nullptr;
    spark::CommandQueue* commands = nullptr;
    std::function<void()> toggle_pause;
    std::function<void()> show_agents;
  };
  std::mutex mutex_;
  Target target_;
  spark::EndingSignals ending_signals_;  ///< used by the thread only
  std::atomic<int> ending_{0};
  spark::Descriptor leave_;  ///< eventfd that ends the thread
  std::thread thread_;
};

/// The name of a signal, such as "SIGTERM".
std::string name_of_signal(int signal);

}  // namespace server
