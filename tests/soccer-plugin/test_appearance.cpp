// SPDX-License-Identifier: Apache-2.0
// The appearance of a match: field, ball and players as gateways show them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <utility>

#include "spark/core/quaternion.h"
#include "spark/scene/appearance.h"
#include "spark/scene/scene.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Appearance;
using spark::ShapeAppearance;
using spark::Vec3;

namespace {

Appearance looks(SoccerFixture& f) {
  return spark::appearance_of(*f.core.find_first<spark::SceneServer>()->active_scene());
}

/// Centre and edges of a box in the plane.
struct Line {
  double x, y, length, width;
};
std::vector<Line> lines(const Appearance& all, std::string_view name) {
  std::vector<Line> found;
  for (const spark::PlaceAppearance& place : all.places) {
    if (place.name != name) continue;
    REQUIRE(place.shapes.size() == 1);
    const ShapeAppearance& shape = all.scenery[place.shapes[0]];
    CHECK(shape.kind == ShapeAppearance::Kind::box);
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

TEST_CASE("places and sizes of the field lines follow from the script variables") {
  SoccerFixture f(1, {{"FieldLength", 60.0},
                      {"FieldWidth", 40.0},
                      {"LineWidth", 0.1},
                      {"GoalWidth", 4.0},
                      {"PenaltyAreaDepth", 6.0},
                      {"PenaltyAreaMargin", 5.0},
                      {"FreeKickDistance", 5.0},
                      {"BorderSize", 8.0}});
  const Appearance all = looks(f);
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
  const auto grass = std::ranges::find(all.places, "grass", &spark::PlaceAppearance::name);
  REQUIRE(grass != all.places.end());
  const ShapeAppearance& lawn = all.scenery[grass->shapes.at(0)];
  CHECK((lawn.sizes[0] == 68 && lawn.sizes[1] == 48));
  CHECK(lawn.colour == spark::colour_of_material("matGreen"));
}

TEST_CASE("the penalty areas and the centre circle of a small field are limited to its size") {
  SoccerFixture f(1, {{"FieldLength", 20.0}, {"FieldWidth", 12.0}});
  const Appearance all = looks(f);
  const auto area = lines(all, "penaltyArea");
  CHECK((has(area, {0, 0, 0.08, 12.08}) && has(area, {5, 6, 10, 0.08}) && has(area, {-5, -6, 10, 0.08})));
  for (const Line& piece : lines(all, "centreCircle")) CHECK(std::hypot(piece.x, piece.y) == Approx(6));
}

TEST_CASE("the centre circle is a closed ring of 32 boxes, each tangent to the circle") {
  SoccerFixture f;
  const Appearance all = looks(f);
  std::vector<ShapeAppearance> pieces;
  for (const spark::PlaceAppearance& place : all.places)
    if (place.name == "centreCircle") pieces.push_back(all.scenery[place.shapes.at(0)]);
  REQUIRE(pieces.size() == 32);
  std::vector<double> angles;
  for (const ShapeAppearance& piece : pieces) {
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

TEST_CASE("grass is above the floor and lines are above the grass, and the ball collides with neither") {
  SoccerFixture f;
  const Appearance all = looks(f);
  const auto top_of = [&](std::string_view name) {
    const auto place = std::ranges::find(all.places, name, &spark::PlaceAppearance::name);
    const ShapeAppearance& shape = all.scenery.at(place->shapes.at(0));
    return shape.pose.position.z + shape.sizes[2] / 2;
  };
  CHECK((top_of("grass") > 0 && top_of("touchLine") > top_of("grass") && top_of("touchLine") < 0.03));
  f.place_ball(f.config().field_length / 2, 0);
  f.step(30);
  CHECK(f.ball().world_pose().position.z == Approx(f.config().ball_radius).margin(1e-3));
}

TEST_CASE("ball and players appear as single shapes, players in the colour of their side") {
  SoccerFixture f;
  AgentState& teamless = f.add_agent({0, 0, 5});
  AgentState& left = f.add_player(Side::left, 1, {-3, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 2, {3, 0, 0.22});
  const auto colour_of = [&](const AgentState& player) {
    const Appearance all = looks(f);
    const auto mover = std::ranges::find(all.movers, player.body().serial(), &spark::MoverAppearance::serial);
    REQUIRE((mover != all.movers.end() && mover->shapes.size() == 1));
    CHECK((mover->shapes[0].kind == ShapeAppearance::Kind::sphere && mover->shapes[0].sizes[0] == 0.22));
    CHECK((mover->top == player.agent().serial() && mover->node == player.agent().serial()));
    return mover->shapes[0].colour;
  };
  CHECK(colour_of(teamless) == spark::colour_of_material("matGrey"));
  CHECK(colour_of(left) == spark::colour_of_material("matBlue"));
  CHECK(colour_of(right) == spark::colour_of_material("matOrange"));
  f.act(left, "(init (unum 5)(teamname bar))");
  CHECK(colour_of(left) == spark::colour_of_material("matOrange"));
  f.act(teamless, "(init (unum 5)(teamname no_such_team))");
  CHECK(colour_of(teamless) == spark::colour_of_material("matGrey"));
  const Appearance all = looks(f);
  const auto ball = std::ranges::find(all.movers, "Ball", &spark::MoverAppearance::name);
  REQUIRE((ball != all.movers.end() && ball->shapes.size() == 1));
  CHECK(ball->shapes[0].sizes[0] == f.config().ball_radius);
  CHECK(all.cameras.size() == 3);
}

TEST_CASE("the notes of the appearance give settings, teams, score, uniform numbers and the reach of kicks") {
  SoccerFixture f(1, {{"FieldLength", 60.0}, {"GoalWidth", 4.0}, {"RuleHalfTime", 120.0}, {"KickMargin", 0.05}});
  const auto notes = [&] {
    std::vector<std::string> all;
    for (const spark::NoteAppearance& note : looks(f).notes) all.push_back(note.text);
    return all;
  };
  const auto has = [&](const std::string& text) {
    const auto all = notes();
    return std::ranges::count(all, text);
  };
  for (const char* text : {"FieldLength 60", "FieldWidth 68", "GoalWidth 4", "BallMass 0.43", "RuleHalfTime 120",
                           "score 0 0", "half 1", "ball drag 0.3 gravity 9.81"})
    CHECK((has(text) == 1 && text));
  CHECK(std::ranges::none_of(notes(), [](const std::string& text) { return text.starts_with("team "); }));

  AgentState& left = f.add_player(Side::left, 7, {-3, 0, 0.22});
  f.add_player(Side::right, 2, {3, 0, 0.22});
  f.add_agent({0, 0, 5});
  const Appearance all = looks(f);
  const auto player = std::ranges::find(all.notes, "player left 7", &spark::NoteAppearance::text);
  REQUIRE(player != all.notes.end());
  CHECK(player->top == left.agent().serial());
  CHECK(std::ranges::count_if(all.notes, [](const auto& note) { return note.text.starts_with("player "); }) == 2);
  CHECK(has("kick margin 0.05 force 0.7 torque 0.1 steps 10") == 3);
  CHECK((has("team left foo") == 1 && has("team right bar") == 1));

  std::uint64_t seen = f.core.look_changes;
  const auto has_changed = [&] { return std::exchange(seen, f.core.look_changes) != f.core.look_changes; };
  f.game().add_goal(Side::right);
  CHECK((has_changed() && has("score 0 1") == 1));
  f.game().set_half(2);
  CHECK((has_changed() && has("half 2") == 1));
  f.act(left, "(init (unum 9)(teamname foo))");
  CHECK((has_changed() && has("player left 9") == 1 && has("player left 7") == 0));
  f.step(30);
  CHECK_FALSE(has_changed());
}
