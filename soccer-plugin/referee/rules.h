// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/referee/match.h"

namespace soccer {

/// The rules, one source file each. `SoccerRuleAspect` calls half_time in every step and then the rule of the play
/// mode. A new rule is a function here, a file beside the others and a line in the aspect, or in play_on if it
/// interrupts play.
///
/// What 0.5.2 had no rule for is a setting that is off (behaviour 7.12).

/// Ends the halves when the game time says so, in whatever mode but that of a shoot-out (behaviour 6.3). After a draw
/// come extra time and shoot-out, as far as the match has them. Game time is not reset.
void half_time(Match& match);
/// Begins that later half, 2 to 4, at once, as a trainer wants it; game time becomes that of its beginning. Refused
/// (false) if the match has no such half, or has begun it already.
bool skip_to_half(Match& match, int half);
/// The teams change sides, now.
void change_sides(Match& match);

/// Begins a shoot-out (behaviour 7.12); `first` has the first attempt, `none` tosses a coin. Attempts of an earlier one
/// no longer count.
void begin_shoot_out(Match& match, Side first);
/// Continues a shoot-out that is undecided with an attempt of `attackers` (`none`: whose turn it is), or begins one.
void resume_shoot_out(Match& match, Side attackers);
/// One attempt, until it is scored or over; then the next, or the end of the match.
void penalty_shoot(Match& match, Side attackers);

/// Ball on the kick-off spot, both teams in their own halves, automatic kick-off if the script wants it
/// (behaviour 7.5).
void before_kick_off(Match& match);

/// Own halves, opponents of the kicking `side` outside the circle, until any player touches the ball (behaviour 7.5).
void kick_off(Match& match, Side side);

/// Goal, ball out, the offences that are switched on, offside, crowd and stuck ball: the first that applies is the only
/// one in that step (behaviour 7.2, 7.6, 7.10, 7.12).
void play_on(Match& match);
/// These return whether play was interrupted; the out rule also if the ball is out and no player has touched it.
bool goal(Match& match);
bool ball_out(Match& match);
bool offside(Match& match);

/// What a ball over the goal line of `end` leads to that a player of `toucher` has touched last: goal kick, or corner
/// kick on the side of `y`.
void over_goal_line(Match& match, Side end, Side toucher, double y);

/// Whether no goal may follow directly from the kick-off or restart that is the present play mode (behaviour 7.12).
bool is_indirect(const Match& match);
/// PlayOn: the kick-off or restart has been taken by the player that touched the ball last.
void begin_play(Match& match);
/// Brings `match.taken` up to date. Before all rules that use it.
void follow_restart(Match& match);

// Each of the following is off unless its setting says otherwise, and returns whether it has decided something
// (behaviour 7.12).
/// The taker of a restart has touched the ball again before another player did: indirect free kick.
bool double_touch(Match& match);
/// The ball has come into the goal of `conceding` directly from a restart. If that is not a goal: goal kick, or corner
/// kick for the other team if it was the taker's own goal.
bool straight_goal(Match& match, Side conceding);
/// The goalkeeper has caught what a team mate had kicked: indirect free kick outside the penalty area.
bool back_pass(Match& match);
/// A player has run into an opponent away from the ball: direct free kick.
bool charge(Match& match);
/// Too many of a team are at the ball and an opponent, too: the last to come is sent away. Play continues.
bool crowd(Match& match);
/// The ball has stayed in one place: drop ball there.
bool stuck_ball(Match& match);
/// The ball is off the field and no player has touched it, so that there is no team to decide against: after the time
/// of a stuck ball, drop ball where it left the field.
void lost_ball(Match& match);

/// Free kick of `taker` for an offence of the other team at `place`, or before the other team's penalty area if it is
/// in there. Only a player of `taker` can take it.
void free_kick(Match& match, Side taker, spark::Vec3 place, FreeKick kind);

/// The pause after a goal of `scorer`, then kick-off for the other team.
void goal_pause(Match& match, Side scorer);

/// How play resumes after an interruption (behaviour 7.7): holds the ball at the restart position and opponents of
/// `taker` away from it until the restart is taken. `phase` is a restart.
void restart(Match& match, Phase phase, Side taker);

/// Ball to `position`, or before the penalty area that is in; both teams away from it; PlayOn (behaviour 7.8).
void drop_ball(Match& match, spark::Vec3 position);

}  // namespace soccer
