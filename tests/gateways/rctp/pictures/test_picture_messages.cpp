// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstring>

#include "gateways/rctp/pictures/picture_messages.h"
#include "spark/net/big_endian.h"
#include "tests/support/properties.h"

using namespace rctp;

namespace {

/// Returns the message in a frame after it has checked its length.
std::string_view message_in(const std::string& frame) {
  REQUIRE(frame.size() >= spark::net::kFrameHead);
  REQUIRE(spark::net::read_big_endian<std::uint32_t>(frame) == frame.size() - spark::net::kFrameHead);
  return std::string_view(frame).substr(spark::net::kFrameHead);
}

std::string order_frame() {
  std::string frame;
  write_frame(frame, PictureOrder{.id = 7,
                                  .camera = 3,
                                  .width = 320,
                                  .height = 240,
                                  .nearest = 0.1F,
                                  .farthest = 50,
                                  .with_depth = true,
                                  .poses = {{2, {1, 2, 3}, {0, 1, 0, 0.5F}, 0}, {3, {4, 5, 6}, {1, 0, 0, 1}, 0.7F}}});
  return frame;
}

}  // namespace

TEST_CASE("a scene and an order for a picture arrive as they were sent") {
  std::string frame;
  write_frame(frame, SceneMessage{{"rover", "", "rover_camera"}, "#VRML V2.0 utf8\n"});
  const auto scene = read_scene_message(message_in(frame));
  REQUIRE(scene);
  CHECK(scene->names == std::vector<std::string>{"rover", "", "rover_camera"});
  CHECK(scene->text == "#VRML V2.0 utf8\n");

  frame = order_frame();
  PictureOrder order{.id = 99, .poses = {{9, {}, {}, 9}}};
  REQUIRE(read_picture_order(message_in(frame), order));
  CHECK((order.id == 7 && order.camera == 3 && order.width == 320 && order.height == 240));
  CHECK((order.nearest == 0.1F && order.farthest == 50 && order.with_depth));
  REQUIRE(order.poses.size() == 2);
  CHECK((order.poses[0].number == 2 && order.poses[0].translation == std::array<float, 3>{1, 2, 3}));
  CHECK((order.poses[1].rotation == std::array<float, 4>{1, 0, 0, 1} && order.poses[1].field_of_view == 0.7F));
}

TEST_CASE("a picture arrives with its colours and, if it has any, its depths") {
  const std::string rgb = "abcdefghijklmnopqr";
  const std::vector<float> depths{1, 2, 3, 4, 5, 0};
  const std::string_view octets{reinterpret_cast<const char*>(depths.data()), 6 * sizeof(float)};
  std::string frame;
  write_frame(frame, PictureMessage{5, 3, 2, rgb, octets});
  auto picture = read_picture_message(message_in(frame));
  REQUIRE(picture);
  CHECK((picture->id == 5 && picture->width == 3 && picture->height == 2));
  CHECK((picture->rgb == rgb && picture->depths == octets));
  write_frame(frame, PictureMessage{6, 3, 2, rgb, {}});
  picture = read_picture_message(message_in(frame));
  REQUIRE(picture);
  CHECK(picture->depths.empty());
  // Pixels missing, one depth too few, a size that no message can have.
  for (const PictureMessage& wrong : {PictureMessage{7, 3, 3, rgb, {}}, PictureMessage{7, 3, 2, rgb, octets.substr(4)},
                                      PictureMessage{7, 0, 2, {}, {}}, PictureMessage{7, 65536, 65536, rgb, {}}}) {
    write_frame(frame, wrong);
    CHECK_FALSE(read_picture_message(message_in(frame)));
  }
}

TEST_CASE("the ready message and the failure message arrive as they were sent") {
  std::string frame;
  write_frame(frame, ReadyMessage{});
  CHECK(is_ready_message(message_in(frame)));
  CHECK_FALSE(read_failed_message(message_in(frame)));
  write_frame(frame, FailedMessage{12, "there is no EGL"});
  const auto failed = read_failed_message(message_in(frame));
  REQUIRE(failed);
  CHECK((failed->id == 12 && failed->text == "there is no EGL"));
  CHECK_FALSE(is_ready_message(message_in(frame)));
}

TEST_CASE("a picture has at least one pixel, and no more than fit into a message") {
  CHECK(is_picture_size(1, 1));
  CHECK(is_picture_size(1600, 1250));
  CHECK_FALSE(is_picture_size(1601, 1250));
  CHECK_FALSE(is_picture_size(0, 10));
  CHECK_FALSE(is_picture_size(10, 0));
  CHECK_FALSE(is_picture_size(0xffffffff, 0xffffffff));
  CHECK(1 + 12 + kMaxPicturePixels * (3 + sizeof(float)) <= kPictureFrames.max_message);
}

TEST_CASE("an order that is cut off within a pose is rejected, and random messages do no harm") {
  PictureOrder order;
  const std::string frame = order_frame();
  const std::string_view whole = message_in(frame);
  constexpr std::size_t kPose = 36;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    // An order for fewer poses is an order.
    CHECK(read_picture_order(whole.substr(0, size), order) ==
          (size + kPose == whole.size() || size + 2 * kPose == whole.size()));
  }
  hold([&] {
    auto octets = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
    if (!octets.empty()) octets[0] = *rc::gen::element('S', 'O', 'R', 'P', 'F');
    read_scene_message(octets);
    read_picture_order(octets, order);
    read_picture_message(octets);
    read_failed_message(octets);
  });
}
