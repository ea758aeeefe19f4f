// SPDX-License-Identifier: Apache-2.0
// How the lines of a server reach the pages.
#include <bit>
#include <catch2/catch.hpp>

#include "monitor-lite/client/commands.h"
#include "monitor-lite/web/live_source.h"
#include "monitor-lite/web/packed_log.h"
#include "tests/monitor-lite/client/fake_server.h"
#include "tests/monitor-lite/client/streams.h"
#include "tests/monitor-lite/web/watching_pages.h"

using namespace monitor;
using namespace std::chrono_literals;

namespace {

/// A line of a match between foo and bar, with or without a player's message.
std::string frame_line(double time, const std::string& said = "", int score_left = 0) {
  return fmt::format(
      "(Info (time {:g})(team_left foo)(team_right bar)(half 1)(score_left {})(score_right 0)(play_mode 3)"
      "(P (s 1)(id 9)(pos 1 2 0.22){})(B (pos {:g} 1 0.111)))\n",
      time, score_left, said.empty() ? "" : "(say " + said + ")", time);
}

/// A server that the test controls, a source that watches it, and a page that gets its messages.
struct Live : WatchingStage {
  struct Heard {
    nlohmann::json text;       ///< null: a picture
    int match = 0, flags = 0;  ///< of the picture
    float time = -1;
  };

  explicit Live(LiveSource::Lead lead = {}) : page(*this) {
    broadcast.add_match();
    const std::size_t match = broadcast.add_match();
    page.watch({match});
    source.emplace("127.0.0.1", server.port(), broadcast, match, loop, std::move(lead));
  }
  void accept() {
    REQUIRE(until([&] { return server.has_caller(); }));
    server.accept();
  }
  /// Accepts a connection, and sends the Init line and these lines.
  void answer(const std::string& said) {
    accept();
    server.say(kInit + "\n" + said);
  }
  Heard next() {
    Heard heard;
    const std::string head = page.guest.hear(2);
    REQUIRE(head.size() == 2);
    auto size = static_cast<std::size_t>(static_cast<unsigned char>(head[1]));
    if (size == 126) {
      const std::string more = page.guest.hear(2);
      size = static_cast<unsigned char>(more.at(0)) * 256U + static_cast<unsigned char>(more.at(1));
    }
    const std::string payload = page.guest.hear(size);
    REQUIRE(payload.size() == size);
    if ((head[0] & 0xf) == kText) {
      heard.text = nlohmann::json::parse(payload);
      return heard;
    }
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 4; ++i)
      bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(payload.at(8 + i))) << (8 * i);
    heard.time = std::bit_cast<float>(bits);
    heard.match = payload.at(1);
    heard.flags = payload.at(6);
    return heard;
  }
  Heard next_picture() {
    Heard heard = next();
    while (!heard.text.is_null()) heard = next();
    return heard;
  }
  /// The next text with this name. Pictures before it are counted.
  nlohmann::json next_text(const std::string& name) {
    for (Heard heard = next();; heard = next()) {
      if (heard.text.is_null()) ++pictures;
      if (!heard.text.contains(name)) continue;
      CHECK(heard.text["match"] == 1);
      return heard.text[name];
    }
  }
  /// Waits for a player's message, which is sent at once.
  void hear_said(const std::string& word) {
    while (next_text("said")["text"] != word) continue;
  }

  FakeServer server;
  Page page;
  std::optional<LiveSource> source;
  int pictures = 0;
};

nlohmann::json status(bool paused, bool gone, bool over, const std::string& words) {
  return {{"paused", paused}, {"gone", gone}, {"over", over}, {"words", words}};
}

}  // namespace

TEST_CASE("a match and its events are sent from the first frame on") {
  Live live;
  CHECK(live.source->report().empty());
  CHECK_FALSE(live.source->summary().has_begun);
  live.accept();
  CHECK(live.next_text("status") ==
        status(false, false, false, fmt::format("waiting for a server at 127.0.0.1:{}", live.server.port())));
  live.server.say(kInit + "\n" + frame_line(2.5, "hello", 1));
  const nlohmann::json about = live.next_text("about");
  CHECK(about["name"] == fmt::format("127.0.0.1:{}", live.server.port()));
  CHECK(about["game"]["length"] == 40);
  CHECK(about["left"] == "foo");
  CHECK(about["right"] == "bar");
  CHECK(about["number"] == 1);
  CHECK((about["time"] == 2.5 && about["half"] == 1 && about["score"] == nlohmann::json{1, 0}));
  CHECK(live.next_text("said") == nlohmann::json{{"time", 2.5}, {"side", "left"}, {"number", 9}, {"text", "hello"}});
  CHECK(live.next_text("status") == status(false, false, false, ""));
  CHECK(live.pictures == 0);
  const Live::Heard picture = live.next_picture();
  CHECK(picture.time == 2.5F);
  CHECK(picture.match == 1);
  CHECK(picture.flags == 0);
  const MatchSummary& summary = live.source->summary();
  CHECK(summary.team_left == "foo");
  CHECK(summary.team_right == "bar");
  CHECK(summary.score_left == 1);
  CHECK(summary.score_right == 0);
  CHECK(summary.time == 2.5);
  CHECK(summary.has_begun);
  live.server.say(frame_line(2.65, "", 2));
  const nlohmann::json event = live.next_text("event");
  CHECK(event["kind"] == "goal");
  CHECK(event["side"] == "left");
  CHECK(event["left"] == 2);
}

TEST_CASE("frames and messages of a match are kept for pages that are opened later") {
  Live live;
  live.answer(frame_line(1));
  live.next_picture();
  for (int i = 1; i <= 3; ++i) {
    live.server.say(frame_line(1 + i, "", i / 3));
    live.clock.advance(40ms);
    live.next_picture();
  }
  const auto octets = live.source->past().before(0xffffffff);
  REQUIRE(octets);
  const PackedLog past = unpack(*octets);
  REQUIRE(past.frames.size() == 4);
  CHECK(past.frames[3].time == 40'000);
  CHECK(past.about["first"] == 0);
  CHECK(past.about["teams"][0]["left"] == "foo");
  CHECK(past.about["messages"].back()["event"]["kind"] == "goal");
  CHECK(past.about["messages"].back()["frame"] == 3);
  for (std::size_t i = 1; i < 4; ++i) CHECK(past.about["moments"][i] >= 40);
  // After a break the same match continues with its past, and another one begins without.
  const bool continues = GENERATE(true, false);
  live.server.hang_up();
  live.clock.advance(40ms);
  live.answer(frame_line(continues ? 5 : 0, "", 1));
  while (live.next_picture().flags != 0) continue;
  CHECK(unpack(*live.source->past().before(0xffffffff)).about["first"] == (continues ? 0 : 4));
}

TEST_CASE("pages receive at most thirty frames per second, always the newest") {
  Live live;
  live.answer(frame_line(1));
  CHECK(live.next_picture().time == 1);
  live.server.say(frame_line(2) + frame_line(3, "a"));
  live.hear_said("a");
  live.server.say(frame_line(4, "b"));
  live.hear_said("b");
  CHECK(live.pictures == 0);
  live.clock.advance(34ms);
  CHECK(live.next_picture().time == 4);
}

TEST_CASE("a match without a frame for two seconds is paused until the next frame") {
  Live live;
  live.answer(frame_line(1));
  CHECK(live.next_text("status")["words"] != "");
  CHECK(live.next_text("status") == status(false, false, false, ""));
  CHECK(live.next_picture().flags == 0);
  live.clock.advance(2001ms);
  CHECK(live.next_text("status") == status(true, false, false, ""));
  CHECK(live.next_picture().flags == kPaused);
  live.server.say(frame_line(2));
  CHECK(live.next_text("status") == status(false, false, false, ""));
  CHECK(live.next_picture().flags == 0);
}

TEST_CASE("a match in slow motion is not paused between two frames") {
  Live live;
  live.answer(frame_line(1));
  live.next_picture();
  live.clock.advance(6000ms);
  CHECK(live.next_picture().flags == kPaused);  // no one can tell yet
  for (int i = 1; i < 4; ++i) {
    live.server.say(frame_line(1 + 0.15 * i));
    Live::Heard picture = live.next_picture();
    // The picture that was paused may be sent once more, without the flag.
    while (picture.time < 1 + 0.15F * static_cast<float>(i) - 0.01F) picture = live.next_picture();
    CHECK(picture.flags == 0);
    live.clock.advance(6000ms);
  }
  live.server.say(frame_line(1.6, "now"));
  live.pictures = 0;
  live.hear_said("now");
  CHECK(live.pictures == 0);
}

TEST_CASE("if the server reports pauses, a silent match is not paused") {
  Live live;
  live.accept();
  live.server.say(kInit.substr(0, kInit.size() - 1) + "(paused 0))\n" + frame_line(1));
  CHECK(live.next_picture().flags == 0);
  live.clock.advance(600s);
  live.server.say("(Info (time 1)(paused 1))\n");
  CHECK(live.next_text("status") == status(true, false, false, ""));
  CHECK(live.next_picture().flags == kPaused);
  live.server.say("(Info (time 1)(paused 0))\n");
  CHECK(live.next_text("status") == status(false, false, false, ""));
  CHECK(live.next_picture().flags == 0);
}

TEST_CASE("a match that is over stays over while its server ends and answers again") {
  Live live;
  live.answer(frame_line(1));
  live.next_picture();
  live.server.say("(Die)\n");
  CHECK(live.next_text("status") == status(false, false, true, ""));
  for (int i = 0; i < 3; ++i) {
    live.answer("(Die)\n");
    live.clock.advance(2s);
  }
  live.answer(frame_line(0));
  CHECK(live.next_text("status") == status(false, false, false, ""));
}

TEST_CASE("a lost server is looked for, and then the same match continues or another one begins") {
  Live live;
  live.answer(frame_line(1, "first"));
  CHECK(live.next_text("about")["number"] == 1);
  live.next_picture();
  live.server.hang_up();
  CHECK(live.next_text("status") == status(false, true, false, "the server has closed the connection"));
  CHECK(live.next_picture().flags == kGone);
  const bool continues = GENERATE(true, false);
  live.answer(frame_line(continues ? 2 : 0, "second"));
  CHECK(live.next_text("about")["number"] == (continues ? 1 : 2));
  live.hear_said("second");
  Page late(live);
  late.watch({1});
  const std::string said = late.guest.heard_now();
  CHECK((said.find("first") != said.npos) == continues);
  CHECK(said.find("second") != said.npos);
}

TEST_CASE("a match that is over is followed by another one, even if that seems to continue it") {
  Live live;
  live.answer(frame_line(1));
  CHECK(live.next_text("about")["number"] == 1);
  live.next_picture();
  live.server.say("(Die)\n");
  CHECK(live.next_text("status") == status(false, false, true, ""));
  CHECK(live.next_picture().flags == kOver);
  live.server.hang_up();
  live.answer(frame_line(2));
  CHECK(live.next_text("about")["number"] == 2);
}

TEST_CASE("team names that become known are sent, without starting another match") {
  Live live;
  live.answer(kFirst + "\n");
  CHECK(live.next_text("about")["left"] == "");
  live.server.say(frame_line(1));
  const nlohmann::json about = live.next_text("about");
  CHECK(about["left"] == "foo");
  CHECK(about["number"] == 1);
}

TEST_CASE("the look of a world without a game is sent, and changes of it at most once per second") {
  Live live;
  live.accept();
  live.next_text("status");
  const auto look = [&] { return nlohmann::json::parse(*live.source->look()); };
  live.server.say(
      "(Init (TimePerStep 0.01)(bodies crate)(shape crate (box 1 1 1 0 0 0)))\n"
      "(Info (time 0)(body crate 0 0 1 1 0 0 0))\n");
  CHECK(live.next_text("about")["game"]["bodies"] == true);
  CHECK(live.next_text("event")["text"] == "1 body: crate");
  CHECK(live.next_text("about")["look"] == 1);
  CHECK(look()["version"] == 1);
  CHECK(look()["look"]["bodies"][0]["shapes"][0]["kind"] == "box");
  CHECK(live.next_picture().match == 1);
  CHECK(live.source->summary().has_bodies);
  CHECK(live.source->report().empty());
  // Two bodies appear one after the other; pages are notified of both together, after a second.
  live.server.say("(Info (time 0.15)(body crate 0 0 1 1 0 0 0)(body ball 0 0 1 1 0 0 0))\n");
  CHECK(live.next_text("event")["text"] == "ball has come");
  live.server.say("(Info (time 0.3)(body crate 0 0 1 1 0 0 0)(body ball 0 0 1 1 0 0 0)(body cone 0 0 1 1 0 0 0))\n");
  CHECK(live.next_text("event")["text"] == "cone has come");
  CHECK(look()["version"] == 1);
  live.clock.advance(1000ms);
  CHECK(live.next_text("about")["look"] == 2);
  CHECK(look()["look"]["bodies"].size() == 3);
  REQUIRE(live.until([&] {
    const auto octets = live.source->past().before(0xffffffff);
    return octets && unpack(*octets).frames.back().bodies.size() == 3;
  }));
  const PackedLog past = unpack(*live.source->past().before(0xffffffff));
  CHECK(past.about["looks"].front()["number"] == 0);
  CHECK(past.about["looks"].back()["look"]["bodies"].size() == 3);
}

TEST_CASE("the report is renewed every five seconds") {
  Live live;
  live.answer(frame_line(1));
  live.next_picture();
  REQUIRE(live.until([&] { return !live.source->report().empty(); }));
  CHECK(nlohmann::json::parse(live.source->report())["score"] == nlohmann::json::parse("[0,0]"));
  const std::string before = live.source->report();
  live.server.say(frame_line(2, "a", 1));
  live.hear_said("a");
  live.clock.advance(4999ms);
  live.server.say(frame_line(3, "b", 1));
  live.hear_said("b");
  live.server.say(frame_line(4, "c", 1));
  live.hear_said("c");
  CHECK(live.source->report() == before);
  live.clock.advance(1ms);
  REQUIRE(live.until([&] { return live.source->report() != before; }));
  CHECK(nlohmann::json::parse(live.source->report())["score"] == nlohmann::json::parse("[1,0]"));
}

TEST_CASE("a page's orders reach the server as commands, with the heights of ball and players") {
  Live live({.leads = true});
  live.answer(frame_line(1));
  live.next_picture();
  using Kind = Order::Kind;
  const auto order = [](Kind kind) {
    Order made;
    made.kind = kind;
    return made;
  };
  Order kick = order(Kind::kick_off), mode = order(Kind::mode), ball = order(Kind::ball), player = order(Kind::player),
        step = order(Kind::step);
  kick.side = player.side = Side::right;
  mode.mode = "PlayOn";
  ball.place = {3, -2, 0};
  player.place = {-1, 4, 0};
  player.number = 7;
  step.steps = 15;
  const std::string wanted[] = {
      "W" + kick_off(Side::right),
      "W" + play_mode("PlayOn"),
      "W" + drop_ball(),
      "W" + move_ball(Point{3, -2, 0.111}, Point{}),
      "W" + move_player(Side::right, 7, Point{-1, 4, 0.22}, Point{}),
      "P",
      "R",
      "S15",
  };
  std::string all, heard;
  for (const std::string& text : wanted) all += std::string(3, '\0') + static_cast<char>(text.size()) + text;
  for (const Order& each :
       {kick, mode, order(Kind::drop_ball), ball, player, order(Kind::pause), order(Kind::run), step})
    live.source->give(each);
  CHECK(live.until([&] { return (heard += live.server.heard()).size() >= all.size(); }));
  CHECK(heard == all);
}

TEST_CASE("an order that the server does not take is answered with a notice that later pages do not get") {
  // The server has received the request for a proof and does not answer.
  Live live({.leads = true, .secret = std::make_shared<const spark::Secret>()});
  live.accept();
  std::string asked;
  REQUIRE(live.until([&] { return (asked += live.server.heard()).size() >= 5; }));
  CHECK(asked.substr(0, 5) == std::string("\0\0\0\x21T", 5));
  live.source->give({});
  CHECK(live.next_text("notice") == "the server takes no commands now");
  Page late(live);
  late.watch({1});
  CHECK(late.guest.heard_now().find("notice") == std::string::npos);
}
