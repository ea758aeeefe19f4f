// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace monitor {

/// How dark a heat map is where somebody was so long: one rule for reports, pictures and pages in browsers, which get
/// `kFullShare` with each match (monitor-lite/web/page/numbers.js computes the same).
///
/// A goalkeeper stands on the same few square metres for half of the match. If his place had the full colour and all
/// others in proportion, his team's map would be empty but for him; so the busiest twentieth of all places where
/// somebody was has it, and the square root lifts what is rarer.
inline constexpr double kFullShare = 0.95;

/// The value from which on a place has the full colour; 0 if nobody was anywhere. `values`: of all places, s or s/m².
double full_heat(std::vector<double> values);
/// 0 to 1.
double heat_shade(double value, double full);

}  // namespace monitor
