// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/window/viewer.h"

/// A match whose state the test sets.
struct FakeMatch final : monitor::MatchSource {
  FakeMatch() {
    using monitor::Side;
    is.play_mode = 3;
    is.players = {{Side::left, 4, true, {-20, 10, 0.22}, false, ""},
                  {Side::right, 9, true, {25, -12, 0.22}, false, ""}};
    is.ball = {5, 3, 0.111};
    of.play_modes = {"BeforeKickOff", "KickOff_Left", "KickOff_Right", "PlayOn"};
  }
  void advance(double) override { changed = std::exchange(changes, false); }
  const monitor::Game& game() const override { return of; }
  const monitor::Snapshot& snapshot() const override { return is; }
  monitor::Status status() const override { return how; }
  bool has_changed() const override { return changed; }
  std::vector<monitor::Event> take_events() override { return std::exchange(events, {}); }
  std::vector<monitor::Event> goals() const override { return scored; }

  monitor::Game of;
  monitor::Snapshot is;
  monitor::Status how;
  std::vector<monitor::Event> events;
  std::vector<monitor::Event> scored;
  bool changes = true;  ///< with the next advance
  bool changed = false;
};

/// Records the commands for a server.
struct FakeTrainer final : monitor::MatchControl {
  bool command(const std::string& commands) override { return note(commands), waiting += there, there; }
  bool pause() override { return note("pause"); }
  bool run() override { return note("run"); }
  bool step() override { return note("step"); }
  int unanswered() const override { return waiting; }
  bool note(const std::string& words) {
    if (there) reported.push_back(words);
    return there;
  }
  std::vector<std::string> take() { return std::exchange(reported, {}); }

  bool there = true;
  int waiting = 0;
  std::vector<std::string> reported;
};

/// A user's input, without keyboard, mouse and screen.
struct Person {
  static constexpr int kWidth = 1280, kHeight = 720;

  explicit Person(monitor::Viewer::Watched watched, int width = kWidth, int height = kHeight)
      : size{width, height}, offscreen(width, height), viewer(watched, {}, "side") {
    look();
  }

  /// The picture a moment later.
  const monitor::Picture& look(double later = 0.02) {
    viewer.advance(now += later);
    viewer.draw(size.first, size.second);
    return picture = offscreen.picture();
  }
  /// Whether a new picture would be drawn a moment later.
  bool has_changed(double later = 0.02) {
    viewer.advance(now += later);
    return viewer.needs_picture();
  }
  void type(const std::string& letters) {
    for (const char letter : letters) {
      monitor::Input input;
      input.kind = monitor::Input::Kind::letter;
      input.letter = letter;
      input.shift = std::isupper(static_cast<unsigned char>(letter)) != 0;
      viewer.handle(input);
    }
  }
  void press(monitor::Key key, bool shift = false) {
    monitor::Input input;
    input.key = key;
    input.shift = shift;
    input.kind = monitor::Input::Kind::key_down;
    viewer.handle(input);
    input.kind = monitor::Input::Kind::key_up;
    viewer.handle(input);
  }
  void mouse(monitor::Input::Kind kind, float x, float y, int button = 0, float wheel = 0) {
    monitor::Input input;
    input.kind = kind;
    input.x = x, input.y = y;
    input.button = button;
    input.wheel = wheel;
    viewer.handle(input);
  }
  void drag(glm::vec2 from, glm::vec2 to, int button = 1) {
    mouse(monitor::Input::Kind::button_down, from.x, from.y, button);
    mouse(monitor::Input::Kind::motion, (from.x + to.x) / 2, (from.y + to.y) / 2);
    mouse(monitor::Input::Kind::motion, to.x, to.y);
    mouse(monitor::Input::Kind::button_up, to.x, to.y, button);
  }
  void click(float x, float y) { drag({x, y}, {x, y}); }

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

  double now = 1000;
  std::pair<int, int> size;
  monitor::Offscreen offscreen;
  monitor::Viewer viewer;
  monitor::Picture picture;
};

inline bool is_blue(int red, int, int blue) {
  return blue > 110 && blue > red + 60;
}
inline bool is_orange(int red, int green, int blue) {
  return red > 110 && red > blue + 70 && red > green + 25;
}
inline bool is_white(int red, int green, int blue) {
  return red > 170 && green > 170 && blue > 165;
}
inline bool is_red(int red, int green, int blue) {
  return red > 150 && green < 90 && blue < 90;
}
inline bool is_amber(int red, int green, int blue) {
  return red > 200 && green > 150 && blue < 120;
}
