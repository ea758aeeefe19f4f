// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// What a match was, in numbers: all of it comes from its frames (docs/play/report.md says how). Lengths in m, times in
/// s of game time, speeds in m/s.
struct Report {
  struct Kick {
    double time = 0.0;
    double length = 0.0;     ///< along the ground, to where the next one touched the ball, or play ended
    double speed = 0.0;      ///< of the ball: the greatest between two frames in the first half second
    double direction = 0.0;  ///< then, along the ground: degrees to the left of straight towards the other team's line
  };
  struct PlayerLine {
    Side side = Side::none;
    int number = 0;
    double distance = 0.0;   ///< what referee, beam and trainer moved him is left out
    double top_speed = 0.0;  ///< that lasted for two samples, on the floor
    double mean_x = 0.0, mean_y = 0.0;
    double upfield = 0.0;  ///< mean place in play along the field, towards the other team's goal
    int touches = 0;       ///< how often he became the last one who touched the ball
    int passes = 0;        ///< that arrived
    int interceptions = 0;
    int shots = 0, shots_on_target = 0;
    int goals = 0, own_goals = 0, assists = 0;
    int kick_count = 0;       ///< those that the stream lists, or as many as `kicks`
    std::vector<Kick> kicks;  ///< those that were measured
  };
  struct TeamLine {
    std::string name;
    int score = 0;
    int shoot_out = 0;          ///< goals
    double had_ball = 0.0;      ///< of PlayOn in which one of them touched it last
    double ball_in_half = 0.0;  ///< of PlayOn
    int restarts = 0;
    int offsides = 0;  ///< in which they were caught
    int passes = 0, interceptions = 0, shots = 0, shots_on_target = 0, touches = 0;
    double distance = 0.0;
    int most_players = 0;  ///< at once, with a body
    int last_players = 0;  ///< when the game was over, or in the last frame
    int kicks = 0;
    double kick_speed = 0.0, fast_kick_speed = 0.0;  ///< the median, and what one kick in ten exceeds; 0 without kicks
    int forward_kicks = 0;                           ///< within 45 degrees of straight forward
    /// Where the foremost of its players is on average in play, and the second: `upfield`. Fewer if there are fewer.
    std::vector<double> foremost;
  };
  /// A pass that arrived: those that are counted in `passes` of team and player.
  struct Pass {
    Side side = Side::none;
    int from = 0, to = 0;  ///< uniform numbers
    Point begin, end;      ///< where the ball was kicked, and where the other player touched it
    double kicked = 0.0;   ///< s of game time
    double arrived = 0.0;  ///< likewise
  };
  struct ModeLine {
    std::string mode;
    double seconds = 0.0;  ///< of the game's clock, which stands in some
    int times = 0;
  };
  /// A part of the match: who had the ball, and where it was.
  struct Slice {
    std::array<double, 2> had_ball{};  ///< left, right
    std::array<double, 2> in_half{};
  };
  static constexpr double kSliceSeconds = 15.0;
  /// How often somebody was in each part of the field, by rows from the left lower corner; seconds.
  struct Heat {
    static constexpr int kColumns = 44, kRows = 28;
    std::array<double, kColumns * kRows> seconds{};
  };

  Game game;
  bool has_touches = false;  ///< the stream says who touches the ball; without, what follows from it is zero
  /// Frames are close enough to each other to tell who ran, touched and kicked the ball; otherwise distances, speeds,
  /// touches, passes, interceptions, kicks, shots, assists and how often play modes began are unknown, whatever is
  /// here; kicks and assists only if the stream lists no kicks.
  bool is_dense = true;
  bool has_restarts = true;  ///< likewise, to show all restarts and offsides
  double time = 0.0;         ///< of the last frame
  double play_on = 0.0;
  int half = 1;
  std::string last_mode;
  /// What decided it: nothing yet, or a draw; the score after two halves, or after extra time; the shoot-out; a lot
  /// after that.
  enum class Decision { none, normal_time, extra_time, shoot_out, lot };
  Decision decision = Decision::none;
  Side winner = Side::none;               ///< then
  bool sides_changed = false;             ///< once or more; everything here is by the sides on which teams began
  std::vector<ShootOutAttempt> attempts;  ///< the shoot-out, whose goals are in no other figure
  std::size_t frames = 0;
  std::array<TeamLine, 2> teams;    ///< left, right
  std::vector<PlayerLine> players;  ///< by side and number
  std::vector<Event> goals;         ///< with their scorers
  std::vector<Pass> passes;         ///< by their arrival
  std::vector<ModeLine> modes;      ///< in the order of their first time
  std::vector<Event> events;
  std::vector<Slice> slices;
  std::array<Heat, 3> heat;                                     ///< left team, right team, ball
  std::vector<std::vector<std::pair<float, float>>> ball_path;  ///< pieces: between two the ball was put somewhere

  /// Whether `kicks` of teams, `kick_count` and assists are known: from frames near enough to each other, or as the
  /// stream lists kicks.
  bool has_kicks() const { return is_dense || game.shows_kicks; }
  /// Whether the server plays extra time or a shoot-out after a draw.
  bool needs_winner() const { return game.extra_half_time > 0.0 || game.shoot_out > 0.0; }
  TeamLine& team(Side side) { return teams[side == Side::right ? 1 : 0]; }
  const TeamLine& team(Side side) const { return teams[side == Side::right ? 1 : 0]; }
};

/// How it was decided, for the score: "after extra time", "4 : 3 in the shoot-out", "3 : 3 in the shoot-out, foo by
/// lot"; empty for a match of two halves.
std::string decision_words(const Report& report);

}  // namespace monitor
