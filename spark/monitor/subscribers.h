// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include "spark/core/held.h"
#include "spark/monitor/command_sender.h"
#include "spark/monitor/line_queue.h"
#include "spark/monitor/monitor_connection.h"
#include "spark/sim/frame_listener.h"

namespace spark {

class CommandQueue;
class Log;
class MonitorSystem;

/// The monitors that have frames of their own, each with a feed that remembers what it has said. What one of them gets
/// depends on the match and on its own subscription only, and changes nothing for others or for the log. One for whom
/// too much waits misses frames and begins anew, with the header, as all others do.
///
/// Used on the simulation thread, and called after each step; lines reach the connections through the `LineQueue`.
class Subscribers final : public FrameListener {
 public:
  /// Everything is borrowed.
  Subscribers(MonitorSystem& system, CommandQueue& commands, LineQueue& lines, Log& log);
  ~Subscribers() override;

  using Connection = std::weak_ptr<MonitorConnection>;
  /// Gives it frames of its own, also if it has some already: the first is complete and comes at the next step that the
  /// interval divides. The result
  /// is empty, or why it cannot be.
  std::string_view add(const Connection& connection, const CommandSender::Subscription& subscription);
  /// Sends one frame with all there is to any monitor. `requested` counts the bytes of such frames on their way to it.
  /// If that is more than `kMaxRequested`, or others have filled the way, none is made.
  static constexpr std::size_t kMaxRequested = 256u << 10;
  std::string_view send_full_state(const Connection& connection, const MonitorConnection::Requested& requested,
                                   bool acknowledge);
  /// The next frame of its own says that its commands have been carried out. Nothing happens if it has none.
  void acknowledge(const Connection& connection);
  /// The header for one that begins anew; null if it has no frames of its own.
  MonitorConnection::Line header_of(const Connection& connection);
  /// Sends all of them the line that says whether the clock is stopped. Headers from now on say it, too.
  void send_pause(const MonitorConnection::Line& line, bool is_paused);
  /// Sends all of them what comes after the last frame.
  void send_last();
  std::size_t size() const { return subscribers_.size(); }

  void frame(Step step) override;

 private:
  struct Subscriber;
  Subscriber* find(const Connection& connection);
  void serve(Subscriber& subscriber);
  void send(const Connection& connection, std::string line, const MonitorConnection::Requested& requested = nullptr);
  void fall_behind(Subscriber& subscriber);
  void catch_up(const Connection& connection);

  Held<MonitorSystem> system_{"the monitor port"};
  CommandQueue& commands_;
  LineQueue& lines_;
  Log& log_;
  std::list<Subscriber> subscribers_;
  bool is_paused_ = false;
  std::shared_ptr<Subscribers*> self_;  ///< for commands that may outlive it
};

}  // namespace spark
