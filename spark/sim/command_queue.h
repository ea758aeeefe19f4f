// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/real_clock.h"
#include "spark/sim/command_lane.h"

namespace spark {

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
  explicit CommandQueue(const RealClock& clock = RealClock::system());
  ~CommandQueue();
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  void post(Command command);  ///< any thread
  /// A lane for one peer; any thread. The queue must outlive it. Without a payer the lane pays for itself.
  std::shared_ptr<CommandLane> open_lane(CommandLane::Limits limits, std::string_view payer = {});
  void run_all();  ///< simulation thread
  /// How often `run_all` has been called; simulation thread.
  std::uint64_t rounds() const { return rounds_; }
  /// Polls readable while something waits that the next `run_all` may carry out. Commands that have to wait for time do
  /// not make it readable: the simulation calls again soon anyway.
  int poll_descriptor() const { return event_; }

 private:
  friend class CommandLane;
  void raise();
  void lower();  ///< simulation thread, under the lock
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
  Duration least_used_{};     ///< by the payer whose turn was last; whoever was idle starts there
  Duration most_used_{};      ///< by any payer so far; new ones start there

  // Belongs to the simulation thread.
  std::vector<Command> running_;
  std::uint64_t rounds_ = 0;
  RealClock::Time earned_until_;
  Duration saved_{kMaxSaved};  ///< below zero after a command that took longer
};

}  // namespace spark
