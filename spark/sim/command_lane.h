// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string_view>

namespace spark {

class CommandQueue;

/// The commands of one peer on their way to the simulation thread: carried out in order, limited in number and bytes.
/// Made by `CommandQueue::open_lane`; any thread may call.
class CommandLane {
 public:
  using Command = std::function<void()>;
  /// A command that is carried out in parts: false if there is more to do. It is called again at the lane's next turn,
  /// before the commands behind it.
  using PartOfCommand = std::function<bool()>;
  struct Limits {
    std::size_t commands;
    std::size_t bytes;
  };
  /// Memory a waiting command takes besides its text; counted for each.
  static constexpr std::size_t kCommandBytes = 128;
  /// Maximum of closed lanes with commands left in them, of all payers and of one; the commands of further ones are
  /// dropped.
  static constexpr std::size_t kMaxLeft = 64;
  static constexpr std::size_t kMaxLeftOfOne = 32;
  /// What the lanes of one payer have used together (`CommandQueue::open_lane`). Guarded by the lock of the queue.
  struct Payer {
    std::chrono::nanoseconds used{};        ///< time of the simulation thread
    std::chrono::nanoseconds least_used{};  ///< by the lane whose turn was last
    std::chrono::nanoseconds most_used{};   ///< by any lane so far; new ones start there
    std::size_t waiting = 0;                ///< commands
  };

  CommandLane(CommandQueue& queue, Limits limits, std::shared_ptr<Payer> payer)
      : queue_(queue), limits_(limits), payer_(std::move(payer)), used_(payer_->most_used) {}
  CommandLane(const CommandLane&) = delete;
  CommandLane& operator=(const CommandLane&) = delete;

  /// False, and the command is dropped, if the lane is full. `bytes`: the size of its text.
  bool post(Command command, std::size_t bytes);
  bool post_in_parts(PartOfCommand command, std::size_t bytes);
  /// Drops all waiting commands and returns how many there were.
  std::size_t clear();
  /// Nothing more will be posted. Waiting commands are still carried out, unless there are too many such lanes at a
  /// time: then they are dropped. Returns how many were dropped.
  std::size_t close();
  /// From now on its time, and that of the commands that wait, is that of this payer.
  void set_payer(std::string_view payer);

 private:
  friend class CommandQueue;
  struct Waiting {
    PartOfCommand command;
    std::size_t bytes;
  };

  CommandQueue& queue_;
  const Limits limits_;
  // Guarded by the lock of the queue.
  std::shared_ptr<Payer> payer_;
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
  std::chrono::nanoseconds used_;  ///< time of the simulation thread
  bool closed_ = false;
};

}  // namespace spark
