// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace spark {

/// How much agents and trainers may say, whatever brings it here. What is beyond is refused, counted and has a line
/// in the log; it costs the match nothing else. The usual values are far above what any program of 2006 sends.
struct InputLimits {
  // What may be chosen at most, and what at least so that agents and trainers of the game can still speak.
  static constexpr std::size_t kMinMessage = 256, kMaxMessage = 128 * 1024;  ///< bytes; records keep acts whole
  static constexpr std::size_t kMinNesting = 4, kMaxNesting = 256;
  static constexpr std::size_t kMaxActs = 100'000;
  static constexpr std::size_t kMaxBytes = 1024 * 1024 * 1024;
  static constexpr double kLongestWait = 1e6;  ///< s
  static constexpr double kMaxArrivals = 1e6;
  static constexpr double kArrivalsAtOnce = 100;
  /// Bytes that are read from one agent before it is the next one's turn: some usual messages. A step that is due waits
  /// for no more of a flood than this.
  static constexpr std::size_t kBytesAtOnce = 1024;

  std::size_t message_bytes = 64 * 1024;   ///< of an agent's message; a longer one is skipped
  std::size_t nesting = 32;                ///< lists within lists, of agents' acts and trainers' commands
  std::size_t acts = 256;                  ///< in one think cycle, or after one sensation
  std::size_t act_bytes = 16 * 1024;       ///< their text together
  std::size_t requests = 1024;             ///< time requests of one agent that have not been answered
  std::size_t unread_bytes = 1024 * 1024;  ///< left unread by an agent, besides what the system keeps; then it is lost
  /// How many from one agent per second of real time; 0: any. What comes faster is not lost but waits in the agent's
  /// pipe or socket, so that the match stays the same. Beside it stands how much may come at once after a quiet time.
  std::uint64_t bytes_per_second = 16 * 1024 * 1024;
  std::uint64_t burst_bytes = 4 * 1024 * 1024;
  std::chrono::nanoseconds ready{15'000'000'000};  ///< real time in which an agent that was started is to be ready
  std::chrono::nanoseconds first_message{5'000'000'000};  ///< real time for the first message of one that connects
  /// Agents that may join by connecting per second of simulated time; 0: any. Others wait for their turn. Before they
  /// have to, `kArrivalsAtOnce` may join, also again after a quiet time.
  double arrivals = 10;
  std::size_t command_bytes = 64 * 1024;  ///< of a trainer's command; a longer one is skipped
};

}  // namespace spark
