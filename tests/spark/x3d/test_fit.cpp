// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/fit.h"

#include <catch2/catch.hpp>

#include "tests/spark/x3d/scenes.h"

using namespace x3d;
using Catch::Matchers::WithinAbs;

namespace {

/// "box 1 2 3 at 0 0 1" in thousandths; a pose that is turned also shows where its x axis points.
std::string shown_body(const FittedShape& body) {
  const auto round = [](double number) { return std::round(1000 * number) / 1000 + 0.0; };
  std::string text = body.kind == FitKind::box ? "box" : body.kind == FitKind::cylinder ? "cylinder" : "sphere";
  const std::size_t sizes = body.kind == FitKind::box ? 3 : body.kind == FitKind::cylinder ? 2 : 1;
  for (std::size_t i = 0; i < sizes; ++i) text += fmt::format(" {}", round(body.size[i]));
  const spark::Vec3& at = body.pose.position;
  text += fmt::format(" at {} {} {}", round(at.x), round(at.y), round(at.z));
  const spark::Mat3& r = body.pose.rotation;
  if (round(r[0]) != 1) text += fmt::format(" x to {} {} {}", round(r[0]), round(r[3]), round(r[6]));
  return text;
}

std::string fitted_to(FitKind kind, std::string_view text) {
  SceneOf made(text);
  const auto body = fitted(kind, placed_shapes(made.scene.roots()), made.warnings);
  return body ? shown_body(*body) : "nothing";
}

using Lines = std::vector<std::string>;

Lines bodies(std::string_view text, FitKind kind = FitKind::box) {
  SceneOf made(text);
  Lines lines;
  for (const FittedShape& body : static_shapes(made.scene, kind, made.warnings)) lines.push_back(shown_body(body));
  for (const std::string& line : made.lines()) lines.push_back(line);
  return lines;
}

const std::string kSlab =
    "Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 4 0 0 4 2 1 0 2 1 99 99 99 ] } "
    "coordIndex [ 0 1 2 3 ] } } ";

}  // namespace

TEST_CASE("a body is fitted to all drawn shapes") {
  CHECK(fitted_to(FitKind::box, kSlab) == "box 4 2 1 at 2 1 0.5");
  CHECK(fitted_to(FitKind::sphere, kSlab) == "sphere 2.291 at 2 1 0.5");
  CHECK(fitted_to(FitKind::cylinder, kSlab) == "cylinder 2.062 2 at 2 1 0.5");
  CHECK(fitted_to(FitKind::box, "Shape { geometry Sphere { radius 3 } }") == "box 6 6 6 at 0 0 0");
  CHECK(fitted_to(FitKind::cylinder,
                  "Transform { translation 5 6 7 children Shape { geometry Cylinder { radius 3 } } }") ==
        "cylinder 3 2 at 5 6 7");
  CHECK(fitted_to(FitKind::box,
                  "Transform { scale 1 2 3 children [ Shape { geometry Box { } } "
                  "Transform { translation 4 0 0 children Shape { geometry Box { } } } ] }") == "box 6 4 6 at 2 0 0");
  CHECK(fitted_to(FitKind::box, "Shape { } Group { } Switch { choice " + kSlab + "}") == "nothing");
  CHECK(fitted_to(FitKind::box, "Shape { geometry Box { size 2 0 0 } }") == "box 2 0 0 at 0 0 0");
}

TEST_CASE("in a scene without joints each Transform of the first Group is a body") {
  CHECK(bodies("Group { children [ Transform { translation 1 2 3 rotation 0 1 0 1.5707963 scale 2 3 4 children Shape { "
               "geometry Box { size 1 2 3 } } } Transform { scale 2 3 1 children Shape { geometry Cylinder { radius 2 "
               "height 5 } } } Viewpoint { } Transform { scale -2 1 1 children [ Shape { geometry Sphere { } } " +
               kSlab + "] } Transform { } ] }") ==
        Lines{"box 2 6 12 at 1 2 3 x to 0 0 -1", "cylinder 4 15 at 0 0 0", "sphere 2 at 0 0 0 x to -1 0 0"});
  // An IndexedFaceSet is fitted along the axes of its Transform, together with the other shapes in it.
  const std::string turned = "Group { children [ Transform { rotation 0 0 1 1.5707963 translation 10 0 0 children [ " +
                             kSlab + "Shape { geometry Box { } } ] } ] }";
  CHECK(bodies(turned) == Lines{"box 5 3 2 at 9.5 1.5 0 x to 0 1 0"});
  CHECK(bodies(turned, FitKind::cylinder).at(0).starts_with("cylinder "));
  // Templates at the beginning are ignored.
  CHECK(bodies("Switch { whichChoice -1 choice [ Group { children [ Shape { geometry Box { } } ] } ] } "
               "WorldInfo { } Group { children [ Transform { children DEF a Shape { geometry Box { } } } ] }") ==
        Lines{"box 2 2 2 at 0 0 0"});
}

TEST_CASE("a scene with another structure is one box") {
  const std::string box = "Shape { geometry Box { } } ", there = "Transform { translation 9 0 0 children " + box + "} ";
  CHECK(bodies(box + there) == Lines{"box 11 2 2 at 4.5 0 0"});
  CHECK(bodies("Group { children [ " + there + "Transform { children Group { children " + box + "} } ] }") ==
        Lines{"box 11 2 2 at 4.5 0 0"});
  CHECK(bodies("Group { children [ " + there + box + "] }") == Lines{"box 11 2 2 at 4.5 0 0"});
  CHECK(bodies("Group { children " + there + "} " + box) == Lines{"box 11 2 2 at 4.5 0 0"});
  CHECK(bodies("Group { }").empty());
}

TEST_CASE("invalid shapes are left out with a line") {
  const std::string bad = "Shape { geometry IndexedFaceSet { coordIndex [ 0 1 2 ] } } ";
  const std::string line = ": coordIndex of this IndexedFaceSet has 0; there are 0 points: left out";
  for (const FitKind kind : {FitKind::box, FitKind::sphere}) {
    SceneOf made(bad + "Shape { geometry Box { } } Shape { geometry Extrusion { } }");
    CHECK(fitted(kind, placed_shapes(made.scene.roots()), made.warnings).has_value());
    CHECK(made.lines() == Lines{"t.wrl:2:18" + line, "t.wrl:2:104: Extrusion is skipped"});
  }
  CHECK(bodies("Group { children Transform { children Shape { geometry Sphere { radius -1 } } } }") ==
        Lines{"t.wrl:2:56: radius of this Sphere is -1: left out"});
}

TEST_CASE("scenes that are too large are refused") {
  std::string shapes;
  for (int i = 0; i < 10'000; ++i) shapes += "Shape { geometry USE s } ";
  const auto fit = [](SceneOf& made) { fitted(FitKind::box, placed_shapes(made.scene.roots()), made.warnings); };
  CHECK(
      refusal("Shape { geometry DEF s Sphere { } } " + shapes, fit).ends_with("more than 5000000 vertices are drawn"));
  std::string nested = "Shape { geometry Box { } }";
  for (int i = 0; i < 10; ++i) nested = "Transform { scale 3e38 3e38 3e38 children " + nested + " }";
  CHECK(refusal(nested, fit).ends_with("the place of this Transform is not finite"));
}
