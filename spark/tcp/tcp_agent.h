// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "spark/agent/agent_gateway.h"
#include "spark/agent/agent_statistics.h"
#include "spark/core/descriptor.h"
#include "spark/core/frame_reader.h"
#include "spark/core/frame_writer.h"
#include "spark/core/log.h"
#include "spark/tcp/answer_times.h"

namespace spark {

/// One agent that has connected by itself: its socket, what is on its way to it, what it has said. What it says when is
/// judged by its `AnswerTimes`.
class TcpAgent {
 public:
  using RealTime = AnswerTimes::RealTime;
  /// Bytes that may wait for an agent that does not read, beside what the kernel keeps.
  static constexpr std::size_t kMostUnread = 1024 * 1024;
  /// Messages refused before the agent is given up: each costs a little time.
  static constexpr std::uint64_t kMostRefused = 100000;

  /// `socket` does not block.
  TcpAgent(AgentId id, Descriptor socket, std::unique_ptr<AnswerTimes> times, Log& log);

  AgentId id() const { return id_; }
  int descriptor() const { return socket_.get(); }

  /// Reads once, at most `buffer`, and reports the acts.
  void read(std::span<char> buffer, AgentGatewayListener& listener);
  /// Reads once and throws it away; false at the end.
  bool discard(std::span<char> buffer);

  void expect_sensation(Step arrival) { times_->expect_sensation(arrival); }
  /// Takes a completed frame, and gives an old buffer back in its place.
  void add_sensation(std::string& frame, Step arrival, Step next_arrival);
  Step earliest_act() const { return times_->earliest_act(); }
  AgentReport report() const { return statistics_.report(); }

  /// What time brings: sensations that have become due at `step` are sent, as far as the socket has room, and patience
  /// ends.
  void attend(Step step, RealTime now);
  /// It cannot take anything any more, but what it said before still counts: what is left is to be read.
  bool is_deaf() const { return deaf_; }
  /// Why it cannot be kept, or empty.
  std::string loss() const;
  void give_up(std::string why) { gone_ = std::move(why); }

  /// Says that nothing else will come.
  void finish();
  void close();
  bool is_closed() const { return !socket_; }

 private:
  void take_messages(AgentGatewayListener& listener);
  void take(std::string_view text, AgentGatewayListener& listener);
  void complain(std::string_view what);
  void send();

  struct Sensation {
    Step arrival;
    std::string frame;
  };

  AgentId id_;
  std::string label_;
  Log& log_;
  Descriptor socket_;
  std::unique_ptr<AnswerTimes> times_;
  AgentStatistics statistics_;
  FrameReader reader_;
  FrameWriter outgoing_;
  std::deque<Sensation> waiting_;  ///< that are not due yet
  bool deaf_ = false;
  std::string gone_;
};

}  // namespace spark
