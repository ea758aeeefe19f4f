// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "gateways/rctp/camera/picture_maker.h"
#include "spark/net/big_endian.h"
#include "spark/x3d/vrml_writer.h"

using namespace rctp;
using namespace rctp::camera;

namespace {

/// A camera at the origin that looks along x: 4 m in front of it, 0.5 m to the left and 0.5 m up, the middle of a red
/// box with edges of 1 m; below on the left a green one, 3 m away.
const std::string kScene = std::string(x3d::kVrmlHeader) + R"(
  Background { skyColor 0 0 1 }
  DEF rover_camera Transform { children Viewpoint { position 0 0 0 orientation 0 1 0 -1.570796 fieldOfView 1 } }
  DEF red Transform { translation 4 0.5 -0.5 children
    Shape { appearance Appearance { material Material { diffuseColor 1 0 0 } } geometry Box { size 1 1 1 } } }
  Transform { translation 3.5 -0.5 -0.5 children
    Shape { appearance Appearance { material Material { diffuseColor 0 1 0 } } geometry Box { size 1 0.4 0.4 } } })";

struct Ordered {
  Ordered() {
    std::string frame;
    write_frame(frame, SceneMessage{{"", "red", "rover_camera"}, kScene});
    CHECK(maker.answer(std::string_view(frame).substr(4)).empty());
  }
  std::string_view answer_to(const PictureOrder& one) {
    std::string frame;
    write_frame(frame, one);
    const std::string_view answer = maker.answer(std::string_view(frame).substr(4));
    REQUIRE(answer.size() > 4);
    REQUIRE(spark::net::read_big_endian<std::uint32_t>(answer) == answer.size() - 4);
    return answer.substr(4);
  }
  /// The picture that is ordered so far.
  void draw() {
    const auto made = read_picture_message(answer_to(order));
    REQUIRE(made);
    picture = *made;
  }
  std::array<int, 3> colour(std::uint32_t column, std::uint32_t row) const {
    const char* p = &picture.rgb[3 * (row * picture.width + column)];
    return {static_cast<unsigned char>(p[0]), static_cast<unsigned char>(p[1]), static_cast<unsigned char>(p[2])};
  }
  float depth(std::uint32_t column, std::uint32_t row) const {
    float value = 0;
    std::memcpy(&value, &picture.depths[sizeof value * (row * picture.width + column)], sizeof value);
    return value;
  }

  PictureOrder order{.id = 4, .camera = 2, .width = 160, .height = 120, .nearest = 0.1F, .farthest = 100};
  PictureMaker maker;
  PictureMessage picture;
};

}  // namespace

TEST_CASE("a picture begins at the top row, and has colours, and depths along the camera's axis") {
  Ordered ordered;
  ordered.order.with_depth = true;
  ordered.draw();
  CHECK((ordered.picture.id == 4 && ordered.picture.width == 160 && ordered.picture.height == 120));
  // 120 rows are 1 rad: a metre in a distance of 3.5 m has 31.4 pixels, in 3 m 36.6.
  const auto [red, green, blue] = ordered.colour(80 - 16, 60 - 16);
  CHECK((red > 80 && green == 0 && blue == 0));
  CHECK(std::abs(ordered.depth(80 - 16, 60 - 16) - 3.5) < 1e-4);
  const auto below = ordered.colour(80 - 18, 60 + 18);
  CHECK((below[0] == 0 && below[1] > 80 && below[2] == 0));
  CHECK(std::abs(ordered.depth(80 - 18, 60 + 18) - 3) < 1e-4);
  // Nothing but sky on the right, nor in the corners.
  CHECK(ordered.colour(80 + 16, 60 - 16) == std::array{0, 0, 255});
  for (const auto& [column, row] : {std::pair{96, 44}, {96, 76}, {0, 0}, {159, 0}, {0, 119}, {159, 119}})
    CHECK(ordered.depth(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)) == 0);
}

TEST_CASE("depths are sent only if ordered, and things beyond the clipping planes are not drawn") {
  Ordered ordered;
  ordered.draw();
  CHECK(ordered.picture.depths.empty());
  ordered.order.with_depth = true;
  ordered.order.farthest = 3.4F;
  ordered.draw();
  CHECK(ordered.depth(64, 44) == 0);
  CHECK(ordered.colour(64, 44) == std::array{0, 0, 255});
  CHECK(std::abs(ordered.depth(62, 78) - 3) < 1e-4);
  ordered.order.nearest = 3.2F;
  ordered.order.farthest = 100;
  ordered.draw();
  CHECK(std::abs(ordered.depth(64, 44) - 3.5) < 1e-4);
  CHECK(ordered.depth(62, 78) == 0);
}

TEST_CASE("movers keep the poses of an order until a new scene is loaded") {
  Ordered ordered;
  ordered.order.with_depth = true;
  ordered.order.poses = {{1, {6, 0.5F, -0.5F}, {0, 0, 1, 0}, 0}};
  ordered.draw();
  CHECK(std::abs(ordered.depth(71, 51) - 5.5) < 1e-4);
  ordered.order.poses.clear();
  ordered.draw();
  CHECK(std::abs(ordered.depth(71, 51) - 5.5) < 1e-4);
  // The camera turns to the left, and sees a third as much.
  ordered.order.poses = {{2, {0, 0, 0}, {0, 1, 0, std::atan2(0.5F, 6.0F)}, 0.33F}};
  ordered.draw();
  CHECK(ordered.colour(80, 40)[0] > 80);
  // Numbers of movers that do not exist, and NaN, do no harm.
  const float nan = std::nanf("");
  ordered.order.poses = {{0xffffffff, {1, 1, 1}, {0, 0, 1, 0}, 0}, {1, {nan, 0, 0}, {0, 0, 1, 0}, nan}};
  ordered.draw();
  CHECK(ordered.colour(80, 40)[0] > 80);
  std::string frame;
  write_frame(frame, SceneMessage{{"", "red", "rover_camera"}, kScene});
  CHECK(ordered.maker.answer(std::string_view(frame).substr(4)).empty());
  ordered.order.poses.clear();
  ordered.draw();
  CHECK(std::abs(ordered.depth(64, 44) - 3.5) < 1e-4);
}

TEST_CASE("an order that cannot be drawn is answered with the reason, and an unreadable message throws") {
  Ordered ordered;
  const auto refusal = [&](const PictureOrder& order) {
    const auto failed = read_failed_message(ordered.answer_to(order));
    REQUIRE(failed);
    CHECK(failed->id == 4);
    return std::string(failed->text);
  };
  for (const std::uint32_t camera : {0U, 1U, 3U, 0xffffffffU}) {
    PictureOrder order = ordered.order;
    order.camera = camera;
    CAPTURE(camera);
    CHECK(refusal(order) == "the camera is not in the world");
  }
  const auto changed = [&](auto change) {
    PictureOrder order = ordered.order;
    change(order);
    return refusal(order);
  };
  const std::string size = "a picture of that size, or between such planes, cannot be drawn";
  CHECK(changed([](PictureOrder& order) { order.width = 0; }) == size);
  CHECK(changed([](PictureOrder& order) { order.height = 100000; }) == size);
  CHECK(changed([](PictureOrder& order) { order.nearest = 0; }) == size);
  CHECK(changed([](PictureOrder& order) { order.farthest = 0.05F; }) == size);
  CHECK(changed([](PictureOrder& order) { order.farthest = std::nanf(""); }) == size);
  for (const char* message : {"", "X", "O", "hello"})
    CHECK_THROWS_AS(ordered.maker.answer(message), std::runtime_error);
  ordered.draw();
}
