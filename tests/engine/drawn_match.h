// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace engine_test {

/// The parts of a match that are compared: the log that monitors get, with its header, and a hash of the whole state
/// after every step.
struct Logs {
  std::string frames, hashes;
};

/// Counts of events in drawn matches, so that a generator that stops producing some of them is noticed.
struct Occurred {
  int restarts = 0;            ///< that were carried out
  int restarts_in_a_row = 0;   ///< of these in a message of several
  int while_joining = 0;       ///< of these while some agent was not in the game yet
  int lost_in_a_restart = 0;   ///< agents that were lost while a restart waited for them
  int ready_in_a_restart = 0;  ///< and those that became ready then
  int lost = 0, arrived = 0, halted = 0, acts = 0, games_over = 0;
};

/// Plays a soccer match and records it in `file`. Everything follows from `seed`: how many agents are started, when
/// each is ready, connects, acts, is halted or lost, what trainers say at which steps, and when the clock is stopped.
/// Where real time would decide in a server (which agents have been heard at a turn of the loop, whose end has been
/// noticed) the seed decides here. Must be called on the thread of Ruby.
Logs play_drawn_match(std::uint64_t seed, const std::filesystem::path& file, Occurred& occurred);

/// Plays a match again from its record. Throws `std::runtime_error` if the record is invalid or has no end.
Logs play_recorded_match(std::uint64_t seed, const std::filesystem::path& file);

}  // namespace engine_test
