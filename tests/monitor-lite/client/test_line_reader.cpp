// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "monitor-lite/client/commands.h"
#include "monitor-lite/client/events.h"
#include "monitor-lite/client/line_reader.h"
#include "spark/monitor/trainer_drawing.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;
using Kind = LineReader::Kind;

TEST_CASE("the Init line gives field, settings and play modes of the match (behaviour 8.3)") {
  LineReader reader;
  CHECK_FALSE(reader.has_game());
  CHECK(reader.read(kInit) == Kind::init);
  CHECK(reader.problem().empty());
  CHECK(reader.has_game());
  const Game& game = reader.game();
  CHECK(game.field_length == 40);
  CHECK(game.field_width == 20);
  CHECK(game.goal_height == 0.5);
  CHECK(game.half_time == 300);
  CHECK(game.values.at("BallMass") == 0.425878);
  CHECK(game.values.size() == 17);
  REQUIRE(game.play_modes.size() == 17);
  CHECK(play_mode_text(game, 12) == "GameOver");
  CHECK(play_mode_text(game, 17) == "mode 17");
  CHECK(play_mode_text(game, -1) == "mode -1");
}

TEST_CASE("velocities and batteries are only those of the last frame") {
  LineReader reader;
  reader.read(kInit);
  reader.read(
      "(Info (time 1)(P (s 1)(id 1)(pos 1 2 0.2)(vel 3 -4 0.5)(battery 62.5))(P (s 2)(id 1)(pos 0 0 0))(B (pos 5 6 "
      "0.1)(vel 1 1e1 0)))");
  const Snapshot& now = reader.snapshot();
  REQUIRE(now.players.size() == 2);
  REQUIRE(now.players[0].velocity);
  CHECK(now.players[0].velocity->x == 3);
  CHECK(now.players[0].velocity->y == -4);
  CHECK(now.players[0].velocity->z == 0.5);
  CHECK(now.players[0].battery == 62.5);
  CHECK_FALSE(now.players[1].velocity);
  CHECK_FALSE(now.players[1].battery);
  REQUIRE(now.ball_velocity);
  CHECK(now.ball_velocity->y == 10);
  reader.read("(Info (time 2)(P (s 1)(id 1)(pos 1 2 0.2)(vel 3 nan 0))(B (pos 5 6 0.1)))");
  CHECK(reader.problem() == "impossible velocity of 'P'");
  CHECK_FALSE(now.players[0].velocity);
  CHECK_FALSE(now.ball_velocity);
  reader.read("(Info (time 3)(body b 0 0 1 1 0 0 0 1 2 3 4 5 6)(body c 0 0 1 1 0 0 0)(body d 0 0 1 1 0 0 0 1))");
  REQUIRE(now.bodies.size() == 2);
  CHECK(now.bodies[0].velocity->z == 3);
  CHECK(now.bodies[0].angular_velocity->x == 4);
  CHECK_FALSE(now.bodies[1].velocity);
}

TEST_CASE("Info lines give what has changed, and a snapshot is complete (behaviour 8.4)") {
  LineReader reader;
  reader.read(kInit);
  CHECK(reader.read(kFirst) == Kind::info);
  CHECK(reader.problem().empty());
  CHECK(
      reader.read("(Info (ack best)(time 12.34)(team_left foo)(score_right 2)(play_mode 3)(P (s 1)(id 1)(pos -45.2 0.1 "
                  "0.219966)(say hello)(last))(B (pos 0.5 -1.25 0.111)))") == Kind::info);
  const Snapshot& now = reader.snapshot();
  CHECK(now.time == 12.34);
  CHECK(now.half == 1);
  CHECK(now.score_left == 0);
  CHECK(now.score_right == 2);
  CHECK(now.play_mode == 3);
  CHECK(now.team_left == "foo");
  CHECK(now.team_right.empty());
  CHECK(now.acknowledged);
  REQUIRE(now.players.size() == 1);
  CHECK(now.players[0].side == Side::left);
  CHECK(now.players[0].number == 1);
  CHECK(now.players[0].created);
  CHECK(now.players[0].position.x == -45.2);
  CHECK(now.players[0].last_toucher);
  CHECK(now.players[0].said == "hello");
  REQUIRE(now.markers.size() == 2);
  CHECK(now.markers[0].name == "Flag");
  CHECK(now.markers[1].id == "1_r");
  CHECK(now.ball.y == -1.25);
  reader.read("(Info (time 13)(B (pos 1 1 1)))");
  CHECK_FALSE(reader.snapshot().acknowledged);
  CHECK(reader.snapshot().players.size() == 1);  // none in the line: the last ones stay
  CHECK(reader.read("(Die)") == Kind::die);
}

TEST_CASE("kicks belong to one frame only") {
  LineReader reader;
  reader.read("(Init (FieldLength 104)(MonitorKicks 1))");
  CHECK(reader.game().shows_kicks);
  reader.read("(Info (time 3)(kicks (1 7 2.86)(0 0 2.9)(2 11 3)(3 1 1)(1 x 1)(1 -1 1)(1 2 nan)(1 2)))");
  CHECK(reader.problem().starts_with("impossible kick"));
  const auto& kicks = reader.snapshot().kicks;
  REQUIRE(kicks.size() == 3);
  CHECK((kicks[0].side == Side::left && kicks[0].number == 7 && kicks[0].time == 2.86));
  CHECK((kicks[1].side == Side::none && kicks[1].time == 2.9));
  CHECK((kicks[2].side == Side::right && kicks[2].number == 11));
  reader.read("(Info (time 3.15))");
  CHECK(reader.snapshot().kicks.empty());
  reader.read("(Init (FieldLength 104))");
  CHECK_FALSE(reader.game().shows_kicks);
  reader.read("(Info (time 3)(kicks (1 7 2.86)))");
  CHECK(reader.game().shows_kicks);
}

TEST_CASE("a line about a pause is no frame and changes nothing else") {
  LineReader reader;
  CHECK(reader.read("(Init (FieldLength 40)(play_modes PlayOn))") == Kind::init);
  CHECK_FALSE(reader.is_paused());
  CHECK(reader.read("(Init (FieldLength 40)(play_modes PlayOn)(paused 1))") == Kind::init);
  CHECK(reader.is_paused() == true);
  CHECK_FALSE(reader.game().values.contains("paused"));
  CHECK(reader.read("(Info (ack best)(time 1)(P (s 1)(id 3)(pos 1 2 3))(B (pos 4 5 6)))") == Kind::info);
  CHECK(reader.read("(Info (time 9)(paused 0))") == Kind::pause);
  CHECK(reader.is_paused() == false);
  CHECK(reader.problem().empty());
  CHECK(reader.snapshot().time == 1);
  CHECK(reader.snapshot().players.size() == 1);
  CHECK(reader.snapshot().acknowledged);
}

TEST_CASE("agents without a body, and lines of servers before 0.5 with blanks, are read") {
  LineReader reader;
  CHECK(reader.read(
            " (Info (time 0) (half 1) (P (pos 0 0 0)) (P (s 1) (id 3) (pos 1 2 3) (say )) (B (pos 0 0 10)) )\r") ==
        Kind::info);
  CHECK(reader.problem().empty());
  REQUIRE(reader.snapshot().players.size() == 2);
  CHECK_FALSE(reader.snapshot().players[0].created);
  CHECK(reader.snapshot().players[1].number == 3);
  CHECK(reader.snapshot().players[1].said.empty());
}

TEST_CASE("impossible parts are skipped and reported, and the others count") {
  struct Row {
    const char* item;
    const char* problem;
  };
  const auto [item, problem] =
      GENERATE(Row{"(P (s 1)(id 1)(pos nan 0 0))", "impossible position of 'P'"},
               Row{"(P (s 1)(id 1)(pos 0 inf 0))", "impossible position of 'P'"},
               Row{"(P (s 1)(id 1)(pos 0 1e300 0))", "impossible position of 'P'"},
               Row{"(P (s 1)(id 1)(pos 0 0))", "impossible position of 'P'"},
               Row{"(P (s 1)(id 1)(pos (1) 0 0))", "impossible position of 'P'"},
               Row{"(P (s 1)(id 1))", "impossible position of 'P'"}, Row{"(F (id x))", "impossible position of 'F'"},
               Row{"(B)", "impossible position of 'B'"}, Row{"(score_left many)", "no number in 'score_left'"},
               Row{"(half)", "no number in 'half'"}, Row{"(play_mode 99999999999)", "no number in 'play_mode'"},
               Row{"(time nan)", "no number in 'time'"});
  CAPTURE(item);
  LineReader reader;
  reader.read(kInit);
  reader.read(kFirst);
  CHECK(reader.read(fmt::format("(Info {}(score_right 5)(P (s 2)(id 9)(pos 1 1 1)))", item)) == Kind::info);
  CHECK(reader.problem() == problem);
  CHECK(reader.snapshot().score_right == 5);
  CHECK(reader.snapshot().score_left == 0);
  REQUIRE(reader.snapshot().players.size() == 1);
  CHECK(reader.snapshot().players[0].number == 9);
  CHECK(reader.snapshot().ball.z == 10);
}

TEST_CASE("a line that is no line of a match changes nothing") {
  const std::string deep(100, '(');
  for (const std::string& line :
       {std::string(), std::string("garbage"), std::string("(Unknown 1)"), std::string("(Info (time 3)"), deep,
        "(Info " + std::string(2 << 20, 'x') + ")", std::string("\x28\xb5\x2f\xfd\x00\x01", 6), std::string("()")}) {
    CAPTURE(line.substr(0, 40));
    LineReader reader;
    reader.read(kInit);
    reader.read(kFirst);
    CHECK(reader.read(line) == Kind::unreadable);
    CHECK_FALSE(reader.problem().empty());
    CHECK(reader.snapshot().time == 0);
    CHECK(reader.snapshot().players.size() == 2);
  }
}

TEST_CASE("at most a thousand players are read") {
  std::string line = "(Info ";
  for (int i = 0; i < 1200; ++i) line += fmt::format("(P (s 1)(id {})(pos 1 1 1))", i);
  LineReader reader;
  CHECK(reader.read(line + ")") == Kind::info);
  CHECK(reader.snapshot().players.size() == LineReader::kMaxPlayers);
  CHECK(reader.problem() == "too many players");
}

TEST_CASE("random damage to lines does no harm") {
  std::mt19937 random(11);
  LineReader reader;
  const std::string seed = kInit + kFirst;
  for (int i = 0; i < 20000; ++i) {
    std::string line = seed.substr(random() % seed.size(), random() % 300);
    for (int flips = static_cast<int>(random() % 4); flips > 0 && !line.empty(); --flips)
      line[random() % line.size()] = static_cast<char>(random());
    reader.read(line);
    REQUIRE(reader.snapshot().players.size() <= LineReader::kMaxPlayers);
  }
}

TEST_CASE("the play modes are the standard ones, unless an Init lists others (behaviour 6.1)") {
  LineReader whole;
  whole.read(kInit);
  LineReader reader;
  CHECK(reader.game().play_modes == whole.game().play_modes);
  reader.read("(Info (play_mode 12))");
  CHECK(play_mode_text(reader.game(), reader.snapshot().play_mode) == "GameOver");
  reader.read("(Init (play_modes Before After))");
  CHECK(reader.game().play_modes == std::vector<std::string>{"Before", "After"});
  reader.read("(Init (FieldLength 77))");
  CHECK(reader.game().play_modes == whole.game().play_modes);
  reader.read("(Init (play_modes))");
  CHECK(reader.game().play_modes.empty());
}

TEST_CASE("at most a hundred play modes, and a field of at most ten kilometres, are read") {
  LineReader reader;
  std::string modes;
  for (int i = 0; i < 150; ++i) modes += " mode" + std::to_string(i);
  REQUIRE(reader.read("(Init (FieldLength 10001)(FieldWidth 10000)(play_modes" + modes + "))") == Kind::init);
  CHECK(reader.game().play_modes.size() == 100);
  CHECK(reader.game().play_modes.back() == "mode99");
  CHECK(reader.game().field_length == Game().field_length);
  CHECK(reader.game().field_width == 10000);
}

TEST_CASE("a log cut after any of its first lines still names play modes and events") {
  const auto lines = match(40);
  for (std::size_t cut = 0; cut < 4; ++cut) {
    CAPTURE(cut);
    LineReader reader;
    EventFinder finder;
    std::vector<std::string> reported;
    for (std::size_t i = cut; i < lines.size(); ++i) {
      if (reader.read(lines[i]) != Kind::info) continue;
      for (const Event& event : finder.next(reader.game(), reader.snapshot())) reported.push_back(event.text);
    }
    // The team's names are sent in the second frame.
    const std::string foo = cut <= 2 ? "foo" : "left";
    const std::string bar = cut <= 2 ? "bar" : "right";
    const std::vector<std::string> last{"kick-off for " + foo,
                                        "play on",
                                        "goal for " + foo + " by 1, 1 : 0",
                                        "kick-off for " + bar,
                                        "play on",
                                        "half time, " + foo + " 1 : 0 " + bar,
                                        "full time, " + foo + " 1 : 0 " + bar};
    REQUIRE(reported.size() >= last.size());
    CHECK(std::vector<std::string>(reported.end() - static_cast<std::ptrdiff_t>(last.size()), reported.end()) == last);
  }
}

TEST_CASE("items with a position are known by their first letter (behaviour 8.4)") {
  LineReader reader;
  reader.read(kInit);
  CHECK(reader.read("(Info (time 1)(Player (s 1)(id 4)(pos 1 2 3))(Pawn (pos 4 5 6)(s 2))(Flag (id f)(pos 1 1 0))"
                    "(Goalpost (pos 2 2 0))(Ball (pos 7 8 9))(Camera (pos 3 3 3))(b (pos 1 1 1)))") == Kind::info);
  CHECK(reader.problem().empty());
  const Snapshot& now = reader.snapshot();
  REQUIRE(now.players.size() == 2);
  CHECK(now.players[0].number == 4);
  CHECK(now.players[0].position == Point{1, 2, 3});
  CHECK(now.players[1].side == Side::right);
  CHECK(now.players[1].number == 0);  // the missing id
  REQUIRE(now.markers.size() == 2);
  CHECK(now.markers[0].id == "f");
  CHECK(now.markers[1].name == "Goal");
  CHECK(now.ball == Point{7, 8, 9});

  // Items without a place are unknown ones, which is no mistake.
  CHECK(reader.read("(Info (Pfoo 3)(Ball)(Goals (1 2))(F2 (position 1 2 3)))") == Kind::info);
  CHECK(reader.problem().empty());
  CHECK(reader.snapshot().players.size() == 2);
  CHECK_FALSE(reader.has_players());
  CHECK(reader.read("(Info (Ball (pos nan 0 0)))") == Kind::info);
  CHECK(reader.problem() == "impossible position of 'Ball'");
  CHECK(reader.snapshot().ball == Point{7, 8, 9});
}

TEST_CASE("players of earlier servers may have an empty message, a rotation or no side") {
  LineReader reader;
  reader.read(kInit);
  CHECK(reader.read("(Info (time 1)(P (s 0)(id 0)(pos 1 2 3)(say )(last))"
                    "(P (s 1)(id 2)(pos 4 5 6)(rot 1 0 0 0 0 1 0 0 0 0 1 0 4 5 6 1 )(say))(P (id 3)(pos 7 8 9))"
                    "(P (s 7)(id 1)(pos 0 0 0))(B (pos 0 0 10)))") == Kind::info);
  CHECK(reader.problem().empty());
  const auto& players = reader.snapshot().players;
  REQUIRE(players.size() == 4);
  CHECK(players[0].side == Side::none);
  CHECK(players[0].created);  // s is sent for agents that have been created only (behaviour 8.4)
  CHECK(players[0].last_toucher);
  CHECK(players[0].said.empty());
  CHECK(players[1].side == Side::left);
  CHECK(players[1].position == Point{4, 5, 6});
  CHECK(players[1].said.empty());
  CHECK_FALSE(players[2].created);
  CHECK(players[2].number == 3);
  CHECK(players[3].side == Side::none);
}

TEST_CASE("lines may end with CR or NUL") {
  const std::string nul(1, '\0');
  for (const std::string& line :
       {kFirst + "\r", kFirst + nul, kFirst + "\r" + nul, nul + kFirst, nul + kFirst + " \r"}) {
    LineReader reader;
    CHECK(reader.read(line) == Kind::info);
    CHECK(reader.problem().empty());
    CHECK(reader.snapshot().ball.z == 10);
  }
}

TEST_CASE("recorded lines cut or changed at every byte leave a valid match") {
  LineReader reader;
  std::size_t read = 0;
  const auto check = [&](const std::string& line) {
    read += reader.read(line) != Kind::unreadable;
    const Snapshot& now = reader.snapshot();
    bool good = now.players.size() <= LineReader::kMaxPlayers && std::isfinite(now.time);
    const auto possible = [&](const Point& point) {
      for (const double each : {point.x, point.y, point.z}) good = good && std::abs(each) <= 1e6;
    };
    possible(now.ball);
    for (const Player& player : now.players) possible(player.position);
    for (const Marker& marker : now.markers) possible(marker.position);
    for (const char c : reader.problem() + now.team_left + now.team_right) good = good && c >= ' ' && c <= '~';
    for (const auto& [name, value] : reader.game().values) good = good && std::isfinite(value);
    if (!good) FAIL(line);
  };
  const std::string info =
      "(Info (ack best)(time 12.34)(team_left foo)(half 2)(play_mode 3)(P (s 1)(id 1)"
      "(pos -45.2 0.1 0.22)(say hello)(last))(F (id 1_l)(pos -20 -10 0))(B (pos 0.5 1 0.1)))";
  for (const std::string& line : {kInit, info}) {
    for (std::size_t at = 0; at <= line.size(); ++at) {
      check(line.substr(0, at));
      check(line.substr(at));
      for (const std::string& put : {std::string(1, '\0'), std::string("("), std::string(")"), std::string("\""),
                                     std::string("'"), std::string("\\"), std::string(";"), std::string("9e307"),
                                     std::string("nan "), std::string("-inf "), std::string("\xff")}) {
        check(line.substr(0, at) + put + line.substr(at));
        if (at < line.size()) check(line.substr(0, at) + put + line.substr(at + 1));
      }
    }
  }
  CHECK(read > 1000);  // most changed lines can still be read
}

TEST_CASE("lines of a megabyte are read or rejected, whatever they repeat") {
  LineReader reader;
  for (const std::string& part :
       {std::string("("), std::string(")"), std::string("'("), std::string("\""), std::string("\\("), std::string("'"),
        std::string(";"), std::string("(a)"), std::string("1"), std::string("()"), std::string(1, '\0'),
        std::string("\\\""), std::string("(P (pos 1 1 1))"), std::string("(G (pos 1 1 1)(id \"))")}) {
    for (const std::string& begin : {std::string(), std::string("(Info "), std::string("(Info (time 1"),
                                     std::string("(Info (team_left \""), std::string("(Init (play_modes ")}) {
      std::string line = begin;
      while (line.size() + part.size() + 2 <= LineReader::kMaxLineSize) line += part;
      reader.read(line);
      reader.read(line + "))");
      REQUIRE(reader.snapshot().players.size() <= LineReader::kMaxPlayers);
      REQUIRE(reader.snapshot().markers.size() <= LineReader::kMaxPlayers);
      REQUIRE(reader.game().play_modes.size() <= 100);
      REQUIRE(reader.problem().size() < 200);
    }
  }
}

TEST_CASE("events are found between snapshots, goals also if their play mode was missed") {
  LineReader reader;
  EventFinder finder;
  std::vector<std::string> reported;
  std::vector<Event::Kind> kinds;
  for (const std::string& line : match(40)) {
    if (reader.read(line) != Kind::info) continue;
    for (const Event& event : finder.next(reader.game(), reader.snapshot())) {
      reported.push_back(fmt::format("{:.2f} {}", event.time, event.text));
      kinds.push_back(event.kind);
    }
  }
  CHECK(reported == std::vector<std::string>{"0.00 before kick-off", "0.30 kick-off for foo", "0.45 play on",
                                             "3.00 goal for foo by 1, 1 : 0", "3.30 kick-off for bar", "3.45 play on",
                                             "4.50 half time, foo 1 : 0 bar", "5.85 full time, foo 1 : 0 bar"});
  CHECK(kinds[3] == Event::Kind::goal);
  CHECK(kinds.back() == Event::Kind::game_over);

  Snapshot now = reader.snapshot();
  now.play_mode = 10;
  now.score_right = 1;
  const auto events = finder.next(reader.game(), now);
  REQUIRE(events.size() == 2);
  CHECK(events[0].side == Side::right);
  CHECK(events[1].kind == Event::Kind::offside);
  CHECK(events[1].text == "offside by bar");
  CHECK(finder.next(reader.game(), now).empty());
}

TEST_CASE("commands are spelled as in behaviour 9") {
  CHECK(kick_off(Side::left) == "(kickOff Left)");
  CHECK(kick_off(Side::none) == "(kickOff None)");
  CHECK(play_mode("corner_kick_left") == "(playMode corner_kick_left)");
  CHECK(drop_ball() == "(dropBall)");
  CHECK(move_ball(Point{10, 20.5, 1}) == "(ball (pos 10 20.5 1))");
  CHECK(move_ball({}, Point{1, 0, 0}) == "(ball (vel 1 0 0))");
  CHECK(move_player(Side::right, 11, Point{-52, 0, 0.3}, Point{}, 50) ==
        "(agent (team Right)(unum 11)(pos -52 0 0.3)(vel 0 0 0)(battery 50))");
}

TEST_CASE("the largest drawing that the server accepts from a trainer is read completely") {
  CHECK(kMaxDrawnShapes == spark::TrainerDrawing::kMaxShapes);
  CHECK(DrawingHead::kMaxSeconds == spark::TrainerDrawing::kMaxSeconds);
  const std::string layer(40, 'l'), words(200, 'w');
  std::string command = "(draw (for 60)(line " + layer + " -10000 10000 0 0)(words a 0 0 \"" + words + "\")";
  for (std::size_t i = 2; i < spark::TrainerDrawing::kMaxShapes; ++i) command += "(circle a 0 0 10000)";
  spark::TrainerDrawing taken;
  spark::sexp::Reader expressions;
  command += ')';
  REQUIRE(expressions.read(command));
  REQUIRE(taken.read(expressions[0]) == "");
  LineReader reader;
  reader.read("(Init (FieldLength 104))");
  REQUIRE(reader.read("(Info (time 1)(draw " + taken.parts + "))") == LineReader::Kind::drawing);
  const LiveDrawing& drawing = reader.drawing();
  CHECK(drawing.seconds == 60);
  REQUIRE(drawing.shapes.size() == 500);
  CHECK(drawing.shapes[0].layer == layer);
  CHECK(drawing.shapes[0].from.x == -10000);
  CHECK(drawing.shapes[1].words == words);
  CHECK(drawing.shapes[499].radius == 10000);
}

TEST_CASE("a line with a trainer's drawing is no frame, and its wrong parts are skipped") {
  LineReader reader;
  reader.read("(Init (FieldLength 104))");
  reader.read("(Info (time 1)(B (pos 1 2 3)))");
  REQUIRE(reader.read("(Info (time 1.5)(draw (by right 4)(for 1e9)(fly a)(line run 1 2 3 4)(words note 0 1 \"x\")))") ==
          LineReader::Kind::drawing);
  CHECK(reader.snapshot().time == 1);
  CHECK(reader.snapshot().ball.x == 1);
  CHECK(reader.drawing().by == PlayerName{Side::right, 4});
  CHECK(reader.drawing().seconds == DrawingHead::kMaxSeconds);
  REQUIRE(reader.drawing().shapes.size() == 2);
  CHECK(reader.drawing().shapes[0].to.x == -3);
  CHECK(reader.read("(Info (time 1.5)(draw))") == LineReader::Kind::drawing);
  CHECK(reader.drawing().by == PlayerName{});
  CHECK(reader.drawing().seconds == LiveDrawing::kSeconds);
  CHECK(reader.drawing().shapes.empty());
}
