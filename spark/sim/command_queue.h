// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "spark/sim/command_lane.h"

namespace spark {

/// The way in for every other thread: what is posted here the simulation thread carries out between two steps.
///
/// What the server itself posts (`post`) is carried out in order, all of it, by the next `run_all`. What strangers want
/// comes in through a `CommandLane` for each of them, and together they may take `kShare` of real time, with up to
/// `kMaxSaved` saved up for bursts: what an ordinary trainer sends at once is carried out at once, between the same two
/// steps, and whoever floods the server cannot hold the clock. A command is never split; the one that exceeds the time
/// is carried out whole, and the excess is paid back before the next. The turn is always with the lane that has used
/// least time, so that who sends little does not wait behind those who send much.
class CommandQueue {
 public:
  using Command = CommandLane::Command;
  using Duration = std::chrono::nanoseconds;
  static constexpr double kShare = 0.1;
  static constexpr std::chrono::milliseconds kMaxSaved{50};

  /// What real time is; tests hand in their own. Commands are charged with real time, too, not with what their thread
  /// has worked: where many compete for the processors, a tenth of one would be more than the match is left with.
  using RealClock = std::function<Duration()>;
  CommandQueue();
  explicit CommandQueue(RealClock now);
  ~CommandQueue();
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  void post(Command command);  ///< any thread
  /// A way in for one stranger; any thread. The queue must outlive it.
  std::shared_ptr<CommandLane> open_lane(CommandLane::Limits limits);
  void run_all();  ///< simulation thread
  /// Polls readable while something waits that the next `run_all` may carry out. What has to wait until there is time
  /// for it does not make it so: the simulation calls again soon anyway.
  int poll_descriptor() const { return event_; }

 private:
  friend class CommandLane;
  void raise();  ///< under the lock
  void lower();  ///< under the lock
  void run_own();
  void run_lanes();
  std::shared_ptr<CommandLane> next_lane(Command& command);
  void earn(Duration now);

  int event_;
  RealClock now_;
  std::mutex mutex_;  ///< guards what follows, and the lanes
  bool raised_ = false;
  bool held_back_ = false;  ///< lanes wait for time
  std::vector<Command> waiting_;
  std::vector<std::shared_ptr<CommandLane>> lanes_;
  std::size_t in_lanes_ = 0;  ///< commands in all lanes
  Duration least_used_{};     ///< what the lane had used whose turn was last; who begins anew begins there

  // Of the simulation thread.
  std::vector<Command> running_;
  Duration earned_until_{};
  Duration saved_{kMaxSaved};  ///< below zero after a command that took longer
};

}  // namespace spark
