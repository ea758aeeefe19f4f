// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/gateways/rctp/port/watched_world.h"

using namespace rctp_test;
using namespace std::chrono_literals;
using Json = nlohmann::json;

TEST_CASE("watchers get the names, the whole world, then changes, and each message is printed once") {
  WatchedWorld w;
  Onlooker one(w), other(w);
  w.check_links();
  w.stage.turn();
  CHECK(w.asked == 1);
  CHECK(one.guest.heard_now().empty());  // nothing comes before the names
  w.give_names({"ball", "foo_11"});
  for (Onlooker* each : {&one, &other}) {
    const Json head = Json::parse(each->hear());
    CHECK(each->kind == kText);
    CHECK(head == Json::parse(R"({"names": ["ball", "foo_11"], "step_seconds": 0.01,
                                  "robots": [{"name": "foo_11", "state": "idle", "operator": ""}]})"));
  }
  // The first reader of the link cannot know whether its state is up to date, so the next one is sent.
  w.move(-1);
  w.stage.pass(30ms);
  w.check_links();
  CHECK(w.places(one.hear()) == std::map<int, float>{{0, -1}, {1, 0}});
  CHECK(one.kind == kBinary);
  w.move(4);
  w.stage.pass(30ms);
  w.check_links();
  CHECK(w.places(one.hear()) == std::map<int, float>{{0, 4}});
  other.hear();
  CHECK(w.places(other.hear()) == std::map<int, float>{{0, 4}});
  w.check_links();
  CHECK(one.guest.heard_now().empty());  // nothing has changed
}

TEST_CASE("poses are sent at most every 24 ms, always the newest") {
  WatchedWorld w;
  Onlooker one(w);
  w.give_names({"ball", "foo_11"});
  w.stage.turn();
  one.hear();
  w.stage.pass(30ms);
  w.move(1);
  w.check_links();
  one.hear();
  for (int x = 2; x < 10; ++x) {
    w.move(x);
    w.check_links();
  }
  CHECK(one.guest.heard_now().empty());
  w.stage.pass(24ms);
  CHECK(w.places(one.hear()) == std::map<int, float>{{0, 9}});
  CHECK(one.guest.heard_now().empty());
}

TEST_CASE("poses are merged for a watcher that reads slowly, and others get theirs in time") {
  WatchedWorld w;
  Onlooker slow(w, "/texts"), quick(w);
  w.give_names({"ball", "foo_11"});
  w.stage.turn();
  quick.hear();
  // Texts are not held back, so these fill the socket buffers first, then the session's own limit.
  while (w.conversations[0]->unsent() <= WorldWatchers::kPosesWait) {
    w.link.add_text(kGossip, std::string(60000, 'x'));
    w.check_links();
    w.stage.turn();
  }
  for (int x = 1; x <= 20; ++x) {
    w.move(x);
    w.check_links();
    w.stage.pass(30ms);
    CHECK(w.places(quick.hear()).at(0) == static_cast<float>(x));
  }
  // It then gets both nodes, once.
  std::string message = slow.hear();
  CHECK(Json::parse(message).contains("names"));
  do {
    message = slow.hear();
    REQUIRE(slow.kind != kClose);
    w.stage.pass(10ms);
  } while (slow.kind != kBinary);
  CHECK(w.places(message) == std::map<int, float>{{0, 20}, {1, 0}});
}

TEST_CASE("watchers get new models, new states of robots, and the requested texts") {
  WatchedWorld w;
  Onlooker one(w, "/texts"), other(w);
  CHECK(w.link.wants(kGossip));
  CHECK_FALSE(w.link.wants(0));
  w.give_names({"ball", "foo_11"});
  w.stage.turn();
  one.hear_text(), other.hear_text();
  w.link.add_text(kGossip, "(gossip \"two\")");
  w.check_links();
  CHECK(Json::parse(one.hear_text()) == Json{{"robot", "foo_11"}, {"object", "gossip"}, {"text", "(gossip \"two\")"}});
  CHECK(other.guest.heard_now().empty());

  int client = 0;
  w.robots[0]->claim.assign(&client, "drive", {.peer = "127.0.0.1:9", .authority = "", .values = {}});
  w.watchers.note_robots();
  w.stage.turn();
  for (Onlooker* each : {&one, &other}) {
    const Json head = Json::parse(each->hear_text());
    CHECK(head["robots"][0]["state"] == "negotiation");
    CHECK(head["robots"][0]["operator"] == "127.0.0.1:9");
  }

  w.world_link.update([](WorldState& world) { return world.model = 2, true; });
  w.stage.pass(30ms);
  w.asked = 0;
  w.check_links();
  CHECK(one.hear_text() == "again");
  CHECK(w.asked == 1);
  w.give_names({"ball", "foo_11", "crate"}, 2);
  w.stage.turn();
  CHECK(Json::parse(one.hear_text())["names"] == Json{"ball", "foo_11", "crate"});
  CHECK(one.guest.heard_now().empty());
}

TEST_CASE("a watcher that has left is removed, and the links have no reader any more") {
  WatchedWorld w;
  CHECK_FALSE(w.world_link.has_readers());
  {
    Onlooker one(w, "/texts");
    CHECK(w.watchers.size() == 1);
    CHECK(w.world_link.has_readers());
    spark::http::Conversation* conversation = nullptr;
    w.stage.service.on_message = [&](auto& from, auto, bool) { conversation = &from; };
    one.guest.say(masked(kText, "hello"));
    REQUIRE(conversation);
    CHECK(w.watchers.has(*conversation));
    w.watchers.remove(*conversation);
    w.watchers.remove(*conversation);
  }
  CHECK(w.watchers.size() == 0);
  CHECK_FALSE(w.world_link.has_readers());
  CHECK_FALSE(w.link.wants(kGossip));
}
