// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "commserver/agent_dialogue.h"
#include "commserver/think/alarm.h"
#include "spark/agent/agent_gateway.h"
#include "spark/core/descriptor.h"
#include "spark/core/poll_set.h"
#include "spark/net/frame_reader.h"

namespace commserver {

/// One agent that runs as a process: its dialogue, our ends of its two pipes, and what is known about its exit.
///
/// An agent's exit shows in several ways, in any order: it closes the pipe to which it writes; it closes the one from
/// which it reads and none of its messages can count any more (`AgentDialogue::has_finished`); or the guardian reports
/// its exit. Each makes this object *closing*; it is then lost as soon as the exit is known and all its messages are
/// read, or after a short grace period (a process that closes its pipes and lives on is of no use either). When that is
/// noticed does not matter: what has counted up to then depends only on what the agent has read and sent.
class AgentProcess {
 public:
  using Clock = Alarm::Clock;
  /// Poll keys of the two pipes of agent i: 2i and 2i+1.
  static std::uint64_t input_key(spark::AgentId id) { return 2 * static_cast<std::uint64_t>(id); }
  static std::uint64_t output_key(spark::AgentId id) { return input_key(id) + 1; }

  /// `child` is the guardian's number; `from_agent` and `to_agent` do not block.
  AgentProcess(spark::AgentId id, int child, spark::Descriptor from_agent, spark::Descriptor to_agent,
               std::unique_ptr<ThinkMeter> meter, AgentDialogue::Rules rules, std::chrono::milliseconds think_limit,
               spark::PollSet& polls, spark::Log& log);
  ~AgentProcess();
  AgentProcess(const AgentProcess&) = delete;
  AgentProcess& operator=(const AgentProcess&) = delete;

  spark::AgentId id() const { return id_; }
  int child() const { return child_; }
  AgentDialogue& dialogue() { return dialogue_; }
  const AgentDialogue& dialogue() const { return dialogue_; }

  /// Reads once, at most `buffer`, and passes the bytes to the dialogue.
  void read(std::span<char> buffer, spark::AgentGatewayListener& listener);
  /// Reads once and discards the bytes.
  void discard(std::span<char> buffer);
  /// Opens a think cycle if one may be opened, and sends pending bytes as far as the pipe has room.
  void deliver();
  /// Sends pending bytes as far as the pipe has room.
  void send();

  /// The guardian has started the process, and no other process has its ends of the pipes any more. The dialogue begins
  /// only now, so that a closed input shows from the first message on.
  void has_started(pid_t process) {
    dialogue_.meter().process_started(process);
    dialogue_.begin();
  }
  /// The guardian has seen the process exit.
  void has_exited(std::string how);
  bool is_exited() const { return exit_.has_value(); }
  bool is_closing() const { return closing_; }

  /// Why the agent is lost, or empty.
  std::string loss(Clock::time_point now) const;
  /// When `loss` may change without any input.
  std::optional<Clock::time_point> deadline() const;

  /// Closes the pipes. Nothing is read or sent any more.
  void close();
  bool is_closed() const { return closed_; }

 private:
  void take_messages(spark::AgentGatewayListener& listener);
  void take(std::string_view message, spark::AgentGatewayListener& listener);
  bool has_closed_input() const;
  void stop_talking();
  void begin_closing();
  void close_input();
  void close_output();

  spark::AgentId id_;
  int child_;
  spark::Descriptor from_agent_;
  spark::Descriptor to_agent_;
  std::chrono::milliseconds think_limit_;
  spark::PollSet& polls_;
  AgentDialogue dialogue_;
  spark::net::FrameReader reader_;
  bool watching_output_ = false;
  bool drained_ = false;  ///< the last read found less than there was room for
  bool senseless_ = false;
  bool closing_ = false;
  bool closed_ = false;
  std::optional<std::string> exit_;
  Clock::time_point closing_ends_{};
  Clock::time_point thinking_began_{};
};

}  // namespace commserver
