// SPDX-License-Identifier: Apache-2.0
// Drawings of agents are in the picture at their places, in the colours of their layers.
#include <catch2/catch.hpp>

#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

namespace {

ShownDrawings of_player(std::vector<DrawnShape> drawn) {
  return {std::move(drawn), {"ball", "pass"}, PlayerName{Side::left, 4}};
}

const auto is_of_first_layer = [](const Pixel& pixel) {
  return pixel.red > 190 && pixel.green > 170 && pixel.blue < 130;
};
const auto is_of_second_layer = [](const Pixel& pixel) {
  return pixel.red < 170 && pixel.green > 160 && pixel.blue > 190;
};

}  // namespace

TEST_CASE("lines and circles are drawn on the field in the colours of their layers") {
  const char* name = GENERATE("side", "top");
  CAPTURE(name);
  Studio studio;
  const DrawnShape line{.kind = DrawnShape::Kind::line, .layer = "pass", .from = {-30, -20, 0}, .to = {-10, -20, 0}};
  const DrawnShape circle{.kind = DrawnShape::Kind::circle, .layer = "ball", .from = {30, 20, 0}, .radius = 4};
  studio.draw(kick_off(), name);
  CHECK(studio.count_near({-15, -20, 0}, 5, is_of_second_layer) == 0);
  CHECK(studio.count_near({34, 20, 0}, 5, is_of_first_layer) == 0);
  studio.view.show_drawings(of_player({line, circle}));
  studio.draw(kick_off(), name);
  for (const double x : {-28.0, -20.0, -15.0}) CHECK(studio.count_near({x, -20, 0}, 5, is_of_second_layer) >= 4);
  CHECK(studio.count_near({-15, -20, 0}, 5, is_of_second_layer) >
        studio.count_near({-28, -20, 0}, 5, is_of_second_layer));
  for (const Point& rim : {Point{34, 20, 0}, {26, 20, 0}, {30, 24, 0}, {30, 16, 0}})
    CHECK(studio.count_near(rim, 5, is_of_first_layer) >= 5);
  CHECK(studio.count_near({30, 20, 0}, 8, is_of_first_layer) == 0);
  studio.view.show_drawings({});
  studio.draw(kick_off(), name);
  CHECK(studio.count_near({-15, -20, 0}, 5, is_of_second_layer) == 0);
}

TEST_CASE("words at the edge of the picture are drawn completely") {
  Studio studio;
  if (!studio.font.found()) return;
  const auto lit = [&](double x) {
    const DrawnShape words{DrawnShape::Kind::words, {}, "ball", {x, -10, 0}, {}, 0, std::string(50, 'H')};
    studio.view.show_drawings(of_player({words}));
    studio.draw(kick_off(), "top");
    return studio.count_near(words.from, 1280, is_of_first_layer);
  };
  const int whole = lit(0);
  CHECK(whole > 300);
  CHECK(lit(57) == Approx(whole).epsilon(0.05));
  CHECK(lit(-57) == Approx(whole).epsilon(0.05));
}

TEST_CASE("words are legible, and several at one place are drawn below each other") {
  Studio studio;
  if (!studio.font.found()) return;
  const DrawnShape words{.kind = DrawnShape::Kind::words, .layer = "ball", .from = {-20, -10, 0}, .words = "HHHHHHHH"};
  const auto lit = [&](int count) {
    studio.view.show_drawings(of_player(std::vector<DrawnShape>(static_cast<std::size_t>(count), words)));
    studio.draw(kick_off(), "top");
    return studio.count_near(words.from, 120, is_of_first_layer);
  };
  const int none = lit(0), one = lit(1), three = lit(3);
  CHECK(none == 0);
  CHECK(one > 60);
  CHECK(three > 2 * one);
}

TEST_CASE("the player whose drawings are shown has a ring, and drawings of several have numbers in team colours") {
  Studio studio;
  const Snapshot now = kick_off();
  const Point beside{-20 + 0.75, 10, 0};
  studio.draw(now, "ball");
  Snapshot near = now;
  near.ball = {-16, 8, 0.111};
  studio.draw(near, "ball");
  const int before = studio.count_near(beside, 6, is_white);
  studio.view.show_drawings(of_player({}));
  studio.draw(near, "ball");
  CHECK(studio.count_near(beside, 6, is_white) > before + 5);
  if (!studio.font.found()) return;
  const DrawnShape circle{
      .kind = DrawnShape::Kind::circle, .by = {Side::right, 8}, .layer = "ball", .from = {-12, 12, 0}, .radius = 2};
  studio.view.show_drawings({{circle}, {"ball", "pass"}, {}});
  studio.draw(near, "ball");
  CHECK(studio.count_near(circle.from, 8, is_orange) > 8);
  CHECK(studio.count_near(circle.from, 8, is_blue) == 0);
}

TEST_CASE("drawings behind the camera, beyond the field or without size do no harm") {
  Studio studio;
  std::vector<DrawnShape> all;
  for (const double far : {-10000.0, -300.0, 0.0, 300.0, 10000.0})
    for (const DrawnShape::Kind kind : {DrawnShape::Kind::line, DrawnShape::Kind::circle, DrawnShape::Kind::words})
      all.push_back({.kind = kind,
                     .layer = "none of these",
                     .from = {far, -far, 0},
                     .to = {-far, far, 0},
                     .radius = std::abs(far),
                     .words = "\x1b[2J\xff\n"});
  studio.view.show_drawings(of_player(all));
  for (const char* name : {"side", "ball", "left", "right", "top"}) {
    studio.draw(kick_off(), name);
    CHECK(studio.count(0, 0, 1280, 720, is_green) > 10000);
  }
}
