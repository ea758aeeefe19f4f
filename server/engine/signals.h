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
/// | SIGINT, SIGTERM, SIGHUP, SIGQUIT | ends the match in order |
/// | another of these a second later or more, but no SIGHUP | ends the program at once, and the guardian kills the
/// agents | | SIGUSR1 | pauses or resumes the simulation | | SIGUSR2 | prints a table of the agents | | SIGPIPE,
/// SIGXFSZ, SIGALRM | nothing |
///
/// What comes sooner is the same wish again (`spark::EndingSignals`). SIGHUP stays ignored if it was ignored at the
/// start: that is what nohup is for. SIGINT and SIGQUIT do not, because shells start all background programs with them
/// ignored, and scripts end the server with them.
///
/// A handler passes the signals through a pipe to a separate thread. Until that runs they wait in the pipe, so from
/// `catch_signals` on none is lost and none does harm.
class Signals {
 public:
  /// To be called once, first of all; what it creates lasts as long as the process. Throws `std::runtime_error` if
  /// there is no pipe.
  static void catch_signals();

  /// Blocks the signals in this thread and all that it starts from then on, so that they interrupt no system call
  /// there. Hence to be created before any other thread, but after Ruby, which unblocks them when it starts.
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// From now on there is a simulation to control. A signal that came earlier is not lost: it stops the simulation now.
  /// The functions are called on the simulation thread. All must live until `detach`.
  void attach(spark::RunControl& run_control, spark::CommandQueue& commands, std::function<void()> toggle_pause,
              std::function<void()> show_agents);
  void detach();

  /// The first signal received that ends the program, or 0.
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
  spark::EndingSignals ending_signals_;  ///< of the thread
  std::atomic<int> ending_{0};
  spark::Descriptor leave_;  ///< eventfd: the thread is to end
  std::thread thread_;
};

/// "SIGTERM".
std::string name_of_signal(int signal);

}  // namespace server
