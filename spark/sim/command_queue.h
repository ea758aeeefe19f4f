// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/real_clock.h"

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

/// How all other threads reach the simulation: its thread carries out what is posted here between two steps.
///
/// Commands that the server itself posts (`post`) are all carried out, in order, by the next `run_all`. Each peer has a
/// `CommandLane` for its commands; together peers may take `kShare` of real time, with up to `kMaxSaved` saved up for
/// bursts: commands that an ordinary trainer sends at once are carried out at once, between the same two steps, and a
/// flood cannot hold up the clock. What counts is the time that a command takes. One that exceeds the time is
/// completed, unless it comes in parts, and the excess is paid back before the next.
///
/// Every lane has a payer, as the network address of its peer. It is always the turn of the payer that has used the
/// least time, and of the lane of that payer that has used the least, so that a peer that sends little does not wait
/// behind those that send much. New lanes and payers start level with those that have used the most: to connect again
/// brings no time.
class CommandQueue {
 public:
  using Command = CommandLane::Command;
  using Duration = RealClock::Duration;
  static constexpr double kShare = 0.1;
  static constexpr std::chrono::milliseconds kMaxSaved{50};

  /// Commands are charged with the clock's time, not with the CPU time of their thread: where many compete for the
  /// processors, a tenth of one would be more than the match is left with. The clock must outlive the queue.
  /// Real time: the clock of queues that are given no other.
  explicit CommandQueue(const RealClock& clock = RealClock::system());
  ~CommandQueue();
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  /// Any thread may call this.
  void post(Command command);
  /// Opens a lane for one peer; any thread may call this. The queue must outlive the lane. Without a payer the lane
  /// pays for itself.
  std::shared_ptr<CommandLane> open_lane(CommandLane::Limits limits, std::string_view payer = {});
  /// Called on the simulation thread.
  void run_all();
  /// How often `run_all` has been called; used on the simulation thread.
  std::uint64_t rounds() const { return rounds_; }
  /// Polls readable while something waits that the next `run_all` may carry out. Commands that have to wait for time do
  /// not make it readable: the simulation calls again soon anyway.
  int poll_descriptor() const { return event_; }

 private:
  friend class CommandLane;
  void raise();
  void lower();  ///< called on the simulation thread, with the lock
  void run_own();
  void run_lanes();
  std::shared_ptr<CommandLane> next_lane(CommandLane::PartOfCommand& command);
  bool charge(const std::shared_ptr<CommandLane>& lane, CommandLane::PartOfCommand command, bool is_done,
              Duration cost);
  void earn(RealClock::Time now);
  std::shared_ptr<CommandLane::Payer> payer(std::string_view name);

  int event_;
  const RealClock& clock_;
  std::atomic<bool> raised_{false};
  std::mutex mutex_;        ///< guards what follows, and the lanes
  bool held_back_ = false;  ///< lanes wait for time
  std::vector<Command> waiting_;
  std::vector<std::shared_ptr<CommandLane>> lanes_;
  std::map<std::string, std::shared_ptr<CommandLane::Payer>, std::less<>> payers_;
  std::size_t in_lanes_ = 0;  ///< commands in all lanes
  Duration least_used_{};     ///< by the payer whose turn was last; payers that were idle start there
  Duration most_used_{};      ///< by any payer so far; new ones start there

  // Belongs to the simulation thread.
  std::vector<Command> running_;
  std::uint64_t rounds_ = 0;
  RealClock::Time earned_until_;
  Duration saved_{kMaxSaved};  ///< below zero after a command that took longer
};

}  // namespace spark
