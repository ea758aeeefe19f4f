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

/// One agent that has connected: its socket, the bytes on their way to it and from it. `AnswerTimes` decides the times
/// of its acts.
///
/// At first it is a *guest*: it has been sent the sensation that every agent gets first, and is not known to be an
/// agent yet. Its first message, if valid, is its answer; it is held until the guest has joined the match, with a
/// number, and the sensation it has answered in advance has been generated. Later messages that come too early are held
/// in the same way. While one is held nothing is read: which sensation a message answers, and after which message an
/// agent left, follow from its messages alone.
class TcpAgent {
 public:
  using RealTime = spark::AnswerTimes::RealTime;
  /// Messages refused before the agent is dropped: each costs a little time.
  static constexpr std::uint64_t kMaxRefused = 100000;

  /// A guest. Loop and log must outlive it.
  TcpAgent(std::shared_ptr<spark::net::Connection> connection, std::unique_ptr<spark::AnswerTimes> times,
           const spark::InputLimits& limits, spark::net::Loop& loop, spark::Log& log);
  ~TcpAgent();
  const std::string& peer() const { return connection_->peer(); }

  /// Sends its first sensation, a completed frame.
  void greet(std::string_view frame, RealTime now);
  RealTime greeted() const { return greeted_; }
  bool has_answered() const { return held_.has_value(); }
  bool has_hung_up() const { return connection_->has_ended(); }
  /// Whether there is more to `read`, although nothing else has come from its socket.
  bool has_more() const { return has_more_ && wants_to_read(); }
  /// Whether any byte of it has come.
  bool has_spoken() const { return statistics_.counts.bytes_from > 0 || !connection_->input().empty(); }
  /// From now on it takes part, as the agent with that number.
  void join(spark::AgentId id);

  spark::AgentId id() const { return id_; }

  /// Processes the bytes received, up to a message that has to be held, and reports the acts.
  void read(spark::AgentGatewayListener& listener);
  /// Processes the held message, if that is possible now, and the bytes received after it.
  void take_held(spark::AgentGatewayListener& listener);
  /// Discards the bytes received; false at the end.
  bool discard();

  /// One that has said no more than its first message and hangs up before it is in the world has left.
  void notice_departure();

  /// It is in the world now.
  void expect_sensation(spark::Step arrival) {
    has_entered_ = true;
    times_->expect_sensation(arrival);
  }
  /// Takes a completed frame, and returns an old buffer in its place. The first one is not sent: that was done when the
  /// agent was greeted. One that is sent at once, not at its arrival, is held until `send_held`.
  void add_sensation(std::string& frame, spark::Step arrival, spark::Step next_arrival);
  spark::Step earliest_act() const { return times_->earliest_act(); }
  void send_held();
  void wait_no_longer() { times_->wait_no_longer(); }
  spark::AgentReport report() const;

  /// To be called as time passes: sends sensations that are due at `step`, as far as the socket has room, and checks
  /// timeouts.
  void attend(spark::Step step, RealTime now);
  /// It can receive nothing any more, but messages it sent before still count: the rest is to be read.
  bool is_write_closed() const { return connection_->is_write_closed(); }
  /// Why it cannot be kept, or empty.
  std::string loss() const;
  void lose(std::string why) { gone_ = std::move(why); }

  /// Announces that nothing else will come.
  void finish();
  void close();
  bool is_closed() const { return !connection_->is_open(); }

 private:
  bool is_guest() const { return id_ < 0; }
  bool wants_to_read() const { return !held_ && gone_.empty() && !is_closed(); }
  void note_end();
  void take_messages(spark::AgentGatewayListener& listener);
  /// False if it is to be held.
  bool take(std::string_view text, spark::AgentGatewayListener& listener);
  void take_now(std::string_view text, spark::AgentGatewayListener& listener);
  template <typename... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) {
    ++statistics_.counts.refused;
    log_.complain(label_, format, std::forward<Args>(args)...);
  }
  /// How much of what has come may be looked at now.
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
  spark::net::Timer resumes_;        ///< wakes the loop when one that said too much at once may be read again
  std::optional<std::string> held_;  ///< a message that cannot be taken yet
  std::deque<Sensation> waiting_;    ///< that are not due yet
  std::string to_send_;              ///< frames that leave with the next `send_held`
  RealTime greeted_{};
  bool has_more_ = false;
  bool has_entered_ = false;  ///< the world
  bool sensed_ = false;       ///< its first sensation has been generated
  std::string gone_;
};

}  // namespace tcp
