// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "commserver/frame_writer.h"
#include "commserver/think_cycle.h"
#include "spark/agent/agent_gateway.h"
#include "spark/core/log.h"

namespace commserver {

/// What is said between the server and one agent: understands the agent's messages, composes ours, keeps the sensations
/// that have to wait. Knows neither processes nor pipes.
///
/// To the agent: `D` start, `S<generated> <arrival> <percepts>`, `T<time>`, `C<steps>`, `X` end. From it: `I` ready,
/// `A<actions>`, `R<time>`, `C`, `D` done. Whatever else comes is complained about and ignored.
class AgentDialogue {
 public:
  /// Requested times are exact in the doubles of those agents that keep them so.
  static constexpr spark::Step kLatestRequest = spark::Step{1} << 53;
  /// Bytes that may wait for an agent that does not read.
  static constexpr std::size_t kMostUnread = 1024 * 1024;
  /// Messages refused before the agent is given up: each costs a little time, and outside a cycle no other limit ends
  /// that.
  static constexpr std::uint64_t kMostRefused = 100000;

  AgentDialogue(spark::AgentId id, spark::Step charge, spark::Log& log);

  /// Says `D`.
  void begin();
  /// Says `X`; nothing will be said any more.
  void end();

  /// Takes a message of the agent.
  void take(std::string_view message, spark::AgentGatewayListener& listener);
  /// Bad input that is not even a message.
  void complain(std::string_view what);

  void expect_sensation(spark::Step arrival) { cycle_.expect_sensation(arrival); }
  /// Begins the frame of a sensation; the percepts are to be appended.
  static void begin_sensation(std::string& frame, spark::Step generated, spark::Step arrival);
  /// Takes that frame, and gives an old buffer back in its place.
  void add_sensation(std::string& frame, spark::Step arrival, spark::Step next_arrival);
  /// Opens the next think cycle if there may be one; true if so.
  bool open_next();

  const std::string& label() const { return label_; }
  bool is_thinking() const { return cycle_.is_open(); }
  spark::Step earliest_act() const { return cycle_.earliest_act(); }
  /// What is to be sent.
  FrameWriter& outgoing() { return outgoing_; }
  /// Why this agent cannot be kept, or null.
  const char* hopeless() const;

 private:
  void refuse(const char* why, std::string_view message);
  const char* request_notify(std::string_view time);

  spark::AgentId id_;
  std::string label_;
  spark::Log& log_;
  ThinkCycle cycle_;
  FrameWriter outgoing_;
  bool ready_ = false;
  bool ended_ = false;
  std::uint64_t refused_ = 0;
  std::vector<std::string> sensations_;  ///< the first `waiting_` wait, in time order; the others are spare buffers
  std::size_t waiting_ = 0;
};

}  // namespace commserver
