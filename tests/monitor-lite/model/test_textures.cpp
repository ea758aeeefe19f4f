// SPDX-License-Identifier: Apache-2.0
// Images on shapes, and the lights of the viewer.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "monitor-lite/model/model_view.h"
#include "monitor-lite/model/texture_store.h"
#include "monitor-lite/view/offscreen.h"
#include "tests/monitor-lite/model/model_text.h"

using namespace monitor;

namespace {

using Rgb = std::array<int, 3>;
using Rgba = std::array<unsigned char, 4>;

constexpr Rgba kRed{255, 0, 0, 255}, kGreen{0, 255, 0, 255}, kBlue{0, 0, 255, 255}, kYellow{255, 255, 0, 255};

/// An image with four quarters, each `side` pixels wide: first the upper ones.
std::shared_ptr<const Image> quarters(const std::array<Rgba, 4>& colours, int side = 8) {
  auto image = std::make_shared<Image>();
  image->width = image->height = 2 * side;
  for (int row = 0; row < 2 * side; ++row)
    for (int column = 0; column < 2 * side; ++column) {
      const Rgba& colour = colours[static_cast<std::size_t>(2 * (row / side) + column / side)];
      image->pixels.insert(image->pixels.end(), colour.begin(), colour.end());
      image->has_opacity = image->has_opacity || colour[3] < 255;
    }
  return image;
}

std::shared_ptr<const Image> grey(unsigned char shade) {
  auto image = std::make_shared<Image>(*quarters({Rgba{shade, shade, shade, 255},
                                                  {shade, shade, shade, 255},
                                                  {shade, shade, shade, 255},
                                                  {shade, shade, shade, 255}}));
  image->is_grey = true;
  return image;
}

using Images = std::map<std::string, std::shared_ptr<const Image>>;

/// A picture of VRML97 text with the images of some files, from (0, −5, 0): x is to the right, z of the world, which is
/// y of the document, is up, and 57.9 pixels are 1 m at the origin.
struct Textured {
  explicit Textured(std::string_view text, const Images& images = {})
      : of(std::string("Background { skyColor 1 0 1 }\n").append(text), WithTextures::yes),
        store([images](const std::string& name, const std::string&) {
          const auto found = images.find(name);
          return found == images.end() ? nullptr : found->second;
        }),
        model(of.model, store, of.warnings),
        view(painter, model),
        poses(poses_of(of.model)) {}

  Camera camera() const {
    Camera made;
    made.eye = {0, -5, 0};
    made.target = {0, 0, 0};
    made.field_of_view = 45;
    return made;
  }
  Textured& draw() {
    view.draw(poses, camera(), kWidth, kHeight);
    painter.end();
    picture = offscreen.picture();
    return *this;
  }
  /// The pixel at this distance to the right of the middle and above it.
  Rgb at(int right, int above) const {
    const int x = kWidth / 2 + right, y = kHeight / 2 - above;
    const unsigned char* p = &picture.pixels[static_cast<std::size_t>(3 * (y * kWidth + x))];
    return {p[0], p[1], p[2]};
  }

  static constexpr int kWidth = 320, kHeight = 240;
  Offscreen offscreen{kWidth, kHeight};
  Font font;
  Painter painter{font};
  ModelOf of;
  TextureStore store;
  GpuModel model;
  ModelView view;
  std::vector<glm::mat4> poses;
  Picture picture;
};

constexpr Rgb kPurple{255, 0, 255};
constexpr const char* kSquare =
    "IndexedFaceSet { coord Coordinate { point [ -1 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] } coordIndex [ 0 1 2 3 ] }";

std::string shape(const std::string& appearance, const std::string& geometry = kSquare) {
  return "Shape { appearance Appearance { " + appearance + " } geometry " + geometry + " }\n";
}
/// Moves shapes farther away.
std::string behind(const std::string& shapes, double by) {
  return "Transform { translation 0 0 " + std::to_string(-by) + " children [ " + shapes + " ] }\n";
}
std::string image(const std::string& fields = "", const std::string& name = "a.png") {
  return "texture ImageTexture { url \"" + name + "\" " + fields + " } ";
}

bool is_near(const Rgb& a, const Rgb& b, int by = 3) {
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(a[i] - b[i]) > by) return false;
  return true;
}

const Images kQuarters{{"a.png", quarters({kRed, kGreen, kBlue, kYellow})}};

}  // namespace

TEST_CASE("an image is upright on every kind of shape") {
  // Without a material its colours are shown as they are.
  for (const char* geometry : {kSquare, "Box { size 2 2 0.01 }"}) {
    CAPTURE(geometry);
    Textured shot(shape(image(), geometry), kQuarters);
    shot.draw();
    CHECK(shot.at(-30, 30) == Rgb{255, 0, 0});
    CHECK(shot.at(30, 30) == Rgb{0, 255, 0});
    CHECK(shot.at(-30, -30) == Rgb{0, 0, 255});
    CHECK(shot.at(30, -30) == Rgb{255, 255, 0});
    CHECK(shot.at(70, 0) == kPurple);
  }
  // On round shapes the image goes from the back to the left: its middle is in front.
  for (const auto& [geometry, aside] : {std::pair{"Sphere { }", 25}, {"Cylinder { }", 25}, {"Cone { }", 8}}) {
    CAPTURE(geometry);
    Textured shot(shape(image(), geometry), kQuarters);
    shot.draw();
    CHECK(is_near(shot.at(-aside, 20), {255, 0, 0}));
    CHECK(is_near(shot.at(aside, 20), {0, 255, 0}));
    CHECK(is_near(shot.at(-20, -20), {0, 0, 255}));
    CHECK(is_near(shot.at(20, -20), {255, 255, 0}));
  }
}

TEST_CASE("texture coordinates of the file are used, and images are repeated or clamped along each axis") {
  const std::string twice =
      "IndexedFaceSet { coord Coordinate { point [ -1 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] } coordIndex [ 0 1 2 3 ] "
      "texCoord TextureCoordinate { point [ 0 0, 2 0, 2 2, 0 2 ] } }";
  // The colours of four places from left to right at one height.
  const auto row = [](const Textured& shot, int above) {
    std::array<Rgb, 4> made;
    for (int i = 0; i < 4; ++i) made[static_cast<std::size_t>(i)] = shot.at(-43 + 29 * i, above);
    return made;
  };
  const Rgb red{255, 0, 0}, green{0, 255, 0}, blue{0, 0, 255}, yellow{255, 255, 0};
  Textured both(shape(image(), twice), kQuarters);
  both.draw();
  CHECK(row(both, -43) == std::array{blue, yellow, blue, yellow});
  CHECK(row(both, 15) == std::array{blue, yellow, blue, yellow});
  CHECK(row(both, 43) == std::array{red, green, red, green});
  Textured up(shape(image("repeatS FALSE"), twice), kQuarters);
  up.draw();
  CHECK(row(up, -43) == std::array{blue, yellow, yellow, yellow});
  CHECK(row(up, 15) == std::array{blue, yellow, yellow, yellow});
  CHECK(row(up, 43) == std::array{red, green, green, green});
  Textured along(shape(image("repeatT FALSE"), twice), kQuarters);
  along.draw();
  CHECK(row(along, -43) == std::array{blue, yellow, blue, yellow});
  CHECK(row(along, 15) == std::array{red, green, red, green});
  // The same with a texture transform and default coordinates, moved by half an image.
  Textured moved(shape(image() + "textureTransform TextureTransform { translation 0.25 0 scale 2 2 }"), kQuarters);
  moved.draw();
  CHECK(row(moved, -43) == std::array{yellow, blue, yellow, blue});
}

TEST_CASE("a colour image replaces the material's colour, and a grey image darkens it") {
  const std::string material = "material Material { diffuseColor 0.25 0.5 1 } ";
  const auto middle = [&](const std::string& appearance, std::shared_ptr<const Image> on_it) {
    return Textured(shape(appearance), {{"a.png", std::move(on_it)}}).draw().at(10, 10);
  };
  const Rgb plain = middle(material, nullptr), half = middle(material + image(), grey(128)),
            white = middle(material + image(), grey(255));
  CHECK(plain[2] > 80);
  CHECK(white == plain);
  CHECK(is_near(half, {plain[0] / 2, plain[1] / 2, plain[2] / 2}));
  const auto red = quarters({kRed, kRed, kRed, kRed});
  const Rgb coloured = middle(material + image(), red);
  CHECK(coloured == middle("material Material { diffuseColor 1 0 0 } ", nullptr));
  // The emissive colour is added to the lit image.
  CHECK(middle("material Material { diffuseColor 1 1 1 emissiveColor 0 1 0 } " + image(), red) ==
        Rgb{coloured[0], 255, 0});
  CHECK(middle(image(), grey(128)) == Rgb{128, 128, 128});
  // Colours of vertices count like those of the material.
  const std::string green_square =
      std::string(kSquare, std::string(kSquare).size() - 1) + "color Color { color [ 0 1 0, 0 1 0, 0 1 0, 0 1 0 ] } }";
  const Rgb darker = Textured(shape(material + image(), green_square), {{"a.png", grey(128)}}).draw().at(10, 10);
  CHECK(darker[0] == 0);
  CHECK(darker[1] > 40);
  CHECK(Textured(shape(material + image(), green_square), {{"a.png", red}}).draw().at(10, 10) == coloured);
}

TEST_CASE("clear pixels of an image show what is behind it, opaque pixels hide it") {
  const bool in_front_first = GENERATE(false, true);
  CAPTURE(in_front_first);
  const std::string pane = shape(image());
  const std::string wall =
      behind(shape("material Material { diffuseColor 0 0 0 emissiveColor 0 0 1 }", "Box { size 20 20 1 }"), 3);
  // The middle of each quarter; clear pixels have a colour that must not be seen.
  const Images images{{"a.png", quarters({kRed, Rgba{0, 255, 255, 0}, Rgba{255, 255, 0, 128}, kGreen})}};
  Textured shot(in_front_first ? pane + wall : wall + pane, images);
  shot.draw();
  CHECK(shot.at(-30, 30) == Rgb{255, 0, 0});
  CHECK(shot.at(30, 30) == Rgb{0, 0, 255});
  CHECK(is_near(shot.at(-30, -30), {128, 128, 127}));
  CHECK(shot.at(30, -30) == Rgb{0, 255, 0});
  // The transparency of the material does not make the image more transparent.
  Textured clear(in_front_first ? shape("material Material { transparency 0.5 } " + image()) + wall
                                : wall + shape("material Material { transparency 0.5 } " + image()),
                 images);
  clear.draw();
  CHECK(clear.at(-30, 30)[0] > 120);
  CHECK(clear.at(-30, 30)[2] == 0);
  CHECK(clear.at(30, 30) == Rgb{0, 0, 255});
  // Pixels beside clear ones are not dark: they mix the red with the blue behind it.
  for (int right = -3; right <= 3; ++right) {
    const Rgb edge = shot.at(right, 30);
    CHECK(std::abs(edge[0] + edge[2] - 255) < 10);
    CHECK(edge[1] < 10);
  }
  // Opaque pixels have a depth of their own, clear ones that of the wall behind them.
  const Camera from = shot.view.draw_depths(shot.poses, shot.camera(), Textured::kWidth, Textured::kHeight);
  shot.painter.end();
  const std::vector<float> depths = shot.offscreen.depths(from.nearest, from.farthest);
  const auto depth = [&](int right, int above) {
    return depths[static_cast<std::size_t>((Textured::kHeight / 2 - above) * Textured::kWidth + Textured::kWidth / 2 +
                                           right)];
  };
  CHECK(depth(-30, 30) == Approx(5).margin(0.01));
  CHECK(depth(30, 30) == Approx(7.5).margin(0.01));
  CHECK(depth(-30, -30) == Approx(7.5).margin(0.01));
  CHECK(depth(30, -30) == Approx(5).margin(0.01));
}

TEST_CASE("transparent shapes are drawn from far to near, whether the image or the material is transparent") {
  const std::string glass = behind(
      shape("material Material { diffuseColor 0 0 0 emissiveColor 1 0 0 transparency 0.5 }", "Box { size 8 8 0.1 }"),
      2);
  const Images images{
      {"a.png", quarters({Rgba{0, 255, 0, 128}, Rgba{0, 255, 0, 128}, Rgba{0, 255, 0, 128}, Rgba{0, 255, 0, 128}})}};
  for (const std::string& text : {glass + shape(image()), shape(image()) + glass}) {
    Textured shot(text, images);
    shot.draw();
    // Half green in front of half red in front of the sky.
    CHECK(is_near(shot.at(20, 20), {127, 128, 64}, 5));
  }
  // The material's transparency is used if the image has none.
  const Rgb seen = Textured(shape("material Material { transparency 0.75 } " + image()), kQuarters).draw().at(-30, 30);
  CHECK(seen[0] > 200);
  CHECK(seen[2] > 180);
  CHECK(seen[2] < 200);
  CHECK(Textured(shape("material Material { transparency 1 } " + image()), kQuarters).draw().at(-30, 30) == kPurple);
}

TEST_CASE("an image far away is drawn as the mean of its pixels") {
  Rgba white{255, 255, 255, 255}, black{0, 0, 0, 255};
  auto checks = std::make_shared<Image>();
  checks->width = checks->height = 64;
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 64; ++column) {
      const Rgba& colour = (row + column) % 2 ? white : black;
      checks->pixels.insert(checks->pixels.end(), colour.begin(), colour.end());
    }
  Textured shot(shape(image() + "textureTransform TextureTransform { scale 16 16 }"), {{"a.png", checks}});
  shot.draw();
  for (const int place : {-40, -13, 0, 7, 33}) CHECK(is_near(shot.at(place, place / 2), {128, 128, 128}, 12));
}

TEST_CASE("a shape with a missing or rejected image is drawn without it, with a warning") {
  x3d::Warnings warnings;
  const ModelOf made(shape("material Material { diffuseColor 1 0 0 } " + image()) +
                         shape("material Material { } " + image("", "cut.png")),
                     WithTextures::yes);
  const Offscreen offscreen(16, 16);
  TextureStore store([](const std::string& name, const std::string&) -> std::shared_ptr<const Image> {
    if (name == "cut.png") throw std::runtime_error("the PNG is cut or damaged");
    return nullptr;
  });
  const GpuModel model(made.model, store, warnings);
  for (const Model::Part& part : made.model.parts) {
    CHECK(model.is_solid(part.shapes.at(0)));
    CHECK_FALSE(model.is_glass(part.shapes.at(0)));
  }
  const auto lines = warnings.lines();
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[0],
             Catch::StartsWith("t.wrl:") && Catch::EndsWith("the texture a.png is left out: there is no such file"));
  CHECK_THAT(lines[1], Catch::EndsWith("the texture cut.png is left out: the PNG is cut or damaged"));
  Textured shot(shape("material Material { diffuseColor 1 0 0 } " + image()));
  shot.draw();
  CHECK(shot.at(10, 10)[0] > 80);
  CHECK(shot.at(10, 10)[1] == 0);
}

TEST_CASE("each image file is read and uploaded once, however many models use it") {
  const Offscreen offscreen(16, 16);
  std::map<std::string, int> asked;
  TextureStore store([&](const std::string& name, const std::string&) {
    ++asked[name];
    return name == "a.png" ? kQuarters.at("a.png") : nullptr;
  });
  const ModelOf one(shape(image()) + shape(image("repeatS FALSE")) + shape(image("", "none.png")), WithTextures::yes),
      other(shape(image()) + shape("texture ImageTexture { url [ \"none.png\" \"a.png\" ] }"), WithTextures::yes);
  x3d::Warnings warnings;
  const Texture* first = store.find(one.model.textures.at(0), warnings);
  REQUIRE(first);
  CHECK(store.find(one.model.textures.at(1), warnings) == first);
  CHECK_FALSE(store.find(one.model.textures.at(2), warnings));
  CHECK(store.find(other.model.textures.at(0), warnings) == first);
  CHECK(store.find(other.model.textures.at(1), warnings) == first);
  CHECK(asked == std::map<std::string, int>{{"a.png", 1}, {"none.png", 1}});
}

TEST_CASE("textures take limited memory, and large images are reduced") {
  const Offscreen offscreen(16, 16);
  auto wide = std::make_shared<Image>();
  wide->width = 8192;
  wide->height = 3;
  for (int i = 0; i < 3 * 8192; ++i) {
    // Two columns are red, two blue.
    const Rgba& colour = i % 8192 / 2 % 2 ? kBlue : kRed;
    wide->pixels.insert(wide->pixels.end(), colour.begin(), colour.end());
  }
  const Texture small(*wide);
  CHECK(small.size() == 2048);
  auto full = std::make_shared<Image>();
  full->width = full->height = 2048;
  full->pixels.assign(4 * 2048 * 2048, 200);
  TextureStore store([&](const std::string&, const std::string&) { return full; });
  std::string text;
  for (int i = 0; i < 10; ++i) text += shape(image("", "a" + std::to_string(i) + ".png"));
  const ModelOf made(text, WithTextures::yes);
  x3d::Warnings warnings;
  int found = 0;
  for (const Model::Texture& texture : made.model.textures) found += store.find(texture, warnings) ? 1 : 0;
  CHECK(found == 8);
  REQUIRE(warnings.lines().size() == 2);
  CHECK_THAT(warnings.lines()[0], Catch::Contains("the texture a8.png is left out: textures have more than"));
}

TEST_CASE("lights from the camera and from above are the same on all kinds of shapes") {
  const std::string white = "material Material { diffuseColor 1 1 1 } ";
  const auto check = [](Textured& shot, int right, int above, double light) {
    CAPTURE(right, above);
    const int value = static_cast<int>(std::lround(255 * light));
    CHECK(is_near(shot.at(right, above), {value, value, value}, 2));
  };
  for (const std::string& appearance : {white, white + image()}) {
    for (const char* geometry : {kSquare, "Box { size 2 2 0.02 }"}) {
      CAPTURE(appearance, geometry);
      Textured shot(shape(appearance, geometry), {{"a.png", grey(255)}});
      shot.painter.lights(Painter::Lights::camera_and_above);
      shot.draw();
      check(shot, 30, 30, 0.70);
      // Turned by 60 degrees about the vertical: half of the light of the camera.
      shot.poses.back() = pose_in_world({}, {0, 1, 0, 1.0471976F});
      shot.draw();
      check(shot, 10, 10, 0.25 + 0.225);
      // Its upper end nearer by 60 degrees, so it looks down; farther by 60, so it looks up.
      shot.poses.back() = pose_in_world({}, {1, 0, 0, 1.0471976F});
      shot.draw();
      check(shot, 10, 5, 0.25 + 0.225);
      shot.poses.back() = pose_in_world({}, {1, 0, 0, -1.0471976F});
      shot.draw();
      check(shot, 10, 5, 0.25 + 0.225 + 0.30 * 0.8660254);
      // The lights of the day again.
      shot.painter.lights(Painter::Lights::day);
      shot.poses.back() = pose_in_world({}, {0, 0, 1, 0});
      shot.draw();
      check(shot, 30, 30, 0.34 + 0.13 + 0.50 * 0.4472);
    }
  }
  for (const char* geometry : {"Sphere { }", "Cylinder { height 3 }"}) {
    CAPTURE(geometry);
    Textured shot(shape(white, geometry));
    shot.painter.lights(Painter::Lights::camera_and_above);
    shot.draw();
    check(shot, 0, 0, 0.70);
  }
  Textured simple("");
  simple.painter.lights(Painter::Lights::camera_and_above);
  const Camera ahead = simple.camera();
  simple.painter.begin(Textured::kWidth, Textured::kHeight, ahead.matrix(4.0F / 3.0F), glm::vec4(ahead.eye, 1),
                       glm::vec4(0, 0, 0, 1));
  simple.painter.sphere({0, 0, 0}, 1, glm::vec4(1));
  simple.painter.end();
  simple.picture = simple.offscreen.picture();
  check(simple, 0, 0, 0.70);
  // The light moves with the camera.
  Textured beside(shape(white, "Box { size 2 2 2 }"));
  beside.painter.lights(Painter::Lights::camera_and_above);
  Camera camera = beside.camera();
  camera.eye = {5, 0, 0};
  beside.view.draw(beside.poses, camera, Textured::kWidth, Textured::kHeight);
  beside.painter.end();
  beside.picture = beside.offscreen.picture();
  check(beside, 20, 20, 0.70);
}
