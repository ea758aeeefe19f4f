// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/events.h"

#include <fmt/format.h>

namespace monitor {
namespace {

struct Named {
  std::string_view begin;  ///< of the play mode's text
  Event::Kind kind;
  std::string_view words;  ///< of the text, with the team behind them
};
constexpr Named kModes[] = {
    {"KickOff_", Event::Kind::kick_off, "kick-off for"},       {"KickIn_", Event::Kind::restart, "kick-in for"},
    {"corner_kick_", Event::Kind::restart, "corner kick for"}, {"goal_kick_", Event::Kind::restart, "goal kick for"},
    {"free_kick_", Event::Kind::restart, "free kick for"},     {"offside_", Event::Kind::offside, "offside, ball for"},
};

Side side_of(std::string_view mode) {
  if (mode.ends_with("eft")) return Side::left;
  return mode.ends_with("ight") ? Side::right : Side::none;
}

Event of_mode(const Snapshot& snapshot, const std::string& mode) {
  Event event{Event::Kind::other, snapshot.time, side_of(mode), mode};
  if (mode == "PlayOn") return {Event::Kind::play_on, snapshot.time, Side::none, "play on"};
  if (mode == "GameOver") {
    event.kind = Event::Kind::game_over;
    event.text = fmt::format("game over, {} {} : {} {}", team_name(snapshot, Side::left), snapshot.score_left,
                             snapshot.score_right, team_name(snapshot, Side::right));
  } else if (mode == "BeforeKickOff") {
    event.text = "before kick-off";
  }
  for (const Named& known : kModes) {
    if (!mode.starts_with(known.begin)) continue;
    event.kind = known.kind;
    event.text = fmt::format("{} {}", known.words, team_name(snapshot, event.side));
  }
  return event;
}

}  // namespace

std::string team_name(const Snapshot& snapshot, Side side) {
  const std::string& name = side == Side::right ? snapshot.team_right : snapshot.team_left;
  if (side == Side::none) return "nobody";
  return !name.empty() ? name : side == Side::left ? "left" : "right";
}

std::vector<Event> EventFinder::next(const Game& game, const Snapshot& now) {
  std::vector<Event> events;
  const std::string mode = play_mode_text(game, now.play_mode);
  if (begun_) {
    for (const Side side : {Side::left, Side::right}) {
      const int goals = side == Side::left ? now.score_left - score_left_ : now.score_right - score_right_;
      if (goals > 0)
        events.push_back({Event::Kind::goal, now.time, side,
                          fmt::format("goal for {}, {} : {}", team_name(now, side), now.score_left, now.score_right)});
    }
    if (now.half != half_)
      events.push_back({Event::Kind::half, now.time, Side::none, fmt::format("half {}", now.half)});
  }
  if (const bool is_goal = mode.starts_with("Goal_"); !begun_ || (now.play_mode != play_mode_ && !is_goal))
    events.push_back(of_mode(now, mode));
  begun_ = true;
  play_mode_ = now.play_mode;
  half_ = now.half;
  score_left_ = now.score_left;
  score_right_ = now.score_right;
  return events;
}

}  // namespace monitor
