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

/// The monitors with their own frames, each with a feed that remembers the values sent last. The lines for one of them
/// depend only on the match and its own subscription, and do not affect others or the log. One with too much pending
/// data misses frames and starts again with the header, like all other monitors.
///
/// Used on the simulation thread, and called after each step; lines reach the connections through the `LineQueue`.
class Subscribers final : public FrameListener {
 public:
  /// Everything is borrowed.
  Subscribers(MonitorSystem& system, CommandQueue& commands, LineQueue& lines, Log& log);
  ~Subscribers() override;

  using Connection = std::weak_ptr<MonitorConnection>;
  /// Gives it its own frames, replacing an earlier subscription: the first frame is complete and is sent at the next
  /// step that is a multiple of the interval. The result is empty, or the reason why it is impossible.
  std::string_view add(const Connection& connection, const CommandSender::Subscription& subscription);
  /// Sends one complete frame to any monitor. `requested` counts the pending bytes of such frames. If that is more than
  /// `kMaxRequested`, or others have filled the queue, none is made.
  static constexpr std::size_t kMaxRequested = 256u << 10;
  std::string_view send_full_state(const Connection& connection, const MonitorConnection::Requested& requested,
                                   bool acknowledge);
  /// Makes its next own frame say that its commands have been carried out. Does nothing if it has none.
  void acknowledge(const Connection& connection);
  /// The header for one that starts again; null if it has no frames of its own.
  MonitorConnection::Line header_of(const Connection& connection);
  /// Sends all of them the line about whether the clock is stopped. Later headers contain it, too.
  void send_pause(const MonitorConnection::Line& line, bool is_paused);
  /// Sends all of them the lines after the last frame.
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
