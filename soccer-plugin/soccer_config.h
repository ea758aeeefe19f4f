// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace spark {
class Variables;
}

namespace soccer {

/// What the game takes from the script variables of namespace `Soccer` (behaviour 1.6). Read once, when script and
/// scene stand; later changes of the variables have no effect. The defaults hold for variables a script does not
/// create.
struct SoccerConfig {
  double field_length = 104.0;       ///< m, along x
  double field_width = 68.0;         ///< m, along y
  double field_height = 40.0;        ///< m
  double goal_width = 7.32;          ///< m
  double goal_depth = 2.0;           ///< m
  double goal_height = 1.6;          ///< m
  double border_size = 10.0;         ///< m; the walls stand at half of it
  double line_width = 0.08;          ///< m; thickness of posts and bar
  double free_kick_distance = 9.15;  ///< m
  bool automatic_kick_off = false;
  double wait_before_kick_off = 2.0;  ///< s, with automatic kick-off
  double agent_mass = 75.0;           ///< kg
  double agent_radius = 0.22;         ///< m
  double agent_max_speed = 10.0;      ///< m/s
  double ball_radius = 0.111;         ///< m
  double ball_mass = 0.43;            ///< kg
  double goal_pause_time = 3.0;       ///< s
  double kick_in_pause_time = 1.0;    ///< s
  double half_time = 300.0;           ///< s
  double drop_ball_time = 30.0;       ///< s; 0 or less: never
  bool single_half_time = false;
  bool use_offside = true;
  bool omni_vision = false;

  /// Tells the variables their ranges, so that a wrong value is refused where it is given. Throws like `set_range`.
  static void declare_ranges(spark::Variables& variables);
  /// Throws `std::runtime_error` naming the variable if one has the wrong type, or if they contradict each other.
  static SoccerConfig read(const spark::Variables& variables);
};

/// One line of the table behind `read`: the variable's name without `Soccer.`, its place, range and unit.
struct RealSetting {
  std::string_view name;
  double SoccerConfig::*member;
  double least;
  double most;
  std::string_view unit;
  std::string_view help;
};
struct FlagSetting {
  std::string_view name;
  bool SoccerConfig::*member;
  std::string_view help;
};
std::span<const RealSetting> real_settings();
std::span<const FlagSetting> flag_settings();

}  // namespace soccer
