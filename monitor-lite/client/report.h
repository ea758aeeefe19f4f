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

/// The figures of a match, all computed from its frames (docs/play/report.md). Lengths in m, times in s of game time,
/// speeds in m/s.
struct Report {
  struct Kick {
    double time = 0.0;
    double length = 0.0;     ///< along the ground, to the place of the next touch, or of the end of play
    double speed = 0.0;      ///< of the ball: the maximum between two frames in the first half second
    double direction = 0.0;  ///< then, along the ground: degrees to the left of straight to the other team's line
  };
  struct PlayerLine {
    Side side = Side::none;
    int number = 0;
    double distance = 0.0;   ///< without moves by referee, beam and trainer
    double top_speed = 0.0;  ///< sustained for two samples, on the ground
    double mean_x = 0.0, mean_y = 0.0;
    double upfield = 0.0;  ///< mean place in play along the field, towards the other team's goal
    int touches = 0;       ///< how often he became the last player to touch the ball
    int passes = 0;        ///< completed ones
    int interceptions = 0;
    int shots = 0, shots_on_target = 0;
    int goals = 0, own_goals = 0, assists = 0;
    int kick_count = 0;       ///< those listed in the stream, or the number of `kicks`
    std::vector<Kick> kicks;  ///< the measured ones
  };
  struct TeamLine {
    std::string name;
    int score = 0;
    int shoot_out = 0;          ///< goals
    double had_ball = 0.0;      ///< of PlayOn, while a player of the team touched it last
    double ball_in_half = 0.0;  ///< of PlayOn
    int restarts = 0;
    int offsides = 0;  ///< offences
    int passes = 0, interceptions = 0, shots = 0, shots_on_target = 0, touches = 0;
    double distance = 0.0;
    int max_players = 0;   ///< maximum at one time, with a body
    int last_players = 0;  ///< at the end of the game, or in the last frame
    int kicks = 0;
    double kick_speed = 0.0, fast_kick_speed = 0.0;  ///< the median, and the 90th percentile; 0 without kicks
    int forward_kicks = 0;                           ///< within 45 degrees of straight forward
    /// The average `upfield` of its foremost player in play, and of the second. Fewer if there are fewer players.
    std::vector<double> foremost;
  };
  /// A completed pass, as counted in `passes` of team and player.
  struct Pass {
    Side side = Side::none;
    int from = 0, to = 0;  ///< uniform numbers
    Point begin, end;      ///< the places of the kick and of the next touch
    double kicked = 0.0;   ///< s of game time
    double arrived = 0.0;  ///< likewise
  };
  struct ModeLine {
    std::string mode;
    double seconds = 0.0;  ///< by the game's clock, which is stopped in some modes
    int times = 0;
  };
  /// A part of the match: possession and the place of the ball.
  struct Slice {
    std::array<double, 2> had_ball{};  ///< left, right
    std::array<double, 2> in_half{};
  };
  static constexpr double kSliceSeconds = 15.0;
  /// The time spent in each part of the field, by rows from the lower left corner; seconds.
  struct Heat {
    static constexpr int kColumns = 44, kRows = 28;
    std::array<double, kColumns * kRows> seconds{};
  };

  Game game;
  bool has_touches = false;  ///< the stream reports touches; without them, figures from touches are zero
  /// Frames are close enough to each other to attribute runs, touches and kicks; otherwise distances, speeds, touches,
  /// passes, interceptions, kicks, shots, assists and how often play modes began are unknown, whatever is here; kicks
  /// and assists only if the stream lists no kicks.
  bool is_dense = true;
  bool has_restarts = true;  ///< likewise, to detect all restarts and offsides
  double time = 0.0;         ///< of the last frame
  double play_on = 0.0;
  int half = 1;
  std::string last_mode;
  /// What decided the match: nothing yet, or a draw; the score after two halves, or after extra time; the shoot-out; a
  /// lot after that.
  enum class Decision { none, normal_time, extra_time, shoot_out, lot };
  Decision decision = Decision::none;
  Side winner = Side::none;               ///< of a decided match
  bool sides_changed = false;             ///< at least once; all data here is by the sides on which teams began
  std::vector<ShootOutAttempt> attempts;  ///< the shoot-out, whose goals are in no other figure
  std::size_t frames = 0;
  std::array<TeamLine, 2> teams;    ///< left, right
  std::vector<PlayerLine> players;  ///< by side and number
  std::vector<Event> goals;         ///< with their scorers
  std::vector<Pass> passes;         ///< in the order of arrival
  std::vector<ModeLine> modes;      ///< in the order of their first time
  std::vector<Event> events;
  std::vector<Slice> slices;
  std::array<Heat, 3> heat;                                     ///< left team, right team, ball
  std::vector<std::vector<std::pair<float, float>>> ball_path;  ///< pieces, divided where the ball was placed

  /// Whether `kicks` of teams, `kick_count` and assists are known: from frames close enough to each other, or from
  /// kicks listed in the stream.
  bool has_kicks() const { return is_dense || game.shows_kicks; }
  /// Whether the server plays extra time or a shoot-out after a draw.
  bool needs_winner() const { return game.extra_half_time > 0.0 || game.shoot_out > 0.0; }
  TeamLine& team(Side side) { return teams[side == Side::right ? 1 : 0]; }
  const TeamLine& team(Side side) const { return teams[side == Side::right ? 1 : 0]; }
};

/// How it was decided, after the score: "after extra time", "4 : 3 in the shoot-out", "3 : 3 in the shoot-out, foo by
/// lot"; empty for a match of two halves.
std::string decision_words(const Report& report);

}  // namespace monitor
