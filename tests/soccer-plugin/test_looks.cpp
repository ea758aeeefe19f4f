// SPDX-License-Identifier: Apache-2.0
// What is to be seen of a match: field, ball and players, as gateways show them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "spark/core/quaternion.h"
#include "spark/scene/looks.h"
#include "spark/scene/scene.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Looks;
using spark::ShapeLook;
using spark::Vec3;

namespace {

Looks looks(SoccerFixture& f) {
  return spark::looks_of(*f.core.find_first<spark::SceneServer>()->active_scene());
}

/// The boxes of that name: middle and edges in the plane.
struct Line {
  double x, y, length, width;
};
std::vector<Line> lines(const Looks& all, std::string_view name) {
  std::vector<Line> found;
  for (const spark::PlaceLook& place : all.places) {
    if (place.name != name) continue;
    REQUIRE(place.shapes.size() == 1);
    const ShapeLook& shape = all.scenery[place.shapes[0]];
    CHECK(shape.kind == ShapeLook::Kind::box);
    CHECK(shape.colour == spark::colour_of_material("matWhite"));
    found.push_back({shape.pose.position.x, shape.pose.position.y, shape.sizes[0], shape.sizes[1]});
  }
  return found;
}

bool has(const std::vector<Line>& all, const Line& wanted) {
  const auto is_near = [](double a, double b) { return std::abs(a - b) < 1e-9; };
  return std::ranges::any_of(all, [&](const Line& line) {
    return is_near(line.x, wanted.x) && is_near(line.y, wanted.y) && is_near(line.length, wanted.length) &&
           is_near(line.width, wanted.width);
  });
}

}  // namespace

TEST_CASE("field lines follow from the variables of the game") {
  SoccerFixture f(1, {{"FieldLength", 60.0},
                      {"FieldWidth", 40.0},
                      {"LineWidth", 0.1},
                      {"GoalWidth", 4.0},
                      {"PenaltyAreaDepth", 6.0},
                      {"PenaltyAreaMargin", 5.0},
                      {"FreeKickDistance", 5.0},
                      {"BorderSize", 8.0}});
  const Looks all = looks(f);
  const auto touch = lines(all, "touchLine"), goal = lines(all, "goalLine"), halfway = lines(all, "halfwayLine");
  CHECK((touch.size() == 2 && has(touch, {0, 20, 60.1, 0.1}) && has(touch, {0, -20, 60.1, 0.1})));
  CHECK((goal.size() == 2 && has(goal, {30, 0, 0.1, 40}) && has(goal, {-30, 0, 0.1, 40})));
  CHECK((halfway.size() == 1 && has(halfway, {0, 0, 0.1, 40})));
  const auto area = lines(all, "penaltyArea");
  CHECK(area.size() == 6);
  for (const double end : {-1.0, 1.0}) {
    CHECK(has(area, {end * 24, 0, 0.1, 14.1}));
    CHECK(has(area, {end * 27, 7, 6, 0.1}));
    CHECK(has(area, {end * 27, -7, 6, 0.1}));
  }
  const auto grass = std::ranges::find(all.places, "grass", &spark::PlaceLook::name);
  REQUIRE(grass != all.places.end());
  const ShapeLook& lawn = all.scenery[grass->shapes.at(0)];
  CHECK((lawn.sizes[0] == 68 && lawn.sizes[1] == 48));
  CHECK(lawn.colour == spark::colour_of_material("matGreen"));
}

TEST_CASE("lines that would not fit on a small field end at its lines") {
  SoccerFixture f(1, {{"FieldLength", 20.0}, {"FieldWidth", 12.0}});
  const Looks all = looks(f);
  const auto area = lines(all, "penaltyArea");
  CHECK((has(area, {0, 0, 0.08, 12.08}) && has(area, {5, 6, 10, 0.08}) && has(area, {-5, -6, 10, 0.08})));
  for (const Line& piece : lines(all, "centreCircle")) CHECK(std::hypot(piece.x, piece.y) == Approx(6));
}

TEST_CASE("the centre circle is closed: 32 pieces, each along the circle, that reach each other") {
  SoccerFixture f;
  const Looks all = looks(f);
  std::vector<ShapeLook> pieces;
  for (const spark::PlaceLook& place : all.places)
    if (place.name == "centreCircle") pieces.push_back(all.scenery[place.shapes.at(0)]);
  REQUIRE(pieces.size() == 32);
  std::vector<double> angles;
  for (const ShapeLook& piece : pieces) {
    const Vec3 at = piece.pose.position;
    CHECK(std::hypot(at.x, at.y) == Approx(9.15));
    const Vec3 along = piece.pose.rotation * Vec3{1, 0, 0};
    CHECK(std::abs(along.x * at.x + along.y * at.y) < 1e-9);
    angles.push_back(std::atan2(at.y, at.x));
    // Their outer corners meet: half a piece is the tangent of half the angle between two.
    CHECK(piece.sizes[0] / 2 >= (9.15 + piece.sizes[1] / 2) * std::tan(std::numbers::pi / 32));
    CHECK(piece.sizes[0] / 2 < 9.15 * std::tan(std::numbers::pi / 32) + 0.02);
  }
  std::ranges::sort(angles);
  for (std::size_t i = 1; i < angles.size(); ++i)
    CHECK(angles[i] - angles[i - 1] == Approx(std::numbers::pi / 16).epsilon(1e-9));
}

TEST_CASE("grass is above the floor, lines are above the grass, and nothing collides with them") {
  SoccerFixture f;
  const Looks all = looks(f);
  const auto top_of = [&](std::string_view name) {
    const auto place = std::ranges::find(all.places, name, &spark::PlaceLook::name);
    const ShapeLook& shape = all.scenery.at(place->shapes.at(0));
    return shape.pose.position.z + shape.sizes[2] / 2;
  };
  CHECK((top_of("grass") > 0 && top_of("touchLine") > top_of("grass") && top_of("touchLine") < 0.03));
  f.place_ball(f.config().field_length / 2, 0);
  f.step(30);
  CHECK(f.ball().world_pose().position.z == Approx(f.config().ball_radius).margin(1e-3));
}

TEST_CASE("ball and players are seen as they are, players in the colour of their side") {
  SoccerFixture f;
  AgentState& nobody = f.add_agent({0, 0, 5});
  AgentState& left = f.add_player(Side::left, 1, {-3, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 2, {3, 0, 0.22});
  const auto colour_of = [&](const AgentState& player) {
    const Looks all = looks(f);
    const auto mover = std::ranges::find(all.movers, player.body().serial(), &spark::MoverLook::serial);
    REQUIRE((mover != all.movers.end() && mover->shapes.size() == 1));
    CHECK((mover->shapes[0].kind == ShapeLook::Kind::sphere && mover->shapes[0].sizes[0] == 0.22));
    CHECK((mover->top == player.agent().serial() && mover->node == player.agent().serial()));
    return mover->shapes[0].colour;
  };
  CHECK(colour_of(nobody) == spark::colour_of_material("matGrey"));
  CHECK(colour_of(left) == spark::colour_of_material("matBlue"));
  CHECK(colour_of(right) == spark::colour_of_material("matOrange"));
  f.act(left, "(init (unum 5)(teamname bar))");
  CHECK(colour_of(left) == spark::colour_of_material("matOrange"));
  f.act(nobody, "(init (unum 5)(teamname nobody_else))");
  CHECK(colour_of(nobody) == spark::colour_of_material("matGrey"));
  const Looks all = looks(f);
  const auto ball = std::ranges::find(all.movers, "Ball", &spark::MoverLook::name);
  REQUIRE((ball != all.movers.end() && ball->shapes.size() == 1));
  CHECK(ball->shapes[0].sizes[0] == f.config().ball_radius);
  CHECK(all.cameras.size() == 3);
}
