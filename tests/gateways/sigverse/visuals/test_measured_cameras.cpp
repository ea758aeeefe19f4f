// SPDX-License-Identifier: Apache-2.0
// Pictures of boxes are compared with a reference camera, which shares no code with the drawing.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/gateways/sigverse/visuals/picture_room.h"

using namespace sigverse;
using namespace sigverse::visuals::reference;

namespace {

constexpr wire::Triple kSide{12.0, 8.0, 15.0};
const std::vector<Colour> kColours{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}, {255, 0, 255}, {0, 255, 255}};

std::string box_text(const wire::Triple& size) {
  return "Box { size " + std::to_string(size[0]) + " " + std::to_string(size[1]) + " " + std::to_string(size[2]) + " }";
}

/// Random numbers of one seed.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_(seed) {}
  double in(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) / 9007199254740992.0;
  }
  wire::Triple triple(double half) { return {in(-half, half), in(-half, half), in(-half, half)}; }
  wire::Quad turn() { return {in(-1, 1), in(-1, 1), in(-1, 1), in(0.1, 1)}; }

 private:
  std::mt19937_64 random_;
};

/// Six boxes of different colours.
struct SixBoxes {
  SixBoxes() {
    for (std::size_t i = 0; i < kColours.size(); ++i)
      room.show("Box" + std::to_string(i), glowing(kColours[i], box_text(kSide)));
  }
  Draft box(std::size_t i, const wire::Triple& place, const wire::Quad& turn) const {
    const std::string number = std::to_string(i);
    return draft_of("box" + number, "Box" + number, {"body", wire::PartShape::box, place, turn, kSide});
  }
  PictureRoom room;
};

}  // namespace

TEST_CASE("boxes appear where the reference sees them, for any place, direction, roll, angle and aspect ratio") {
  SixBoxes six;
  int seen = 0, outside = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    Draws draws(seed);
    Camera camera{.part_place = draws.triple(100),
                  .part_turn = draws.turn(),
                  .position = draws.triple(15),
                  .direction = draws.triple(1),
                  .fov = draws.in(10, 130),
                  .aspect_ratio = draws.in(0.4, 3)};
    if (draws.in(0, 1) < 0.4) camera.quaternion = draws.turn();
    const int width = static_cast<int>(draws.in(30, 400)), height = static_cast<int>(draws.in(30, 300));
    // Each in a direction of its own, so that none hides another one.
    std::vector<Draft> drafts;
    std::vector<wire::Triple> places;
    const wire::Quad turn = draws.turn();
    for (std::size_t i = 0; i < kColours.size(); ++i) {
      wire::Triple place = camera.part_place;
      const double side = i % 2 == 0 ? 1 : -1, away = side * draws.in(120, 250);
      for (std::size_t axis = 0; axis < 3; ++axis) place[axis] += axis == i / 2 ? away : draws.in(-40, 40);
      places.push_back(place);
      drafts.push_back(six.box(i, place, turn));
    }
    Draft agent{"robot", "Robot", {{"HEAD", wire::PartShape::box, camera.part_place, camera.part_turn, {1, 1, 1}}}};
    agent.parts.insert(agent.parts.begin(), {"body", wire::PartShape::box, {0, -5000, 0}, {1, 0, 0, 0}, {1, 1, 1}});
    const int id = 1 + static_cast<int>(seed % 9);
    agent.put({0, -5000, 0}).add_camera(id, "HEAD", camera);
    drafts.push_back(agent);
    const client::World world = world_of(drafts);
    six.room.update(world);
    const TakenPicture taken = six.room.shoot(client::view_of(*world.find("robot"), id), width, height);
    REQUIRE(taken.octets.size() == taken.row_octets() * static_cast<std::size_t>(height));

    for (std::size_t i = 0; i < kColours.size(); ++i) {
      INFO("box " << i);
      const auto spot = project(camera, places[i], width, height);
      if (!spot || spot->ahead < 25) {
        CHECK((spot || !taken.has(kColours[i])));
        continue;
      }
      const Outline outline = outline_of_box(camera, places[i], turn, kSide, width, height);
      CHECK(taken.differing(outline, kColours[i]) == 0);
      const bool is_seen = spot->column > 0 && spot->column < width && spot->row > 0 && spot->row < height;
      const int column = static_cast<int>(spot->column), row = static_cast<int>(spot->row);
      if (is_seen && outline.depth(column + 0.5, row + 0.5) > 1) CHECK(taken.at(column, row) == kColours[i]);
      (is_seen ? seen : outside) += 1;
    }
  }
  // Enough boxes were seen.
  CHECK(seen > 200);
  CHECK(outside > 400);
}

TEST_CASE("a picture begins with its top row, has blue, green and red, and rows padded to 4 octets") {
  PictureRoom room;
  room.show("Up", glowing({255, 51, 0}, box_text({400, 100, 10})));
  room.show("Down", glowing({0, 102, 204}, box_text({400, 100, 10})));
  room.update({draft_of("up", "Up", {"body", wire::PartShape::box, {0, 50, 100}, {1, 0, 0, 0}, {400, 100, 10}}),
               draft_of("down", "Down", {"body", wire::PartShape::box, {0, -50, 100}, {1, 0, 0, 0}, {400, 100, 10}})});
  for (const int width : {1, 2, 3, 5, 33, 320})
    for (const int height : {2, 7, 240}) {
      CAPTURE(width, height);
      const TakenPicture taken = room.shoot(view_at({0, 0, 0}, {0, 0, 1}), width, height);
      const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
      REQUIRE(taken.octets.size() == (columns * 3 + 3) / 4 * 4 * rows);
      CHECK(taken.octets.substr(0, 3) == std::string("\x00\x33\xff", 3));
      const std::size_t last = taken.octets.size() - taken.row_octets();
      CHECK(taken.octets.substr(last, 3) == std::string("\xcc\x66\x00", 3));
      const std::size_t padding = taken.row_octets() - 3 * columns;
      CHECK(taken.octets.substr(taken.octets.size() - padding) == std::string(padding, '\0'));
    }
}
