// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/log.h"

namespace monitor {
namespace {

struct Named {
  std::string_view mode;  ///< without the side at its end
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
    {"Goal", Event::Kind::goal, "goal for"},
    {"GameOver", Event::Kind::game_over, "full time"},
};

/// Takes the side off the end of a play mode's text.
Side take_side(std::string_view& mode) {
  for (const auto& [end, side] :
       {std::pair("_left", Side::left), {"_Left", Side::left}, {"_right", Side::right}, {"_Right", Side::right}}) {
    if (!mode.ends_with(end) || mode.size() == std::string_view(end).size()) continue;
    mode.remove_suffix(std::string_view(end).size());
    return side;
  }
  return Side::none;
}

}  // namespace

PlayModeWords play_mode_words(const Game& game, const Snapshot& snapshot) {
  const std::string text = play_mode_text(game, snapshot.play_mode);
  std::string_view mode = text;
  PlayModeWords found;
  found.ball = found.team = take_side(mode);
  const auto* known =
      std::find_if(std::begin(kModes), std::end(kModes), [&](const Named& n) { return n.mode == mode; });
  if (known == std::end(kModes)) {  // of a server that has more of them
    found.words = mode;
    std::replace(found.words.begin(), found.words.end(), '_', ' ');
    if (found.team != Side::none) found.words += " for";
    return found;
  }
  found.kind = known->kind;
  found.words = known->words;
  if (found.kind == Event::Kind::offside) found.team = other_side(found.ball);
  if (mode == "BeforeKickOff" && snapshot.half > 1) found.words = "half time";
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
    // Within a match the score only rises; two goals of one frame share theirs.
    std::erase_if(goals, [&](const Event& b) { return total(b) >= total(event) && b.time != event.time; });
    goals.push_back(event);
  }
  std::erase_if(goals, [&](const Event& goal) { return total(goal) > total(now); });
  return goals;
}

bool is_same_match(const Snapshot& before, const Snapshot& now) {
  return before.team_left == now.team_left && before.team_right == now.team_right && now.time >= before.time &&
         now.half >= before.half && now.score_left >= before.score_left && now.score_right >= before.score_right;
}

std::string score_words(const Snapshot& snapshot) {
  return fmt::format("{} {} : {} {}", team_label(snapshot, Side::left), snapshot.score_left, snapshot.score_right,
                     team_label(snapshot, Side::right));
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
