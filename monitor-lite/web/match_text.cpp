// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/match_text.h"

#include <cmath>

#include "monitor-lite/client/field_marks.h"
#include "monitor-lite/client/heat.h"
#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;

const char* kind_word(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::kick_off:
      return "kickOff";
    case Event::Kind::play_on:
      return "playOn";
    case Event::Kind::goal:
      return "goal";
    case Event::Kind::restart:
      return "restart";
    case Event::Kind::offside:
      return "offside";
    case Event::Kind::penalty:
      return "penalty";
    case Event::Kind::attempt:
      return "attempt";
    case Event::Kind::half:
      return "half";
    case Event::Kind::game_over:
      return "gameOver";
    case Event::Kind::other:
      break;
  }
  return "other";
}

}  // namespace

const char* side_word(Side side) {
  return side == Side::left ? "left" : side == Side::right ? "right" : "";
}

Json game_json(const Game& game, double unit) {
  const FieldMarks marks = field_marks(game);
  Json modes = Json::array();
  Snapshot in_mode;
  for (std::size_t i = 0; i < game.play_modes.size() && i < 256; ++i) {
    in_mode.play_mode = static_cast<int>(i);
    const PlayModeWords words = play_mode_words(game, in_mode);
    modes.push_back({{"name", game.play_modes[i]},
                     {"words", words.words},
                     {"team", side_word(words.team)},
                     {"kind", kind_word(words.kind)}});
  }
  return {{"unit", unit},
          {"bodies", game.has_bodies},
          {"length", game.field_length},
          {"width", game.field_width},
          {"border", game.border_size},
          {"goalWidth", game.goal_width},
          {"goalDepth", game.goal_depth},
          {"goalHeight", game.goal_height},
          {"agentRadius", game.agent_radius},
          {"ballRadius", game.ball_radius},
          {"halfTime", game.half_time},
          {"circle", marks.circle},
          {"penaltyDepth", marks.penalty_depth},
          {"penaltyHalfWidth", marks.penalty_half_width},
          {"heat", {{"columns", Report::Heat::kColumns}, {"rows", Report::Heat::kRows}, {"full", kFullShare}}},
          {"modes", std::move(modes)}};
}

Json event_json(const Event& event) {
  Json json{{"time", event.time}, {"kind", kind_word(event.kind)}, {"side", side_word(event.side)},
            {"text", event.text}, {"left", event.score_left},      {"right", event.score_right}};
  if (event.sides_changed) json["changed"] = true;
  if (event.kind == Event::Kind::attempt) {
    json["scored"] = event.scored;
    json["shootOut"] = {event.shoot_out_left, event.shoot_out_right};
  }
  return json;
}

Json teams_json(const Standing& standing) {
  Json json{{"left", standing.team_left}, {"right", standing.team_right}};
  if (standing.sides_changed) json["changed"] = true;
  return json;
}

/// Rounds places to centimetres.
Json pass_json(const Report::Pass& pass) {
  const auto place = [](const Point& point) {
    return Json::array({std::round(point.x * 100) / 100, std::round(point.y * 100) / 100});
  };
  return {{"time", pass.arrived}, {"side", side_word(pass.side)}, {"from", pass.from},
          {"to", pass.to},        {"begin", place(pass.begin)},   {"end", place(pass.end)}};
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace monitor
