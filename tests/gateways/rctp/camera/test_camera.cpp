// SPDX-License-Identifier: Apache-2.0
#include <turbojpeg.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "gateways/rctp/camera/options.h"
#include "gateways/rctp/camera/order.h"
#include "gateways/rctp/camera/video.h"
#include "gateways/rctp/camera/world_mirror.h"
#include "gateways/rctp/protocol/world_contents.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/vrml_writer.h"

using namespace rctp;
using namespace rctp::camera;
using namespace std::chrono_literals;

namespace {

/// A camera at the origin that looks along x, a red ball 3 m in front of it, and a green one 3 m to its left.
std::unique_ptr<const monitor::Model> world() {
  const std::string text = std::string(x3d::kVrmlHeader) + R"(
    Background { skyColor 0 0 1 }
    DEF rover_camera Transform { children Viewpoint { description "rover camera" position 0 0 0 orientation 0 1 0 -1.570796
      fieldOfView 0.6 } }
    DEF ahead Transform { translation 3 0 0 children
      Shape { appearance Appearance { material Material { diffuseColor 1 0 0 } } geometry Sphere { radius 0.5 } } }
    DEF left Transform { translation 0 0 -3 children
      Shape { appearance Appearance { material Material { diffuseColor 0 1 0 } } geometry Sphere { radius 0.5 } } })";
  x3d::Warnings warnings;
  return std::make_unique<const monitor::Model>(monitor::model_of(
      x3d::read_scene({"world.wrl", "", text}, x3d::TextSource(), x3d::kShapeLimits, warnings), warnings));
}

WorldEntry pose(std::uint16_t node, std::array<float, 3> translation, std::array<float, 4> rotation = {0, 0, 1, 0}) {
  return {.node = node, .translation = translation, .rotation = rotation};
}
WorldEntry lens(std::uint16_t node, float field_of_view) {
  return {.node = node, .kind = WorldEntry::Kind::field_of_view, .field_of_view = field_of_view};
}
std::string contents(std::uint32_t step, const std::vector<WorldEntry>& entries) {
  std::string text;
  begin_world(text, step);
  for (const WorldEntry& entry : entries) append_entry(text, entry);
  return text;
}

struct Decoded {
  int width = 0, height = 0;
  std::vector<unsigned char> pixels;
  std::array<int, 3> middle(int right = 0) const {
    const unsigned char* p = &pixels[static_cast<std::size_t>(3 * (height / 2 * width + width / 2 + right))];
    return {p[0], p[1], p[2]};
  }
};
Decoded decoded(std::string_view jpeg) {
  Decoded made;
  int sampling = 0, colours = 0;
  void* handle = tjInitDecompress();
  const auto* octets = reinterpret_cast<const unsigned char*>(jpeg.data());
  REQUIRE(tjDecompressHeader3(handle, octets, jpeg.size(), &made.width, &made.height, &sampling, &colours) == 0);
  made.pixels.resize(static_cast<std::size_t>(3 * made.width * made.height));
  REQUIRE(tjDecompress2(handle, octets, jpeg.size(), made.pixels.data(), made.width, 0, made.height, TJPF_RGB, 0) == 0);
  tjDestroy(handle);
  return made;
}
bool is_red(const std::array<int, 3>& p) {
  return p[0] > 80 && p[0] > 2 * p[1] && p[0] > 2 * p[2];
}
bool is_green(const std::array<int, 3>& p) {
  return p[1] > 80 && p[1] > 2 * p[0] && p[1] > 2 * p[2];
}

/// A video of that world, whose clock the test advances.
struct Filmed {
  explicit Filmed(Video::Settings settings = {640, 480, 30})
      : video(
            settings, [this] { return ++loads, world(); },
            [this](const std::string& robot, std::string_view jpeg) { sent.emplace_back(robot, jpeg); }) {}

  void say(std::string_view text) { CHECK(video.take_text(text, now)); }
  void move(std::uint32_t step, const std::vector<WorldEntry>& entries) {
    CHECK(video.take_world(contents(step, entries)));
  }
  /// Returns how many pictures are sent now.
  std::size_t draw() {
    const std::size_t before = sent.size();
    video.draw(now);
    return sent.size() - before;
  }
  Decoded last() { return decoded(sent.back().second); }

  Video::Time now{1000s};
  int loads = 0;
  std::vector<std::pair<std::string, std::string>> sent;
  Video video;
};

}  // namespace

TEST_CASE("the option --server may omit the port, and IPv6 addresses get brackets") {
  const auto server = [](const char* given) {
    const char* const arguments[] = {"rctp-camera", "--server", given};
    Options options;
    CHECK_FALSE(read_options(3, arguments, options));
    return options.server();
  };
  CHECK(Options().server() == "127.0.0.1:3300");
  CHECK(server("a") == "a:3300");
  CHECK(server("a:80") == "a:80");
  CHECK(server("::1") == "[::1]:3300");
  CHECK(server("[::1]:80") == "[::1]:80");
}

TEST_CASE("valid orders are parsed, and any other text is an unknown order") {
  const Order order = read_order("watch rover 320 240 12.5");
  REQUIRE(std::holds_alternative<Watch>(order));
  const auto& watch = std::get<Watch>(order);
  CHECK((watch.robot == "rover" && watch.width == 320 && watch.height == 240 && watch.rate == 12.5));
  CHECK(std::get<Unwatch>(read_order("unwatch rover")).robot == "rover");
  CHECK(std::holds_alternative<LoadScene>(read_order("scene")));
  CHECK(std::get<Names>(read_order(R"({"robots": [], "names": ["a", "", 7, "b"]})")).names ==
        std::vector<std::string>{"a", "", "", "b"});
  const std::string long_name(256, 'n');
  for (const std::string& text :
       {std::string(), std::string("watch"), std::string("watch rover"), std::string("watch rover 320 240"),
        std::string("watch rover 0 240 25"), std::string("watch rover 320 99999 25"),
        std::string("watch rover 320 240 nan"), std::string("watch rover 320 240 -1"),
        std::string("watch rover 1e400 240 25"), std::string("unwatch"), std::string("scenery"), std::string("{}"),
        std::string("{\"names\": 1}"), std::string("{"), "unwatch " + long_name, std::string(1, '\0')}) {
    CAPTURE(text);
    CHECK(std::holds_alternative<UnknownOrder>(read_order(text)));
  }
}

TEST_CASE("parts of the model move to the poses that the server reports") {
  const auto model = world();
  WorldMirror mirror;
  const auto place = [&](const char* part) { return glm::vec3(mirror.poses(*model)[*model->find_part(part)][3]); };
  CHECK(place("ahead") == glm::vec3(3, 0, 0));
  // Entries may come before their names.
  REQUIRE(mirror.update(contents(7, {pose(2, {1, 2, 3}), lens(0, 0.3F), lens(2, 0.1F)})));
  CHECK(mirror.step() == 7);
  CHECK(place("ahead") == glm::vec3(3, 0, 0));
  mirror.set_names({"rover_camera", "", "ahead", "somewhere else"});
  CHECK(place("ahead") == glm::vec3(1, -3, 2));
  CHECK(mirror.field_of_view(*model, 0) == 0.3F);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  REQUIRE(mirror.update(contents(8, {pose(2, {nan, 0, 0}), pose(65535, {1, 1, 1}), lens(0, -1), lens(0, nan)})));
  CHECK(place("ahead") == glm::vec3(1, -3, 2));
  CHECK(mirror.field_of_view(*model, 0) == 0.3F);
  CHECK_FALSE(mirror.update(contents(9, {pose(2, {5, 0, 0})}) + "\x01"));
  CHECK(place("ahead") == glm::vec3(5, 0, 0));
  CHECK_FALSE(mirror.update(""));
  REQUIRE(mirror.update(contents(10, {{.node = 2, .kind = WorldEntry::Kind::gone}})));
  CHECK(place("ahead") == glm::vec3(3, 0, 0));
}

TEST_CASE("the camera's picture follows the world, and the camera's rotation and field of view") {
  Filmed film;
  film.say(R"({"names": ["rover_camera", "ahead"]})");
  film.say("watch rover 320 240 25");
  REQUIRE(film.draw() == 1);
  CHECK(film.sent[0].first == "rover");
  Decoded picture = film.last();
  CHECK((picture.width == 320 && picture.height == 240));
  CHECK(is_red(picture.middle()));
  CHECK_FALSE(is_red(picture.middle(80)));
  // Twice as large with a third of the angle.
  film.now += 40ms;
  film.move(3, {lens(0, 0.2F)});
  REQUIRE(film.draw() == 1);
  CHECK(is_red(film.last().middle(80)));
  // To the left is the green ball.
  film.now += 40ms;
  film.move(6, {pose(0, {0, 0, 0}, {0, 1, 0, 1.570796F}), lens(0, 0.6F)});
  REQUIRE(film.draw() == 1);
  CHECK(is_green(film.last().middle()));
  // The other ball moves in between.
  film.now += 40ms;
  film.move(9, {pose(1, {0, 0, -2})});
  REQUIRE(film.draw() == 1);
  CHECK(is_red(film.last().middle()));
  CHECK(film.loads == 1);
  // The same states hold in a world that is loaded again.
  film.now += 40ms;
  film.say("scene");
  REQUIRE(film.draw() == 1);
  CHECK(film.loads == 2);
  CHECK(is_red(film.last().middle()));
}

TEST_CASE("pictures are sent at the requested rate, and once a second while the world stands still") {
  Filmed film({640, 480, 50});
  CHECK_FALSE(film.video.due(film.now));
  film.move(0, {});
  CHECK(film.draw() == 0);
  CHECK(film.loads == 0);
  film.say("watch rover 64 48 25");
  CHECK(film.video.due(film.now) == film.now);
  std::size_t count = 0;
  for (int i = 0; i < 1000; ++i, film.now += 1ms) {
    if (i % 30 == 0) film.move(static_cast<std::uint32_t>(i / 10), {});
    count += film.draw();
  }
  CHECK((count >= 24 && count <= 26));
  // A world that stands still is shown again once a second, without being drawn.
  const std::string before = film.sent.back().second;
  count = 0;
  for (int i = 0; i < 3000; ++i, film.now += 1ms) count += film.draw();
  CHECK((count >= 3 && count <= 4));
  CHECK(film.sent.back().second == before);
  // A change is shown at once.
  film.move(9999, {});
  CHECK(film.video.due(film.now) == film.now);
  CHECK(film.draw() == 1);
  film.say("unwatch rover");
  film.move(10000, {});
  CHECK_FALSE(film.video.due(film.now));
  film.now += 5s;
  CHECK(film.draw() == 0);
}

TEST_CASE("no picture exceeds the allowed size, and no camera the allowed rate") {
  Filmed film({320, 240, 10});
  film.say("watch rover 1280 720 60");
  REQUIRE(film.draw() == 1);
  CHECK((film.last().width == 320 && film.last().height == 180));
  std::size_t count = 0;
  for (int i = 0; i < 1000; ++i, film.now += 1ms) {
    film.move(static_cast<std::uint32_t>(i), {});
    count += film.draw();
  }
  CHECK((count >= 9 && count <= 11));
  // A slow program draws as fast as it can, and does not try to catch up.
  film.now += 10s;
  film.move(5000, {});
  CHECK(film.draw() == 1);
  film.move(5001, {});
  CHECK(film.draw() <= 1);
  film.move(5002, {});
  CHECK(film.draw() == 0);
}

TEST_CASE("several cameras are watched at once, and a camera that is not in the world shows black") {
  Filmed film;
  film.say("watch rover 64 48 25");
  film.say("watch ghost 32 24 25");
  CHECK(film.draw() == 2);
  REQUIRE(film.sent.size() == 2);
  CHECK(film.sent[0].first == "ghost");
  CHECK(decoded(film.sent[0].second).width == 32);
  CHECK(decoded(film.sent[0].second).middle() == std::array{0, 0, 0});
  CHECK(is_red(decoded(film.sent[1].second).middle()));
}
