// SPDX-License-Identifier: Apache-2.0
// Pictures of a broadcast, drawn without a window, from logs that the test has written.
#include <catch2/catch.hpp>
#include <functional>

#include "monitor-lite/broadcast/broadcast_window.h"
#include "monitor-lite/looks.h"
#include "monitor-lite/view/offscreen.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

bool is_blue(int red, int, int blue) {
  return blue > 110 && blue > red + 60;
}
bool is_orange(int red, int green, int blue) {
  return red > 110 && red > blue + 70 && red > green + 25;
}
bool is_white(int red, int green, int blue) {
  return red > 200 && green > 200 && blue > 200;
}

struct Set {
  explicit Set(const std::vector<std::string>& logs, int width = 1280, int height = 720)
      : size{width, height}, offscreen(width, height) {
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      files.push_back(folder / fmt::format("{}.log", i));
      write_file(files.back(), logs[i]);
    }
    channel = std::make_unique<LogChannel>(files, TeamNames{});
    window = std::make_unique<BroadcastWindow>(*channel, Palette{}, true,
                                               [this](const Event& event) { reported.push_back(event.text); });
  }
  const OnAir& air() const { return window->programme().director().on_air(); }
  void watch(double seconds) {
    for (double left = seconds; left > 0.02; left -= 0.04) {
      now += 0.04;
      window->advance(now);
    }
  }
  bool watch_until(const std::function<bool()>& done) {
    for (int i = 0; i < 5000 && !done(); ++i) watch(0.04);
    return done();
  }
  const Picture& look() {
    window->draw(size.first, size.second);
    return picture = offscreen.picture();
  }
  template <typename Wanted>
  int count(int left, int top, int right, int bottom, Wanted wanted) const {
    int found = 0;
    for (int y = top; y < bottom; ++y)
      for (int x = left; x < right; ++x) {
        const unsigned char* p = &picture.pixels[static_cast<std::size_t>((y * picture.width + x) * 3)];
        found += wanted(p[0], p[1], p[2]) ? 1 : 0;
      }
    return found;
  }
  void type(char letter) {
    Input input;
    input.kind = Input::Kind::letter;
    input.letter = letter;
    window->handle(input);
  }
  void press(Key key) {
    Input input;
    input.kind = Input::Kind::key_down;
    input.key = key;
    window->handle(input);
  }

  std::pair<int, int> size;
  Offscreen offscreen;
  TemporaryFolder folder;
  std::unique_ptr<LogChannel> channel;
  std::unique_ptr<BroadcastWindow> window;
  std::vector<std::string> reported;
  Picture picture;
  double now = 100.0;
};

}  // namespace

TEST_CASE("a broadcast has a lower third, a replay tag and cards, and continues with the next match") {
  Set set({text_of(match(400)), text_of(match(80))});
  set.look();
  REQUIRE(set.watch_until([&] { return set.air().lower_third.has_value(); }));
  set.watch(1.0);
  set.look();
  // The goal is the left team's.
  const auto lower = [&](auto wanted) { return set.count(60, 590, 420, 680, wanted); };
  CHECK(lower(is_blue) > 5000);
  CHECK(lower(is_white) > 2000);
  REQUIRE(set.watch_until([&] { return set.air().kind == OnAir::Kind::replay; }));
  set.watch(0.5);
  set.look();
  CHECK(set.count(24, 24, 180, 64, is_white) > 3000);
  CHECK(set.count(440, 10, 840, 56, is_white) < 500);  // no score board: it would show the score of then
  REQUIRE(set.watch_until([&] { return set.air().card == OnAir::CardKind::half_time; }));
  set.watch(0.5);
  set.look();
  CHECK(set.count(240, 200, 1040, 320, is_white) > 20000);
  CHECK(set.count(240, 200, 640, 500, is_blue) > 2000);
  CHECK(set.count(640, 200, 1040, 500, is_orange) > 2000);
  REQUIRE(set.watch_until([&] { return set.air().card == OnAir::CardKind::full_time; }));
  set.watch(0.5);
  set.look();
  CHECK(set.count(240, 200, 1040, 320, is_white) > 20000);
  CHECK(set.window->title() == "foo 1 : 0 bar");
  const auto reported = set.reported;
  CHECK(std::count(reported.begin(), reported.end(), "goal for foo by 1, 1 : 0") == 1);
  CHECK(reported.back() == "full time, foo 1 : 0 bar");
  set.watch(Director::kFullTimeCard);
  CHECK(set.channel->is_last());
  CHECK(set.air().card != OnAir::CardKind::full_time);
  CHECK(set.window->title() != "foo 1 : 0 bar");
  CHECK_FALSE(set.window->programme().is_over());
  REQUIRE(set.watch_until([&] { return set.window->programme().is_over(); }));
}

TEST_CASE("the same log gives the same pictures") {
  std::vector<std::vector<unsigned char>> pictures;
  for (int i = 0; i < 2; ++i) {
    Set set({text_of(match(400))}, 320, 180);
    for (int j = 0; j < 25; ++j) {
      set.watch(2.0);
      const auto& pixels = set.look().pixels;
      pictures.push_back(pixels);
    }
  }
  for (std::size_t i = 0; i < 25; ++i) CHECK(pictures[i] == pictures[i + 25]);
  CHECK(pictures[0] != pictures[10]);
}

TEST_CASE("the ball has a trail, also in slow motion and from the first picture after a cut") {
  // The ball rolls towards the right goal repeatedly, at 6 m/s, and then lies still.
  std::vector<std::string> lines = match(400);
  for (std::size_t i = 1; i < lines.size() - 1; ++i) {
    const double x = i < 260 ? -18 + std::fmod(static_cast<double>(i) * 0.9, 36) : 10;
    lines[i].replace(lines[i].find("(B (pos"), std::string::npos, fmt::format("(B (pos {:.2f} 1 0.111)))", x));
  }
  Set set({text_of(lines)});
  const auto yellow = [&] {
    return set.count(0, 60, 1280, 720, [](int red, int green, int blue) { return red > 110 && green > blue + 45; });
  };
  const auto trail = [&] {
    set.look();
    const int with = yellow();
    // The same picture without the trail; the cameras of replay and whole field stand still here.
    Footage& footage = *set.channel->footage();
    const Snapshot now = footage.at(set.air().place);
    Font font;
    Painter painter(font);
    MatchView bare(painter);
    bare.show_score_board(false);
    bare.draw(footage.game(), now, camera_named(set.air().camera, footage.game(), now, 1280.0F / 720.0F), 1280, 720);
    painter.end();
    set.picture = set.offscreen.picture();
    return with - yellow();
  };
  const auto ball_at = [&](double x) { return std::abs(set.channel->footage()->at(set.air().place).ball.x - x) < 1.0; };
  REQUIRE(set.watch_until([&] { return set.air().place > 3 && set.air().camera == "side" && ball_at(0); }));
  CHECK(trail() > 50);
  REQUIRE(set.watch_until([&] { return set.air().kind == OnAir::Kind::replay; }));
  CHECK(set.air().camera != "ball");
  set.watch(0.3);  // past the dip to black
  CHECK(trail() > 20);
  REQUIRE(set.watch_until([&] { return set.air().place > 42 && set.air().camera == "side" && ball_at(10); }));
  CHECK(trail() == 0);
}

TEST_CASE("keys pause, seek, switch full screen, take a picture and quit") {
  Set set({text_of(match(400))});
  set.watch(5.0);
  const double place = set.window->programme().director().place();
  set.type(' ');
  set.watch(5.0);
  CHECK(set.window->programme().director().place() == place);
  set.look();
  CHECK_FALSE(set.window->needs_picture());
  set.press(Key::right);
  CHECK(set.window->needs_picture());
  CHECK(set.window->programme().director().place() == Approx(place + 5));
  set.press(Key::home);
  CHECK(set.window->programme().director().place() == 0.0);
  set.press(Key::f11);
  CHECK(set.window->is_full_screen());
  set.press(Key::escape);
  CHECK_FALSE(set.window->is_full_screen());
  set.press(Key::f12);
  CHECK(set.window->takes_picture());
  CHECK_FALSE(set.window->takes_picture());
  set.type('?');
  set.type('q');
  CHECK(set.window->wants_to_quit());
}

TEST_CASE("a broadcast is drawn in windows of any size and with team names of any length") {
  const std::string wide(64, 'W');
  std::string text = text_of(match(100));
  text.replace(text.find("team_left foo"), 13, "team_left " + wide);
  text.replace(text.find("team_right bar"), 14, "team_right " + wide);
  for (const auto& [width, height] : {std::pair(320, 240), {3840, 1080}, {300, 1000}, {1500, 200}}) {
    CAPTURE(width, height);
    Set set({text}, width, height);
    for (int i = 0; i < 15; ++i) {
      set.watch(3.0);
      CHECK(set.look().width == width);
    }
    CHECK(set.air().card == OnAir::CardKind::full_time);
  }
}

TEST_CASE("colours and team names from the command line are checked") {
  CHECK(read_color("#3fa0ff").r == Approx(63 / 255.0));
  CHECK(read_color("red").r > 0.8F);
  for (const char* wrong : {"", "#", "#3fa0f", "#3fa0ff0", "#+fa0ff", "#0x1234", "Red", "3fa0ff", "rot"}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH(read_color(wrong), Catch::StartsWith("a color like #3fa0ff, or one of black, "));
  }
  Palette palette;
  CHECK_THROWS_AS(color_teams({{}, "#ff0000", "#f01010"}, palette), std::invalid_argument);
  Palette other;
  CHECK_THROWS_AS(color_teams({{}, "", "#409eff"}, other), std::invalid_argument);
  color_teams({{}, "black", ""}, palette);
  CHECK(luminance(ink_on(palette.left)) > 0.8F);  // bright letters on it
  CHECK(luminance(ink_on(palette.right)) < 0.1F);
  check_team_name("ZeaLotrY 2007");
  for (const std::string& wrong : {std::string(), std::string("  "), std::string(65, 'x'), std::string("a\x1b[31m")})
    CHECK_THROWS_AS(check_team_name(wrong), std::invalid_argument);
}
