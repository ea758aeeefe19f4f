// SPDX-License-Identifier: Apache-2.0
// The results of `sight` are compared with pictures, in random rooms.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "gateways/sigverse/sight/sight.h"
#include "tests/gateways/sigverse/visuals/picture_room.h"

using namespace sigverse;
using namespace sigverse::visuals::reference;

namespace {

constexpr std::size_t kMaxObjects = 9;
constexpr std::array kKinds{wire::PartShape::box, wire::PartShape::cylinder, wire::PartShape::sphere};

/// Colours that are far from each other and from the background.
Colour colour_of_object(std::size_t i) {
  const auto step = [&](std::size_t place) { return static_cast<int>(i / place % 3) * 102; };
  return {step(1), step(3), 51};
}

/// A unit shape of each kind and colour, which objects scale to their size.
struct PaintedRoom {
  PaintedRoom() {
    for (std::size_t i = 0; i < kMaxObjects; ++i) {
      room.show(class_name(i, wire::PartShape::box), glowing(colour_of_object(i), "Box { size 1 1 1 }"));
      room.show(class_name(i, wire::PartShape::cylinder),
                glowing(colour_of_object(i), "Cylinder { radius 1 height 1 }"));
      room.show(class_name(i, wire::PartShape::sphere), glowing(colour_of_object(i), "Sphere { radius 1 }"));
    }
  }
  static std::string class_name(std::size_t i, wire::PartShape kind) {
    return "C" + std::to_string(i) + "_" + std::to_string(static_cast<int>(kind));
  }
  static Draft draft(std::size_t i, const DraftPart& part) {
    Draft made = draft_of("o" + std::to_string(i), class_name(i, part.shape), part);
    const auto& [a, b, c] = part.size;
    if (part.shape == wire::PartShape::box) return made.scale({a, b, c});
    if (part.shape == wire::PartShape::cylinder) return made.scale({a, b, a});
    return made.scale({a, a, a});
  }
  PictureRoom room;
};

/// Things of all kinds around an eye that is in none of them.
class FurnishedRoom {
 public:
  explicit FurnishedRoom(std::uint64_t seed) : random_(seed) {
    view = view_at({in(-200, 200), in(20, 200), in(-200, 200)}, {in(-200, 200), in(0, 200), in(-200, 200)}, in(15, 110),
                   in(0.5, 2.5));
    const auto count = static_cast<std::size_t>(in(2, kMaxObjects + 0.99));
    while (parts.size() < count) {
      const DraftPart part = any_part();
      sight::Scene alone;
      alone.add("it", {shape_of(part, 3.0)});
      if (alone.objects().front().contains(view.eye)) continue;
      parts.push_back(part);
      scene.add("o" + std::to_string(parts.size() - 1), {shape_of(part, 0.0)});
    }
  }

  /// The distance from the eye along a ray whose forward part is 1; infinity if it meets nothing.
  double distance(double left, double up) const {
    using namespace sight;
    const Vector way = view.axes.outside({left, up, 1.0});
    const Vector direction = 1.0 / length(way) * way;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Scene::Object& object : scene.objects()) nearest = std::min(nearest, object.meets(view.eye, direction));
    return nearest;
  }

  sight::Scene scene;
  sight::View view;
  std::vector<DraftPart> parts;

 private:
  double in(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) / 9007199254740992.0;
  }
  DraftPart any_part() {
    const double most = in(0, 1) < 0.2 ? 250 : 70;
    DraftPart part{"body", kKinds[static_cast<std::size_t>(in(0, 2.999))], {in(-350, 350), in(0, 250), in(-350, 350)}};
    part.turn = {in(-1, 1), in(-1, 1), in(-1, 1), in(0.1, 1)};
    part.size = {in(4, most), in(4, most), in(4, most)};
    if (part.shape != wire::PartShape::box) part.size[0] /= 2;
    return part;
  }
  static sight::Shape shape_of(const DraftPart& part, double wider) {
    using Kind = sight::Shape::Kind;
    sight::Shape shape{.kind = Kind::box, .centre = part.place, .turn = part.turn, .size = part.size};
    if (part.shape != wire::PartShape::box)
      shape.kind = part.shape == wire::PartShape::cylinder ? Kind::cylinder : Kind::sphere;
    for (double& size : shape.size) size += wider;
    return shape;
  }

  std::mt19937_64 random_;
};

/// The box by which `sight` decides whether a shape is in the view.
DraftPart box_around(const DraftPart& part) {
  DraftPart box = part;
  box.shape = wire::PartShape::box;
  const auto& [a, b, c] = part.size;
  if (part.shape == wire::PartShape::cylinder) box.size = {2 * a, b, 2 * a};
  if (part.shape == wire::PartShape::sphere) box.size = {2 * a, 2 * a, 2 * a}, box.turn = {1, 0, 0, 0};
  return box;
}

}  // namespace

TEST_CASE("in 1,000 random rooms the detected objects are those that pictures show") {
  PaintedRoom painted;
  int all = 0, seen = 0, differing = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const FurnishedRoom furnished(seed);
    const auto names = sight::detect(furnished.scene, furnished.view, "");
    std::vector<Draft> drafts;
    for (std::size_t i = 0; i < furnished.parts.size(); ++i)
      drafts.push_back(PaintedRoom::draft(i, furnished.parts[i]));
    const client::World world = world_of(drafts);
    painted.room.update(world);
    const TakenPicture whole = painted.room.shoot(furnished.view);
    for (std::size_t i = 0; i < furnished.parts.size(); ++i) {
      const bool is_detected = std::ranges::count(names, "o" + std::to_string(i)) > 0;
      // A picture from the same place straight at its centre says whether it is hidden there.
      painted.room.update(world);
      const sight::View straight = view_at(furnished.view.eye, furnished.parts[i].place, 1.0, 1.0);
      const bool is_hidden = painted.room.shoot(straight, 5, 5).at(2, 2) != colour_of_object(i);
      bool is_in_view = whole.has(colour_of_object(i));
      if (!is_hidden && !is_in_view) {
        painted.room.update({PaintedRoom::draft(i, box_around(furnished.parts[i]))});
        is_in_view = painted.room.shoot(furnished.view).has(colour_of_object(i));
      }
      all += 1;
      seen += is_detected;
      differing += is_detected != (is_in_view && !is_hidden);
    }
  }
  INFO(all << " objects, " << seen << " are detected, of " << differing << " pictures show something else");
  CHECK(seen > all / 8);
  CHECK(seen < all / 2);
  CHECK(differing * 100 <= all);
}

TEST_CASE("in random rooms a depth picture has the distances along the rays of its pixels") {
  constexpr int kWidth = 160, kHeight = 120;
  PaintedRoom painted;
  int near = 0, all = 0, differing = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const FurnishedRoom furnished(seed);
    std::vector<Draft> drafts;
    for (std::size_t i = 0; i < furnished.parts.size(); ++i)
      drafts.push_back(PaintedRoom::draft(i, furnished.parts[i]));
    painted.room.update(drafts);
    const double start = static_cast<double>(seed % 5) * 20, end = start + 500 + static_cast<double>(seed);
    const std::string found = painted.room.depths(furnished.view, start, end, kWidth, kHeight);
    REQUIRE(found.size() == kWidth * kHeight);
    const double tall = std::tan(furnished.view.half_height()), wide = tall * furnished.view.aspect_ratio;
    for (std::size_t i = seed % 7; i < found.size(); i += 7) {
      const double left = wide * (1 - (2.0 * static_cast<double>(i % kWidth) + 1) / kWidth);
      const double up = tall * (1 - (2.0 * static_cast<double>(i / kWidth) + 1) / kHeight);
      const double away = furnished.distance(left, up);
      const double expected = 255 * std::clamp((away - start) / (end - start), 0.0, 1.0);
      near += expected < 254;
      differing += std::abs(static_cast<unsigned char>(found[i]) - expected) > 1.5;
      ++all;
    }
  }
  INFO(near << " of " << all << " rays meet something near, " << differing << " differ");
  CHECK(near > all / 20);
  // Many of those are edges of small things, and balls have facets.
  CHECK(differing * 50 <= near);
}
