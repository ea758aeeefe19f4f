// SPDX-License-Identifier: Apache-2.0
// The window from a user's view, without a screen: the test makes inputs, and pictures are drawn off-screen.
#include <catch2/catch.hpp>
#include <cmath>
#include <iterator>

#include "tests/gateways/sigverse/window/watched_room.h"

using namespace sigverse::window;
using monitor::Input;
using monitor::Key;
using sigverse::wire::LogLevel;
using Sent = std::vector<std::string>;

namespace {

/// Places on a picture of 1280 x 720 pixels.
constexpr glm::vec2 kHost{60, 698}, kPort{235, 698}, kChoices{282, 698}, kConnect{356, 698}, kStart{464, 698},
    kStop{538, 698}, kReset{612, 698}, kRestart{694, 698}, kQuit{806, 698}, kTalk{1218, 55};
constexpr sigverse::sight::Vector kCrate{-60, 20, 0};

/// Where the panel of an object and that of the server begin on it.
constexpr float kPanelX = 880, kBottomY = 650;

/// The middle of the row of an attribute's value in the panel, which is `row` rows below the first.
glm::vec2 row(int row) {
  return {1080, 94 + 20 * row};
}
// Rows that the crate and the block have in common.
constexpr int kName = 1, kDynamics = 3, kMass = 4, kX = 6, kSwitch = 15;

std::size_t pixels_that_differ(const monitor::Picture& a, const monitor::Picture& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.pixels.size(); i += 3)
    count += std::equal(&a.pixels[i], &a.pixels[i] + 3, &b.pixels[i]) ? 0 : 1;
  return count;
}

/// Whether a pixel has the colour of the selected object's frame.
bool is_frame(const unsigned char* pixel) {
  return pixel[0] > 240 && std::abs(pixel[1] - 158) < 8 && pixel[2] < 40;
}

bool has_frame(const monitor::Picture& picture) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < picture.pixels.size(); i += 3) count += is_frame(&picture.pixels[i]) ? 1 : 0;
  return count > 200;
}

}  // namespace

TEST_CASE("a click selects the object under the mouse, and the picture shows a frame around it") {
  Visitor visitor;
  CHECK(visitor.window->selected().empty());
  CHECK_FALSE(has_frame(visitor.picture));
  visitor.click(visitor.pixel(kCrate));
  CHECK(visitor.window->selected() == "crate");
  CHECK(has_frame(visitor.look()));
  visitor.click(visitor.pixel({0, 40, -150}));
  CHECK(visitor.window->selected() == "robot");
  visitor.click({20, 20});
  CHECK(visitor.window->selected().empty());
  CHECK_FALSE(has_frame(visitor.look()));
  visitor.press(Key::tab);
  CHECK(visitor.window->selected() == "crate");
  visitor.press(Key::tab), visitor.press(Key::tab), visitor.press(Key::tab);
  CHECK(visitor.window->selected() == "crate");
  visitor.press(Key::escape);
  CHECK(visitor.window->selected().empty());
  CHECK(visitor.control.take().empty());
}

TEST_CASE("an object of many parts has one frame, turned like the object and around all parts") {
  const auto frame_of = [](bool many, double qw, double qy) {
    Visitor visitor;
    sigverse::client::Object& crate = visitor.room.now.objects[0];
    crate.parts[0].turn = {qw, 0, qy, 0};
    crate.parts[0].size = {40, 40, 40};
    // A stack of plates that together form the crate.
    for (int i = 0; many && i < 20; ++i) {
      sigverse::client::Part plate = crate.parts[0];
      plate.id = static_cast<std::uint32_t>(i + 2);
      plate.name = std::to_string(i);
      plate.place[1] += -19 + 2 * i;
      plate.size = {40, 2, 40};
      crate.parts.push_back(plate);
    }
    if (many) crate.parts.erase(crate.parts.begin());
    visitor.room.changes = true;
    visitor.window->select("crate");
    visitor.look();
    std::vector<std::size_t> frame;
    for (std::size_t i = 0; i < visitor.picture.pixels.size(); i += 3)
      if (is_frame(&visitor.picture.pixels[i])) frame.push_back(i);
    return frame;
  };
  for (const auto& [qw, qy] : {std::pair(1.0, 0.0), {std::cos(0.3), std::sin(0.3)}}) {
    const auto one = frame_of(false, qw, qy), many = frame_of(true, qw, qy);
    CHECK(one.size() > 200);
    CHECK(one.size() < 3000);
    std::vector<std::size_t> both;
    std::set_intersection(one.begin(), one.end(), many.begin(), many.end(), std::back_inserter(both));
    CHECK(both.size() > 0.95 * static_cast<double>(one.size()));
    CHECK(both.size() > 0.95 * static_cast<double>(many.size()));
  }
  CHECK(frame_of(true, 1, 0) != frame_of(true, std::cos(0.3), std::sin(0.3)));
}

TEST_CASE("the panel follows changes from the server") {
  Visitor visitor;
  visitor.window->select("crate");
  const monitor::Picture before = visitor.look();
  CHECK_FALSE(visitor.has_changed());
  for (auto& attribute : visitor.room.now.objects[0].attributes)
    if (attribute.name == "mass") attribute.value = 3.25;
  visitor.room.changes = true;
  REQUIRE(visitor.has_changed());
  const std::size_t changed = pixels_that_differ(visitor.look(), before);
  CHECK(changed > 10);
  CHECK(changed < 1000);
  visitor.room.now.objects.erase(visitor.room.now.objects.begin());
  visitor.room.changes = true;
  visitor.look();
  CHECK_FALSE(has_frame(visitor.picture));
  visitor.type("1");  // nothing to look through
  CHECK(visitor.window->scene().eye() == 0);
}

TEST_CASE("a clicked value can be edited, and Enter sends only this value") {
  Visitor visitor;
  visitor.window->select("crate");
  visitor.look();
  visitor.click(row(kMass));
  visitor.look();
  for (int i = 0; i < 3; ++i) visitor.press(Key::backspace);
  visitor.type("7.5");
  CHECK(visitor.control.take().empty());
  visitor.press(Key::enter);
  CHECK(visitor.control.take() == Sent{"change crate physics mass=7.5"});

  visitor.click(row(kDynamics));
  for (int i = 0; i < 4; ++i) visitor.press(Key::backspace);
  visitor.type("false");
  visitor.press(Key::enter);
  CHECK(visitor.control.take() == Sent{"change crate physics dynamics=false"});

  visitor.click(row(kSwitch));
  visitor.press(Key::home), visitor.press(Key::remove), visitor.press(Key::remove), visitor.press(Key::remove);
  visitor.type("on q");  // no letter is a key while a value is edited
  visitor.press(Key::enter);
  CHECK(visitor.control.take() == Sent{"change crate visState switch=\"on q\""});
  CHECK_FALSE(visitor.window->wants_to_quit());

  visitor.click(row(kX));
  visitor.type("1");
  visitor.press(Key::enter);
  CHECK(visitor.control.take() == Sent{"change crate position x=-601"});
}

TEST_CASE("an edit that is cancelled, invalid, or of a read-only value sends nothing") {
  Visitor visitor;
  visitor.window->select("crate");
  visitor.look();
  visitor.click(row(kMass));
  visitor.type("1");
  visitor.press(Key::escape);
  visitor.press(Key::enter);
  CHECK(visitor.window->selected() == "crate");
  // Invalid text stays in its field, to be corrected.
  visitor.click(row(kMass));
  visitor.type("x");
  visitor.press(Key::enter);
  CHECK(visitor.control.take().empty());
  visitor.press(Key::backspace);
  visitor.press(Key::enter);
  CHECK(visitor.control.take() == Sent{"change crate physics mass=2.5"});
  visitor.click(row(kName));
  visitor.type("x");
  visitor.press(Key::enter);
  // Another click, or another selection, leaves a value as it is.
  visitor.click(row(kMass));
  visitor.type("1");
  visitor.click(kHost);
  visitor.press(Key::escape);
  visitor.press(Key::enter);
  visitor.click(row(kMass));
  visitor.window->select("block");
  visitor.press(Key::enter);
  CHECK(visitor.control.take().empty());
}

TEST_CASE("a selected object can be dragged along the floor, and is sent once, where it is dropped") {
  Visitor visitor;
  visitor.window->select("crate");
  visitor.look();
  const glm::vec2 from = visitor.pixel(kCrate), to = visitor.pixel({-60, 20, -80});
  visitor.mouse(Input::Kind::button_down, from, 1);
  visitor.mouse(Input::Kind::motion, to);
  visitor.look();
  // Nothing is sent while the button is down, but the crate is shown there.
  CHECK(visitor.control.take().empty());
  visitor.mouse(Input::Kind::button_up, to, 1);
  CHECK(visitor.control.take() == Sent{"move crate"});
  const auto place = visitor.control.moved_to;
  CHECK(place[0] == Approx(-60).margin(15));
  CHECK(place[1] == 20);  // to the bit
  CHECK(place[2] == Approx(-80).margin(15));
  CHECK(visitor.window->selected() == "crate");
  CHECK(visitor.window->cameras_are("side"));
  // The crate stays there until the server has answered, and then follows the server.
  const monitor::Picture dropped = visitor.look();
  visitor.window->select("crate");
  CHECK(pixels_that_differ(visitor.look(10), dropped) < 20'000);
  visitor.control.awaits = false;
  visitor.look();
  CHECK(pixels_that_differ(visitor.look(), dropped) > 1000);
}

TEST_CASE("with Shift a dragged object moves only up and down") {
  Visitor visitor;
  visitor.window->select("crate");
  visitor.look();
  const glm::vec2 from = visitor.pixel(kCrate);
  visitor.drag(from, visitor.pixel({-60, 70, 0}), 1, true);
  CHECK(visitor.control.take() == Sent{"move crate"});
  const auto place = visitor.control.moved_to;
  CHECK(place[0] == -60);
  CHECK(place[1] == Approx(70).margin(10));
  CHECK(place[2] == 0);
}

TEST_CASE("drags end cleanly") {
  Visitor visitor;
  visitor.window->select("crate");
  visitor.look();
  const glm::vec2 from = visitor.pixel(kCrate), to = from + glm::vec2(90, 10);
  const auto begin = [&] {
    visitor.mouse(Input::Kind::button_down, from, 1);
    visitor.mouse(Input::Kind::motion, to);
    visitor.look();
  };
  SECTION("Escape cancels the drag") {
    begin();
    visitor.press(Key::escape);
    CHECK(visitor.window->selected() == "crate");
    visitor.mouse(Input::Kind::button_up, to, 1);
  }
  SECTION("a window that loses the focus cancels the drag") {
    begin();
    visitor.mouse(Input::Kind::unfocused, {});
    visitor.mouse(Input::Kind::button_up, to, 1);
  }
  SECTION("a click alone moves nothing") {
    visitor.mouse(Input::Kind::button_down, from, 1);
    visitor.mouse(Input::Kind::motion, from + glm::vec2(1, 1));
    visitor.mouse(Input::Kind::button_up, from + glm::vec2(1, 1), 1);
  }
  SECTION("an object that is not selected is not dragged: the camera turns") {
    visitor.drag(visitor.pixel({60, 20, 30}), {400, 300});
    CHECK(visitor.window->cameras_are("free"));
  }
  SECTION("an object that has disappeared is not sent") {
    begin();
    visitor.room.now.objects.erase(visitor.room.now.objects.begin());
    visitor.room.changes = true;
    visitor.look();
    visitor.mouse(Input::Kind::button_up, to, 1);
  }
  visitor.look();
  CHECK(visitor.control.take().empty());
}

TEST_CASE("buttons send their commands, and nothing without a connection") {
  Visitor visitor;
  for (const glm::vec2& button : {kStart, kStop, kReset, kRestart}) visitor.click(button);
  CHECK(visitor.control.take() == Sent{"control 0", "control 1", "control 2", "control 3"});
  visitor.control.connected = false;
  for (const glm::vec2& button : {kStart, kStop, kReset, kRestart, kQuit, kQuit}) visitor.click(button);
  CHECK(visitor.control.take().empty());
}

TEST_CASE("a small window shows all buttons") {
  Visitor visitor(320, 240);
  for (float x = 1; x < 320; x += 4) visitor.click({x, 229});
  const std::vector<std::string> sent = visitor.control.take();
  for (const char* const wanted : {"disconnect", "control 0", "control 1", "control 2", "control 3", "end"})
    CHECK(std::count(sent.begin(), sent.end(), wanted) > 0);
}

TEST_CASE("the button that ends the server has to be pressed twice") {
  Visitor visitor;
  visitor.click(kQuit);
  CHECK(visitor.control.take().empty());
  visitor.look(5);
  visitor.click(kQuit);
  CHECK(visitor.control.take().empty());
  visitor.look(1);
  visitor.click(kQuit);
  CHECK(visitor.control.take() == Sent{"end"});
  visitor.click(kQuit);
  CHECK(visitor.control.take().empty());
  CHECK_FALSE(visitor.window->wants_to_quit());
  visitor.type("q");
  CHECK(visitor.window->wants_to_quit());
  CHECK(visitor.control.take().empty());
}

TEST_CASE("a server can be typed or chosen, and connected to by button or Enter") {
  Visitor visitor;
  visitor.click(kConnect);
  CHECK(visitor.control.take() == Sent{"disconnect"});
  visitor.control.connected = false;
  visitor.click(kConnect);
  CHECK(visitor.control.take() == Sent{"connect 127.0.0.1:9000"});
  visitor.click(kHost);
  for (int i = 0; i < 9; ++i) visitor.press(Key::backspace);
  visitor.type("somewhere");
  visitor.press(Key::tab);
  for (int i = 0; i < 4; ++i) visitor.press(Key::backspace);
  visitor.type("9123");
  visitor.press(Key::enter);
  CHECK(visitor.control.take() == Sent{"connect somewhere:9123"});
  visitor.click(kPort);
  visitor.type("9");
  visitor.press(Key::enter);
  CHECK(visitor.control.take().empty());  // 91239 is no port
  visitor.press(Key::escape);             // and is forgotten
  visitor.click(kConnect);
  CHECK(visitor.control.take() == Sent{"connect somewhere:9123"});
  // Three choices above the panel: the first address, the one from the file, and the typed one.
  visitor.click(kChoices);
  visitor.look();
  visitor.click({60, 650 - 26 - 13});
  CHECK(visitor.control.take() == Sent{"connect 10.0.0.7:9001"});
  visitor.click(kChoices);
  visitor.click({60, 650 - 13});
  CHECK(visitor.control.take() == Sent{"connect somewhere:9123"});
  visitor.click(kChoices);
  visitor.click({800, 300});
  CHECK(visitor.control.take().empty());
}

TEST_CASE("the view through an agent's eyes is that of its camera") {
  Visitor visitor;
  visitor.window->select("robot");
  visitor.type("2");
  CHECK(visitor.window->scene().eye() == 0);  // it has one camera
  visitor.type("1");
  CHECK(visitor.window->scene().eye() == 1);
  visitor.look();
  // It looks along +z from its middle, so +x is on its left.
  const glm::vec2 middle = visitor.pixel({0, 40, 1000}), left = visitor.pixel({60, 40, 100});
  const glm::vec2 free(kPanelX / 2, kBottomY / 2);
  CHECK(glm::distance(middle, free) < 2);
  CHECK(left.x < free.x - 50);
  CHECK(left.y == Approx(free.y).margin(2));
  // FOV 60 degrees: 100 cm ahead of the eye, half of the height is 100 tan 30. All of it is seen, beside the panels.
  const monitor::Area area = visitor.window->scene().area();
  CHECK(area.width / area.height == Approx(1.5).margin(0.005));
  CHECK(area.width == kPanelX);
  const double half = 100 * std::tan(M_PI / 6);
  CHECK(visitor.pixel({0, 40 + half, -50}).y == Approx(area.y).margin(2));
  CHECK(visitor.pixel({1.5 * half, 40, -50}).x == Approx(area.x).margin(2));
  CHECK(visitor.pixel({-1.5 * half, 40, -50}).x == Approx(area.x + area.width).margin(2));
  // The agent does not see the floor of the window.
  const auto place = 3 * (static_cast<std::size_t>(area.y + area.height - 8) * 1280 + 440);
  const auto* const below = &visitor.picture.pixels[place];
  CHECK(std::vector<int>(below, below + 3) == std::vector<int>{153, 204, 255});
  // Keys choose among its cameras, even if nothing is selected.
  auto& attributes = visitor.room.now.objects[2].attributes;
  attributes.push_back({"elnk2", "eye", std::string("body")});
  std::sort(attributes.begin(), attributes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  visitor.room.changes = true;
  visitor.window->select({});
  visitor.look();
  visitor.type("2");
  CHECK(visitor.window->scene().eye() == 2);
  visitor.type("1");
  CHECK(visitor.window->scene().eye() == 1);
  visitor.window->select("robot");
  visitor.look();
  // The picture moves with it.
  for (auto& part : visitor.room.now.objects[2].parts) part.place[0] += 20;
  visitor.room.changes = true;
  visitor.look();
  CHECK(visitor.pixel({60, 40, 100}).x > left.x + 10);
  SECTION("0 returns") {
    visitor.type("0");
  }
  SECTION("Escape returns, and the selection stays") {
    visitor.press(Key::escape);
    CHECK(visitor.window->selected() == "robot");
  }
  SECTION("a camera that is moved by hand is the free one") {
    visitor.mouse(Input::Kind::wheel, {300, 200}, 0, false, 1);
  }
  SECTION("an agent that is gone sees nothing") {
    visitor.room.now.objects.pop_back();
    visitor.room.changes = true;
    visitor.look();
  }
  CHECK(visitor.window->scene().eye() == 0);
  CHECK(visitor.control.take().empty());
}

TEST_CASE("the world is shown beside the panels, at any size of the window") {
  for (const auto& [width, height] : {std::pair(1280, 720), {1920, 1080}, {640, 480}, {320, 240}, {900, 200}}) {
    INFO(width << " x " << height);
    Visitor visitor(width, height);
    const monitor::Area all = visitor.window->scene().area();
    CHECK(all.width == width);
    CHECK(all.height < height);
    visitor.window->select("robot");
    visitor.look();
    const monitor::Area beside = visitor.window->scene().area();
    CHECK(beside.width < all.width);
    CHECK(beside.width > width / 2);
    CHECK(beside.height == all.height);
    for (int i = 0; i < 20; ++i) visitor.room.lines.push_back({LogLevel::message, "hello"});
    visitor.look();
    const monitor::Area above = visitor.window->scene().area();
    CHECK(above.height < beside.height);
    CHECK(above.height > height / 3);
    for (const client::Object& object : visitor.room.now.objects) {
      const glm::vec2 at = visitor.pixel(object.parts[0].place);
      CHECK(above.contains(at.x, at.y));
      visitor.window->select("robot");
      visitor.click(at);
      CHECK(visitor.window->selected() == object.name);
    }
    visitor.window->select("robot");
    visitor.type("1");
    visitor.look();
    const monitor::Area eye = visitor.window->scene().area();
    CHECK(eye.width <= above.width);
    CHECK(eye.height <= above.height);
    CHECK(eye.width / eye.height == Approx(1.5).epsilon(0.02));
    // Nothing is drawn beside the picture.
    visitor.click({eye.x > 4 ? eye.x / 2 : eye.x + 1, eye.x > 4 ? eye.middle() : eye.y / 2});
    CHECK(visitor.window->selected().empty());
  }
}

TEST_CASE("a log that would cover too much of the picture is left out") {
  Visitor visitor(64, 64);
  const float tall = visitor.window->scene().area().height;
  CHECK(tall > 20);
  for (int i = 0; i < 20; ++i) visitor.room.lines.push_back({LogLevel::message, "hello"});
  visitor.look();
  CHECK(visitor.window->scene().area().height == tall);
}

TEST_CASE("a dragged object and the camera follow the mouse even beside the panels") {
  Visitor visitor;
  for (int i = 0; i < 20; ++i) visitor.room.lines.push_back({LogLevel::message, "hello"});
  visitor.window->select("crate");
  visitor.look();
  const glm::vec2 to = visitor.pixel({-60, 20, -80});
  visitor.mouse(Input::Kind::button_down, visitor.pixel(kCrate), 1);
  visitor.mouse(Input::Kind::motion, to);
  visitor.look();
  visitor.mouse(Input::Kind::button_up, to, 1);
  const auto place = visitor.control.moved_to;
  CHECK(glm::distance(visitor.pixel(place), to) < 40);
  CHECK(place[2] == Approx(-80).margin(15));
  // The place on the floor that the right button has grabbed stays under it.
  visitor.window->select("block");
  visitor.look();
  const sigverse::sight::Vector floor{0, 0, -40};
  const glm::vec2 from = visitor.pixel(floor);
  visitor.drag(from, from + glm::vec2(60, 0), 3);
  visitor.look();
  CHECK(glm::distance(visitor.pixel(floor), from + glm::vec2(60, 0)) < 8);
}

TEST_CASE("the camera stands still while things move, are thrown away, or are dragged") {
  Visitor visitor;
  visitor.window->select("crate");
  visitor.look();
  const sigverse::sight::Vector floor{0, 0, 0};
  const glm::vec2 before = visitor.pixel(floor);
  for (const double x : {-59.0, -40.0, 500'000.0}) {
    visitor.room.now.objects[0].parts[0].place[0] = x;
    visitor.room.changes = true;
    visitor.look();
    CHECK(visitor.pixel(floor) == before);
  }
  visitor.room.now.objects[0].parts[0].place[0] = kCrate[0];
  visitor.room.changes = true;
  visitor.look();
  const glm::vec2 from = visitor.pixel(kCrate), to = from + glm::vec2(-200, 150);
  visitor.mouse(Input::Kind::button_down, from, 1);
  visitor.mouse(Input::Kind::motion, to);
  visitor.look();
  CHECK(visitor.pixel(floor) == before);
  visitor.mouse(Input::Kind::button_up, to, 1);
  CHECK(visitor.control.moved_to[2] > 60);
}

TEST_CASE("names can be shown and hidden") {
  Visitor visitor;
  const monitor::Picture with = visitor.look();
  visitor.type("m");
  CHECK_FALSE(visitor.window->scene().shows_names());
  const std::size_t letters = pixels_that_differ(visitor.look(), with);
  CHECK(letters > 100);
  CHECK(letters < 5000);
  visitor.type("m");
  CHECK(pixels_that_differ(visitor.look(), with) == 0);
}

TEST_CASE("the log shows its last lines, and texts for the screen are shown for a while") {
  Visitor visitor;
  const monitor::Picture empty = visitor.look();
  visitor.room.lines = {{LogLevel::message, "hello"}};
  const monitor::Picture one = visitor.look();
  CHECK(pixels_that_differ(one, empty) > 1000);
  visitor.type("l");
  CHECK(pixels_that_differ(visitor.look(), empty) == 0);
  visitor.type("l");
  CHECK(pixels_that_differ(visitor.look(), one) == 0);
  for (int i = 0; i < 5000; ++i) visitor.room.lines.push_back({LogLevel::debug_1, "x\x1b\xff" + std::string(400, 'w')});
  const monitor::Picture many = visitor.look();
  visitor.mouse(Input::Kind::wheel, {200, 600}, 0, false, 5);
  CHECK(visitor.window->cameras_are("side"));
  visitor.room.lines = {{LogLevel::display, "HURRY", 1, 64}};
  const monitor::Picture shown = visitor.look();
  const auto red = [](const monitor::Picture& picture) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); i += 3)
      count += picture.pixels[i] > 230 && picture.pixels[i + 1] < 120 && picture.pixels[i + 2] < 120 ? 1 : 0;
    return count;
  };
  CHECK(red(shown) > 1000);
  CHECK(visitor.has_changed(6));
  CHECK(red(visitor.look()) < 200);
}

TEST_CASE("a user talks to an agent with a controller while the button is held") {
  Visitor visitor;
  visitor.window->select("crate");
  visitor.look();
  visitor.click(kTalk);
  CHECK(visitor.control.take().empty());
  visitor.window->select("robot");
  visitor.look();
  visitor.mouse(Input::Kind::button_down, kTalk, 1);
  CHECK(visitor.has_changed());
  visitor.look();
  visitor.mouse(Input::Kind::button_up, {300, 300}, 1);  // wherever it is released
  CHECK(visitor.control.take() == Sent{"talk to robot", "send"});
  visitor.mouse(Input::Kind::button_down, kTalk, 1);
  visitor.press(Key::escape);
  CHECK(visitor.control.take() == Sent{"talk to robot", "drop"});
  visitor.mouse(Input::Kind::button_down, kTalk, 1);
  visitor.mouse(Input::Kind::unfocused, {});
  CHECK(visitor.control.take() == Sent{"talk to robot", "drop"});
}

TEST_CASE("the whole panel of an object can be scrolled to, however small the window is") {
  Visitor visitor(320, 240);
  visitor.window->select("crate");
  const monitor::Picture first = visitor.look();
  visitor.mouse(Input::Kind::wheel, {300, 100}, 0, false, -2);
  const monitor::Picture next = visitor.look();
  CHECK(pixels_that_differ(next, first) > 50);
  CHECK(visitor.window->cameras_are("side"));
  visitor.mouse(Input::Kind::wheel, {300, 100}, 0, false, -100);
  const monitor::Picture last = visitor.look();
  visitor.mouse(Input::Kind::wheel, {300, 100}, 0, false, -100);
  CHECK(pixels_that_differ(visitor.look(), last) == 0);
  visitor.mouse(Input::Kind::wheel, {300, 100}, 0, false, 100);
  CHECK(pixels_that_differ(visitor.look(), first) == 0);
}

TEST_CASE("the help fits into small windows") {
  Visitor visitor(320, 240);
  visitor.type("?");
  visitor.look();
  int keys = 0, at_edges = 0;
  for (int y = 0; y < 240; ++y)
    for (int x = 0; x < 320; ++x) {
      const unsigned char* const pixel = &visitor.picture.pixels[3 * static_cast<std::size_t>(y * 320 + x)];
      if (pixel[0] < pixel[2] + 40) continue;  // amber
      ++keys;
      at_edges += x < 3 || y > 236 ? 1 : 0;
    }
  CHECK(keys > 100);
  CHECK(at_edges == 0);
}

TEST_CASE("a recording has no server panel, and cannot be changed") {
  Visitor visitor(1280, 720, false);
  visitor.window->select("crate");
  visitor.look();
  visitor.click(row(kMass));
  visitor.type("1");
  visitor.press(Key::enter);
  visitor.drag(visitor.pixel(kCrate), {300, 300});
  CHECK(visitor.window->cameras_are("free"));
  for (const glm::vec2& button : {kStart, kConnect, kQuit, kQuit}) visitor.click(button);
  CHECK(visitor.control.take().empty());
}

TEST_CASE("names and texts of any length are cut to the available space") {
  Visitor visitor;
  visitor.room.now.objects.clear();
  const std::string huge(60'000, 'W');
  for (unsigned i = 0; i < 1000; ++i) {
    sigverse::client::Object object =
        box_object(i + 1, std::to_string(i) + huge, {i % 30 * 50.0, 20, i / 30 * 50.0}, {20, 20, 20});
    object.class_name = huge;
    visitor.room.now.objects.push_back(std::move(object));
  }
  for (auto& attribute : visitor.room.now.objects[0].attributes)
    if (attribute.name == "switch") attribute.value = huge;
  visitor.room.changes = true;
  visitor.window->select(visitor.room.now.objects[0].name);
  visitor.look();
  visitor.click(row(kSwitch));
  visitor.look();
  visitor.press(Key::home);
  visitor.type("x");  // is longer than what can be typed
  visitor.look();
  visitor.press(Key::remove);
  visitor.press(Key::enter);
  const Sent sent = visitor.control.take();
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].size() > 119'000);
}

TEST_CASE("an empty world, and tiny windows, do no harm") {
  Visitor visitor(64, 64);
  visitor.room.now.objects.clear();
  visitor.room.changes = true;
  visitor.room.how = {monitor::Status::Kind::waiting, "no connection to 127.0.0.1:9000: Connection refused", false};
  visitor.look();
  visitor.press(Key::tab);
  visitor.type("123456789c0ml+-?");
  visitor.click({30, 30});
  visitor.drag({10, 10}, {50, 20});
  visitor.look();
  for (const auto& [width, height] : {std::pair(1, 1), {1, 64}, {64, 1}, {3, 2}}) {
    visitor.window->draw(width, height);
    visitor.click({0, 0});
  }
  CHECK(visitor.control.take().empty());
}
