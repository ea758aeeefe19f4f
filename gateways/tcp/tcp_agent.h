// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spark/agent/agent_gateway.h"
#include "spark/agent/agent_statistics.h"
#include "spark/agent/answer_times.h"
#include "spark/core/input_limits.h"
#include "spark/core/log.h"
#include "spark/net/byte_rate.h"
#include "spark/net/connection.h"
#include "spark/net/frame_reader.h"
#include "spark/net/loop.h"

namespace tcp {

/// A connected agent: its socket, and the bytes in transit in both directions. `AnswerTimes` decides the times of its
/// acts.
///
/// At first it is a *guest*: it has been sent the sensation that every agent gets first, and may not be an agent at
/// all. Its first message, if valid, is its answer. That is held until the guest has joined the match, with a number,
/// and the sensation that it answers in advance has been generated. Later messages that come too early are held in the
/// same way. While a message is held, nothing is read. So the agent's messages alone determine which sensation a
/// message answers, and after which message an agent left.
class TcpAgent {
 public:
  using RealTime = spark::AnswerTimes::RealTime;
  /// The agent is dropped after this many refused messages: each costs a little time.
  static constexpr std::uint64_t kMaxRefused = 100000;

  /// Creates a guest. Loop and log must outlive it.
  TcpAgent(std::shared_ptr<spark::net::Connection> connection, std::unique_ptr<spark::AnswerTimes> times,
           const spark::InputLimits& limits, spark::net::Loop& loop, spark::Log& log);
  ~TcpAgent();
  const std::string& peer() const { return connection_->peer(); }

  /// Sends the first sensation, a completed frame.
  void greet(std::string_view frame, RealTime now);
  RealTime greeted() const { return greeted_; }
  bool has_answered() const { return held_.has_value(); }
  bool has_hung_up() const { return connection_->has_ended(); }
  /// Whether `read` can continue without further input from the socket.
  bool has_more() const { return has_more_ && wants_to_read(); }
  /// Whether it has sent anything.
  bool has_spoken() const { return statistics_.counts.bytes_from > 0 || !connection_->input().empty(); }
  /// Turns the guest into the agent with that number.
  void join(spark::AgentId id);

  spark::AgentId id() const { return id_; }

  /// Processes the received bytes up to a message that has to be held, and reports the acts.
  void read(spark::AgentGatewayListener& listener);
  /// Processes the held message, if that is possible now, and the bytes that were received after it.
  void take_held(spark::AgentGatewayListener& listener);
  /// Discards the received bytes; false at the end.
  bool discard();

  /// Notes the departure of an agent that hangs up after its first message, before it is in the world.
  void notice_departure();

  /// To be called when it has entered the world.
  void expect_sensation(spark::Step arrival) {
    has_entered_ = true;
    times_->expect_sensation(arrival);
  }
  /// Takes a completed frame and leaves an old buffer in its place. The first frame is not sent, because the greeting
  /// already was. A frame that has to be sent at once, not at its arrival, is held until `send_held`.
  void add_sensation(std::string& frame, spark::Step arrival, spark::Step next_arrival);
  spark::Step earliest_act() const { return times_->earliest_act(); }
  void send_held();
  void wait_no_longer() { times_->wait_no_longer(); }
  spark::AgentReport report() const;

  /// Called as time passes: sends the sensations that are due at `step`, as far as the socket has room, and checks
  /// timeouts.
  void attend(spark::Step step, RealTime now);
  /// Whether nothing can be sent to it any more. Its earlier messages still count, so the rest has to be read.
  bool is_write_closed() const { return connection_->is_write_closed(); }
  /// Why the agent has to be dropped, or empty.
  std::string loss() const;
  void lose(std::string why) { gone_ = std::move(why); }

  /// Announces the end of the output.
  void finish();
  void close();
  bool is_closed() const { return !connection_->is_open(); }

 private:
  bool is_guest() const { return id_ < 0; }
  bool wants_to_read() const { return !held_ && gone_.empty() && !is_closed(); }
  void note_end();
  void take_messages(spark::AgentGatewayListener& listener);
  /// Processes a message; false if it has to be held.
  bool take(std::string_view text, spark::AgentGatewayListener& listener);
  void take_now(std::string_view text, spark::AgentGatewayListener& listener);
  template <typename... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) {
    ++statistics_.counts.refused;
    log_.complain(label_, format, std::forward<Args>(args)...);
  }
  /// The part of the input that may be processed now.
  std::string_view readable();

  struct Sensation {
    spark::Step arrival;
    std::string frame;
  };

  spark::AgentId id_ = -1;
  std::string label_;
  const spark::InputLimits limits_;
  const spark::RealClock& clock_;
  spark::Log& log_;
  std::shared_ptr<spark::net::Connection> connection_;
  std::unique_ptr<spark::AnswerTimes> times_;
  spark::AgentStatistics statistics_;
  spark::net::FrameReader reader_;
  spark::net::ByteRate rate_;
  spark::net::Timer resumes_;        ///< wakes the loop when the agent, which sent too much at once, may be read again
  std::optional<std::string> held_;  ///< a message that is too early
  std::deque<Sensation> waiting_;    ///< sensations that are not due yet
  std::string to_send_;              ///< frames that leave with the next `send_held`
  RealTime greeted_{};
  bool has_more_ = false;
  bool has_entered_ = false;  ///< it has entered the world
  bool sensed_ = false;       ///< its first sensation has been generated
  std::string gone_;
};

}  // namespace tcp
