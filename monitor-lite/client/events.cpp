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
  Event event{kind, now.time, side, std::move(text), {}, now.score_left, now.score_right};
  event.sides_changed = now.sides_changed;
  return event;
}

Event of_mode(const Game& game, const Snapshot& now) {
  PlayModeWords mode = play_mode_words(game, now);
  if (mode.kind == Event::Kind::goal) mode.kind = Event::Kind::other;  // a goal that was not seen
  std::string text = play_mode_sentence(game, now);
  if (mode.kind == Event::Kind::penalty && now.shooter > 0) text += fmt::format(", number {}", now.shooter);
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
  if (side == Side::none) return "no one";
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
  // If several goals were scored at once, their scorers are unknown.
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
  const auto report = [&](std::string text) {
    events.push_back(event_of(now, Event::Kind::other, Side::none, std::move(text)));
  };
  const auto verb = [](const std::vector<std::string>& those) { return those.size() == 1 ? "has" : "have"; };
  if (!std::exchange(begun_, true)) {
    const char* noun = names.size() == 1 ? "body" : "bodies";
    report(names.empty() ? std::string("a world without bodies")
                         : fmt::format("{} {}: {}", names.size(), noun, listed(names)));
  } else {
    if (!come.empty()) report(fmt::format("{} {} come", listed(come), verb(come)));
    if (!gone.empty()) report(fmt::format("{} {} gone", listed(gone), verb(gone)));
  }
  bodies_ = std::move(names);
  return events;
}

bool EventFinder::is_another_match(const Snapshot& now) const {
  return score_began_on(now, Side::left) < score_began_on(last_, Side::left) ||
         score_began_on(now, Side::right) < score_began_on(last_, Side::right) || now.half < last_.half;
}

void EventFinder::add_goals(const Snapshot& now, std::vector<Event>& events) const {
  for (const Side side : {Side::left, Side::right}) {
    const Side began = began_on(side, now.sides_changed);
    if (const int goals = score_began_on(now, began) - score_began_on(last_, began); goals > 0)
      events.push_back(goal(now, side, goals));
  }
}

void EventFinder::add_attempts(const Snapshot& now, std::vector<Event>& events) const {
  int left = 0, right = 0;
  for (std::size_t i = 0; i < now.attempts.size(); ++i) {
    const ShootOutAttempt& shot = now.attempts[i];
    if (shot.scored) ++(shot.side == Side::left ? left : right);
    if (i < last_.attempts.size()) continue;
    const std::string team = team_label(now, shot.side);
    std::string text = fmt::format("{} {} in the shoot-out, {} : {}",
                                   shot.number > 0 ? fmt::format("{} of {}", shot.number, team) : team,
                                   shot.scored ? "scores" : "misses", left, right);
    Event event = event_of(now, Event::Kind::attempt, shot.side, std::move(text));
    event.shooter = shot.number;
    event.scored = shot.scored;
    event.shoot_out_left = left;
    event.shoot_out_right = right;
    events.push_back(std::move(event));
  }
}

std::vector<Event> EventFinder::next(const Game& game, const Snapshot& now) {
  if (game.has_bodies) return bodies(now);
  std::vector<Event> events;
  if (begun_ && is_another_match(now)) restart();
  scorers_.add(game, now);
  const bool is_half_time = begun_ && now.half != last_.half;
  if (begun_) {
    add_goals(now, events);
    if (is_half_time)
      events.push_back(
          event_of(now, Event::Kind::half, Side::none, fmt::format("{}, {}", break_words(now.half), score_words(now))));
    add_attempts(now, events);
  }
  // The score shows goals, and half time shows that there is no kick-off yet.
  const PlayModeWords mode = play_mode_words(game, now);
  const bool is_told = mode.kind == Event::Kind::goal || (is_half_time && mode.words == break_words(now.half));
  if (!begun_ || (now.play_mode != last_.play_mode && !is_told)) events.push_back(of_mode(game, now));
  begun_ = true;
  last_ = now;
  return events;
}

}  // namespace monitor
