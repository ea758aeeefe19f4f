// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace sigverse {

/// Random numbers of one agent: a stream derived from the match seed and the agent's name, so that every run with the
/// same seed has the same numbers, and no two agents share a stream. SplitMix64.
class Random {
 public:
  Random(std::uint64_t seed, std::string_view agent);
  /// 0 <= number < 1
  double next();
  /// Restarts the sequence.
  void begin_anew() { state_ = first_; }

 private:
  std::uint64_t state_, first_;
};

}  // namespace sigverse
