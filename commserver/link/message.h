// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "spark/agent/agent_gateway.h"

namespace commserver {

/// Messages between the engine and a commserver on another machine. Each message is a 4-byte big-endian length, a byte
/// for its kind, and its parts; numbers are big-endian, texts are a 4-byte length and their bytes.
///
/// They carry the calls of `AgentGateway` and its listener: the simulation's calls go to the commserver, the agents'
/// reports to the engine. The first four are the handshake (handshake.h).
enum class MessageKind : std::uint8_t {
  challenge = 1,  ///< to the commserver: magic, version, nonce
  answer,         ///< to the engine: magic, version, name, nonce, proof, number of types and their names
  welcome,        ///< to the commserver: proof, settings
  refused,        ///< to the commserver: reason
  start,          ///< to the commserver: agent, type
  sensation,      ///< to the commserver: agent, generated, arrival, next arrival, percepts
  expect,         ///< to the commserver: agent, arrival
  drop,           ///< to the commserver: agent
  end,            ///< to the commserver: timeout in ms
  ready,          ///< to the engine: agent
  acted,          ///< to the engine: agent, stamp, actions
  earliest,       ///< to the engine: agent, the earliest stamp a future act can carry
  lost,           ///< to the engine: agent, reason
  report,         ///< to the engine: agent, its AgentReport
  ended,          ///< to the engine: no processes of agents are left
  alive           ///< in both directions, when nothing else is sent
};

/// Appends messages to a buffer.
class MessageWriter {
 public:
  explicit MessageWriter(std::string& bytes) : bytes_(bytes) {}

  /// Begins a message; ends the previous one.
  MessageWriter& begin(MessageKind kind);
  MessageWriter& number(std::int64_t value);
  MessageWriter& agent(spark::AgentId id) { return number(id.number()); }
  MessageWriter& text(std::string_view text);
  /// The bytes that the caller appends between these two calls are a text.
  MessageWriter& begin_text();
  MessageWriter& end_text();
  /// Completes the last message.
  void end();

 private:
  void put_length(std::size_t place, std::size_t length);

  static constexpr std::size_t kNone = ~std::size_t{0};
  std::string& bytes_;
  std::size_t begin_ = kNone;
  std::size_t text_ = 0;
};

/// Parses one message. A missing part is read as zero or empty, and makes the message invalid.
class MessageReader {
 public:
  /// `message`: kind and parts, without the length.
  explicit MessageReader(std::string_view message);

  MessageKind kind() const { return kind_; }
  std::int64_t number();
  /// A value outside this range makes the message invalid.
  std::int64_t number(std::int64_t min, std::int64_t max);
  /// A time of the simulation. An impossibly late one makes the message invalid, so that latencies can be added without
  /// overflow.
  spark::Step step() { return number(0, kMaxStep); }
  spark::AgentId agent() { return static_cast<int>(number(0, kMaxAgents - 1)); }
  /// Valid as long as the message is.
  std::string_view text(std::size_t longest);
  /// Whether all parts were present and in range, and nothing is left over.
  bool is_good() const { return good_ && rest_.empty(); }

  static constexpr std::int64_t kMaxAgents = 10000;
  static constexpr spark::Step kMaxStep = spark::Step{1} << 53;

 private:
  MessageKind kind_{};
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace commserver
