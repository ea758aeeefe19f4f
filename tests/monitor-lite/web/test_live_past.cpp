// SPDX-License-Identifier: Apache-2.0
// The part of a live match that is kept for pages that are opened later.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "monitor-lite/web/live_past.h"
#include "monitor-lite/web/packed_log.h"

using namespace monitor;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint32_t kPiece = LivePast::kPieceFrames;

/// Frames in which the ball's place is their number.
PageFrame frame(std::uint32_t number) {
  PageFrame made;
  made.number = number;
  made.time = number * 1500;
  made.ball = {static_cast<std::int32_t>(number), 0, 0};
  made.players = {{Side::left, 1, true, {0, static_cast<std::int32_t>(number % 7), 0}}};
  return made;
}

void add(LivePast& past, std::uint32_t from, std::uint32_t until) {
  for (std::uint32_t number = from; number < until; ++number) past.add(frame(number), 100 + 0.15 * number, 0.002);
}

/// The piece before a frame; checks that its frames are those that its text names.
PackedLog piece(LivePast& past, std::uint32_t before) {
  const auto octets = past.before(before);
  REQUIRE(octets);
  const PackedLog log = unpack(*octets);
  const std::uint32_t first = log.about["first"];
  CHECK(log.about["unit"] == 0.002);
  CHECK(log.about["moments"].size() == log.frames.size());
  CHECK(log.about["moments"][0] == 100'000 + 150 * first);
  for (std::size_t i = 0; i < log.frames.size(); ++i) CHECK(log.frames[i].ball[0] == static_cast<int>(first + i));
  return log;
}

}  // namespace

TEST_CASE("the past of a live match is given in pieces, from the newest back to the first frame") {
  LivePast past;
  CHECK(past.before(0) == nullptr);
  CHECK(past.before(7) == nullptr);
  add(past, 0, 2 * kPiece + 5);
  std::uint32_t before = 2 * kPiece + 5;
  std::vector<std::size_t> sizes;
  while (past.before(before)) {
    const PackedLog log = piece(past, before);
    sizes.push_back(log.frames.size());
    before = log.about["first"];
  }
  CHECK(before == 0);
  CHECK(sizes == std::vector<std::size_t>{5, kPiece, kPiece});
  // For a frame in the middle of a piece it is that piece.
  CHECK(piece(past, kPiece + 1).about["first"] == kPiece);
  CHECK(piece(past, kPiece).about["first"] == 0);
  CHECK(piece(past, 0xffffffff).about["first"] == 2 * kPiece);
}

TEST_CASE("the piece that is being filled is compressed again only when a newer frame is requested") {
  LivePast past;
  add(past, 0, 10);
  const auto first = past.before(10);
  CHECK(past.before(5) == first);
  CHECK(past.before(0xffffffff) == first);
  add(past, 10, 11);
  CHECK(past.before(10) == first);
  CHECK(past.before(11) != first);
  CHECK(piece(past, 11).frames.size() == 11);
}

TEST_CASE("each piece has the team names and messages of its frames") {
  LivePast past;
  past.set_teams({{"left", ""}, {"right", ""}});
  past.set_teams({{"left", "foo"}, {"right", ""}});
  past.say({{"frame", 0}, {"event", {{"kind", "kickOff"}}}});
  add(past, 0, 3);
  past.set_teams({{"left", "foo"}, {"right", "bar"}});
  past.say({{"frame", 3}, {"event", {{"kind", "goal"}}}});
  add(past, 3, kPiece + 1);
  const PackedLog early = piece(past, 1), late = piece(past, kPiece + 1);
  CHECK(early.about["teams"] ==
        Json::parse(R"([{"number":0,"left":"foo","right":""},{"number":3,"left":"foo","right":"bar"}])"));
  CHECK(early.about["messages"].size() == 2);
  CHECK(early.about["messages"][1]["frame"] == 3);
  CHECK(late.about["teams"] == Json::parse(fmt::format(R"([{{"number":{},"left":"foo","right":"bar"}}])", kPiece)));
  CHECK(late.about["messages"].empty());
}

TEST_CASE("beyond the memory limit the oldest frames are dropped, and a new match drops all") {
  LivePast past;
  add(past, 0, 2 * kPiece + 1);
  const std::size_t two = past.octets();
  CHECK(two > 0);
  CHECK(two < 2 * kPiece * 20);
  past.set_limit(two - 1);
  CHECK(past.octets() < two);
  CHECK(past.before(kPiece) == nullptr);
  CHECK(past.before(2 * kPiece));
  add(past, 2 * kPiece + 1, 20 * kPiece);
  CHECK(past.octets() < two);
  for (std::size_t i = 0; i < 2 * LivePast::kMaxMessages; ++i) past.say({{"frame", 20 * kPiece}});
  CHECK(piece(past, 0xffffffff).about["messages"].size() == LivePast::kMaxMessages);
  past.restart();
  CHECK(past.octets() == 0);
  CHECK(past.before(0xffffffff) == nullptr);
  add(past, 20 * kPiece, 20 * kPiece + 2);
  CHECK(piece(past, 0xffffffff).frames.size() == 2);
}

TEST_CASE("each piece has the look of the world from its first frame on") {
  LivePast past;
  past.set_look({{"bodies", "one"}});
  add(past, 0, 3);
  past.set_look({{"bodies", "two"}});
  add(past, 3, kPiece + 1);
  CHECK(piece(past, 1).about["looks"] ==
        Json::parse(R"([{"number":0,"look":{"bodies":"one"}},{"number":3,"look":{"bodies":"two"}}])"));
  CHECK(piece(past, kPiece + 1).about["looks"] ==
        Json::parse(fmt::format(R"([{{"number":{},"look":{{"bodies":"two"}}}}])", kPiece)));
  // For a look that changes all the time only the last ones are kept.
  for (std::size_t i = 0; i < 3 * LivePast::kMaxLooks; ++i) past.set_look({{"bodies", i}});
  add(past, kPiece + 1, kPiece + 2);
  const Json later = piece(past, kPiece + 2).about["looks"];
  CHECK(later.size() == LivePast::kMaxLooks);
  CHECK(later.back()["look"]["bodies"] == 3 * LivePast::kMaxLooks - 1);
  past.restart();
  add(past, kPiece + 2, kPiece + 3);
  CHECK_FALSE(piece(past, 0xffffffff).about.contains("looks"));
}
