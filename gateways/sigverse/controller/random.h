// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace sigverse {

/// Random numbers of one agent: a stream of the match seed, named after the agent, so that each run with the seed has
/// the same ones and no two agents share them. SplitMix64.
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
