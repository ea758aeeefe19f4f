// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace monitor {

/// The shade of a heat map cell, given the time spent in it: one rule for reports, pictures and pages in browsers,
/// which get `kFullShare` with each match (monitor-lite/web/page/numbers.js computes the same).
///
/// A goalkeeper stands on the same few square metres for half of the match. If his cell had the full colour and all
/// others were proportional, his team's map would be empty except for him. So the busiest twentieth of all visited
/// cells has the full colour, and the square root brightens the others.
inline constexpr double kFullShare = 0.95;

/// The value at which a cell gets the full colour; 0 if no cell was visited. `values`: of all cells, s or s/m².
double full_heat(std::vector<double> values);
/// The shade, from 0 to 1.
double heat_shade(double value, double full);

}  // namespace monitor
