// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "gateways/sigverse/visuals/studio.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

using namespace sigverse;
using namespace sigverse::visuals;

namespace {

/// A box of 100 cm whose front is 300 cm before the eye, which looks along z.
struct BoxBefore {
  BoxBefore() {
    client::Object object;
    object.name = "box";
    client::Part part;
    part.name = "body";
    part.place = {0, 0, 350};
    part.size = {100, 100, 100};
    object.parts = {part};
    world.objects = {object};
    studio.update(world, {});
    view.fov = 2 * std::atan(0.5) * 180 / 3.14159265358979;
    view.aspect_ratio = 1.5;
  }
  spark::Log log;
  Studio studio{DataFiles({}), log};
  client::World world;
  sight::View view;
};

int octet(const std::string& octets, std::size_t at) {
  return static_cast<unsigned char>(octets.at(at));
}

}  // namespace

TEST_CASE("rows of a picture are padded to a multiple of 4 octets, and begin with blue") {
  BoxBefore at;
  const std::string picture = at.studio.shoot(at.view, "", 5, 7);
  REQUIRE(picture.size() == 16 * 7);
  CHECK(octet(picture, 0) == 255);
  CHECK(octet(picture, 1) == 204);
  CHECK(octet(picture, 2) == 153);
  CHECK(octet(picture, 15) == 0);
  const std::size_t middle = 3 * 16 + 2 * 3;
  CHECK(octet(picture, middle) == octet(picture, middle + 1));
  CHECK(octet(picture, middle) < 200);
  CHECK(at.studio.shoot(at.view, "").size() == 230'400);
}

TEST_CASE("a picture of an invalid view is the background, and a picture of an impossible size is refused") {
  BoxBefore at;
  const std::string whole = at.studio.shoot(at.view, "box", 8, 8);
  at.view.eye[0] = std::numeric_limits<double>::quiet_NaN();
  const std::string none = at.studio.shoot(at.view, "", 8, 8);
  CHECK(none.substr(0, 3) == whole.substr(0, 3));
  for (std::size_t i = 0; i < none.size(); i += 3) CHECK(none.substr(i, 3) == none.substr(0, 3));
  CHECK(at.studio.depth(at.view, "", {0, 255}, 8, 8) == std::string(64, '\xff'));
  CHECK_THROWS_WITH(at.studio.shoot(at.view, "", 0, 8), Catch::Contains("0 x 8"));
  CHECK_THROWS_AS(at.studio.shoot(at.view, "", 65535, 65535), std::invalid_argument);
  CHECK_THROWS_AS(at.studio.depth(at.view, "", {0, 255}, 320, -1), std::invalid_argument);
}

TEST_CASE("depths are distances along the rays of pixels") {
  BoxBefore at;
  const std::string depths = at.studio.depth(at.view, "", {200, 400});
  REQUIRE(depths.size() == 76'800);
  const auto expected = [](double cm) { return std::lround(255 * (cm - 200) / 200); };
  for (const auto& [column, row] : {std::pair{160, 120}, {130, 120}, {160, 90}, {185, 150}}) {
    INFO(column << " " << row);
    const double x = 0.75 * (2 * column + 1 - 320) / 320, y = 0.5 * (2 * row + 1 - 240) / 240;
    const int depth = octet(depths, static_cast<std::size_t>(320 * row + column));
    CHECK(std::abs(depth - expected(300 * std::sqrt(1 + x * x + y * y))) <= 1);
  }
  CHECK(octet(depths, 0) == 255);
  CHECK(octet(at.studio.depth(at.view, "", {310, 400}), 320 * 120 + 160) == 0);
  CHECK(octet(at.studio.depth(at.view, "box", {200, 400}), 320 * 120 + 160) == 255);
  CHECK(at.studio.depth(at.view, "", {5, 5}).empty());
}
