// SPDX-License-Identifier: Apache-2.0
// The viewer without a screen: the test makes the inputs, and pictures are drawn off-screen.
#include <catch2/catch.hpp>

#include "tests/monitor-lite/window/replayed_log.h"
#include "tests/monitor-lite/window/watched_match.h"

using namespace monitor;

TEST_CASE("the number keys and c choose cameras, and the mouse moves them") {
  FakeMatch match;
  Person person({match});
  for (const auto& [letter, name] :
       {std::pair("2", "ball"), {"3", "left"}, {"4", "right"}, {"5", "top"}, {"1", "side"}}) {
    person.type(letter);
    CHECK(person.viewer.cameras().name() == name);
  }
  person.type("c");
  CHECK(person.viewer.cameras().name() == "ball");
  person.type("1");
  person.look();
  const Picture before = person.picture;
  person.drag({600, 400}, {700, 420});
  CHECK(person.viewer.cameras().name() == "free");
  person.look();
  CHECK(person.picture.pixels != before.pixels);
  person.type("1");
  person.look();
  CHECK(person.picture.pixels == before.pixels);
  person.mouse(Input::Kind::wheel, 600, 400, 0, 2);
  CHECK(person.look().pixels != before.pixels);
}

TEST_CASE("keys work with Caps Lock and in other alphabets") {
  FakeMatch match;
  Person person({match});
  Input key;
  key.kind = Input::Kind::letter;
  key.letter = 'H';
  person.viewer.handle(key);
  CHECK(person.viewer.shows_help());
  key.letter = '\0', key.place = 'h';
  person.viewer.handle(key);
  CHECK_FALSE(person.viewer.shows_help());
  key.place = '2';
  person.viewer.handle(key);
  CHECK(person.viewer.cameras().name() == "ball");
}

TEST_CASE("a held key moves the camera until it is released or the window loses focus") {
  FakeMatch match;
  Person person({match});
  person.look();
  Input w;
  w.kind = Input::Kind::key_down;
  w.key = Key::w;
  person.viewer.handle(w);
  CHECK(person.has_changed());
  const Picture before = person.look(0.05);
  CHECK(person.look(0.05).pixels != before.pixels);
  SECTION("the key is released") {
    w.kind = Input::Kind::key_up;
  }
  SECTION("the window loses focus") {
    w.kind = Input::Kind::unfocused;
  }
  person.viewer.handle(w);
  const Picture stopped = person.look(0.05);
  CHECK(person.look(0.05).pixels == stopped.pixels);
}

TEST_CASE("nothing is drawn while nothing changes") {
  FakeMatch match;
  Person person({match});
  person.look();
  CHECK_FALSE(person.has_changed());
  match.changes = true;
  CHECK(person.has_changed());
  person.look();
  CHECK_FALSE(person.has_changed());
  person.type("2");
  CHECK(person.has_changed());
  person.look();
  CHECK_FALSE(person.has_changed());
  match.how = {Status::Kind::paused, "no frame for 3 s"};
  CHECK(person.has_changed());
  person.look();
  CHECK_FALSE(person.has_changed());
  person.type("z");  // means nothing
  CHECK_FALSE(person.has_changed());
}

TEST_CASE("help opens with ?, h and F1, and closes with ? and Escape") {
  FakeMatch match;
  Person person({match});
  const int before = person.count(400, 150, 880, 560, is_amber);
  for (const auto open : {0, 1, 2}) {
    open == 0 ? person.type("?") : open == 1 ? person.type("h") : person.press(Key::f1);
    CHECK(person.viewer.shows_help());
    person.look();
    CHECK(person.count(400, 150, 880, 560, is_amber) > before + 300);
    open == 0 ? person.press(Key::escape) : person.type("?");
    CHECK_FALSE(person.viewer.shows_help());
  }
}

TEST_CASE("keys switch full screen, take pictures and quit") {
  FakeMatch match;
  Person person({match});
  CHECK_FALSE(person.viewer.is_full_screen());
  person.type("f");
  CHECK(person.viewer.is_full_screen());
  person.press(Key::escape);
  CHECK_FALSE(person.viewer.is_full_screen());
  person.press(Key::f11);
  CHECK(person.viewer.is_full_screen());
  CHECK_FALSE(person.viewer.takes_picture());
  person.press(Key::f12);
  CHECK(person.has_changed());
  CHECK(person.viewer.takes_picture());
  CHECK_FALSE(person.viewer.takes_picture());
  CHECK_FALSE(person.viewer.wants_to_quit());
  person.type("q");
  CHECK(person.viewer.wants_to_quit());
}

TEST_CASE("a panel shows whether the server is paused or gone, or the match is over") {
  FakeMatch match;
  Person person({match});
  const auto panel = [&](auto wanted) { return person.count(200, 92, 1080, 130, wanted); };
  CHECK(panel(is_amber) + panel(is_red) == 0);
  CHECK(panel(is_white) < 1500);  // a line of the field
  match.how = {Status::Kind::paused, ""};
  person.look();
  CHECK(panel(is_amber) > 2000);
  match.how = {Status::Kind::waiting, "no server on 127.0.0.1 port 12001: Connection refused"};
  person.look();
  CHECK(panel(is_red) > 5000);
  match.how = {Status::Kind::over, "waiting for the next match"};
  person.look();
  CHECK(panel(is_white) > 2000);
  match.how = {};
  match.of.play_modes.push_back("GameOver");  // the stream continues for some seconds
  match.is.play_mode = 4;
  person.look();
  CHECK(panel(is_white) > 2000);
  match.is.play_mode = 3;
  match.how = {Status::Kind::paused, std::string(100000, 'W')};
  person.look();
}

TEST_CASE("a goal is shown for some seconds in large letters and in the team's colour") {
  FakeMatch match;
  Person person({match});
  const auto strips = [&](auto wanted) { return person.count(0, 98, 200, 190, wanted); };
  match.events = {{Event::Kind::goal, 10, Side::right, "goal for bar, 0 : 1"}};
  CHECK(person.has_changed());
  person.look();
  CHECK(strips(is_orange) > 800);
  CHECK(person.count(0, 600, 300, 720, is_orange) > 20);  // and as a line below
  CHECK(person.has_changed(10));
  person.look();
  CHECK(strips(is_orange) == 0);
}

TEST_CASE("the keys of a replay play, seek, step, change the speed and repeat a section") {
  ReplayedLog log;
  Replay& replay = *log.replay;
  Person person({replay, &replay});
  person.type(" ");
  CHECK_FALSE(replay.is_playing());
  replay.seek(100);
  person.press(Key::right);
  CHECK(replay.place() == Approx(100 + 5 / 0.15));
  person.press(Key::left, true);
  CHECK(replay.place() == 0);
  person.type("...");
  CHECK(replay.place() == 3);
  person.type(",");
  CHECK(replay.place() == 2);
  person.type("n");
  CHECK(replay.place() == Approx(200 - Replay::kBeforeGoal / 0.15));
  person.press(Key::end);
  CHECK(replay.place() == replay.last_place());
  person.type("p");
  CHECK(replay.place() == Approx(200 - Replay::kBeforeGoal / 0.15));
  person.press(Key::home);
  CHECK(replay.place() == 0);
  person.press(Key::up);
  CHECK(replay.speed() == 2);
  person.press(Key::down);
  person.press(Key::down);
  CHECK(replay.speed() == 0.5);
  person.type("[");
  replay.seek(50);
  person.type("]");
  CHECK(replay.section_begin() == 0.0);
  CHECK(replay.section_end() == 50.0);
  person.type("x");
  CHECK_FALSE(replay.section_begin());
  person.type("k");  // leads no match
  person.type(" ");
  CHECK(replay.is_playing());
  Input held;
  held.kind = Input::Kind::letter;
  held.letter = ' ';
  held.repeated = true;
  person.viewer.handle(held);
  CHECK(replay.is_playing());
}

TEST_CASE("v shows the drawings of agents, u chooses a player, and the mouse chooses layers") {
  ReplayedLog log;
  std::string left, right;
  for (int step = 1; step < 6000; step += 20) {
    left += std::to_string(step) + " (by left 1)(line pass -15 5 -5 5)(circle place 10 -5 2)\n";
    right += std::to_string(step) + " (by right 7)(line pass -15 -5 -5 -5)\n";
  }
  write_file(log.folder / "agent0-draw.log", left);
  write_file(log.folder / "agent1-draw.log", right);
  monitor::AgentDrawings drawings(log.folder.path(), log.replay->log());
  Person person({*log.replay, log.replay.get(), nullptr, &drawings, {}});
  log.replay->play(false);
  log.replay->seek(100);
  const auto seen = [&](const std::string& keys) {
    person.type(keys);
    person.mouse(monitor::Input::Kind::motion, 640, 500);  // points at nothing
    person.look();
    person.look(60);  // the messages have gone
    return person.picture.pixels;
  };
  const auto bare = seen(""), all = seen("v");
  CHECK((all != bare));
  const auto of_left = seen("u"), of_right = seen("u"), of_one = seen("u"), of_seven = seen("u");
  CHECK((of_left != all));
  CHECK((of_right != of_left));
  CHECK((of_one != of_left));  // numbers are left out, the player has a ring
  CHECK((of_seven != of_one));
  CHECK((seen("u") == all));
  CHECK((seen("U") == of_seven));
  CHECK((seen("u") == all));

  const float first = 120 + 22 * 1.5F;  // the layers below the heading: pass, place
  person.click(1240, first);
  const auto without_pass = seen("");
  CHECK((without_pass != all));
  person.click(1240, first + 22);
  CHECK((seen("") != without_pass));
  person.click(1240, first);
  person.click(1240, first + 22);
  CHECK((seen("") == all));
  person.click(1240, 120 + 11);  // the heading
  CHECK((seen("") == of_left));
  CHECK((seen("U") == all));
  CHECK((seen("v") == bare));
}

TEST_CASE("the keys for drawings report that there are none") {
  ReplayedLog log;
  monitor::AgentDrawings drawings(log.folder.path(), log.replay->log());
  Person person({*log.replay, log.replay.get(), nullptr, &drawings, {}});
  log.replay->play(false);
  const monitor::Picture bare = person.look();
  person.type("v");
  CHECK(person.has_changed());
  CHECK((person.look().pixels != bare.pixels));
}

TEST_CASE("the bar of a replay has a mark for the goal, and seeks with the mouse") {
  ReplayedLog log;
  Replay& replay = *log.replay;
  Person person({replay, &replay});
  person.type(" ");
  person.look();
  // The goal is in the middle of the log, of the left team.
  CHECK(person.count(660, 680, 690, 712, is_blue) > 20);
  person.mouse(Input::Kind::button_down, 673, 695, 1);
  CHECK(replay.place() == Approx(replay.last_place() / 2).margin(2));
  person.mouse(Input::Kind::motion, 5000, 100);
  CHECK(replay.place() == replay.last_place());
  person.mouse(Input::Kind::motion, -5000, 100);
  CHECK(replay.place() == 0);
  person.mouse(Input::Kind::button_up, 673, 300, 1);
  person.mouse(Input::Kind::motion, 673, 695);
  CHECK(replay.place() == 0);
  CHECK(person.viewer.cameras().name() == "side");
  const bool playing = replay.is_playing();
  person.click(22, 695);
  CHECK(replay.is_playing() != playing);
}

TEST_CASE("windows of any size are drawn") {
  ReplayedLog log;
  FakeMatch match;
  FakeTrainer trainer;
  for (const auto& [width, height] : {std::pair(320, 240), {3840, 2160}, {300, 1000}, {1500, 200}}) {
    CAPTURE(width, height);
    Person replayed({*log.replay, log.replay.get()}, width, height);
    Person live({match, nullptr, &trainer}, width, height);
    for (Person* person : {&replayed, &live}) {
      person->type("?m");
      person->drag({5, 5}, {static_cast<float>(width), static_cast<float>(height)});
      CHECK(person->look().width == width);
    }
  }
}

TEST_CASE("a click on a player follows him, with a ring, his name, his speed and two more cameras") {
  FakeMatch match;
  match.is.team_left = "foo";
  Person person({match});
  const auto pink = [](int red, int green, int blue) { return red > 170 && blue > 130 && green < 150; };
  const auto at = [&](const Point& place) {
    const Camera side = camera_named("side", match.of, match.is, 1280.0F / 720);
    const glm::vec4 clip = side.matrix(1280.0F / 720) * glm::vec4(place.x, place.y, place.z, 1);
    return glm::vec2((clip.x / clip.w + 1) * 640, (1 - clip.y / clip.w) * 360);
  };
  const auto ring = [&] { return person.count(0, 0, 1280, 720, pink); };
  person.type("6");
  CHECK(person.viewer.cameras().name() == "side");  // no one is followed
  const glm::vec2 him = at(match.is.players[0].position);
  person.click(him.x + 200, him.y + 60);
  CHECK_FALSE(person.viewer.followed().is_chosen());
  person.drag(him, him + glm::vec2(40, 0));
  CHECK_FALSE(person.viewer.followed().is_chosen());
  person.type("1");
  person.look();
  CHECK(ring() == 0);
  person.click(him.x + 6, him.y - 4);
  REQUIRE(person.viewer.followed().in(match.is) == &match.is.players[0]);
  person.look();
  CHECK(ring() > 40);
  CHECK_FALSE(person.viewer.followed().speed());
  for (int i = 0; i < 8; ++i) {
    match.is.time += 0.15;
    match.is.players[0].position.x += 0.6;
    match.changes = true;
    person.look();
  }
  CHECK(person.viewer.followed().speed().value() == Approx(4));
  match.is.players[0].position.x += 20;  // put there
  match.is.time += 0.15;
  person.look();
  CHECK_FALSE(person.viewer.followed().speed());

  person.type("6");
  person.look();
  CHECK(person.viewer.cameras().name() == "player");
  CHECK(person.count(560, 300, 720, 420, is_blue) > 100);  // he is in the middle
  person.type("7");
  person.look();
  CHECK(person.viewer.cameras().name() == "own");
  CHECK(person.count(600, 320, 680, 400, is_white) > 20);  // the ball is
  person.type("c");
  CHECK(person.viewer.cameras().name() == "side");
  person.type("7");
  // He is followed when his team changes sides, and stays chosen when he has left the field.
  match.is.sides_changed = true;
  match.is.players[0].side = Side::right;
  match.is.players[1].side = Side::left;
  person.look();
  CHECK(person.viewer.followed().in(match.is) == &match.is.players[0]);
  match.is.players.erase(match.is.players.begin());
  person.look();
  CHECK(person.viewer.cameras().name() == "side");
  CHECK(person.viewer.followed().is_chosen());
  person.press(Key::escape);
  CHECK_FALSE(person.viewer.followed().is_chosen());
}

TEST_CASE("full time stays on the screen with and without frames, and while the server is gone") {
  FakeMatch match;
  match.of.play_modes.push_back("GameOver");
  match.is.play_mode = 4;
  Person person({match});
  person.look();
  const auto picture = person.offscreen.picture().pixels;
  for (const Status::Kind kind : {Status::Kind::paused, Status::Kind::waiting, Status::Kind::running}) {
    match.how = {kind, "no frame for 3 s"};
    match.changes = true;
    person.look();
    CHECK(person.offscreen.picture().pixels == picture);
  }
}

TEST_CASE("at full time a card lists the scorers, and g shows or hides it at any time") {
  FakeMatch match;
  match.of = {};
  match.is.team_left = "foo";
  match.is.team_right = "bar";
  match.is.score_left = 2;
  Event goal{Event::Kind::goal, 65, Side::left, "goal for foo by 4, 1 : 0", {Scorer::Kind::seen, 4}, 1, 0};
  match.scored = {goal};
  Person person({match});
  const auto heading = [&] { return person.count(240, 200, 1040, 400, is_white); };
  CHECK_FALSE(person.viewer.shows_card());
  const int before = heading();
  person.type("g");
  CHECK(person.viewer.shows_card());
  person.look();
  CHECK(heading() > before + 20000);
  person.type("g");
  person.look();
  CHECK(heading() == before);
  person.type("g");  // and the end comes
  match.is.play_mode = 12;
  match.changes = true;
  person.look();
  CHECK(person.viewer.shows_card());
  CHECK(heading() > before + 20000);
  person.type("g");
  CHECK_FALSE(person.viewer.shows_card());
  match.is.play_mode = 0;  // the next match
  match.changes = true;
  person.look();
  CHECK_FALSE(person.viewer.shows_card());
}

TEST_CASE("the title has teams and score as soon as there is a match") {
  FakeMatch match;
  Person person({match});
  match.is.team_left = "foo";
  match.is.score_right = 3;
  CHECK(person.viewer.title() == "foo 0 : 3 right");
  match.is = {};
  CHECK(person.viewer.title().empty());
}

TEST_CASE("an event is shown in the colour of the team that it names") {
  FakeMatch match;
  Person person({match});
  const auto feed = [&](auto wanted) { return person.count(10, 640, 30, 712, wanted); };
  match.events = {{Event::Kind::offside, 10, Side::right, "offside by foo"}};  // right has the ball
  person.look();
  CHECK(feed(is_blue) > 60);
  CHECK(feed(is_orange) == 0);
}
