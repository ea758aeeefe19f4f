// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "monitor-lite/web/order.h"
#include "monitor-lite/web/watch_request.h"

using namespace monitor;

TEST_CASE("a request to watch is read with its list of matches, or rejected") {
  const auto request = read_watch_request(R"({"watch": ["live-1", 3, "log-2", null], "tiles": true})");
  REQUIRE(request);
  CHECK(request->matches == std::vector<std::string>{"live-1", "log-2"});
  CHECK(request->tiles);
  CHECK_FALSE(read_watch_request(R"({"watch": []})")->tiles);
  CHECK_FALSE(read_watch_request(R"({"watch": [], "tiles": 1})")->tiles);
  for (const char* wrong :
       {"", "[]", "{}", "3", R"({"watch": "live-1"})", R"({"watch": {}})", "{\"watch\": [", "\xff"}) {
    CAPTURE(wrong);
    CHECK_FALSE(read_watch_request(wrong));
  }
  std::string many = R"({"watch": ["a")";
  for (int i = 0; i < 200; ++i) many += R"(,"a")";
  CHECK(read_watch_request(many + "]}")->matches.size() == WatchRequest::kMaxMatches);
}

TEST_CASE("orders are read with all their parts") {
  const auto ball = read_order(R"({"match": "live-1", "order": "ball", "x": -3.5, "y": 1000})");
  REQUIRE(ball);
  CHECK(ball->match == "live-1");
  CHECK(ball->kind == Order::Kind::ball);
  CHECK(ball->place.x == -3.5);
  CHECK(ball->place.y == 1000);
  const auto player = read_order(R"({"order": "player", "side": "right", "number": 11, "x": 0, "y": 0})");
  REQUIRE(player);
  CHECK(player->side == Side::right);
  CHECK(player->number == 11);
  CHECK(read_order(R"({"order": "kickOff"})")->side == Side::none);
  CHECK(read_order(R"({"order": "kickOff", "side": "left"})")->side == Side::left);
  CHECK(read_order(R"({"order": "step", "steps": 1000})")->steps == 1000);
  CHECK(read_order(R"({"order": "mode", "mode": "corner_kick_left"})")->mode == "corner_kick_left");
  for (const char* word : {"dropBall", "pause", "run"}) CHECK(read_order(std::string(R"({"order": ")") + word + "\"}"));
}

TEST_CASE("an incomplete or impossible order is rejected") {
  const std::string wrong = GENERATE(
      as<std::string>(), "", "{}", "[]", R"({"order": 3})", R"({"order": "dance"})", R"({"order": "ball"})",
      R"({"order": "ball", "x": 1})", R"({"order": "ball", "x": 1000.1, "y": 0})",
      R"({"order": "ball", "x": 0, "y": -1000.1})", R"({"order": "ball", "x": "1", "y": 0})",
      R"({"order": "ball", "x": 1e400, "y": 0})", R"({"order": "player", "number": 1, "x": 0, "y": 0})",
      R"({"order": "player", "side": "up", "number": 1, "x": 0, "y": 0})",
      R"({"order": "player", "side": "left", "number": 1})",
      R"({"order": "player", "side": "left", "number": 0, "x": 0, "y": 0})",
      R"({"order": "player", "side": "left", "number": 12, "x": 0, "y": 0})",
      R"({"order": "player", "side": "left", "number": 1.5, "x": 0, "y": 0})", R"({"order": "step"})",
      R"({"order": "step", "steps": 0})", R"({"order": "step", "steps": 1001})", R"({"order": "mode"})",
      R"({"order": "mode", "mode": ""})", R"({"order": "mode", "mode": "Play On"})",
      R"({"order": "mode", "mode": "PlayOn)(kill"})", R"({"order": "mode", "mode": ")" + std::string(41, 'a') + "\"}");
  CAPTURE(wrong);
  CHECK_FALSE(read_order(wrong));
}

TEST_CASE("a trainer's token must be a text") {
  CHECK(read_token(R"({"trainer": "0123"})") == "0123");
  CHECK(read_token(R"({"trainer": 123})") == "");
  CHECK_FALSE(read_token("{}"));
  CHECK_FALSE(read_token(R"(["trainer"])"));
}

TEST_CASE("play modes have at most forty letters") {
  const auto mode = [](std::size_t letters) {
    return read_order(R"({"order": "mode", "mode": ")" + std::string(letters, 'a') + "\"}");
  };
  CHECK(mode(40));
  CHECK_FALSE(mode(41));
}
