// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "monitor-lite/client/snapshot.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

const std::string kInit =
    "(Init (FieldLength 40)(FieldWidth 20)(FieldHeight 40)(GoalWidth 4)(GoalDepth 2)(GoalHeight 0.5)(BorderSize 10)"
    "(FreeKickDistance 9.15)(WaitBeforeKickOff 2)(AgentMass 75)(AgentRadius 0.22)(AgentMaxSpeed 10)(BallRadius 0.111)"
    "(BallMass 0.425878)(RuleGoalPauseTime 3)(RuleKickInPauseTime 1)(RuleHalfTime 300)(play_modes BeforeKickOff "
    "KickOff_Left KickOff_Right PlayOn KickIn_Left KickIn_Right corner_kick_left corner_kick_right goal_kick_left "
    "goal_kick_right offside_left offside_right GameOver Goal_Left Goal_Right free_kick_left free_kick_right))";
const std::string kFirst =
    "(Info (time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0)(P (pos 0 0 0))(P (s 2)(id 7)(pos 1 2 0.22))"
    "(F (id 1_l)(pos -20 -10 0))(G (id 1_r)(pos 20 -2 0))(B (pos 0 0 10)))";

/// A match of `frames` frames: kick-off, a goal in the middle, the other half, the end; the ball moves with the frame.
inline std::vector<std::string> match(int frames) {
  std::vector<std::string> lines{kInit, kFirst};
  for (int i = 1; i < frames; ++i) {
    std::string line = fmt::format("(Info (time {:g})", i * 0.15);
    if (i == 1) line += "(team_left foo)(team_right bar)";
    if (i == frames * 3 / 4) line += "(half 2)";
    if (i == frames / 2) line += "(score_left 1)";
    if (i == 2) line += "(play_mode 1)";
    if (i == 3 || i == frames / 2 + 3) line += "(play_mode 3)";
    if (i == frames / 2) line += "(play_mode 13)";
    if (i == frames / 2 + 2) line += "(play_mode 2)";
    if (i == frames - 1) line += "(play_mode 12)";
    line += fmt::format("(P (s 1)(id 1)(pos {:g} 0 0.22)(last))(P (s 2)(id 7)(pos 1 {:g} 0.22))(B (pos {:g} 1 0.111)))",
                        -i * 0.01, i * 0.02, i * 0.1);
    lines.push_back(line);
  }
  lines.push_back("(Die)");
  return lines;
}

/// The frames of a match that needs a winner, from the end of the first half on: the teams change sides, foo draws
/// level from the right, extra time has no goal, and bar wins the shoot-out.
/// tests/monitor-lite/client/test_rcss_monitor.py has the same.
inline std::vector<std::string> decided_match() {
  std::string init = kInit;
  init.replace(init.find("(play_modes"), 0, "(ExtraHalfTime 60)(ShootOut 2)");
  init.replace(init.size() - 2, 2, " PenaltyShoot_Left PenaltyShoot_Right))");
  return {
      init,
      "(Info (time 1)(team_left foo)(team_right bar)(half 1)(sides_changed 0)(score_left 0)(score_right 1)(play_mode 3)"
      "(shoot_out_left 0)(shoot_out_right 0)(P (s 1)(id 9)(pos -5 3 0.22))(B (pos 0 0 0.1)))",
      "(Info (time 300)(team_left bar)(team_right foo)(half 2)(sides_changed 1)(score_left 1)(score_right 0)(play_mode "
      "0)"
      "(P (s 2)(id 9)(pos 5 -3 0.22))(B (pos 0 0 0.1)))",
      "(Info (time 300.2)(play_mode 3)(P (s 2)(id 9)(pos 5 -3 0.22)(last))(B (pos 4.6 -3 0.1)))",
      "(Info (time 590)(score_right 1)(play_mode 14)(P (s 2)(id 9)(pos 5 -3 0.22)(last))(B (pos 4.4 -3 0.1)))",
      "(Info (time 600)(half 3)(play_mode 0)(B (pos 0 0 0.1)))",
      "(Info (time 660)(half 4)(play_mode 0)(B (pos 0 0 0.1)))",
      "(Info (time 720)(play_mode 17)(shooter 7)(B (pos 12 0 0.1)))",
      "(Info (time 725)(play_mode 18)(shooter 9)(shoot_out_left 1)(attempts (1 7 1 725))(B (pos -12 0 0.1)))",
      "(Info (time 730)(play_mode 17)(shooter 8)(attempts (1 7 1 725)(2 9 0 730))(B (pos 12 0 0.1)))",
      "(Info (time 735)(play_mode 12)(shooter 0)(shoot_out_left 2)(attempts (1 7 1 725)(2 9 0 730)(1 8 1 735))"
      "(B (pos 12 0 0.1)))",
  };
}

namespace monitor {
inline bool operator==(const Point& a, const Point& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
}  // namespace monitor

/// Whether two frames are equal.
inline bool same(const monitor::Snapshot& a, const monitor::Snapshot& b) {
  const auto player = [](const monitor::Player& p, const monitor::Player& q) {
    return p.side == q.side && p.number == q.number && p.created == q.created && p.position == q.position &&
           p.last_toucher == q.last_toucher && p.said == q.said;
  };
  const auto marker = [](const monitor::Marker& m, const monitor::Marker& n) {
    return m.name == n.name && m.id == n.id && m.position == n.position;
  };
  return a.time == b.time && a.half == b.half && a.score_left == b.score_left && a.score_right == b.score_right &&
         a.play_mode == b.play_mode && a.team_left == b.team_left && a.team_right == b.team_right && a.ball == b.ball &&
         a.acknowledged == b.acknowledged &&
         std::equal(a.players.begin(), a.players.end(), b.players.begin(), b.players.end(), player) &&
         std::equal(a.markers.begin(), a.markers.end(), b.markers.begin(), b.markers.end(), marker);
}

inline std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}
