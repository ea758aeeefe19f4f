// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace spark {

/// Limits on input from agents and trainers, over any connection. Input beyond them is refused, counted and logged; it
/// has no other cost for the match. The defaults are far above the needs of any program of 2006.
struct InputLimits {
  // Bounds of the limits. The lower ones are what agents and trainers of the game need.
  static constexpr std::size_t kMinMessage = 256, kMaxMessage = 128 * 1024;  ///< bytes; records keep acts whole
  static constexpr std::size_t kMinNesting = 4, kMaxNesting = 256;
  static constexpr std::size_t kMaxActs = 100'000;
  static constexpr std::size_t kMaxBytes = 1024 * 1024 * 1024;
  static constexpr double kLongestWait = 1e6;  ///< s
  static constexpr double kMaxArrivals = 1e6;
  static constexpr double kArrivalsAtOnce = 100;
  /// Bytes read from one agent before it is the next one's turn: enough for several usual messages, and so few that a
  /// flood can hardly delay a step that is due.
  static constexpr std::size_t kBytesAtOnce = 1024;

  std::size_t message_bytes = 64 * 1024;   ///< of an agent's message; a longer one is skipped
  std::size_t nesting = 32;                ///< nested lists in agents' acts and trainers' commands
  std::size_t acts = 256;                  ///< in one think cycle, or after one sensation
  std::size_t act_bytes = 16 * 1024;       ///< their total text
  std::size_t requests = 1024;             ///< unanswered time requests of one agent
  std::size_t unread_bytes = 1024 * 1024;  ///< not yet read by an agent, besides system buffers; then it is lost
  /// Maximum rate for one agent, in real time; 0: no limit. Faster input is not lost but waits in the agent's pipe or
  /// socket, so that the match stays the same. The next limit is the burst after a quiet time.
  std::uint64_t bytes_per_second = 16 * 1024 * 1024;
  std::uint64_t burst_bytes = 4 * 1024 * 1024;
  std::chrono::nanoseconds ready{15'000'000'000};         ///< real time in which a started agent must become ready
  std::chrono::nanoseconds first_message{5'000'000'000};  ///< real time for the first message of one that connects
  /// Maximum number of agents that may join by connecting, per second of simulated time; 0: no limit. Others wait for
  /// their turn. `kArrivalsAtOnce` may join without waiting, also again after a quiet time.
  double arrivals = 10;
  std::size_t command_bytes = 64 * 1024;  ///< of a trainer's command; a longer one is skipped
};

}  // namespace spark
