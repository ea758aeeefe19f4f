// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// One object of the Vision percept, unchanged: relative to the camera, with noise. Texts point into the message.
struct Sighting {
  enum class Kind { flag, goal, ball, player, other };

  Kind kind = Kind::other;
  std::string_view team;  ///< of a player
  std::string_view id;    ///< "1_l" of a flag or goal post, the uniform number of a player
  double distance = 0;    ///< m, between the centres
  double azimuth = 0;     ///< rad, to the left
  double elevation = 0;   ///< rad, upwards
};

struct HeardMessage {
  std::string_view sender;  ///< "self", or the direction in degrees
  std::string_view text;
};

/// One sensation as a struct. Values that are missing in the text, or are not numbers, are missing here.
struct Percepts {
  bool vision = false;
  std::vector<Sighting> seen;

  std::optional<int> number;  ///< sent with the constants of the match, when the server has accepted `init`
  std::optional<bool> left;
  Field field;  ///< only the values that were sent; the rest is 0
  std::optional<double> game_time;
  std::string_view play_mode;
  // Sent only if the server plays such a match (behaviour 7.12).
  std::optional<int> half;
  std::optional<int> shoot_out_left, shoot_out_right;  ///< goals
  std::optional<int> shooter;                          ///< uniform number; 0: no player shoots now
  bool double_touch = false;                           ///< sent with `number`

  bool pan_tilt = false;
  double pan = 0, tilt = 0;  ///< rad, rounded to degrees by the server
  std::optional<double> battery;

  std::optional<double> simulated_time;  ///< s, from the `(time (now T))` of a TCP connection

  std::vector<HeardMessage> heard;

  /// Parses the text of one sensation. Views are valid as long as the text is. Truncated, reordered or unknown percepts
  /// do no harm; a number that is not finite invalidates its object, or its item.
  void read(std::string_view text);

 private:
  void clear();
};

}  // namespace rcss3d::agent
