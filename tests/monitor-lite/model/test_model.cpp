// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/monitor-lite/model/model_text.h"

using namespace monitor;
using Kind = Model::Shape::Kind;

namespace {

/// A shape with a material, so that it is lit.
std::string lit(std::string_view geometry) {
  return std::string("Shape { appearance Appearance { material Material { } } geometry ").append(geometry).append(" }");
}

}  // namespace

TEST_CASE("each node of the document becomes a part with its own pose, in a world with z up") {
  const ModelOf made(
      "DEF cart Transform { translation 1 2 3 rotation 0 1 0 1.570796 children "
      "Transform { translation 0 0.5 0 children " +
      lit("Box { size 1 2 4 }") + "} }" + lit("Sphere { radius 0.5 }"));
  const Model& model = made.model;
  REQUIRE(model.parts.size() == 2);
  CHECK(model.find_part("cart") == 0);
  CHECK_FALSE(model.find_part("horse"));
  CHECK_FALSE(model.find_part(""));
  check_vector(place_of(model.parts[0].pose), 1, -3, 2);
  REQUIRE(model.parts[0].shapes.size() == 1);
  const Model::Shape& box = model.parts[0].shapes[0];
  CHECK(box.kind == Kind::box);
  check_vector(box.sizes, 1, 2, 4);
  check_vector(place_of(model.parts[0].pose * box.frame), 1, -3, 2.5F);
  // Its long edge lies along z of the document, which the turn takes to x.
  check_vector(glm::vec3(model.parts[0].pose * box.frame * glm::vec4(0, 0, 1, 0)), 1, 0, 0);
  // The pose that a caller gives is the same as that of the document.
  const glm::mat4 again = pose_in_world({1, 2, 3}, {0, 1, 0, 1.570796F});
  for (int column = 0; column < 4; ++column)
    check_vector(glm::vec3(again[column] - model.parts[0].pose[column]), 0, 0, 0);
}

TEST_CASE("spheres and cylinders stay such if their scale allows, and become meshes otherwise") {
  const ModelOf made("Transform { scale 2 2 2 children " + lit("Sphere { radius 0.5 }") +
                     "} Transform { scale 2 3 2 children " + lit("Cylinder { radius 1 height 4 }") +
                     "} Transform { scale 1 2 1 children " + lit("Sphere { }") + "}" + lit("Cylinder { top FALSE }") +
                     lit("Cone { }"));
  const auto shape = [&](std::size_t part) { return made.model.parts[part].shapes.at(0); };
  CHECK(shape(0).kind == Kind::ball);
  CHECK(shape(0).sizes.x == Approx(1));
  CHECK(shape(1).kind == Kind::cylinder);
  CHECK(shape(1).sizes.x == Approx(2));
  CHECK(shape(1).sizes.y == Approx(12));
  // The axis is y in the document, z in the shape's frame and z in the world.
  check_vector(glm::vec3(made.model.parts[1].pose * shape(1).frame * glm::vec4(0, 0, 1, 0)), 0, 0, 1);
  for (const std::size_t other : {2U, 3U, 4U}) CHECK(shape(other).kind == Kind::mesh);
  // The scale of the mesh is in its frame; the box around it is before that.
  check_vector(shape(2).half, 1, 1, 1);
  CHECK(glm::length(glm::vec3(shape(2).frame[1])) == Approx(2));
  CHECK(made.model.meshes.size() == 3);
}

TEST_CASE("a geometry that is used several times is one mesh, whatever its materials are") {
  const ModelOf made(R"(
    Shape { appearance Appearance { material Material { diffuseColor 1 0 0 transparency 0.25 } } geometry DEF c Cone { } }
    Shape { appearance Appearance { material Material { emissiveColor 0 0 0.5 } } geometry USE c }
    Shape { geometry USE c }
    Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 ] solid FALSE
      color Color { color [ 0 1 0 ] } colorPerVertex FALSE } })");
  CHECK(made.model.meshes.size() == 2);
  const auto shape = [&](std::size_t part) { return made.model.parts[part].shapes.at(0); };
  CHECK(shape(0).mesh == shape(1).mesh);
  CHECK(shape(0).colour == glm::vec4(1, 0, 0, 0.75F));
  CHECK(shape(0).glow == glm::vec3(0));
  CHECK(shape(1).glow == glm::vec3(0, 0, 0.5F));
  // Without a material it is white in any light.
  CHECK(shape(2).glow == glm::vec3(1));
  CHECK(glm::vec3(shape(2).colour) == glm::vec3(0));
  // Its own colours count, and it is lit.
  CHECK(shape(3).colour == glm::vec4(1));
  CHECK(shape(3).glow == glm::vec3(0));
  const Model::Triangles& triangle = made.model.meshes[shape(3).mesh];
  CHECK_FALSE(triangle.is_solid);
  REQUIRE(triangle.vertices.size() == 3);
  CHECK(triangle.vertices[0].colour == glm::vec3(0, 1, 0));
}

TEST_CASE("textures are read only on request, and textured shapes are then meshes with texture coordinates") {
  const std::string text = R"(
    Shape { appearance DEF wood Appearance { material Material { } texture ImageTexture { url "wood.png" repeatS FALSE } }
      geometry Box { size 2 2 2 } }
    Shape { appearance USE wood geometry Sphere { } }
    Shape { appearance Appearance { material Material { transparency 1 } texture ImageTexture { url "wood.png" } }
      geometry Sphere { } })" +
                           lit("Box { }");
  const ModelOf without(text);
  CHECK(without.model.textures.empty());
  CHECK(without.model.meshes.empty());
  CHECK(without.model.parts[0].shapes.at(0).kind == Kind::box);
  CHECK(without.model.parts[2].shapes.empty());
  const ModelOf made(text, WithTextures::yes);
  REQUIRE(made.model.textures.size() == 2);
  const Model::Texture& wood = made.model.textures[0];
  CHECK(wood.names == std::vector<std::string>{"wood.png"});
  CHECK(wood.folder.empty());
  CHECK_FALSE(wood.image);
  CHECK_FALSE(wood.repeat_s);
  CHECK(wood.repeat_t);
  const auto shape = [&](std::size_t part) { return made.model.parts[part].shapes.at(0); };
  for (const std::size_t part : {0U, 1U, 2U}) CHECK(shape(part).kind == Kind::mesh);
  CHECK(shape(0).texture == 0);
  CHECK(shape(1).texture == 0);
  CHECK(shape(2).texture == 1);  // its image may be less clear than the material
  CHECK(shape(3).kind == Kind::box);
  CHECK_FALSE(shape(3).texture);
  CHECK(shape(0).is_lit);
  check_vector(shape(0).half, 1, 1, 1);
  for (const Mesh::Vertex& vertex : made.model.meshes[shape(0).mesh].vertices) {
    CHECK((vertex.texture.x == 0 || vertex.texture.x == 1));
    CHECK((vertex.texture.y == 0 || vertex.texture.y == 1));
  }
}

TEST_CASE("the files of a texture are local files beside the file that names them") {
  x3d::Warnings warnings;
  const std::string text = std::string(x3d::kVrmlHeader) + R"(
    Shape { appearance Appearance { texture ImageTexture {
      url [ "http://somewhere/a.png" "C:\\maps\\a.jpg" "maps\\a.png" "file:b.png" ] } } geometry Box { } }
    Shape { appearance Appearance { texture ImageTexture { url "http://somewhere/a.png" } } geometry Box { } }
    Shape { appearance Appearance { texture ImageTexture { } } geometry Box { } }
    Shape { appearance Appearance { texture MovieTexture { url "a.mpg" } } geometry Box { } })";
  const Model model = model_of(
      x3d::read_scene({"/data/shape/t.wrl", "/data/shape", text}, x3d::TextSource(), x3d::kShapeLimits, warnings),
      warnings, WithTextures::yes);
  REQUIRE(model.textures.size() == 1);
  CHECK(model.textures[0].names == std::vector<std::string>{"a.jpg", "maps/a.png", "b.png"});
  CHECK(model.textures[0].folder == "/data/shape");
  CHECK(model.parts[0].shapes.at(0).texture == 0);
  CHECK_FALSE(model.parts[0].shapes.at(0).is_lit);
  const auto lines = warnings.lines();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "/data/shape/t.wrl:4:45: the url of this ImageTexture is not a file on this machine: left out");
  CHECK(lines[1] == "/data/shape/t.wrl:6:45: MovieTexture is skipped");
  for (const std::size_t part : {1U, 2U, 3U}) CHECK_FALSE(model.parts[part].shapes.at(0).texture);
}

TEST_CASE("a TextureTransform moves, turns about its center and scales, in that order") {
  const auto place = [](const char* transform, float s, float t) {
    const ModelOf made(std::string("Shape { appearance Appearance { texture ImageTexture { url \"a.png\" } "
                                   "textureTransform TextureTransform { ") +
                           transform + " } } geometry Box { } }",
                       WithTextures::yes);
    return glm::vec2(made.model.parts[0].shapes.at(0).texture_frame * glm::vec3(s, t, 1));
  };
  const auto check = [](const glm::vec2& made, float s, float t) {
    CHECK_THAT(made.x, Catch::Matchers::WithinAbs(s, 1e-5));
    CHECK_THAT(made.y, Catch::Matchers::WithinAbs(t, 1e-5));
  };
  check(place("", 0.25F, 0.75F), 0.25F, 0.75F);
  check(place("translation 0.5 -0.25", 0.25F, 0.75F), 0.75F, 0.5F);
  check(place("scale 2 4", 0.25F, 0.75F), 0.5F, 3);
  check(place("rotation 1.570796", 1, 0), 0, 1);
  // Translated by 1, with center 0.5: (2, 0) is turned about the center to (-0.5, 2), as in the standard.
  check(place("translation 1 0 center 0.5 0 rotation 1.570796 scale 3 1", 0.5F, 0), -0.5F, 2);
  check(place("scale 1e30 1", 0.5F, 0.25F), 0.5F, 0.25F);
}

TEST_CASE("a PixelTexture is an image whose first row is at the bottom") {
  const auto image = [](const char* numbers) {
    const ModelOf made(std::string("Shape { appearance Appearance { texture PixelTexture { image ") + numbers +
                           " } } geometry Box { } }",
                       WithTextures::yes);
    return made.model.textures.empty() ? nullptr : made.model.textures[0].image;
  };
  const auto colours = image("2 2 3 0xFF0000 0x00FF00 0x0000FF 0x010203");
  REQUIRE(colours);
  CHECK(colours->width == 2);
  CHECK(colours->height == 2);
  CHECK(colours->pixels == std::vector<unsigned char>{0, 0, 255, 255, 1, 2, 3, 255, 255, 0, 0, 255, 0, 255, 0, 255});
  CHECK_FALSE(colours->is_grey);
  CHECK_FALSE(colours->has_opacity);
  CHECK(image("1 1 1 0x80")->pixels == std::vector<unsigned char>{128, 128, 128, 255});
  CHECK(image("1 1 2 0x80FE")->pixels == std::vector<unsigned char>{128, 128, 128, 254});
  CHECK(image("1 1 2 0x80FE")->is_grey);
  CHECK(image("1 1 4 0x01020304")->pixels == std::vector<unsigned char>{1, 2, 3, 4});
  CHECK(image("1 1 4 0x01020304")->has_opacity);
  CHECK_FALSE(image("0 0 0"));
}

TEST_CASE("textures beyond the limit are dropped with a warning") {
  std::string text;
  for (int i = 0; i < 1002; ++i)
    text += "Shape { appearance Appearance { texture ImageTexture { url \"a.png\" } } geometry Box { } }\n";
  const ModelOf made(text, WithTextures::yes);
  CHECK(made.model.textures.size() == 1000);
  CHECK(made.warns_of("more than 1000 textures: left out (2 times)"));
  CHECK(made.model.parts[1001].shapes.size() == 1);
}

TEST_CASE("viewpoints are found by their name, the name of their part, and their description") {
  const ModelOf made(R"(
    Viewpoint { description "overview" position 0 1 5 }
    DEF rover_camera Transform { translation 1 0 0 children Viewpoint { description "rover camera" fieldOfView 0.5
      position 0 0 0 orientation 0 1 0 -1.570796 } }
    DEF door Viewpoint { fieldOfView -1 })");
  const Model& model = made.model;
  REQUIRE(model.viewpoints.size() == 3);
  CHECK(model.find_viewpoint("overview") == 0);
  CHECK(model.find_viewpoint("rover_camera") == 1);
  CHECK(model.find_viewpoint("rover camera") == 1);
  CHECK(model.find_viewpoint("door") == 2);
  CHECK_FALSE(model.find_viewpoint("rover"));
  CHECK(model.viewpoints[1].field_of_view == Approx(0.5));
  CHECK(model.viewpoints[2].field_of_view == Approx(0.785398));
  const glm::mat4 frame = model.parts[model.viewpoints[1].part].pose * model.viewpoints[1].frame;
  check_vector(place_of(frame), 1, 0, 0);
  check_vector(-glm::vec3(frame[2]), 1, 0, 0);  // it looks along x
  check_vector(glm::vec3(frame[1]), 0, 0, 1);
}

TEST_CASE("the sky is that of the first Background, and ground colours hide its lower part") {
  CHECK_FALSE(ModelOf("Group { }").model.sky);
  const auto one = ModelOf("Background { skyColor [ 1 0 0, 0 0 1 ] skyAngle 1.5 } Background { }").model.sky;
  REQUIRE(one);
  REQUIRE(one->size() == 2);
  CHECK(one->at(1).angle == Approx(1.5));
  CHECK(one->at(1).colour == glm::vec3(0, 0, 1));
  const auto two =
      ModelOf("Background { skyColor [ 1 0 0, 0 0 1 ] skyAngle 2 groundColor [ 0 0 0, 0 1 0 ] groundAngle 1.570796 }")
          .model.sky;
  REQUIRE(two);
  REQUIRE(two->size() == 4);
  CHECK(two->at(1).angle == Approx(1.5708).margin(1e-3));
  check_vector(two->at(1).colour, 0.2146F, 0, 0.7854F);  // where the ground begins
  CHECK(two->at(2).angle == two->at(1).angle);
  CHECK(two->at(2).colour == glm::vec3(0, 1, 0));
  CHECK(two->at(3).angle == Approx(3.14159));
}

TEST_CASE("impossible shapes are left out with a line, and the others are drawn") {
  const ModelOf made(R"(
    Shape { geometry Box { size -1 1 1 } }
    Shape { geometry Box { size 1e38 1 1 } }
    Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 ] } coordIndex [ 0 7 0 ] } }
    Shape { geometry Extrusion { } }
    Shape { appearance Appearance { material Material { transparency 1 } } geometry Sphere { } }
    Shape { }
    Shape { appearance Appearance { material Material { diffuseColor 7 -1 0.5 transparency -3 } } geometry Sphere { } })");
  CHECK(made.warns_of("t.wrl:3:"));
  CHECK(made.warns_of("t.wrl:5:"));
  CHECK(made.warns_of("Extrusion is skipped"));
  REQUIRE(made.model.parts.size() == 7);
  for (const std::size_t empty : {0U, 2U, 3U, 4U, 5U}) CHECK(made.model.parts[empty].shapes.empty());
  REQUIRE(made.model.parts[6].shapes.size() == 1);
  CHECK(made.model.parts[6].shapes[0].colour == glm::vec4(1, 0, 0.5F, 1));
  CHECK_THROWS_WITH(
      ModelOf("Transform { translation 3e38 0 0 children Transform { translation 3e38 0 0 scale 3e38 3e38 3e38 "
              "children Transform { scale 3e38 1 1 children Transform { scale 3e38 1 1 children Transform { "
              "scale 3e38 1 1 children Transform { scale 3e38 1 1 children Transform { scale 3e38 1 1 children "
              "Transform { scale 3e38 1 1 children Transform { scale 3e38 1 1 children Transform { scale 3e38 1 1 "
              "children Shape { geometry Box { } } } } } } } } } } } }"),
      Catch::Contains("is not finite"));
}

TEST_CASE("shapes that move together form one part, and their frames include the scale") {
  x3d::Warnings warnings;
  const x3d::Scene scene = x3d::read_scene({"t.wrl", "", std::string(x3d::kVrmlHeader) + R"(
    Transform { translation 1 2 3 scale 2 1 1 children [ DEF S Shape { geometry Box { size 2 2 2 } }
                                                         Shape { geometry Sphere { radius 0.5 } } ] }
    USE S
    Shape { geometry Cylinder { radius 0.5 height 3 } })"},
                                           x3d::TextSource(), x3d::kShapeLimits, warnings);
  const std::vector<x3d::PlacedShape> shapes = x3d::placed_shapes(scene.roots());
  REQUIRE(shapes.size() == 4);
  const monitor::Model model = monitor::model_of(
      std::vector<monitor::PlacedPart>{
          {"arm", {shapes[0], shapes[1]}}, {"hand", {shapes[2], shapes[3]}}, {"nothing", {}}},
      warnings);
  CHECK(warnings.is_empty());
  REQUIRE(model.parts.size() == 3);
  CHECK(model.parts[1].name == "hand");
  CHECK(model.parts[2].shapes.empty());
  for (const monitor::Model::Part& part : model.parts) {
    check_vector(glm::vec3(part.pose * glm::vec4(0, 1, 0, 1)), 0, 0, 1);
    for (const monitor::Model::Shape& shape : part.shapes) CHECK(shape.kind == monitor::Model::Shape::Kind::mesh);
  }
  const monitor::Model::Shape &scaled = model.parts[0].shapes[0], &plain = model.parts[1].shapes[0];
  CHECK(scaled.mesh == plain.mesh);
  CHECK(model.meshes.size() == 3);
  check_vector(place_of(scaled.frame), 1, 2, 3);
  check_vector(glm::vec3(scaled.frame * glm::vec4(1, 1, 1, 1)), 3, 3, 4);
  check_vector(glm::vec3(plain.frame * glm::vec4(1, 1, 1, 1)), 1, 1, 1);
  check_vector(model.parts[1].shapes[1].half, 0.5F, 1.5F, 0.5F);
}
