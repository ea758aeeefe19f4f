// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>

namespace spark {

class CommandQueue;

/// The commands of one peer on their way to the simulation thread: carried out in order, limited in number and bytes.
/// Made by `CommandQueue::open_lane`; any thread may call.
class CommandLane {
 public:
  using Command = std::function<void()>;
  struct Limits {
    std::size_t commands;
    std::size_t bytes;
  };
  /// Memory a waiting command takes besides its text; counted for each.
  static constexpr std::size_t kCommandBytes = 128;
  /// Maximum of closed lanes with commands left in them; the commands of further ones are dropped.
  static constexpr std::size_t kMaxLeft = 64;

  CommandLane(CommandQueue& queue, Limits limits) : queue_(queue), limits_(limits) {}
  CommandLane(const CommandLane&) = delete;
  CommandLane& operator=(const CommandLane&) = delete;

  /// False, and the command is dropped, if the lane is full. `bytes`: the size of its text.
  bool post(Command command, std::size_t bytes);
  /// Drops all waiting commands and returns how many there were.
  std::size_t clear();
  /// Nothing more will be posted. Waiting commands are still carried out, unless there are too many such lanes at a
  /// time: then they are dropped. Returns how many were dropped.
  std::size_t close();

 private:
  friend class CommandQueue;
  struct Waiting {
    Command command;
    std::size_t bytes;
  };

  CommandQueue& queue_;
  const Limits limits_;
  // Guarded by the lock of the queue.
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
  std::chrono::nanoseconds used_{};  ///< time of the simulation thread
  bool closed_ = false;
};

}  // namespace spark
