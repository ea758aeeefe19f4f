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

/// The queue of one peer's commands for the simulation thread: carried out in order, limited in number and bytes. Made
/// by `CommandQueue::open_lane`; any thread may call.
class CommandLane {
 public:
  using Command = std::function<void()>;
  /// A command that is carried out in parts: false if there is more to do. It is called again at the lane's next turn,
  /// before later commands.
  using PartOfCommand = std::function<bool()>;
  struct Limits {
    std::size_t commands;
    std::size_t bytes;
  };
  /// Memory of a pending command besides its text; counted for each.
  static constexpr std::size_t kCommandBytes = 128;
  /// Maximum number of closed lanes with pending commands, of all payers and of one; the commands of further ones are
  /// dropped.
  static constexpr std::size_t kMaxLeft = 64;
  static constexpr std::size_t kMaxLeftOfOne = 32;
  /// The time that the lanes of one payer have used together (`CommandQueue::open_lane`). Guarded by the queue's lock.
  struct Payer {
    std::chrono::nanoseconds used{};      ///< time of the simulation thread
    std::chrono::nanoseconds min_used{};  ///< by the lane that had the last turn
    std::chrono::nanoseconds max_used{};  ///< by any lane so far; new ones start with this
    std::size_t waiting = 0;              ///< pending commands
  };

  CommandLane(CommandQueue& queue, Limits limits, std::shared_ptr<Payer> payer)
      : queue_(queue), limits_(limits), payer_(std::move(payer)), used_(payer_->max_used) {}
  CommandLane(const CommandLane&) = delete;
  CommandLane& operator=(const CommandLane&) = delete;

  /// False, and the command is dropped, if the lane is full. `bytes`: the size of its text.
  bool post(Command command, std::size_t bytes);
  bool post_in_parts(PartOfCommand command, std::size_t bytes);
  /// Drops all pending commands and returns their number.
  std::size_t clear();
  /// Ends posting. Pending commands are still carried out, unless there are too many such lanes at a time: then they
  /// are dropped. Returns how many were dropped.
  std::size_t close();
  /// Charges its time, and that of its pending commands, to this payer from now on.
  void set_payer(std::string_view payer);

 private:
  friend class CommandQueue;
  struct Waiting {
    PartOfCommand command;
    std::size_t bytes;
  };

  CommandQueue& queue_;
  const Limits limits_;
  // Guarded by the queue's lock.
  std::shared_ptr<Payer> payer_;
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
  std::chrono::nanoseconds used_;  ///< time of the simulation thread
  bool closed_ = false;
};

/// The only way from other threads to the simulation: its thread carries out posted commands between two steps.
///
/// Commands of the server itself (`post`) are all carried out, in order, by the next `run_all`. Each peer has a
/// `CommandLane` for its commands; together peers may use `kShare` of real time, with up to `kMaxSaved` saved for
/// bursts: commands that an ordinary trainer sends at once are carried out at once, between the same two steps, and a
/// flood cannot hold up the clock. A command is charged with the time that it takes. One that exceeds the available
/// time is completed, unless it is carried out in parts, and the excess is paid back before the next.
///
/// Every lane has a payer, such as the network address of its peer. The next turn always belongs to the payer that has
/// used the least time, and to the lane of that payer that has used the least, so that a peer that sends little does
/// not wait for those that send much. New lanes and payers start level with those that have used the most, so that
/// reconnecting gains no time.
class CommandQueue {
 public:
  using Command = CommandLane::Command;
  using Duration = RealClock::Duration;
  static constexpr double kShare = 0.1;
  static constexpr std::chrono::milliseconds kMaxSaved{50};

  /// Commands are charged with the clock's time, not with the CPU time of their thread: where many compete for the
  /// processors, a tenth of one would be more than the match is left with. The clock must outlive the queue.
  /// Real time: the system's clock is the default.
  explicit CommandQueue(const RealClock& clock = RealClock::system());
  ~CommandQueue();
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  /// May be called on any thread.
  void post(Command command);
  /// Opens a lane for one peer; may be called on any thread. The queue must outlive the lane. Without a payer the lane
  /// is charged separately.
  std::shared_ptr<CommandLane> open_lane(CommandLane::Limits limits, std::string_view payer = {});
  /// Called on the simulation thread.
  void run_all();
  /// The number of calls of `run_all`; used on the simulation thread.
  std::uint64_t rounds() const { return rounds_; }
  /// Polls readable while there are commands that the next `run_all` may carry out. Commands that have to wait for time
  /// do not make it readable: the simulation calls `run_all` again soon anyway.
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
  std::mutex mutex_;        ///< guards the members below, and the lanes
  bool held_back_ = false;  ///< lanes wait for time
  std::vector<Command> waiting_;
  std::vector<std::shared_ptr<CommandLane>> lanes_;
  std::map<std::string, std::shared_ptr<CommandLane::Payer>, std::less<>> payers_;
  std::size_t in_lanes_ = 0;  ///< commands in all lanes
  Duration min_used_{};       ///< by the payer that had the last turn; payers that were idle start with this
  Duration max_used_{};       ///< by any payer so far; new ones start with this

  // Used by the simulation thread only.
  std::vector<Command> running_;
  std::uint64_t rounds_ = 0;
  RealClock::Time earned_until_;
  Duration saved_{kMaxSaved};  ///< below zero after a command that took longer
};

}  // namespace spark
