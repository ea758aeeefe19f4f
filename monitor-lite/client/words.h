// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The frame as if the teams had never changed sides: rotated by 180 degrees if they have. A team's actions in the
/// whole match can thus be counted under one side.
Snapshot as_begun(const Game& game, Snapshot now);

/// The play modes in words. The single table for score board, events and cards.
struct PlayModeWords {
  Event::Kind kind = Event::Kind::other;
  Side ball = Side::none;  ///< the side that has the ball, or has scored
  Side team = Side::none;  ///< the team to name after the words: for an offside the offending one
  std::string words;       ///< "play on", "kick-in for", "offside by"
};
PlayModeWords play_mode_words(const Game& game, const Standing& standing);
/// The same with the team: "kick-in for foo".
std::string play_mode_sentence(const Game& game, const Snapshot& snapshot);

/// The goals of the match in `now` among the events of a stream: after a restart those before it are excluded. Sides
/// and scores are the present ones of the teams.
std::vector<Event> goals_of_match(const std::vector<Event>& events, const Snapshot& now);

/// Whether a stream that restarts with `now` continues the match in `before`: only the connection was lost.
bool is_same_match(const Snapshot& before, const Snapshot& now);

/// The beginning of a body's name, which all bodies of the same thing share, for users: "AgentAspect0" of
/// "AgentAspect0/wheel/body".
std::string thing_words(std::string_view body);

/// The break before that half: "half time", "end of normal time".
std::string break_words(int half);

/// "4 : 3 in the shoot-out", "3 : 3 in the shoot-out, foo by lot"; empty if there was none.
std::string shoot_out_words(const Snapshot& snapshot);
/// The end of the match: "full time", "full time, after extra time", "full time, 4 : 3 in the shoot-out".
std::string end_words(const Snapshot& snapshot);
/// "foo 2 : 1 bar", and the shoot-out behind a comma.
std::string score_words(const Snapshot& snapshot);
/// The scorer of a goal, to be written after the team: "no. 9", "probably no. 9", "no. 4 (own goal)"; empty if unknown.
std::string scorer_words(const Scorer& scorer);

}  // namespace monitor
