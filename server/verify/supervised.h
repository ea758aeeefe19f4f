// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commserver/guardian/sandbox.h"

namespace server {

/// A supervised program reports its progress by lines on standard error that begin with this mark. It prints the first
/// one before anything else, as a sign that it has started.
inline constexpr std::string_view kProgressMark = "\x02";

/// Memory limit for the replay of a match from someone else, MiB. A match of 22 agents takes less than 100, and a
/// record of 35 MB, half a day of play, takes 2.6 GB. A forged record can have millions of acts that have yet to take
/// effect.
inline constexpr std::uint64_t kMaxReplayMemory = 4096;

/// Another run of this program, in its own process and session, which can be killed at any time. In a sandbox, if it
/// has one, its scripts cannot harm this machine.
struct SupervisedRun {
  std::vector<std::string> arguments;  ///< without the program's name
  bool is_quiet = false;               ///< shows no progress
  /// In a sandbox: the parts of the user's home folder, of /run and of the folders for temporary files that are
  /// visible, read-only. There is no network, and other processes are hidden.
  std::vector<std::filesystem::path> visible{};
  std::filesystem::path bwrap{};  ///< empty: no sandbox
  /// Set if it runs scripts of someone else: this guardian then starts it like an agent, in the sandbox of agents, with
  /// the forbidden system calls, limits and environment of an agent.
  commserver::Guardian* guardian = nullptr;
  std::optional<commserver::Sandbox> sandbox{};  ///< with the guardian, in place of `bwrap`
};

struct SupervisedEnd {
  int status = 0;       ///< its exit status; 128 + the signal that ended this program meanwhile
  bool started = true;  ///< false: this machine has no such sandbox, for the reason `why`
  std::string why;
};

/// Starts it and waits for its end; passes on its output, without control characters. Shows progress if it takes longer
/// than a few seconds: on a terminal as one line that is redrawn, elsewhere as a line every few seconds. If a signal
/// ends this program, the other one is killed, and one line says `unfinished`. The signals must have been caught
/// (`Signals`). Throws `std::runtime_error` if it cannot be started, or if a signal ended it.
SupervisedEnd supervise(const SupervisedRun& run, std::string_view unfinished);

}  // namespace server
