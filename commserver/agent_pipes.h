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

/// The server's ends of the two pipes of an agent, one from the agent and one to it. Transports bytes without
/// interpreting them.
///
/// Owns both ends, which must be non-blocking; the program must ignore SIGPIPE. Borrows the poll set, which watches the
/// first end as long as it is open, and the second while pending data does not fit into the pipe.
class AgentPipes {
 public:
  /// Keys in the poll set of the two pipes of agent i: 2i and 2i+1.
  static std::uint64_t input_key(spark::AgentId id) { return 2 * id.index(); }
  static std::uint64_t output_key(spark::AgentId id) { return input_key(id) + 1; }
  /// The agent that the pipe with this key belongs to.
  static spark::AgentId agent_of(std::uint64_t key) { return spark::AgentId::at(key / 2); }

  AgentPipes(spark::AgentId id, spark::Descriptor from_agent, spark::Descriptor to_agent, spark::PollSet& polls);
  ~AgentPipes() { close(); }
  AgentPipes(const AgentPipes&) = delete;
  AgentPipes& operator=(const AgentPipes&) = delete;

  /// Whether the agent may still send something, and whether anything can still be sent to it.
  bool can_read() const { return static_cast<bool>(from_agent_); }
  bool can_send() const { return static_cast<bool>(to_agent_); }

  /// Reads once. Returns the bytes, which may be none; no value at the end of the pipe, after which this end is closed.
  std::optional<std::string_view> read(std::span<char> buffer);
  /// Sends pending bytes as far as the pipe has room. False if no process will ever read the rest. Requires `can_send`.
  bool send(spark::net::FrameWriter& outgoing);

  /// Whether the reading end of the agent's pipe is closed in the agent and in every other process that had it.
  bool is_reader_gone() const;
  /// Bytes in the pipe that the agent has not read yet.
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
