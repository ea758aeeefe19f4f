// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spark/agent/agent_gateway.h"
#include "spark/core/descriptor.h"
#include "spark/core/poll_set.h"
#include "spark/net/frame_writer.h"

namespace commserver {

/// Our ends of the two pipes of an agent, the one to which it writes and the one from which it reads. Knows bytes, not
/// what they mean.
///
/// Owns both ends, which must not block, in a program that ignores SIGPIPE; borrows the poll set. There it watches the
/// first as long as it is open, and the second while something waits for room in it.
class AgentPipes {
 public:
  /// Keys in the poll set of the two pipes of agent i: 2i and 2i+1.
  static std::uint64_t input_key(spark::AgentId id) { return 2 * id.index(); }
  static std::uint64_t output_key(spark::AgentId id) { return input_key(id) + 1; }
  /// The agent whose pipe has this key.
  static spark::AgentId agent_of(std::uint64_t key) { return spark::AgentId::at(key / 2); }

  AgentPipes(spark::AgentId id, spark::Descriptor from_agent, spark::Descriptor to_agent, spark::PollSet& polls);
  ~AgentPipes() { close(); }
  AgentPipes(const AgentPipes&) = delete;
  AgentPipes& operator=(const AgentPipes&) = delete;

  /// Whether the agent may still send something, and whether anything is still sent to it.
  bool can_read() const { return static_cast<bool>(from_agent_); }
  bool can_send() const { return static_cast<bool>(to_agent_); }

  /// Reads once. What has come, which may be nothing yet; no value if the pipe has come to its end, which closes ours.
  std::optional<std::string_view> read(std::span<char> buffer);
  /// Sends what is pending as far as there is room. False if no process will ever read the rest. Only if `can_send`.
  bool send(spark::net::FrameWriter& outgoing);

  /// The agent and every other process that had it have closed the end of the pipe from which the agent reads.
  bool is_reader_gone() const;
  /// Bytes that the agent has not read yet from its pipe.
  std::size_t unread() const;
  void stop_sending();
  /// While `wanted` is false the poll set does not report what the agent sends.
  void watch_input(bool wanted);
  void close();

 private:
  void stop_reading();
  void watch_output(bool wanted);

  spark::AgentId id_;
  spark::Descriptor from_agent_;
  spark::Descriptor to_agent_;
  spark::PollSet& polls_;
  bool watching_input_ = true;
  bool watching_output_ = false;
};

}  // namespace commserver
