// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commserver/drawing_log.h"
#include "commserver/think/think_cycle.h"
#include "commserver/think/think_meter.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/agent_statistics.h"
#include "spark/core/log.h"
#include "spark/net/frame_writer.h"

namespace commserver {

/// The dialogue between the server and one agent: parses the agent's messages, composes the server's, and queues
/// sensations. Knows neither processes nor pipes.
///
/// To the agent: `D` start, `S<generated> <arrival> <percepts>`, `T<time>`, `C<steps>`, `K<steps>` if requested, `X`
/// end. From the agent: `I` ready, `A<actions>`, `R<time>`, `C`, `D` done, and `V<drawing>`, which only goes to a file.
/// Anything else is logged as a complaint and ignored.
class AgentDialogue {
 public:
  /// Upper bound of requested times: up to here a double is exact, and some agents store times as doubles.
  static constexpr spark::Step kMaxRequestStep = spark::Step{1} << 53;
  /// An agent is dropped after this many refused messages: each costs a little time, and no other limit applies between
  /// think cycles.
  static constexpr std::uint64_t kMaxRefused = 100000;

  struct Rules {
    bool reports_think_times = false;  ///< `K<steps>` after each cycle
    spark::Step max_thinking = 1000;   ///< steps a cycle may cost; an agent that thinks longer is dropped
    spark::InputLimits limits{};
  };

  AgentDialogue(spark::AgentId id, std::unique_ptr<ThinkMeter> meter, DrawingLog drawings, Rules rules,
                spark::Log& log);

  /// Sends `D`.
  void begin();
  /// Sends `X`; nothing is sent after that.
  void end();

  /// Processes a message of the agent.
  void take(std::string_view message, spark::AgentGatewayListener& listener);
  /// Logs a complaint about input that is not a message at all.
  void complain(std::string_view what);

  void expect_sensation(spark::Step arrival) { cycle_.expect_sensation(arrival); }
  /// Begins the frame of a sensation; the caller appends the percepts.
  static void begin_sensation(std::string& frame, spark::Step generated, spark::Step arrival);
  /// Takes that frame and leaves a spare buffer in its place.
  void add_sensation(std::string& frame, spark::Step arrival, spark::Step next_arrival);
  /// Opens the next think cycle if one may be opened; returns whether it has.
  bool open_next();

  /// To be called once, when the agent has stopped reading after the first `read` bytes that were sent to it, and
  /// before any message is processed that it may have sent after that. Its messages still count up to the end of the
  /// last cycle whose opening it has read, so the result does not depend on how much the server had sent by then. From
  /// now on no cycle is opened.
  void stopped_reading(std::uint64_t read);
  /// Whether it has stopped reading and none of its further messages will count. An agent that is not ready yet may
  /// still become ready.
  bool has_finished() const { return ready_ && has_stopped_reading_ && !(cycle_.is_open() && read_opening_); }

  const std::string& label() const { return label_; }
  bool is_thinking() const { return cycle_.is_open(); }
  bool is_ready() const { return ready_; }
  /// For users: the messages that a thinking agent must still send to end its cycle, or that an agent must send to
  /// become ready. `unread`: sent bytes that it has not read.
  std::string what_is_missing(std::uint64_t unread) const;
  spark::Step earliest_act() const { return cycle_.earliest_act(); }
  ThinkMeter& meter() { return *meter_; }
  spark::AgentStatistics& statistics() { return statistics_; }
  const spark::AgentStatistics& statistics() const { return statistics_; }
  /// The bytes to be sent.
  spark::net::FrameWriter& outgoing() { return outgoing_; }
  /// Why this agent has to be dropped, or null. Once it has broken a rule, its messages no longer count and no cycle is
  /// opened, so that the result does not depend on when its messages are read or this function is called.
  const char* drop_reason() const;

 private:
  const char* broken_rule() const;
  void refuse(const char* why, std::string_view message);
  const char* act(std::string_view actions, spark::AgentGatewayListener& listener);
  const char* done();
  const char* draw(std::string_view drawing);
  const char* request_notify(std::string_view time);

  spark::AgentId id_;
  std::string label_;
  spark::Log& log_;
  std::unique_ptr<ThinkMeter> meter_;
  DrawingLog drawings_;
  Rules rules_;
  ThinkCycle cycle_;
  spark::AgentStatistics statistics_;
  spark::net::FrameWriter outgoing_;
  bool ready_ = false;
  bool ended_ = false;
  bool has_stopped_reading_ = false;
  bool read_opening_ = false;            ///< it stopped reading after the message that opened the last cycle
  std::uint64_t opened_at_ = 0;          ///< bytes of `outgoing_` up to the end of that message
  std::vector<std::string> sensations_;  ///< the first `waiting_` wait, in time order; the others are spare buffers
  std::size_t waiting_ = 0;
};

}  // namespace commserver
