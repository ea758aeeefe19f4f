// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <vector>

namespace spark {

/// The way in for every other thread: what is posted here the simulation thread carries out between two steps, in
/// order. Bounded by those who post (each peer waits until its command is done before it may post another).
class CommandQueue {
 public:
  using Command = std::function<void()>;

  CommandQueue();
  ~CommandQueue();
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  void post(Command command);  ///< any thread
  void run_all();              ///< simulation thread
  /// Polls readable while something waits.
  int poll_descriptor() const { return event_; }

 private:
  int event_;
  std::mutex mutex_;
  std::vector<Command> waiting_;
  std::vector<Command> running_;
};

}  // namespace spark
