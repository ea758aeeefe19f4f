// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/referee/match.h"

namespace soccer {

/// The rules, each in its own source file. `SoccerRuleAspect` calls half_time in every step, and then the rule of the
/// play mode. A new rule is a function here, a file beside the others, and a line in the aspect, or in play_on if it
/// interrupts play.
///
/// Rules that 0.5.2 did not have are settings that are off by default (behaviour 7.12).

/// Ends the halves by game time, in all modes except those of a shoot-out (behaviour 6.3). After a draw, extra time and
/// shoot-out follow if the match has them. Game time is not reset.
void half_time(Match& match);
/// Begins a later half, 2 to 4, at once, for a trainer; game time becomes the time at which that half begins. Refused
/// (false) if the match has no such half, or has begun it already.
bool skip_to_half(Match& match, int half);
/// Swaps the sides of the teams now.
void change_sides(Match& match);

/// Begins a shoot-out (behaviour 7.12); `first` has the first attempt, `none` tosses a coin. Attempts of an earlier
/// shoot-out no longer count.
void begin_shoot_out(Match& match, Side first);
/// Continues an undecided shoot-out with an attempt by `attackers` (`none`: the next team), or begins one.
void resume_shoot_out(Match& match, Side attackers);
/// Runs one attempt until it is scored or over; then the next one begins, or the match ends.
void penalty_shoot(Match& match, Side attackers);

/// Keeps the ball on the kick-off spot and both teams in their own halves; begins the kick-off automatically if the
/// script wants that (behaviour 7.5).
void before_kick_off(Match& match);

/// Keeps players in their own halves, and opponents of `side` outside the circle, until the ball is touched (behaviour
/// 7.5).
void kick_off(Match& match, Side side);

/// Checks goal, ball out, the offences that are switched on, offside, crowd and stuck ball. Only the first one that
/// applies takes effect in a step (behaviour 7.2, 7.6, 7.10, 7.12).
void play_on(Match& match);
/// These return whether play was interrupted; the out rule also if the ball is out and no player has touched it.
bool goal(Match& match);
bool ball_out(Match& match);
bool offside(Match& match);

/// Decides on a ball that crossed the goal line at `end` after a touch by `toucher`: goal kick, or corner kick at the
/// corner on the side of `y`.
void over_goal_line(Match& match, Side end, Side toucher, double y);

/// Whether no goal may be scored directly from the present kick-off or restart (behaviour 7.12).
bool is_indirect(const Match& match);
/// Sets PlayOn: the player who touched the ball last has taken the kick-off or restart.
void begin_play(Match& match);
/// Updates `match.taken`. To be called before the rules that use it.
void follow_restart(Match& match);

// Each of the following rules is off unless its setting switches it on, and returns whether it has made a decision
// (behaviour 7.12).
/// The taker of a restart touched the ball again before another player did: indirect free kick.
bool double_touch(Match& match);
/// The ball entered the goal of `conceding` directly from a restart. If that is not a goal: goal kick, or corner kick
/// for the other team if it was the taker's own goal.
bool straight_goal(Match& match, Side conceding);
/// The goalkeeper caught a ball kicked by a team mate: indirect free kick outside the penalty area.
bool back_pass(Match& match);
/// A player ran into an opponent away from the ball: direct free kick.
bool charge(Match& match);
/// Too many players of a team, and an opponent, are at the ball: the last one to arrive is moved away. Play continues.
bool crowd(Match& match);
/// The ball stayed in one place: drop ball there.
bool stuck_ball(Match& match);
/// The ball is off the field and no player has touched it, so there is no team to blame: after the time of a stuck
/// ball, drop ball where it left the field.
void lost_ball(Match& match);

/// Gives `taker` a free kick for an offence of the other team at `place` or, if that is in the other team's penalty
/// area, in front of the area. Only a player of `taker` can take it.
void free_kick(Match& match, Side taker, spark::Vec3 place, FreeKick kind);

/// Pauses after a goal of `scorer`, then gives the kick-off to the other team.
void goal_pause(Match& match, Side scorer);

/// Runs a restart after an interruption (behaviour 7.7): holds the ball at the restart position, and keeps opponents of
/// `taker` away from it, until the restart is taken. `phase` is a restart.
void restart(Match& match, Phase phase, Side taker);

/// Moves the ball to `position`, or in front of the penalty area that contains it, and both teams away; then PlayOn
/// (behaviour 7.8).
void drop_ball(Match& match, spark::Vec3 position);

}  // namespace soccer
