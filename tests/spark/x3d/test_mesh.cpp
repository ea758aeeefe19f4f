// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/mesh.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "spark/x3d/ear_cutter.h"
#include "spark/x3d/polygon.h"
#include "tests/spark/x3d/properties.h"
#include "tests/spark/x3d/scenes.h"

using namespace x3d;
using Catch::Matchers::WithinAbs;
using spark::Vec3;

namespace {

constexpr double kPi = 3.14159265358979323846;

Vec3 at(const Vec3f& vector) {
  return {vector.x, vector.y, vector.z};
}

Mesh mesh(std::string_view geometry) {
  SceneOf made(geometry);
  auto result = mesh_of(*made.scene.roots().at(0), made.warnings);
  REQUIRE(result);
  CHECK(made.lines() == std::vector<std::string>());
  CHECK(result->triangles.size() == triangle_count(*made.scene.roots()[0]));
  CHECK(result->normals.size() == result->vertices.size());
  CHECK(result->texture_coordinates.size() == result->vertices.size());
  for (const Vec3f& normal : result->normals) CHECK_THAT(spark::length(at(normal)), WithinAbs(1, 1e-5));
  return *std::move(result);
}

std::string face_set(std::string_view points, std::string_view index, std::string_view more = {}) {
  return std::string("IndexedFaceSet { coord Coordinate { point [ ")
      .append(points)
      .append(" ] } coordIndex [ ")
      .append(index)
      .append(" ] ")
      .append(more)
      .append(" }");
}

Vec3 area_of(const Mesh& mesh, const std::array<std::uint32_t, 3>& triangle) {
  const Vec3 a = at(mesh.vertices[triangle[0]]), b = at(mesh.vertices[triangle[1]]), c = at(mesh.vertices[triangle[2]]);
  return 0.5 * spark::cross(b - a, c - a);
}

/// The sum of the areas of all triangles; it is too large if triangles overlap or are reversed.
double surface(const Mesh& mesh) {
  double sum = 0;
  for (const auto& triangle : mesh.triangles) sum += spark::length(area_of(mesh, triangle));
  return sum;
}

/// The volume enclosed by triangles that are counter-clockwise seen from outside.
double volume(const Mesh& mesh) {
  double sum = 0;
  for (const auto& triangle : mesh.triangles)
    sum += spark::dot(area_of(mesh, triangle), at(mesh.vertices[triangle[0]])) / 3;
  return sum;
}

/// Whether every triangle faces the side to which its normals point.
bool faces_outward(const Mesh& mesh) {
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle)
      if (spark::dot(area_of(mesh, triangle), at(mesh.normals[corner])) <= 0) return false;
  return true;
}

std::string mesh_refusal(std::string_view geometry) {
  return refusal(geometry, [](SceneOf& made) { (void)mesh_of(*made.scene.roots().at(0), made.warnings); });
}

}  // namespace

TEST_CASE("meshes of simple shapes are closed and face outwards") {
  const Mesh box = mesh("Box { size 2 3 4 }");
  CHECK(box.triangles.size() == 12);
  CHECK_THAT(volume(box), WithinAbs(24, 1e-5));
  CHECK_THAT(surface(box), WithinAbs(2 * (6 + 8 + 12), 1e-5));
  CHECK(faces_outward(box));
  const Mesh sphere = mesh("Sphere { radius 2 }");
  CHECK(sphere.triangles.size() == 960);
  CHECK_THAT(volume(sphere), WithinAbs(4.0 / 3 * kPi * 8, 0.7));
  CHECK(volume(sphere) < 4.0 / 3 * kPi * 8);
  CHECK(faces_outward(sphere));
  const Mesh cylinder = mesh("Cylinder { radius 2 height 3 }");
  CHECK(cylinder.triangles.size() == 124);
  CHECK_THAT(volume(cylinder), WithinAbs(kPi * 4 * 3, 0.3));
  CHECK(faces_outward(cylinder));
  const Mesh cone = mesh("Cone { bottomRadius 2 height 3 }");
  CHECK(cone.triangles.size() == 62);
  CHECK_THAT(volume(cone), WithinAbs(kPi * 4, 0.1));
  CHECK(faces_outward(cone));
  CHECK(mesh("Cylinder { top FALSE bottom FALSE }").triangles.size() == 64);
  CHECK(mesh("Cylinder { side FALSE top FALSE }").triangles.size() == 30);
  CHECK(mesh("Cone { bottom FALSE }").triangles.size() == 32);
  CHECK(mesh("Cone { side FALSE }").triangles.size() == 30);
  for (const std::string_view usual : {"Box { }", "Sphere { }", "Cylinder { }", "Cone { }"}) {
    double highest = 0;
    for (const Vec3f& vertex : mesh(usual).vertices) highest = std::max(highest, static_cast<double>(vertex.y));
    CHECK(highest == 1);
  }
}

TEST_CASE("faces are cut into triangles that face the side given by the order of their corners") {
  const std::string points = "0 0 0  2 0 0  2 2 0  0 2 0  5 5 5";
  const Mesh square = mesh(face_set(points, "0 1 2 3"));
  CHECK(square.triangles.size() == 2);
  CHECK(square.vertices.size() == 4);
  CHECK_THAT(surface(square), WithinAbs(4, 1e-9));
  CHECK(square.normals[0].z == 1);
  CHECK(square.is_solid);
  CHECK(square.colours.empty());
  const Mesh turned = mesh(face_set(points, "0 1 2 3 -1", "ccw FALSE solid FALSE"));
  CHECK(turned.normals[0].z == -1);
  CHECK(faces_outward(turned));
  CHECK_FALSE(turned.is_solid);
  // Faces with fewer than three corners, and none at all.
  CHECK(mesh(face_set(points, "0 1 -1 2 -1 -1 0 1 2 -1 0 2 3")).triangles.size() == 2);
  CHECK(mesh(face_set(points, "")).triangles.empty());
  CHECK(mesh("IndexedFaceSet { }").triangles.empty());
}

TEST_CASE("concave faces are cut into triangles that do not overlap") {
  // An L, a comb with 20 teeth, and a star.
  CHECK_THAT(surface(mesh(face_set("0 0 0 3 0 0 3 1 0 1 1 0 1 3 0 0 3 0", "0 1 2 3 4 5 -1", "convex FALSE"))),
             WithinAbs(5, 1e-6));
  CHECK_THAT(surface(mesh(face_set("0 0 0 0 3 0 1 3 0 1 1 0 3 1 0 3 0 0", "0 1 2 3 4 5 -1"))), WithinAbs(5, 1e-6));
  std::string comb = "0 0 7 40 0 7", index = "0 1";
  for (int i = 0; i < 20; ++i) {
    comb += fmt::format(" {} 9 7 {} 1 7", 40 - 2 * i, 39 - 2 * i);
    index += fmt::format(" {} {}", 2 + 2 * i, 3 + 2 * i);
  }
  const Mesh teeth = mesh(face_set(comb, index, "convex FALSE"));
  CHECK(teeth.triangles.size() == 40);
  // The area by the shoelace formula is that of the normal.
  std::vector<Vec3> corners;
  std::string star, star_index;
  for (int i = 0; i < 10; ++i) {
    const double radius = i % 2 == 0 ? 2 : 0.7, angle = kPi * i / 5;
    star += fmt::format(" {} {} {}", radius * std::cos(angle), 3 * std::cos(angle) * radius, radius * std::sin(angle));
    star_index += fmt::format(" {}", i);
  }
  for (const Mesh& one : {teeth, mesh(face_set(star, star_index, "convex FALSE"))}) {
    corners.clear();
    for (const Vec3f& vertex : one.vertices) corners.push_back(at(vertex));
    CHECK_THAT(surface(one), WithinAbs(0.5 * spark::length(polygon_normal(corners)), 1e-4));
  }
}

TEST_CASE("faces with holes that are connected to the rim are cut into triangles") {
  // A square of 10 with two square holes of 2, one after the other.
  const std::string points = "0 0 0 10 0 0 10 10 0 0 10 0  2 2 0 2 4 0 4 4 0 4 2 0  6 6 0 6 8 0 8 8 0 8 6 0";
  const Mesh one = mesh(face_set(points, "0 4 5 6 7 4 0 1 2 3", "convex FALSE"));
  CHECK(one.triangles.size() == 8);
  CHECK_THAT(surface(one), WithinAbs(100 - 4, 1e-6));
  CHECK(one.vertices.size() == 8);
  const Mesh two = mesh(face_set(points, "0 4 5 6 7 4 0 1 2 10 11 8 9 10 2 3", "convex FALSE"));
  CHECK(two.triangles.size() == 14);
  CHECK_THAT(surface(two), WithinAbs(100 - 8, 1e-6));
  // From one hole to the next.
  const Mesh chain = mesh(face_set(points, "0 4 5 6 8 9 10 11 8 6 7 4 0 1 2 3", "convex FALSE"));
  CHECK_THAT(surface(chain), WithinAbs(100 - 8, 1e-6));
}

TEST_CASE("any polygon without crossings is cut into triangles of its area") {
  hold(300, [] {
    const int count = *rc::gen::inRange(4, 40);
    std::vector<Vec3> corners;
    const auto tilt = *rc::gen::inRange(0, 6);
    // Star-shaped about the origin, so that it does not cross itself.
    for (int i = 0; i < count; ++i) {
      const double radius = 0.1 * *rc::gen::inRange(1, 30), angle = 2 * kPi * i / count;
      const double u = radius * std::cos(angle), v = radius * std::sin(angle);
      if (tilt % 3 == 0)
        corners.push_back({u, v, 0.3 * u});
      else if (tilt % 3 == 1)
        corners.push_back({0.5 * v, u, v});
      else
        corners.push_back({v, -0.2 * u, u});
    }
    if (tilt > 2) std::ranges::reverse(corners);
    EarCutter cutter;
    const auto& triangles = cutter.cut(corners);
    RC_ASSERT(triangles.size() == static_cast<std::size_t>(count - 2));
    const Vec3 whole = polygon_normal(corners);
    double area = 0;
    for (const auto& [a, b, c] : triangles) {
      const Vec3 part = spark::cross(corners[b] - corners[a], corners[c] - corners[a]);
      RC_ASSERT(spark::dot(part, whole) >= -1e-9);
      area += spark::length(part);
    }
    RC_ASSERT(std::abs(area - spark::length(whole)) < 1e-9 * (1 + area));
  });
}

TEST_CASE("degenerate polygons also give triangles, in bounded time") {
  EarCutter cutter;
  // A bow tie, nine equal points, a line.
  CHECK(cutter.cut(std::vector<Vec3>{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).size() == 2);
  CHECK(cutter.cut(std::vector<Vec3>(9)).size() == 7);
  CHECK(cutter.cut(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}).size() == 3);
  CHECK_FALSE(cutter.is_exhausted());
  // Concave at nearly every corner, so that the search for each ear takes long.
  std::string points, index;
  for (int i = 0; i < 60'000; ++i) {
    points += fmt::format("{} {} 0 ", i % 2 == 0 ? i : 60'000 - i, (i * 7919) % 1000);
    index += fmt::format("{} ", i);
  }
  SceneOf made(face_set(points, index, "convex FALSE"));
  const auto result = mesh_of(*made.scene.roots()[0], made.warnings);
  CHECK(result->triangles.size() == 59'998);
  CHECK(made.lines() ==
        std::vector<std::string>{"t.wrl:2:1: these concave polygons are too large: they are cut as convex ones"});
}

TEST_CASE("normals are smooth where faces differ by less than creaseAngle") {
  // A roof: two faces that meet at a right angle, at the points 0 and 1.
  const std::string points = "0 0 0  0 0 1  1 -1 1  1 -1 0  -1 -1 1  -1 -1 0", index = "0 1 2 3 -1 1 0 5 4 -1";
  const auto normals_at_top = [&](std::string_view more) {
    std::map<std::pair<float, float>, int> normals;
    const Mesh roof = mesh(face_set(points, index, more));
    CHECK(faces_outward(roof));
    for (std::size_t i = 0; i < roof.vertices.size(); ++i)
      if (roof.vertices[i].y == 0)
        ++normals[{std::round(100 * roof.normals[i].x), std::round(100 * roof.normals[i].y)}];
    return normals;
  };
  const std::map<std::pair<float, float>, int> flat{{{71, 71}, 2}, {{-71, 71}, 2}}, smooth{{{0, 100}, 2}};
  CHECK(normals_at_top("") == flat);
  CHECK(normals_at_top("creaseAngle 1.5") == flat);
  CHECK(normals_at_top("creaseAngle 1.6") == smooth);
  CHECK(normals_at_top("creaseAngle 3.2") == smooth);
  CHECK(normals_at_top("creaseAngle 1.6 normalPerVertex FALSE") == flat);
  CHECK(normals_at_top("creaseAngle 1.6 ccw FALSE").begin()->first.second == -100);
}

TEST_CASE("given normals, colours and texture coordinates belong to corners or faces") {
  const std::string points = "0 0 0  1 0 0  1 1 0  0 1 0", index = "0 1 2 -1 0 2 3 -1";
  const std::string normals = "normal Normal { vector [ 0 0 2  0 0 1  0 1 0  1 0 0  0 0 0 ] } ";
  const Mesh by_point = mesh(face_set(points, index, normals));
  CHECK(by_point.vertices.size() == 4);
  CHECK(by_point.normals[2].y == 1);
  CHECK(by_point.normals[0].z == 1);
  const Mesh by_corner = mesh(face_set(points, index, normals + "normalIndex [ 0 0 0 -1 3 3 4 -1 ]"));
  CHECK(by_corner.vertices.size() == 6);
  CHECK(by_corner.normals[5].z == 1);  // a normal that is zero is replaced by that of the face
  const Mesh by_face = mesh(face_set(points, index, normals + "normalPerVertex FALSE normalIndex [ 3 0 ]"));
  CHECK(by_face.normals[0].x == 1);
  CHECK(by_face.normals[5].z == 1);

  const std::string colours = "color Color { color [ 1 0 0  0 1 0  0 0 1  1 1 1 ] } ";
  CHECK(mesh(face_set(points, index, colours)).colours[2].b == 1);
  const Mesh face_colours = mesh(face_set(points, "0 1 -1 0 1 2 -1 0 2 3", colours + "colorPerVertex FALSE"));
  CHECK(face_colours.vertices.size() == 6);
  CHECK(face_colours.colours[0].g == 1);  // the face before it has too few corners, but counts
  CHECK(face_colours.colours[3].b == 1);
  CHECK(mesh(face_set(points, index, colours + "colorIndex [ 3 3 3 -1 0 0 0 ]")).vertices.size() == 6);

  const Mesh textured = mesh(face_set(points, index, "texCoord TextureCoordinate { point [ 0 0 .5 0 .5 .25 0 .25 ] }"));
  CHECK(textured.vertices.size() == 4);
  CHECK(textured.texture_coordinates[2].y == 0.25f);
  const Mesh usual = mesh(face_set("1 5 1  1 5 5  1 7 5  1 7 1", "0 1 2 3"));
  CHECK(usual.texture_coordinates[2].x == 1);     // z, the longest
  CHECK(usual.texture_coordinates[2].y == 0.5f);  // y, at the same scale
}

TEST_CASE("other geometries are skipped, one line for each kind") {
  SceneOf made("Extrusion { } ElevationGrid { } Extrusion { } PointSet { } Text { }");
  for (const SceneNode* node : made.scene.roots()) {
    CHECK_FALSE(mesh_of(*node, made.warnings).has_value());
    CHECK(triangle_count(*node) == 0);
  }
  CHECK(made.lines() == std::vector<std::string>{"t.wrl:2:1: Extrusion is skipped (2 times)",
                                                 "t.wrl:2:15: ElevationGrid is skipped",
                                                 "t.wrl:2:47: PointSet is skipped", "t.wrl:2:60: Text is skipped"});
}

TEST_CASE("invalid geometries are refused") {
  const std::string points = "0 0 0  1 0 0  1 1 0";
  CHECK(mesh_refusal(face_set(points, "0 1 3")) ==
        "t.wrl:2:1: coordIndex of this IndexedFaceSet has 3; there are 3 points");
  CHECK(mesh_refusal(face_set(points, "0 1 -2")) ==
        "t.wrl:2:1: coordIndex of this IndexedFaceSet has -2; there are 3 points");
  CHECK(mesh_refusal("IndexedFaceSet { coordIndex [ 0 1 2 ] }") ==
        "t.wrl:2:1: coordIndex of this IndexedFaceSet has 0; there are 0 points");
  CHECK(mesh_refusal(face_set("0 0 0 nan 0 0 1 1 0", "0 1 2")) ==
        "t.wrl:2:1: point 1 of this IndexedFaceSet is not finite");
  CHECK(mesh_refusal(face_set("0 0 0 1 0 0 1 1 0 inf 0 0", "0 1 2")).empty());
  CHECK(mesh_refusal(face_set(points, "0 1 2", "normal Normal { vector [ 0 0 1 ] }")) ==
        "t.wrl:2:1: normalIndex of this IndexedFaceSet leads to 1; there are 1");
  CHECK(mesh_refusal(face_set(points, "0 1 2", "color Color { color [ 0 0 1 ] } colorIndex [ 0 0 ]")) ==
        "t.wrl:2:1: colorIndex of this IndexedFaceSet has only 2 entries");
  CHECK(mesh_refusal(
            face_set(points, "0 1 2", "texCoord TextureCoordinate { point [ 0 0 ] } texCoordIndex [ 0 0 -7 ]")) ==
        "t.wrl:2:1: texCoordIndex of this IndexedFaceSet leads to -7; there are 1");
  CHECK(mesh_refusal("Sphere { radius -1 }") == "t.wrl:2:1: radius of this Sphere is -1");
  CHECK(mesh_refusal("Box { size 1 nan 1 }") == "t.wrl:2:1: size of this Box is 1 nan 1");
  CHECK(mesh_refusal("Cylinder { height inf }") == "t.wrl:2:1: height of this Cylinder is nan");
  CHECK(mesh_refusal("Cone { bottomRadius -0.5 }") == "t.wrl:2:1: bottomRadius of this Cone is -0.5");
  CHECK(mesh_refusal("Cone { bottomRadius 0 height 0 }").empty());
}

TEST_CASE("a point at which very many faces meet takes bounded time") {
  std::string points = "0 0 0 ", index;
  for (int i = 0; i <= 30'000; ++i) {
    points += fmt::format("{} {} 1 ", std::cos(0.01 * i), std::sin(0.01 * i));
    if (i > 0) index += fmt::format("0 {} {} -1 ", i, i + 1);
  }
  SceneOf made(face_set(points, index, "creaseAngle 1"));
  const auto result = mesh_of(*made.scene.roots()[0], made.warnings);
  CHECK(result->triangles.size() == 30'000);
  CHECK(made.lines() == std::vector<std::string>{"t.wrl:2:1: too many faces meet at one point: they are flat"});
}
