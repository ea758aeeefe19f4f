// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace spark {
class Variables;
}

namespace soccer {

/// The settings that the game reads from the script variables of namespace `Soccer` (behaviour 1.6). They are read
/// once, when script and scene are complete; later changes of the variables have no effect. The defaults apply to
/// variables that a script does not create.
struct SoccerConfig {
  // Field, players, ball
  double field_length = 104.0;        ///< m, along x
  double field_width = 68.0;          ///< m, along y
  double field_height = 40.0;         ///< m
  double goal_width = 7.32;           ///< m
  double goal_depth = 2.0;            ///< m
  double goal_height = 1.6;           ///< m
  double penalty_area_depth = 16.5;   ///< m, from the goal line
  double penalty_area_margin = 16.5;  ///< m, beside the posts
  double border_size = 10.0;          ///< m; the walls stand at half of it
  double line_width = 0.08;           ///< m; thickness of posts and bar
  double agent_mass = 75.0;           ///< kg
  double agent_radius = 0.22;         ///< m
  double agent_max_speed = 10.0;      ///< m/s
  double ball_radius = 0.111;         ///< m
  double ball_mass = 0.43;            ///< kg
  // Time
  double half_time = 300.0;  ///< s
  bool single_half_time = false;
  bool automatic_kick_off = false;
  double wait_before_kick_off = 2.0;  ///< s, with automatic kick-off
  double goal_pause_time = 3.0;       ///< s
  double kick_in_pause_time = 1.0;    ///< s
  double drop_ball_time = 30.0;       ///< s; 0 or less: never
  double game_over_die_time = 9.0;    ///< s after the end: monitors get (Die) instead of frames
  double game_over_end_time = 10.0;   ///< s after the end: the simulation ends
  // Restarts
  bool use_offside = true;
  double goal_kick_distance = 5.0;        ///< m, from the goal line
  double corner_kick_inset = 0.05;        ///< m, from both lines
  double free_kick_distance = 9.15;       ///< m; opponents nearer than this are moved away
  double clear_distance = 15.15;          ///< m; minimum distance to which they are moved
  double clear_spread = 2.0;              ///< m, random, on top of all clear distances
  double clear_height = 1.0;              ///< m; moved players fall from this height, so they cannot act at once
  double kick_off_clear_distance = 1.0;   ///< m behind the halfway line
  double goal_kick_clear_distance = 1.0;  ///< m in front of the penalty area
  // Abilities of players
  double catch_gap = 0.07;            ///< m between goalkeeper and ball after a catch
  double catch_clear_radius = 2.0;    ///< m around the caught ball
  double catch_clear_distance = 5.0;  ///< m; minimum distance to which the players in it are moved
  double say_message_size = 512.0;    ///< bytes
  double audio_cut_distance = 50.0;   ///< m; messages are not heard at or beyond this distance
  double hear_max = 2.0;              ///< capacity of an ear
  double hear_increase = 1.0;         ///< restored by a sensation
  double hear_decay = 2.0;            ///< cost of a message
  bool monitor_kicks = false;         ///< kicks are shown to monitors
  bool monitor_say = false;           ///< messages are shown to monitors
  bool free_spot = false;             ///< beams and trainers put nothing where another body is
  // Rules that 0.5.2 did not have (behaviour 7.12); all of them are off
  unsigned second_half_kick_off = kByCoin;  ///< who begins a second half if no side is named: SecondHalfKickOff
  bool change_sides = false;                ///< the teams change sides between halves
  double extra_half_time = 0.0;             ///< s, each half of the extra time after a draw; 0: none
  double shoot_out = 0.0;                   ///< attempts of each team in a shoot-out after a draw, integer; 0: none
  double shoot_out_time = 60.0;             ///< s for an attempt
  double shoot_out_start = 7.3;             ///< m from the goal line to the ball
  bool double_touch = false;                ///< the taker of a restart may not touch the ball a second time
  double double_touch_gap = 0.1;            ///< s without a touch after which the next one is the second
  unsigned indirect_kicks = 0;              ///< restarts without a direct goal: bits of IndirectKick
  bool back_pass = false;                   ///< goalkeepers may not catch what a team mate has kicked
  double stuck_ball_time = 0.0;             ///< s in one place after which the ball is dropped; 0: never
  double stuck_ball_radius = 0.5;           ///< m; the size of the place
  double crowd_time = 0.0;                  ///< s after which a crowd is broken up; 0: never
  double crowd_mates = 2.0;                 ///< players of a team that may be near the ball, integer
  double crowd_radius = 0.8;                ///< m; what counts as near
  double charge_speed = 0.0;                ///< m/s at which running into an opponent is a foul; 0: never

  /// Values of `second_half_kick_off`.
  enum SecondHalfKickOff : unsigned { kByCoin, kByOtherTeam };
  /// Bits of `indirect_kicks`.
  enum IndirectKick : unsigned { kIndirectKickOff = 1, kIndirectKickIn = 2, kIndirectFreeKick = 4 };

  /// Describes the variables, so that a wrong value is refused where it is set. Throws like `Variables::describe`.
  static void describe(spark::Variables& variables);
  /// Throws `std::runtime_error` that names the variable if one has the wrong type, or if variables contradict each
  /// other.
  static SoccerConfig read(const spark::Variables& variables);
};

/// One line of the table from which `read` works: the variable's name without `Soccer.`, its member, range and unit.
/// Variables without a member are used only by the script and the scene files; the table still defines their ranges.
struct RealSetting {
  std::string_view name;
  double SoccerConfig::*member;
  double min;
  double max;
  std::string_view unit;
  std::string_view help;
};
struct FlagSetting {
  std::string_view name;
  bool SoccerConfig::*member;
  std::string_view help;
};
/// A setting whose value is one of `words` (the member holds its index) or, if `is_list`, `none` or several of them
/// joined by commas (the member has a bit for each).
struct WordSetting {
  std::string_view name;
  unsigned SoccerConfig::*member;
  std::span<const std::string_view> words;
  bool is_list;
  std::string_view help;
};
std::span<const RealSetting> real_settings();
std::span<const FlagSetting> flag_settings();
std::span<const WordSetting> word_settings();

}  // namespace soccer
