// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/referee/match.h"

namespace soccer {

/// The rules, one source file each. `SoccerRuleAspect` calls half_time in every step and then the rule of the play
/// mode. A new rule is a function here, a file beside the others and a line in the aspect, or in play_on if it
/// interrupts play.
///
/// No fouls, no second touch, no back-pass rule, no limits on catches (behaviour 7.11).

/// Ends the halves when the game time says so, in whatever mode (behaviour 6.3). Game time is not reset.
void half_time(Match& match);

/// Ball on the kick-off spot, both teams in their own halves, automatic kick-off if the script wants it
/// (behaviour 7.5).
void before_kick_off(Match& match);

/// Own halves, opponents of the kicking `side` outside the circle, until any player touches the ball (behaviour 7.5).
void kick_off(Match& match, Side side);

/// Goal, ball out, offside: the first that applies ends play (behaviour 7.2, 7.6, 7.10).
void play_on(Match& match);
/// They return whether play was interrupted; the out rule also if the ball is out and it is unknown by whom.
bool goal(Match& match);
bool ball_out(Match& match);
bool offside(Match& match);

/// The pause after a goal of `scorer`, then kick-off for the other team.
void goal_pause(Match& match, Side scorer);

/// How play goes on after an interruption (behaviour 7.7): holds the ball at the restart position and opponents of
/// `taker` away from it until the restart is taken. `phase` is a restart.
void restart(Match& match, Phase phase, Side taker);

/// Ball to `position`, or before the penalty area that is in; both teams away from it; PlayOn (behaviour 7.8).
void drop_ball(Match& match, spark::Vec3 position);

}  // namespace soccer
