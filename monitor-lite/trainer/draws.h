// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace monitor {

/// Random numbers of one attempt at a set play. They follow from the play's seed and the attempt's number alone, and
/// are the same in rcss_trainer.py: SplitMix64, 53 bits of it for a number from 0 to 1.
class Draws {
 public:
  /// Attempts are numbered from 1.
  Draws(std::uint64_t seed, std::uint64_t attempt);

  std::uint64_t bits();
  /// A number from 0 inclusive to 1 exclusive.
  double unit();
  double uniform(double from, double to) { return from + (to - from) * unit(); }
  /// Uses the Box-Muller transform.
  double normal(double mean, double deviation);

 private:
  std::uint64_t state_;
};

/// A number in a set play: fixed, or random for each attempt.
struct Drawn {
  enum class Kind { fixed, uniform, normal, choice };
  Kind kind = Kind::fixed;
  /// The number; lower and upper end; mean and deviation; the choices.
  std::vector<double> numbers{0.0};
  double least = -1000, most = 1000;  ///< random numbers are clamped to this

  /// In millionths, the precision of commands. Uses no random number if it is fixed.
  double value(Draws& draws) const;

 private:
  double drawn(Draws& draws) const;
};

/// Rounded to that number of decimals, like `printf`.
double rounded(double number, int decimals);

}  // namespace monitor
