// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/log.h"

namespace monitor {
namespace {

struct Named {
  std::string_view mode;  ///< without the side at the end
  Event::Kind kind;
  std::string_view words;
};
constexpr Named kModes[] = {
    {"BeforeKickOff", Event::Kind::other, "before kick-off"},
    {"KickOff", Event::Kind::kick_off, "kick-off for"},
    {"PlayOn", Event::Kind::play_on, "play on"},
    {"KickIn", Event::Kind::restart, "kick-in for"},
    {"corner_kick", Event::Kind::restart, "corner for"},
    {"goal_kick", Event::Kind::restart, "goal kick for"},
    {"free_kick", Event::Kind::restart, "free kick for"},
    {"offside", Event::Kind::offside, "offside by"},
    {"PenaltyShoot", Event::Kind::penalty, "penalty for"},
    {"Goal", Event::Kind::goal, "goal for"},
    {"GameOver", Event::Kind::game_over, "full time"},
};

/// Removes the side from the end of a play mode's text.
Side take_side(std::string_view& mode) {
  for (const auto& [end, side] :
       {std::pair("_left", Side::left), {"_Left", Side::left}, {"_right", Side::right}, {"_Right", Side::right}}) {
    if (!mode.ends_with(end) || mode.size() == std::string_view(end).size()) continue;
    mode.remove_suffix(std::string_view(end).size());
    return side;
  }
  return Side::none;
}

std::string with_other_side(std::string mode) {
  for (const auto& [end, other] :
       {std::pair("_left", "_right"), {"_right", "_left"}, {"_Left", "_Right"}, {"_Right", "_Left"}}) {
    if (!mode.ends_with(end)) continue;
    return mode.replace(mode.size() - std::string_view(end).size(), std::string::npos, other);
  }
  return mode;
}

void turn(Point& point) {
  point.x = -point.x;
  point.y = -point.y;
}

}  // namespace

Snapshot as_begun(const Game& game, Snapshot now) {
  if (!now.sides_changed) return now;
  now.sides_changed = false;
  std::swap(now.score_left, now.score_right);
  std::swap(now.shoot_out_left, now.shoot_out_right);
  if (now.lot == 1 || now.lot == 2) now.lot = 3 - now.lot;
  std::swap(now.team_left, now.team_right);
  const auto mode = std::ranges::find(game.play_modes, with_other_side(play_mode_text(game, now.play_mode)));
  if (mode != game.play_modes.end()) now.play_mode = static_cast<int>(mode - game.play_modes.begin());
  for (ShootOutAttempt& attempt : now.attempts) attempt.side = other_side(attempt.side);
  for (ShownKick& kick : now.kicks) kick.side = other_side(kick.side);
  for (Player& player : now.players) {
    player.side = other_side(player.side);
    turn(player.position);
    if (player.velocity) turn(*player.velocity);
  }
  turn(now.ball);
  if (now.ball_velocity) turn(*now.ball_velocity);
  for (Point& point : now.ball_trail) turn(point);
  return now;
}

PlayModeWords play_mode_words(const Game& game, const Standing& standing) {
  const std::string text = play_mode_text(game, standing.play_mode);
  std::string_view mode = text;
  PlayModeWords found;
  found.ball = found.team = take_side(mode);
  const auto* known =
      std::find_if(std::begin(kModes), std::end(kModes), [&](const Named& n) { return n.mode == mode; });
  if (known == std::end(kModes)) {  // a server may have more modes
    found.words = mode;
    std::replace(found.words.begin(), found.words.end(), '_', ' ');
    if (found.team != Side::none) found.words += " for";
    return found;
  }
  found.kind = known->kind;
  found.words = known->words;
  if (found.kind == Event::Kind::offside) found.team = other_side(found.ball);
  if (mode == "BeforeKickOff" && standing.half > 1) found.words = break_words(standing.half);
  return found;
}

std::string play_mode_sentence(const Game& game, const Snapshot& snapshot) {
  const PlayModeWords mode = play_mode_words(game, snapshot);
  return mode.team == Side::none ? mode.words : fmt::format("{} {}", mode.words, team_label(snapshot, mode.team));
}

std::vector<Event> goals_of_match(const std::vector<Event>& events, const Snapshot& now) {
  std::vector<Event> goals;
  const auto total = [](const auto& score) { return score.score_left + score.score_right; };
  for (const Event& event : events) {
    if (event.kind != Event::Kind::goal) continue;
    // Within a match the score only rises; two goals in one frame have the same score.
    std::erase_if(goals, [&](const Event& b) { return total(b) >= total(event) && b.time != event.time; });
    goals.push_back(event);
  }
  for (Event& goal : goals) {
    if (goal.sides_changed == now.sides_changed) continue;
    goal.sides_changed = now.sides_changed;
    goal.side = other_side(goal.side);
    std::swap(goal.score_left, goal.score_right);
  }
  std::erase_if(goals, [&](const Event& goal) { return total(goal) > total(now); });
  return goals;
}

bool is_same_match(const Snapshot& before, const Snapshot& now) {
  const bool same_sides = before.sides_changed == now.sides_changed;
  return before.team_left == (same_sides ? now.team_left : now.team_right) &&
         before.team_right == (same_sides ? now.team_right : now.team_left) && now.time >= before.time &&
         now.half >= before.half && score_began_on(now, Side::left) >= score_began_on(before, Side::left) &&
         score_began_on(now, Side::right) >= score_began_on(before, Side::right);
}

std::string break_words(int half) {
  return half <= 2 ? "half time" : half == 3 ? "end of normal time" : "half time of extra time";
}

std::string shoot_out_words(const Snapshot& snapshot) {
  if (snapshot.attempts.empty()) return {};
  std::string words = fmt::format("{} : {} in the shoot-out", snapshot.shoot_out_left, snapshot.shoot_out_right);
  if (snapshot.lot == 1 || snapshot.lot == 2)
    words += fmt::format(", {} by lot", team_label(snapshot, static_cast<Side>(snapshot.lot)));
  return words;
}

std::string end_words(const Snapshot& snapshot) {
  const std::string shoot_out = shoot_out_words(snapshot);
  if (!shoot_out.empty()) return "full time, " + shoot_out;
  return snapshot.half > 2 ? "full time, after extra time" : "full time";
}

std::string score_words(const Snapshot& snapshot) {
  const std::string shoot_out = shoot_out_words(snapshot);
  return fmt::format("{} {} : {} {}{}{}", team_label(snapshot, Side::left), snapshot.score_left, snapshot.score_right,
                     team_label(snapshot, Side::right), shoot_out.empty() ? "" : ", ", shoot_out);
}

std::string scorer_words(const Scorer& scorer) {
  switch (scorer.kind) {
    case Scorer::Kind::seen:
      return fmt::format("no. {}", scorer.number);
    case Scorer::Kind::probable:
      return fmt::format("probably no. {}", scorer.number);
    case Scorer::Kind::own_goal:
      return fmt::format("no. {} (own goal)", scorer.number);
    case Scorer::Kind::unknown:
      break;
  }
  return {};
}

std::string thing_words(std::string_view body) {
  return spark::printable(body.substr(0, body.find('/')), 40);
}

}  // namespace monitor
