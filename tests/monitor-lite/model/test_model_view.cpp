// SPDX-License-Identifier: Apache-2.0
// The necessary contents of pictures of documents.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "monitor-lite/model/model_view.h"
#include "monitor-lite/view/offscreen.h"
#include "tests/monitor-lite/model/model_text.h"

using namespace monitor;

namespace {

struct Shot {
  explicit Shot(std::string_view text, int width = 320, int height = 240)
      : offscreen(width, height),
        of(text),
        model(of.model),
        view(painter, model),
        poses(poses_of(of.model)),
        size{width, height} {}

  void draw(const Camera& camera) {
    view.draw(poses, camera, size[0], size[1]);
    painter.end();
    picture = offscreen.picture();
  }
  /// Draws from (0, -5, 0) along y, with x to the right and z up; 0.1 of the picture's height is 0.4142 m at the
  /// origin.
  void draw() {
    Camera camera;
    camera.eye = {0, -5, 0};
    camera.target = {0, 0, 0};
    camera.field_of_view = 45;
    draw(camera);
  }
  void draw(std::string_view viewpoint) {
    const auto index = of.model.find_viewpoint(viewpoint);
    REQUIRE(index);
    draw(camera_at(of.model, *index, poses, of.model.viewpoints[*index].field_of_view,
                   static_cast<float>(size[0]) / static_cast<float>(size[1])));
  }
  /// Red, green and blue in the middle of the picture, or at this distance in pixels to the right and above.
  std::array<int, 3> at(int right = 0, int above = 0) const {
    const int x = size[0] / 2 + right, y = size[1] / 2 - above;
    const unsigned char* p = &picture.pixels[static_cast<std::size_t>(3 * (y * size[0] + x))];
    return {p[0], p[1], p[2]};
  }
  bool is_sky(int right = 0, int above = 0) const { return at(right, above) == std::array{255, 0, 255}; }

  Offscreen offscreen;
  Font font;
  Painter painter{font};
  ModelOf of;
  GpuModel model;
  ModelView view;
  std::vector<glm::mat4> poses;
  std::array<int, 2> size;
  Picture picture;
};

constexpr auto kSky = "Background { skyColor 1 0 1 }\n";

std::string with_sky(std::string_view text) {
  return std::string(kSky).append(text);
}
std::string painted(std::string_view material, std::string_view geometry) {
  return std::string("Shape { appearance Appearance { material Material { ")
      .append(material)
      .append(" } } geometry ")
      .append(geometry)
      .append(" }\n");
}

bool is_red(const std::array<int, 3>& p) {
  return p[0] > 80 && p[0] > 2 * p[1] && p[0] > 2 * p[2];
}
bool is_green(const std::array<int, 3>& p) {
  return p[1] > 80 && p[1] > 2 * p[0] && p[1] > 2 * p[2];
}

}  // namespace

TEST_CASE("shapes of every kind are drawn where the document places them") {
  const char* geometry =
      GENERATE("Box { size 1 2 1 }", "Cylinder { radius 0.5 height 2 }", "Cone { bottomRadius 0.5 height 2 }",
               "Sphere { radius 0.5 }",
               "IndexedFaceSet { coord Coordinate { point [ -0.5 -1 0, 0.5 -1 0, 0 1 0 ] } coordIndex [ 0 1 2 ] }");
  CAPTURE(geometry);
  // To the right of the middle, above it and farther away: in the document y is up, and z points to the viewer.
  Shot shot(with_sky(std::string("Transform { translation 1 1 -1 children ") + painted("diffuseColor 1 0 0", geometry) +
                     "}"));
  shot.draw();
  // At a depth of 6 m, 240 pixels are 4.97 m.
  CHECK(is_red(shot.at(48, 48)));
  CHECK(shot.is_sky(0, 0));
  CHECK(shot.is_sky(-48, 48));
  CHECK(shot.is_sky(48, -48));
  CHECK(shot.is_sky(48 + 36, 48));
  // A pose for the part replaces that of the document.
  shot.poses.back() = pose_in_world({-1, -1, -1}, {0, 0, 1, 0});
  shot.draw();
  CHECK(is_red(shot.at(-48, -48)));
  CHECK(shot.is_sky(48, 48));
}

TEST_CASE("near shapes hide far ones, whatever their kinds and their order are") {
  const bool mesh_first = GENERATE(true, false);
  const std::string cone = "Transform { translation 0 0 1 children " + painted("diffuseColor 1 0 0", "Cone { }") + "}";
  const std::string box =
      "Transform { translation 0 0 -2 children " + painted("diffuseColor 0 1 0", "Box { size 9 9 1 }") + "}";
  Shot shot(with_sky(mesh_first ? cone + box : box + cone));
  shot.draw();
  CHECK(is_red(shot.at(0, -20)));
  CHECK(is_green(shot.at(100, 0)));
}

TEST_CASE("shapes behind a transparent one are visible, in any order of the document") {
  const int order = GENERATE(0, 1, 2, 3);
  CAPTURE(order);
  const std::string pane = "Transform { translation 0 0 1 children " +
                           painted("diffuseColor 0 0 1 transparency 0.5",
                                   order & 1 ? "Cone { bottomRadius 4 height 8 }" : "Box { size 8 8 0.1 }") +
                           "}";
  const std::string ball = painted("diffuseColor 1 0 0 transparency 0.5", "Sphere { }");
  const std::string wall =
      "Transform { translation 0 0 -3 children " + painted("diffuseColor 0 1 0", "Box { size 20 20 1 }") + "}";
  Shot shot(with_sky(order & 2 ? pane + ball + wall : wall + ball + pane));
  shot.draw();
  const auto all = shot.at(0, 0), aside = shot.at(70, -20);
  CHECK(all[0] > 25);
  CHECK(all[1] > 15);
  CHECK(all[2] > 40);
  CHECK(all[2] > all[0]);  // the nearest covers the most
  CHECK(aside[0] < 10);
  CHECK(aside[1] > 60);
}

TEST_CASE("solid faces are drawn from the front only, even if they are mirrored") {
  const char* solid = GENERATE("TRUE", "FALSE");
  const bool mirrored = GENERATE(false, true), behind = GENERATE(false, true);
  CAPTURE(solid, mirrored, behind);
  const std::string face =
      painted("diffuseColor 1 0 0",
              std::string("IndexedFaceSet { solid ") + solid +
                  " coord Coordinate { point [ -1 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] } coordIndex [ 0 1 2 3 ] }");
  Shot shot(with_sky(std::string("Transform { scale ") + (mirrored ? "-1" : "1") + " 1 1 rotation 0 1 0 " +
                     (behind ? "3.14159" : "0") + " children " + face + "}"));
  shot.draw();
  const bool is_seen = !behind || std::string(solid) == "FALSE";
  CHECK(is_red(shot.at()) == is_seen);
  CHECK(shot.is_sky() != is_seen);
}

TEST_CASE("a lit shape is brighter from above, a glowing one is equally bright from all sides") {
  const std::string shape =
      "IndexedFaceSet { coord Coordinate { point [ -1 0 1, 1 0 1, 1 0 -1, -1 0 -1 ] } coordIndex [ 0 1 2 3 ] solid "
      "FALSE }";
  Shot lit(painted("diffuseColor 0.5 0.5 0.5", shape)),
      glowing(painted("diffuseColor 0 0 0 emissiveColor 0.5 0.5 0.5", shape));
  Camera above, below;
  above.eye = {0, -1, 4};
  below.eye = {0, -1, -4};
  above.target = below.target = {0, 0, 0};
  lit.draw(above);
  const int bright = lit.at()[0];
  lit.draw(below);
  // It has one normal; seen from behind it is lit as if that side were the front.
  CHECK(bright > 100);
  CHECK(lit.at()[0] < bright - 40);
  for (const Camera& camera : {above, below}) {
    glowing.draw(camera);
    CHECK(glowing.at()[0] == Approx(127).margin(2));
  }
}

TEST_CASE("a viewpoint shows what is in front of it, and zooms by its field of view") {
  // At (2, 0, 1) of the world, looking along x; up is z.
  Shot shot(
      with_sky("DEF eye Transform { translation 2 1 0 children Viewpoint { position 0 0 0 orientation 0 1 0 -1.570796 "
               "fieldOfView 0.8 } }"
               "Transform { translation 6 2 0 children " +
               painted("diffuseColor 1 0 0", "Box { size 0.5 0.5 0.5 }") + "}" +
               "Transform { translation -6 1 0 children " + painted("diffuseColor 0 1 0", "Box { }") + "}"));
  shot.draw("eye");
  // 4 m away, 1 m higher: 120 pixels are 4 tan(0.4) = 1.69 m.
  CHECK(is_red(shot.at(0, 71)));
  CHECK(shot.is_sky(0, 0));
  Camera zoomed = camera_at(shot.of.model, 0, shot.poses, 0.4F, 4.0F / 3);
  zoomed.target = zoomed.eye + glm::vec3(4, 0, 1);
  shot.draw(zoomed);
  // Twice as near: half of the box is 0.25 / (4.12 tan 0.2) * 120 = 36 pixels.
  CHECK(is_red(shot.at(28, 0)));
  CHECK(shot.is_sky(48, 0));
  // In a tall picture the angle is that of the width.
  const Camera tall = camera_at(shot.of.model, 0, shot.poses, 0.8F, 0.5F);
  CHECK(std::tan(glm::radians(tall.field_of_view) / 2) == Approx(2 * std::tan(0.4)));
}

TEST_CASE("the body around the eye is not drawn and hides nothing") {
  const char* around =
      GENERATE("Sphere { radius 0.3 }", "Box { size 0.6 0.6 0.6 }", "Cylinder { radius 0.3 height 0.6 }");
  CAPTURE(around);
  Shot shot(
      with_sky("DEF eye Transform { children Viewpoint { position 0 0 0 } }"
               "DEF own Transform { children " +
               painted("diffuseColor 0 1 0", around) + "}" + "Transform { translation 0 0 -5 children " +
               painted("diffuseColor 1 0 0", "Sphere { }") + "}"));
  shot.draw("eye");
  CHECK(is_red(shot.at()));
  CHECK(shot.is_sky(100, 0));
  // From outside the body is visible.
  shot.poses[*shot.of.model.find_part("own")] = pose_in_world({0, 0, -1}, {0, 0, 1, 0});
  shot.draw("eye");
  CHECK(is_green(shot.at()));
}

TEST_CASE("shapes are visible from a centimetre to a kilometre away") {
  // A coin in front of the eye, and a hill with nothing behind it.
  Shot shot(with_sky(
      "NavigationInfo { avatarSize [ 0.02 1.6 0.75 ] }"
      "Viewpoint { description \"eye\" position 0 0 0 }"
      "Transform { translation -0.02 0 -0.05 children " +
      painted("diffuseColor 1 0 0", "Sphere { radius 0.01 }") + "}" + "Transform { translation 500 0 -1500 children " +
      painted("diffuseColor 0 1 0", "Sphere { radius 200 }") + "}"));
  shot.draw("eye");
  CHECK(is_red(shot.at(-115, 0)));
  CHECK(is_green(shot.at(97, 0)));
  CHECK(shot.is_sky(0, 0));
}

TEST_CASE("a camera around a model shows the whole model, whatever its unit is") {
  const double unit = GENERATE(0.001, 1.0, 500.0);
  CAPTURE(unit);
  Shot shot(with_sky("Transform { translation " + std::to_string(7 * unit) + " " + std::to_string(3 * unit) +
                     " 0 scale " + std::to_string(unit) + " " + std::to_string(unit) + " " + std::to_string(unit) +
                     " children " + painted("diffuseColor 1 0 0", "Cylinder { radius 1 height 6 }") + "}"));
  shot.draw(camera_around(shot.of.model, shot.poses, 4.0F / 3));
  int red = 0, at_rim = 0;
  for (int y = -119; y < 120; ++y)
    for (int x = -160; x < 160; ++x) {
      if (!is_red(shot.at(x, y))) continue;
      ++red;
      at_rim += std::abs(x) > 157 || std::abs(y) > 117;
    }
  CHECK(red > 320 * 240 / 10);
  CHECK(at_rim == 0);
}

TEST_CASE("the size of pictures can change from one to the next") {
  Shot shot(with_sky(painted("diffuseColor 1 0 0", "Box { }")), 64, 48);
  for (const auto& [width, height] : {std::pair{200, 100}, {64, 48}, {100, 200}}) {
    shot.offscreen.resize(width, height);
    shot.size = {width, height};
    shot.draw();
    CHECK(shot.picture.width == width);
    CHECK(shot.picture.pixels.size() == static_cast<std::size_t>(3 * width * height));
    CHECK(is_red(shot.at()));
    CHECK(shot.is_sky(width / 2 - 1, height / 2));
  }
}

TEST_CASE("poses that are no numbers or huge do not prevent a picture") {
  Shot shot(with_sky(painted("diffuseColor 1 0 0", "Box { }") + "DEF other Transform { children " +
                     painted("diffuseColor 0 1 0", "Sphere { }") + "}"));
  const float nan = std::numeric_limits<float>::quiet_NaN(), huge = 3e38F;
  for (const float number : {nan, huge, -huge}) {
    shot.poses[*shot.of.model.find_part("other")] = pose_in_world({number, 0, 0}, {0, 0, 1, 0});
    shot.draw();
    CHECK(is_red(shot.at()));
  }
  shot.poses[*shot.of.model.find_part("other")] = pose_in_world({0, 0, 0}, {nan, nan, nan, nan});
  shot.draw();
}

TEST_CASE("lines on a floor are visible far away, and hidden by shapes in front of them") {
  // Seen from a metre above a field of 200 m, as a player sees it.
  const std::string wall = "DEF wall Transform { translation 0 -9 -20 children " +
                           painted("diffuseColor 0 1 0", "Box { size 8 4 0.5 }") + "}";
  Shot shot(with_sky("Viewpoint { description \"eye\" position 0 1 0 fieldOfView 0.6 }" +
                     painted("diffuseColor 0 0 1", "Box { size 200 0.02 200 }") +
                     "Transform { translation 0 0.012 -30 children " +
                     painted("diffuseColor 1 0 0", "Box { size 60 0.01 0.1 }") + "}" + wall));
  shot.draw("eye");
  // 30 m away: 1 m below the middle is 12.9 pixels of 120 / tan(0.3) a radian.
  const auto red_in = [&](int column) {
    int most = 0;
    for (int y = -18; y <= -8; ++y) most = std::max(most, shot.at(column, y)[0]);
    return most;
  };
  int seen = 0;
  for (int x = -150; x <= 150; ++x) seen += red_in(x) > 25;
  CHECK(seen == 301);
  // The wall stands in front of the middle of the line.
  shot.poses[*shot.of.model.find_part("wall")] = pose_in_world({0, 1, -20}, {0, 0, 1, 0});
  shot.draw("eye");
  for (const int x : {-60, 0, 60}) CHECK(red_in(x) <= 25);
  for (const int x : {-140, 140}) CHECK(red_in(x) > 25);
  // From below the floor the line is not visible.
  Camera below;
  below.eye = {0, -5, -1};
  below.target = {0, 30, -0.5F};
  shot.draw(below);
  for (int x = -150; x <= 150; x += 10)
    for (int y = -100; y <= 100; y += 4) CHECK_FALSE(is_red(shot.at(x, y)));
}

TEST_CASE("a body above a floor has a soft shadow on it, which gets fainter with its height") {
  Shot shot(with_sky(painted("diffuseColor 0.8 0.8 0.8", "Box { size 10 0.02 10 }") + "DEF ball Transform { children " +
                     painted("diffuseColor 1 0 0", "Sphere { radius 0.2 }") + "}"));
  Camera camera;
  camera.eye = {0, -6, 3};
  camera.target = {0, 0, 0};
  const auto brightness = [&](float height) {
    shot.poses.back() = pose_in_world({0, height, 0}, {0, 0, 1, 0});
    shot.draw(camera);
    return std::pair{shot.at(0, 0)[1], shot.at(100, 0)[1]};
  };
  const auto [near, aside] = brightness(0.25F);
  CHECK(near < aside - 30);
  const auto [high, again] = brightness(1.5F);
  CHECK(again == aside);
  CHECK(high > near + 15);
  CHECK(high < aside);
}

namespace {

/// The depths of the same picture.
struct DepthShot : Shot {
  using Shot::Shot;

  void draw() {
    Camera camera;
    camera.eye = {0, -5, 0};
    camera.target = {0, 0, 0};
    camera.field_of_view = 45;
    from = view.draw_depths(poses, camera, size[0], size[1]);
    painter.end();
    depths = offscreen.depths(from.nearest, from.farthest);
  }
  float at(int right = 0, int above = 0) const {
    return depths[static_cast<std::size_t>((size[1] / 2 - above) * size[0] + size[0] / 2 + right)];
  }
  /// The slope of the ray through the middle of that pixel, to the right and upwards.
  glm::dvec2 slope(int right, int above) const {
    const double half = std::tan(glm::radians(22.5)) / (size[1] / 2);
    return {half * (right + 0.5), half * (above - 0.5)};
  }
  /// The distance between two depths of the buffer there, with the error of single precision.
  double apart(double depth) const {
    const double n = from.nearest, f = from.farthest;
    return depth * depth * (f - n) / (f * n) / (1 << 24) + 1e-6 * depth;
  }

  Camera from;
  std::vector<float> depths;
};

}  // namespace

TEST_CASE("the depth of a box is that of its face along the line of sight, up to its edges") {
  DepthShot shot(painted("diffuseColor 1 0 0", "Box { size 2 2 1 }"));
  shot.draw();
  // 1 m is 64.4 pixels on the face, which is 4.5 m away.
  for (const auto& [right, above] : {std::pair{0, 0}, {40, 0}, {-40, 30}, {0, -55}, {63, 0}, {-64, 0}, {0, 64}}) {
    CAPTURE(right, above);
    CHECK(std::abs(shot.at(right, above) - 4.5) < 2 * shot.apart(4.5));
  }
  CHECK(shot.at(65, 0) == 0);
  CHECK(shot.at(0, 66) == 0);
}

TEST_CASE("the depth of a sphere is where the ray through the centre of the pixel meets it") {
  DepthShot shot(painted("diffuseColor 1 0 0", "Sphere { radius 0.9 }"));
  shot.draw();
  for (const auto& [right, above] : {std::pair{0, 0}, {30, 0}, {-20, 35}, {0, -45}}) {
    // |(x d, d, z d) − (0, 5, 0)| = 0.9
    const glm::dvec2 slope = shot.slope(right, above);
    const double a = 1 + glm::dot(slope, slope), root = std::sqrt(25 - a * (25 - 0.81));
    CAPTURE(right, above);
    CHECK(std::abs(shot.at(right, above) - (5 - root) / a) < 4 * shot.apart(5));
  }
  CHECK(shot.at(70, 0) == 0);
}

TEST_CASE("transparent shapes have no depth, and shapes on a floor have their own") {
  DepthShot shot(painted("diffuseColor 1 0 0 transparency 0.5", "Box { size 1 1 1 }") +
                 "Transform { translation 0 0 -2 children " + painted("diffuseColor 0 1 0", "Box { size 4 4 2 }") +
                 "}");
  shot.draw();
  CHECK(std::abs(shot.at() - 6) < 2 * shot.apart(6));
  DepthShot on_floor("Transform { translation 0 -1 0 children " + painted("", "Box { size 9 0.02 9 }") + "}" +
                     "Transform { translation 0 -0.98 0 children " + painted("", "Box { size 0.2 0.02 4 }") + "}");
  on_floor.draw();
  // Beside the mark the depth of the floor, at a height of -0.99; on the mark that of its upper face, 0.02 higher.
  const glm::dvec2 down = on_floor.slope(0, -50);
  CHECK(std::abs(on_floor.at(30, -50) - -0.99 / down.y) < 4 * on_floor.apart(5));
  CHECK(std::abs(on_floor.at(0, -50) - -0.97 / down.y) < 4 * on_floor.apart(5));
}

TEST_CASE("shapes nearer or farther than the limits are not drawn") {
  const std::string near_red = painted("diffuseColor 1 0 0", "Box { size 0.4 0.4 1 }"),
                    far_green = "Transform { translation 0 0 -3 children " +
                                painted("diffuseColor 0 1 0", "Box { size 4 4 1 }") + "}";
  DepthShot shot(with_sky(near_red + far_green));
  shot.draw();
  CHECK(std::abs(shot.at() - 4.5) < 2 * shot.apart(4.5));
  CHECK(std::abs(shot.at(40) - 7.5) < 2 * shot.apart(7.5));
  shot.view.set_limits(0.1F, 6);
  shot.draw();
  CHECK(std::abs(shot.at() - 4.5) < 2 * shot.apart(4.5));
  CHECK(shot.at(40) == 0);
  shot.view.set_limits(5.6F, 100);
  shot.draw();
  CHECK(std::abs(shot.at() - 7.5) < 2 * shot.apart(7.5));
  shot.view.set_limits(10, 100);
  shot.draw();
  CHECK(shot.at() == 0);
  // The limits hold for colours, too, also after depths were drawn.
  shot.view.set_limits(5.6F, 100);
  static_cast<Shot&>(shot).draw();
  CHECK(is_green(static_cast<Shot&>(shot).at()));
  shot.view.set_limits(0.1F, 6);
  static_cast<Shot&>(shot).draw();
  CHECK(is_red(static_cast<Shot&>(shot).at()));
  CHECK(static_cast<Shot&>(shot).is_sky(40));
}
