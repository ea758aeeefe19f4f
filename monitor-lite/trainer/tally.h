// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "monitor-lite/trainer/attempt.h"

namespace monitor {

/// All attempts at a play, and what they come to.
struct Tally {
  /// What is printed and written of the run, besides the attempts.
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
    double deviation_seconds = 0;  ///< of a sample; 0 of fewer than two
  };
  std::vector<Outcome> outcomes;  ///< those of the play, then those that a program has thought of
  std::size_t attempts = 0;
  double seconds = 0;              ///< of the game, of all
  double mean_ball_top_speed = 0;  ///< m/s
  double mean_ball_way = 0;        ///< m
};
Tally tally(const Tally::Run& run, const std::vector<Attempt>& attempts);

/// A table for people, in lines that end with newlines.
std::string table_of(const Tally::Run& run, const Tally& tally);
/// A row for each attempt: number, seed, outcome, seconds, ball, where everything began. With a head.
std::string csv_of(const std::vector<Attempt>& attempts);
/// All of it (docs/write/trainers.md).
std::string json_of(const Tally::Run& run, const Tally& tally, const std::vector<Attempt>& attempts);
/// A picture of the field: where players began, the ball's ways in a colour for each outcome. SVG, without anything
/// from elsewhere.
std::string plot_of(const Tally::Run& run, const Tally& tally, const std::vector<Attempt>& attempts, const Game& game);

/// A number with at most so many decimals, without zeros at its end.
std::string short_number(double number, int decimals);

}  // namespace monitor
