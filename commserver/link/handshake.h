// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commserver/agent_dialogue.h"
#include "commserver/link/message.h"
#include "commserver/think/timer.h"
#include "spark/net/secret.h"

namespace commserver {

using spark::Secret;

/// The engine's settings for the agents of a commserver, from the engine's command line.
struct LinkSettings {
  AgentDialogue::Rules rules{};
  std::chrono::milliseconds think_limit{10000};
  std::optional<Timer> timer{};  ///< used for all agents instead of the timers of their types
  bool record_think_times = false;
};

/// The engine's half of the handshake: challenge, answer, then welcome or refused.
class EngineHandshake {
 public:
  enum class State { waiting, done, failed };

  EngineHandshake(const Secret& secret, const LinkSettings& settings) : secret_(secret), settings_(settings) {}
  /// Appends the challenge.
  void begin(std::string& outgoing);
  /// Processes a message; appends the reply.
  State take(std::string_view message, std::string& outgoing);

  /// Why it has failed, for users.
  const std::string& problem() const { return problem_; }
  // Valid after `done`:
  const std::string& name() const { return name_; }
  const std::vector<std::string>& types() const { return types_; }

 private:
  State refuse(std::string why, std::string& outgoing);

  const Secret& secret_;
  const LinkSettings& settings_;
  Secret::Bytes nonce_{};
  std::string name_;
  std::vector<std::string> types_;
  std::string problem_;
};

/// The commserver's half of the handshake.
class CommServerHandshake {
 public:
  enum class State { waiting, done, failed };

  CommServerHandshake(const Secret& secret, std::string name, std::vector<std::string> types)
      : secret_(secret), name_(std::move(name)), types_(std::move(types)) {}
  State take(std::string_view message, std::string& outgoing);

  const std::string& problem() const { return problem_; }
  const LinkSettings& settings() const { return settings_; }

 private:
  State fail(std::string why);
  State answer(MessageReader message, std::string& outgoing);
  State take_welcome(MessageReader message);

  const Secret& secret_;
  std::string name_;
  std::vector<std::string> types_;
  LinkSettings settings_;
  std::string problem_;
  std::string asked_;  ///< the nonce for the engine's proof
};

}  // namespace commserver
