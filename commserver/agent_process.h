// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "commserver/agent_dialogue.h"
#include "commserver/agent_pipes.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/program_starter.h"
#include "spark/core/real_clock.h"
#include "spark/net/byte_rate.h"
#include "spark/net/frame_reader.h"

namespace commserver {

/// One agent that runs as a process: its messages in both directions, and the signs of its end. Owns the pipes and the
/// dialogue, which no one else uses.
///
/// An agent's exit shows in several ways, in any order: it closes the pipe to which it writes; it closes the one from
/// which it reads, and none of its messages can count any more (`AgentDialogue::has_finished`); or its exit is
/// reported. Each of these makes this object *closing*. The agent is lost as soon as its exit is known and all its
/// messages are read, or after a short grace period: a process that closes its pipes but does not exit is of no use. It
/// does not matter when that is noticed: which messages count depends only on what the agent has read and sent.
class AgentProcess {
 public:
  /// The pipes must be non-blocking. Real time only affects `think_limit`. Polls, clock and log must outlive it.
  /// `output_log` is the file with its standard output; empty if there is none.
  AgentProcess(spark::AgentId id, spark::ProgramId program, spark::Descriptor from_agent, spark::Descriptor to_agent,
               std::unique_ptr<ThinkMeter> meter, DrawingLog drawings, std::filesystem::path output_log,
               AgentDialogue::Rules rules, std::chrono::milliseconds think_limit, spark::PollSet& polls,
               const spark::RealClock& clock, spark::Log& log);
  ~AgentProcess() { close(); }
  AgentProcess(const AgentProcess&) = delete;
  AgentProcess& operator=(const AgentProcess&) = delete;

  spark::AgentId id() const { return id_; }
  spark::ProgramId program() const { return program_; }

  // Calls from the simulation to the agent. They are also accepted for a lost agent: the time at which its body leaves
  // must not depend on how early the loss was noticed.

  /// Begins the frame of a sensation for any agent; the caller appends the percepts.
  static void begin_sensation(std::string& frame, spark::Step generated, spark::Step arrival) {
    AgentDialogue::begin_sensation(frame, generated, arrival);
  }
  /// Takes that frame and leaves a spare buffer in its place. `deliver` sends it.
  void add_sensation(std::string& frame, spark::Step arrival, spark::Step next_arrival) {
    dialogue_.add_sensation(frame, arrival, next_arrival);
  }
  void expect_sensation(spark::Step arrival) { dialogue_.expect_sensation(arrival); }
  /// The earliest time at which it may still act. Never decreases.
  spark::Step earliest_act() const { return dialogue_.earliest_act(); }
  spark::AgentReport report() const;

  /// Reads at most `buffer` once, and reports the agent's messages to the listener. An agent that exceeds its rate is
  /// throttled: it is neither read nor watched until `deadline`.
  void read(std::span<char> buffer, spark::AgentGatewayListener& listener);
  /// Reads once and discards the bytes.
  void discard(std::span<char> buffer) { pipes_.read(buffer); }
  /// Opens a think cycle if one may be opened, and sends pending bytes as far as the pipe has room.
  void deliver();
  /// Sends pending bytes as far as the pipe has room.
  void send();
  /// Asks the agent to exit at the end of the match, and sends nothing after that.
  void ask_to_leave();

  /// To be called when the process has been started and no other process has its ends of the pipes any more. The
  /// dialogue begins only now, so that a closed input is noticed from the first message on.
  void has_started(pid_t process);
  /// To be called when the process has exited.
  void has_exited(spark::ProgramEnd end);
  bool is_held_back() const { return held_back_; }
  bool is_exited() const { return exit_.has_value(); }
  bool is_closing() const { return closing_; }

  /// Why the agent is lost, or empty. After its exit this ends with the last lines of its standard error.
  std::string loss(spark::RealClock::Time now) const;
  /// When `loss` may change without a further event; a time in the past if the agent is already lost.
  std::optional<spark::RealClock::Time> deadline() const;

  /// Closes the pipes. Afterwards nothing is read or sent.
  void close();
  bool is_closed() const { return closed_; }

  /// `why` with the last lines of its standard error if it has exited.
  std::string and_last_lines(std::string why) const;

 private:
  std::string broken_rule(spark::RealClock::Time now) const;
  std::string what_is_missing() const;
  std::size_t may_read(std::size_t wanted);
  void take_messages(spark::AgentGatewayListener& listener);
  void take(std::string_view message, spark::AgentGatewayListener& listener);
  void stop_sending();
  void begin_closing();

  spark::AgentId id_;
  spark::ProgramId program_;
  std::filesystem::path output_log_;
  std::chrono::milliseconds think_limit_;
  const spark::RealClock& clock_;
  AgentPipes pipes_;
  AgentDialogue dialogue_;
  spark::net::FrameReader reader_;
  spark::net::ByteRate rate_;
  bool held_back_ = false;
  bool drained_ = false;  ///< the last read did not fill the buffer
  bool sends_garbage_ = false;
  bool closing_ = false;
  bool closed_ = false;
  std::optional<spark::ProgramEnd> exit_;
  spark::RealClock::Time closing_ends_{};
  spark::RealClock::Time thinking_began_{};
};

}  // namespace commserver
