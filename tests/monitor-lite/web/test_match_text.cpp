// SPDX-License-Identifier: Apache-2.0
// The texts about a match that are sent to pages.
#include <catch2/catch.hpp>

#include "monitor-lite/web/match_text.h"

using namespace monitor;
using Json = nlohmann::ordered_json;

TEST_CASE("an event is described with the keys and words of web.md") {
  const Event goal{Event::Kind::goal, 50.5, Side::right, "goal for bar, 1 : 2", {}, 1, 2};
  CHECK(text_of(event_json(goal)) ==
        R"({"time":50.5,"kind":"goal","side":"right","text":"goal for bar, 1 : 2","left":1,"right":2})");
  using Kind = Event::Kind;
  for (const auto& [kind, word] : {std::pair{Kind::kick_off, "kickOff"},
                                   {Kind::play_on, "playOn"},
                                   {Kind::goal, "goal"},
                                   {Kind::restart, "restart"},
                                   {Kind::offside, "offside"},
                                   {Kind::half, "half"},
                                   {Kind::game_over, "gameOver"},
                                   {Kind::other, "other"}})
    CHECK(event_json({kind, 0, Side::none, "", {}, 0, 0})["kind"] == word);
  CHECK(side_word(Side::left) == std::string("left"));
  CHECK(side_word(Side::none) == std::string());
}

TEST_CASE("a game is described with its dimensions, and its play modes in words") {
  Game game;
  game.field_length = 40;
  game.field_width = 20;
  game.border_size = 3;
  game.goal_width = 4;
  game.goal_depth = 2;
  game.goal_height = 0.5;
  game.agent_radius = 0.22;
  game.ball_radius = 0.111;
  game.half_time = 300;
  game.play_modes = {"BeforeKickOff", "offside_left", "corner_kick_right"};
  game.values["FreeKickDistance"] = 4;
  const Json json = game_json(game, 0.002);
  CHECK(json["unit"] == 0.002);
  CHECK(json["length"] == 40);
  CHECK(json["width"] == 20);
  CHECK(json["border"] == 3);
  CHECK(json["goalWidth"] == 4);
  CHECK(json["goalDepth"] == 2);
  CHECK(json["goalHeight"] == 0.5);
  CHECK(json["agentRadius"] == 0.22);
  CHECK(json["ballRadius"] == 0.111);
  CHECK(json["halfTime"] == 300);
  CHECK(json["circle"] == 4);
  CHECK(json["penaltyDepth"] == Approx(6.4));
  CHECK(json["penaltyHalfWidth"] == Approx(2 + 6.4));
  // The team that a mode names; for an offside it is the offending team.
  CHECK(json["modes"] == Json::parse(R"([
      {"name": "BeforeKickOff", "words": "before kick-off", "team": "", "kind": "other"},
      {"name": "offside_left", "words": "offside by", "team": "right", "kind": "offside"},
      {"name": "corner_kick_right", "words": "corner for", "team": "right", "kind": "restart"}])"));
}

TEST_CASE("only the play modes that a frame can name are sent") {
  Game game;
  game.play_modes.assign(300, "mode");
  CHECK(game_json(game, 0.002)["modes"].size() == 256);
}

TEST_CASE("texts of teams and agents are sent as valid JSON in one line, whatever their bytes are") {
  CHECK(text_of(Json{{"said", "a\xff\n\"b"}}) == "{\"said\":\"a\xef\xbf\xbd\\n\\\"b\"}");
}
