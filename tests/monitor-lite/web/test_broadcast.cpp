// SPDX-License-Identifier: Apache-2.0
// Which messages of a match are sent to which page, and when.
#include <catch2/catch.hpp>

#include "tests/monitor-lite/web/watching_pages.h"

using namespace monitor;
using namespace std::chrono_literals;

namespace {

PageFrame at(int second) {
  PageFrame frame;
  frame.time = second * 10'000;
  frame.ball = {second, 0, 0};
  frame.players = {{Side::left, 1, true, {0, second, 0}}};
  return frame;
}

}  // namespace

TEST_CASE("a page gets every message and frame, and a later page the messages so far and the current frame") {
  WatchingStage stage;
  Broadcast& all = stage.broadcast;
  const std::size_t match = all.add_match();
  Page early(stage), late(stage);
  early.watch({match});
  CHECK(early.hears_nothing());
  all.begin(match, "about");
  all.say(match, "a goal");
  all.notify(match, "a notice");
  all.say(match, "another");
  all.set_status(match, kPaused, "paused");
  all.frame(match, at(1));
  CHECK(early.hears(text_frame("about") + text_frame("a goal") + text_frame("a notice") + text_frame("another") +
                    text_frame("paused") + picture_frame(at(1), 0, kPaused)));
  all.frame(match, at(2));
  CHECK(early.hears(picture_frame(at(2), 0, kPaused)));
  late.watch({match});
  CHECK(late.hears(text_frame("about") + text_frame("a goal") + text_frame("another") + text_frame("paused") +
                   picture_frame(at(2), 0, kPaused)));
  CHECK(early.hears_nothing());
  CHECK(all.viewers() == 2);
}

TEST_CASE("a new description of a match keeps its messages, and a new match has none") {
  WatchingStage stage;
  Broadcast& all = stage.broadcast;
  const std::size_t match = all.add_match();
  all.begin(match, "about");
  all.say(match, "a goal");
  all.describe(match, "with names");
  Page first(stage), second(stage);
  first.watch({match});
  CHECK(first.hears(text_frame("with names") + text_frame("a goal")));
  all.begin(match, "another match");
  CHECK(first.hears(text_frame("another match")));
  second.watch({match});
  CHECK(second.hears(text_frame("another match")));
}

TEST_CASE("the last thousand messages are kept for pages that subscribe later") {
  WatchingStage stage;
  const std::size_t match = stage.broadcast.add_match();
  std::string kept;
  for (std::size_t i = 0; i < Broadcast::kMaxSaid + 3; ++i) {
    stage.broadcast.say(match, std::to_string(i));
    if (i >= 3) kept += text_frame(std::to_string(i));
  }
  Page page(stage);
  page.watch({match});
  CHECK(page.hears(kept));
}

TEST_CASE("a new state is sent at once with the current frame, and only if it has changed") {
  WatchingStage stage;
  Broadcast& all = stage.broadcast;
  const std::size_t match = all.add_match();
  Page page(stage);
  page.watch({match});
  all.set_status(match, kGone, "looking for it");
  CHECK(page.hears(text_frame("looking for it")));  // there is no frame yet
  all.frame(match, at(1));
  all.set_status(match, kGone, "still");
  CHECK(page.hears(picture_frame(at(1), 0, kGone) + text_frame("still")));
  all.set_status(match, 0, "there");
  CHECK(page.hears(text_frame("there") + picture_frame(at(1), 0)));
}

TEST_CASE("a page gets exactly the matches that it named last") {
  WatchingStage stage;
  Broadcast& all = stage.broadcast;
  for (int i = 0; i < 3; ++i) all.begin(all.add_match(), "about " + std::to_string(i));
  Page page(stage);
  page.watch({1, 3, 2, 1, ~std::size_t{0}});
  CHECK(page.hears(text_frame("about 1") + text_frame("about 2")));
  for (std::size_t match = 0; match < 3; ++match) {
    all.say(match, "notice " + std::to_string(match));
    all.frame(match, at(static_cast<int>(match)));
  }
  CHECK(
      page.hears(text_frame("notice 1") + picture_frame(at(1), 1) + text_frame("notice 2") + picture_frame(at(2), 2)));
  page.watch({0});
  CHECK(page.hears(text_frame("about 0") + text_frame("notice 0") + picture_frame(at(0), 0)));
  all.say(1, "more");
  all.frame(1, at(9));
  CHECK(page.hears_nothing());
}

TEST_CASE("a slow page misses frames but no messages, and then gets the newest frame") {
  WatchingStage stage;
  Broadcast& all = stage.broadcast;
  const std::size_t match = all.add_match();
  Page slow(stage), quick(stage);
  slow.watch({match});
  quick.watch({match});
  const std::string much(50000, 'x');
  std::string sent;
  for (; slow.conversation->unsent() == 0; sent += frame(kBinary, much)) slow.conversation->send_message(much, false);
  const std::size_t unsent = slow.conversation->unsent();
  for (int i = 1; i <= 3; ++i) all.frame(match, at(i));
  CHECK(slow.conversation->unsent() == unsent);
  all.say(match, "a goal");
  CHECK(slow.conversation->unsent() == unsent + text_frame("a goal").size());
  CHECK(
      quick.hears(picture_frame(at(1), 0) + picture_frame(at(2), 0) + picture_frame(at(3), 0) + text_frame("a goal")));
  CHECK(slow.hears(sent + text_frame("a goal") + picture_frame(at(3), 0)));
  all.frame(match, at(4));
  CHECK(slow.hears(picture_frame(at(4), 0)));
  CHECK(quick.hears(picture_frame(at(4), 0)));
}

TEST_CASE("tiles get the newest frame at most five times per second") {
  WatchingStage stage;
  Broadcast& all = stage.broadcast;
  const std::size_t match = all.add_match();
  all.frame(match, at(1));
  Page tile(stage), whole(stage);
  tile.watch({match}, true);
  whole.watch({match});
  CHECK(tile.hears(picture_frame(at(1), 0)));
  CHECK(whole.hears(picture_frame(at(1), 0)));
  all.frame(match, at(2));
  all.frame(match, at(3));
  stage.pass(200ms - 1ns);
  CHECK(tile.hears_nothing());
  CHECK(whole.hears(picture_frame(at(2), 0) + picture_frame(at(3), 0)));
  stage.pass(1ns);
  CHECK(tile.hears(picture_frame(at(3), 0)));
  stage.pass(200ms);
  CHECK(tile.hears_nothing());
  all.say(match, "a goal");
  CHECK(tile.hears(text_frame("a goal")));  // words do not wait
  all.frame(match, at(4));
  stage.pass(200ms);
  CHECK(tile.hears(picture_frame(at(4), 0)));
  // A tile that becomes a full view gets every frame again.
  tile.watch({match});
  CHECK(tile.hears(text_frame("a goal") + picture_frame(at(4), 0)));
  all.frame(match, at(5));
  CHECK(tile.hears(picture_frame(at(5), 0)));
}

TEST_CASE("tiles get frames again after a time without any tiles") {
  WatchingStage stage;
  const std::size_t match = stage.broadcast.add_match();
  for (int round = 0; round < 2; ++round) {
    CAPTURE(round);
    Page tile(stage);
    tile.watch({match}, true);
    tile.guest.heard_now();
    stage.broadcast.frame(match, at(7 + round));
    stage.pass(200ms);
    CHECK(tile.hears(picture_frame(at(7 + round), 0)));
    tile.leave();
    stage.pass(200ms);
  }
}

TEST_CASE("a page that has left is forgotten, even if data was waiting for it") {
  WatchingStage stage;
  Broadcast& all = stage.broadcast;
  const std::size_t match = all.add_match();
  Page gone(stage), there(stage);
  gone.watch({match});
  there.watch({match});
  const std::string much(50000, 'x');
  std::string sent;
  for (; gone.conversation->unsent() == 0; sent += frame(kBinary, much)) gone.conversation->send_message(much, false);
  all.frame(match, at(1));
  gone.leave();
  CHECK(all.viewers() == 1);
  all.say(match, "a goal");
  all.frame(match, at(2));
  CHECK(gone.hears(sent));
  CHECK(there.hears(picture_frame(at(1), 0) + text_frame("a goal") + picture_frame(at(2), 0)));
  gone.leave();
  CHECK(all.viewers() == 1);
}
