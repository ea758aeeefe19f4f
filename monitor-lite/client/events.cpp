// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "monitor-lite/client/words.h"
#include "spark/core/log.h"

namespace monitor {
namespace {

Event event_of(const Snapshot& now, Event::Kind kind, Side side, std::string text) {
  return {kind, now.time, side, std::move(text), {}, now.score_left, now.score_right};
}

Event of_mode(const Game& game, const Snapshot& now) {
  PlayModeWords mode = play_mode_words(game, now);
  if (mode.kind == Event::Kind::goal) mode.kind = Event::Kind::other;  // one that was not seen
  std::string text = play_mode_sentence(game, now);
  if (mode.kind == Event::Kind::game_over) text += ", " + score_words(now);
  return event_of(now, mode.kind, mode.ball, std::move(text));
}

/// "crate and ball", "wheel 1, wheel 2, wheel 3 and 4 more"
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 4;
  std::string text;
  const std::size_t shown = names.size() <= kShown ? names.size() : kShown - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i > 0 && i + 1 == names.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + spark::printable(names[i]);
  }
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

}  // namespace

std::string team_name(const Snapshot& snapshot, Side side) {
  const std::string& name = side == Side::right ? snapshot.team_right : snapshot.team_left;
  if (side == Side::none) return "nobody";
  const bool blank = name.find_first_not_of(' ') == std::string::npos;
  return !blank ? name : side == Side::left ? "left" : "right";
}

std::string team_label(const Snapshot& snapshot, Side side) {
  std::string name = team_name(snapshot, side);
  if (side == Side::none || name != team_name(snapshot, other_side(side))) return name;
  return name + (side == Side::left ? " (left)" : " (right)");
}

Side named_team(const Event& event) {
  return event.kind == Event::Kind::offside ? other_side(event.side) : event.side;
}

Event EventFinder::goal(const Snapshot& now, Side side, int goals) const {
  // Of several at once nobody knows whose they were.
  const Scorer scorer = goals == 1 ? scorers_.of_goal(side) : Scorer{};
  std::string text = fmt::format("goal for {}", team_label(now, side));
  if (scorer.kind == Scorer::Kind::seen) text += fmt::format(" by {}", scorer.number);
  if (scorer.kind == Scorer::Kind::probable) text += fmt::format(", probably by {}", scorer.number);
  if (scorer.kind == Scorer::Kind::own_goal)
    text += fmt::format(", own goal by {} of {}", scorer.number, team_label(now, other_side(side)));
  Event event =
      event_of(now, Event::Kind::goal, side, fmt::format("{}, {} : {}", text, now.score_left, now.score_right));
  event.scorer = scorer;
  return event;
}

std::vector<Event> EventFinder::bodies(const Snapshot& now) {
  std::vector<std::string> names, come, gone;
  for (const Body& body : now.bodies) names.push_back(body.name);
  std::ranges::sort(names);
  std::ranges::set_difference(names, bodies_, std::back_inserter(come));
  std::ranges::set_difference(bodies_, names, std::back_inserter(gone));
  std::vector<Event> events;
  const auto tell = [&](std::string text) {
    events.push_back(event_of(now, Event::Kind::other, Side::none, std::move(text)));
  };
  const auto verb = [](const std::vector<std::string>& those) { return those.size() == 1 ? "has" : "have"; };
  if (!std::exchange(begun_, true)) {
    const char* noun = names.size() == 1 ? "body" : "bodies";
    tell(names.empty() ? std::string("a world without bodies")
                       : fmt::format("{} {}: {}", names.size(), noun, listed(names)));
  } else {
    if (!come.empty()) tell(fmt::format("{} {} come", listed(come), verb(come)));
    if (!gone.empty()) tell(fmt::format("{} {} gone", listed(gone), verb(gone)));
  }
  bodies_ = std::move(names);
  return events;
}

std::vector<Event> EventFinder::next(const Game& game, const Snapshot& now) {
  if (game.has_bodies) return bodies(now);
  std::vector<Event> events;
  if (begun_ && (now.score_left < score_left_ || now.score_right < score_right_ || now.half < half_)) restart();
  scorers_.add(game, now);
  bool is_half_time = false;
  if (begun_) {
    if (const int goals = now.score_left - score_left_; goals > 0) events.push_back(goal(now, Side::left, goals));
    if (const int goals = now.score_right - score_right_; goals > 0) events.push_back(goal(now, Side::right, goals));
    is_half_time = now.half != half_;
    if (is_half_time)
      events.push_back(event_of(now, Event::Kind::half, Side::none, fmt::format("half time, {}", score_words(now))));
  }
  // A goal shows in the score, and half time says that there is no kick-off yet.
  const PlayModeWords mode = play_mode_words(game, now);
  const bool is_told = mode.kind == Event::Kind::goal || (is_half_time && mode.words == "half time");
  if (!begun_ || (now.play_mode != play_mode_ && !is_told)) events.push_back(of_mode(game, now));
  begun_ = true;
  play_mode_ = now.play_mode;
  half_ = now.half;
  score_left_ = now.score_left;
  score_right_ = now.score_right;
  return events;
}

}  // namespace monitor
