// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "agent-sample/team/defence.h"
#include "agent-sample/team/keeper.h"

namespace rcss3d::agent {

/// The parameters of the choice of kicks.
struct KickSettings {
  double shot_distance = 15;  ///< m from the goal within which a player shoots if a corner is free
  double min_elevation = 0;   ///< degrees, no kick is flatter
  double max_elevation = 50;  ///< degrees, no kick is steeper
  double min_power = 1;       ///< no kick is weaker
  double shot_weight = 1;     ///< factor of the expected gain of shots; 0: none
  double pass_weight = 1;     ///< of passes
  double lob_weight = 1;      ///< of lobs over the first opponent
  double dribble_weight = 1;  ///< of dribbling
  double clear_weight = 1;    ///< of clearances
};

/// The style of play: numbers, read from a text of lines `name value`. `settings.cpp` has the table of their names and
/// ranges. Files of styles are in agent-sample/team/styles.
struct Settings {
  KickSettings kicks;
  KeeperSettings keeper;
  DefenceSettings defence;
  double push_up = 0;  ///< m by which all but the keeper stand farther forward than in the formation

  /// The formation files: `formations/N.txt`, or `formations/NAME-N.txt` where that exists.
  std::string formations;
};

/// Changes the settings in the text. Returns an error, with the number of the line, or nothing. Empty lines and
/// comments after `#` are skipped.
std::string read_settings(std::string_view text, Settings& settings);

}  // namespace rcss3d::agent
