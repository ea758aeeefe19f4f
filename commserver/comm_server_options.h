// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "commserver/agent_dialogue.h"
#include "commserver/think/timer.h"

namespace commserver {

/// What a `CommServer` allows its agents and how long it waits for them.
struct CommServerOptions {
  /// Real time in which an agent must end a think cycle. The simulation limits how long it may take to be ready.
  std::chrono::milliseconds think_limit{10000};
  /// For all agents, instead of the timers of their types.
  std::optional<Timer> timer{};
  AgentDialogue::Rules rules{};
  /// Whether sensations may be held back for some steps, to be sent together. Whoever waits then calls `send_held`.
  bool holds_sensations = false;
  /// Folder in which thinking times are recorded, if not empty.
  std::filesystem::path record_think_times{};
  /// Folder from which thinking times are replayed, if not empty.
  std::filesystem::path replay_think_times{};
};

}  // namespace commserver
