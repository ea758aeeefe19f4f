// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "monitor-lite/trainer/attempt.h"

namespace monitor {

/// All attempts at a play, with their statistics.
struct Tally {
  /// The data of the run that is printed and written, besides the attempts.
  struct Run {
    std::string play;
    std::int64_t seed = 1;
    int interval = 5;  ///< steps
    bool repeats = true;
    std::vector<std::string> outcomes;  ///< in the order of the play
  };
  struct Outcome {
    std::string name;
    std::size_t attempts = 0;
    double share = 0;          ///< 0 to 1
    double low = 0, high = 0;  ///< 95 % of Wilson's score interval for it
    double mean_seconds = 0;
    double deviation_seconds = 0;  ///< of a sample; 0 for fewer than two
  };
  std::vector<Outcome> outcomes;  ///< those of the play, then further ones of a program
  std::size_t attempts = 0;
  double seconds = 0;              ///< of the game, total
  double mean_ball_top_speed = 0;  ///< m/s
  double mean_ball_way = 0;        ///< m
};
Tally tally(const Tally::Run& run, const std::vector<Attempt>& attempts);

/// A table for users, in lines that end with newlines.
std::string table_of(const Tally::Run& run, const Tally& tally);
/// A row for each attempt: number, seed, outcome, seconds, ball, all placements. With a head.
std::string csv_of(const std::vector<Attempt>& attempts);
/// The complete results (docs/write/trainers.md).
std::string json_of(const Tally::Run& run, const Tally& tally, const std::vector<Attempt>& attempts);
/// A picture of the field: the placements of players, and the paths of the ball in a colour for each outcome. SVG,
/// without external parts.
std::string plot_of(const Tally::Run& run, const Tally& tally, const std::vector<Attempt>& attempts, const Game& game);

/// A number with at most `decimals` decimals, without trailing zeros.
std::string short_number(double number, int decimals);

}  // namespace monitor
