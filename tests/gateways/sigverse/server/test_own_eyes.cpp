// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/gateways/sigverse/server/request_stage.h"

using namespace sigverse_test;

namespace {

using Names = std::vector<std::string>;

/// The agent "me" at (200, 50, 0) looks along z, with camera 2 at (0, 5, 1) in its frame. The robot "arm" at (0, 300,
/// 0) has a link that is 30 cm high, on a hinge about z in (0, 20, 0).
struct EyesRequests : Requests {
  explicit EyesRequests(const std::string& more = "", bool own_eyes = true)
      : Requests(false, more, {arm_with_cameras()}, own_eyes) {}

  static sigverse::ObjectPlan arm_with_cameras() {
    sigverse::ObjectPlan arm =
        jointed_object("arm", arm_plan(1), false,
                       {{"y", 300.0}, {"epy1", 40.0}, {"evy2", 1.0}, {"evz2", 0.0}, {"FOV4", 180.0}, {"evz4", 1.0}});
    for (const auto& [name, part] :
         {std::pair{"elnk1", "LINK1"}, {"elnk2", "body"}, {"elnk3", "TAIL"}, {"elnk4", "body"}})
      arm.attributes.add(name, {"eye", std::string(part)});
    return arm;
  }
  Names detect(std::string_view agent, int camera = 1, const PacketHead& head = {}) {
    std::string packet;
    REQUIRE(append_packet(packet, DetectEntities{agent, static_cast<std::int16_t>(camera)}, head));
    return read_names(ask(packet));
  }
  static Names read_names(const std::string& octets) {
    const auto result = read_as<DetectEntitiesResult>(octets);
    return {result.names.begin(), result.names.end()};
  }
  int distance(std::string_view agent, int camera = 1, double start = 0.0, double end = 255.0) {
    const auto asked = DistanceSensor{agent, start, end, static_cast<std::int16_t>(camera), 0};
    return read_as<DistanceSensorResult>(ask_by(asked)).distance;
  }
  /// The octets of a picture of distances; its header is checked.
  std::string picture(const DistanceSensor& asked, int height) {
    const std::string reply = ask_by(asked);
    const auto first = read_packet(std::string_view(reply).substr(0, first_unit(reply).size));
    REQUIRE(first);
    CHECK(first->head.type == PacketType::distance_sensor_result);
    DistancesHeader header;
    REQUIRE(read_data(first->data, header));
    CHECK(header.colour == 2);
    CHECK(header.width == 320);
    CHECK(header.height == height);
    LargeContent content;
    auto state = content.begin(*first, header.length, 1 << 20);
    for (std::size_t at = first->octets.size(); state == LargeContent::State::incomplete;) {
      const std::string_view rest = std::string_view(reply).substr(at);
      const auto next = read_packet(rest.substr(0, first_unit(rest).size));
      REQUIRE(next);
      state = content.add(*next);
      at += next->octets.size();
    }
    REQUIRE(state == LargeContent::State::complete);
    return content.content();
  }
  void put(const char* name, const sigverse::SigVector& place) { REQUIRE(stage.at(name).set_position(place)); }
};

const PacketHead kToViewer{.flags = kForward, .target = "SIGViewer"};

}  // namespace

TEST_CASE("the server reports what an agent sees, immediately after it has been moved") {
  EyesRequests eyes;
  CHECK(eyes.detect("me").empty());
  eyes.put("ball", {215, 50, 100});
  CHECK(eyes.detect("me") == Names{"ball"});
  eyes.put("desk", {200, 50, 300});
  CHECK(eyes.detect("me") == Names{"ball", "desk"});
  eyes.put("ball", {201, 50, 100});
  CHECK(eyes.detect("me") == Names{"ball"});
  REQUIRE(eyes.stage.at("me").set_rotation({0, 0, 1, 0}, false));
  CHECK(eyes.detect("me").empty());
  CHECK(eyes.problem.empty());
}

TEST_CASE("the server measures distances from a camera") {
  EyesRequests eyes;
  CHECK(eyes.distance("me") == 255);
  eyes.put("ball", {200, 50, 100});
  CHECK(eyes.distance("me") == 90);
  // 5 cm above the middle of the ball, and 1 cm ahead.
  CHECK(eyes.distance("me", 2) == std::lround(100 - std::sqrt(75.0) - 1));
  CHECK(eyes.distance("me", 1, 80, 100) == 128);
  CHECK(eyes.distance("me", 1, -10, 5000) == std::lround(255.0 * 100 / 5010));
  CHECK(eyes.problem.empty());
}

TEST_CASE("distances of a line and a picture are sent as large contents") {
  EyesRequests eyes;
  eyes.put("desk", {200, 50, 120});  // its near side, 20 cm wide and 10 high, is at 100
  const std::string line = eyes.picture({.agent = "me", .dimensions = 1}, 1);
  REQUIRE(line.size() == 320);
  const double half = std::atan(1.5 * std::tan(22.5 * std::numbers::pi / 180));
  for (int i = 0; i < 320; ++i) {
    const double a = half * (1 - (2.0 * i + 1) / 320);
    const double expected = std::abs(100 * std::tan(a)) < 10 ? 100 / std::cos(a) : 255;
    CHECK(static_cast<unsigned char>(line[static_cast<std::size_t>(i)]) == std::lround(expected));
  }
  const std::string picture = eyes.picture({.agent = "me", .dimensions = 2}, 240);
  REQUIRE(picture.size() == 76800);
  CHECK(static_cast<unsigned char>(picture[120 * 320 + 160]) == 100);
  CHECK(static_cast<unsigned char>(picture[0]) == 255);
}

TEST_CASE("a camera moves with a part that joints move") {
  EyesRequests eyes;
  // Camera 1 is 40 cm up the link, and looks along z from (0, 360, 0).
  eyes.put("ball", {0, 360, 100});
  CHECK(eyes.distance("arm") == 90);
  CHECK(eyes.detect("arm") == Names{"ball"});
  REQUIRE(eyes.stage.at("arm").set_joint_angle("J1", std::numbers::pi / 2));
  CHECK(eyes.distance("arm") == 255);
  eyes.put("ball", {-40, 320, 100});
  CHECK(eyes.distance("arm") == 90);
  // Camera 2 looks up through the arm, which is its own.
  eyes.put("ball", {0, 400, 0});
  CHECK(eyes.distance("arm", 2) == 90);
  CHECK(eyes.detect("arm", 2) == Names{"ball"});
  CHECK(eyes.problem.empty());
}

TEST_CASE("a shape that is turned in its part is seen turned") {
  sigverse::BodyPlan plan;
  plan.parts.push_back(box_part("body", {}, {100, 2, 2}));
  plan.parts.front().shape->turn = {std::sqrt(0.5), 0, std::sqrt(0.5), 0};  // its long edge along z
  Requests requests(false, "", {jointed_object("beam", plan, false, {{"x", 200.0}, {"y", 50.0}, {"z", 100.0}})});
  CHECK(read_as<DistanceSensorResult>(requests.ask_by(DistanceSensor{.agent = "me"})).distance == 50);
}

TEST_CASE("a part `body` without a shape may carry cameras") {
  sigverse::BodyPlan plan;
  plan.parts.push_back(blind_part("body", {}));
  for (const int i : {1, 2}) {
    plan.parts.push_back(box_part("LINK" + std::to_string(i), {0, 20.0 * i, 0}, {4, 4, 4}));
    plan.joints.push_back(
        hinge("J" + std::to_string(i), static_cast<std::size_t>(i - 1), static_cast<std::size_t>(i), {0, 0, 1}));
  }
  sigverse::ObjectPlan blind = jointed_object("blind", plan, false, {{"x", 200.0}, {"y", 200.0}});
  blind.attributes.add("elnk1", {"eye", std::string("body")});
  Requests requests(false, "", {blind});
  REQUIRE(requests.stage.at("ball").set_position({200, 200, 100}));
  CHECK(read_as<DistanceSensorResult>(requests.ask_by(DistanceSensor{.agent = "blind"})).distance == 90);
}

TEST_CASE("cameras of an object with one part are on it, whatever part they name") {
  EyesRequests eyes(object("Me.xml", "other", "x=-200 y=50 elnk1=HEAD_LINK epz1=4"));
  eyes.put("ball", {-200, 50, 100});
  CHECK(eyes.distance("other") == 86);
  CHECK(eyes.problem.empty());
}

TEST_CASE("a request for something that cannot be seen gets an empty reply and one line") {
  EyesRequests eyes;
  eyes.put("ball", {200, 50, 100});
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const auto detect_problem = [&](std::string_view agent, int camera) {
    CHECK(eyes.detect(agent, camera).empty());
    return eyes.problem;
  };
  CHECK(detect_problem("nothing", 1) == "DETECT_ENTITIES: there is no object 'nothing'");
  CHECK(detect_problem("me", 3) == "DETECT_ENTITIES: 'me' has no camera 3");
  CHECK(detect_problem("me", -1) == "DETECT_ENTITIES: 'me' has no camera -1");
  CHECK(detect_problem("arm", 3) == "DETECT_ENTITIES: camera 3 of 'arm' is on the part 'TAIL', which does not exist");
  CHECK(detect_problem("arm", 4) ==
        "DETECT_ENTITIES: camera 4 of 'arm' sees nothing: its field of view is not above 0 and below 180 degrees");
  CHECK(read_as<DistanceSensorResult>(eyes.ask_by(DistanceSensor{.agent = "nothing"})).distance == 255);
  CHECK(eyes.problem == "DISTANCE_SENSOR: there is no object 'nothing'");
  for (const auto& [start, end] : {std::pair{10.0, 10.0}, {20.0, 10.0}, {kNaN, 10.0}, {0.0, kNaN}}) {
    CHECK(eyes.distance("me", 1, start, end) == 255);
    CHECK(eyes.problem.ends_with("the start has to be below the end"));
  }
  const std::string reply = eyes.ask_by(DistanceSensor{.agent = "me", .start = 5, .end = 1, .dimensions = 2});
  DistancesHeader header;
  REQUIRE(read_data(read_packet(reply)->data, header));
  CHECK(header.length == 0);
  eyes.ask_by(DistanceSensor{.agent = "me", .dimensions = 3});
  CHECK(eyes.problem == "DISTANCE_SENSOR: 3 dimensions: expected 0, 1 or 2");
}

TEST_CASE("with Sig.OwnEyes off the server sees nothing") {
  EyesRequests eyes("", false);
  eyes.put("ball", {200, 50, 100});
  CHECK(eyes.detect("me").empty());
  CHECK(eyes.distance("me") == 255);
  CHECK(eyes.ask_raw({.code = RawCode::check_service, .object = "SIGViewer"}) == "00000004");
}

TEST_CASE("the server answers to the name SIGViewer") {
  EyesRequests eyes;
  eyes.put("ball", {200, 50, 100});
  CHECK(eyes.ask_raw({.code = RawCode::check_service, .object = "SIGViewer"}) == "00010004");
  CHECK(eyes.ask_raw({.code = RawCode::check_service, .object = "SIGViewe"}) == "00000004");
  CHECK(eyes.detect("me", 1, kToViewer) == Names{"ball"});
  std::string packet;
  // If no result is wanted, there is none.
  append_packet(packet, DetectEntities{"me", 1}, {.flags = kForward | kWantsNoResult, .target = "SIGViewer"});
  CHECK(eyes.ask(packet).empty());
}

TEST_CASE("a provider that is alive has priority over the server's own eyes") {
  EyesRequests eyes;
  eyes.put("ball", {200, 50, 100});
  Session& provider = eyes.new_session();
  std::string octets;
  append_packet(octets, ProvideService{"eye", 2, "", 9300});
  eyes.dispatcher.packet(provider, *read_packet(octets));
  const auto session = std::move(eyes.session);
  CHECK(eyes.detect("me").empty());
  CHECK(eyes.distance("me") == 90);  // which is another kind
  CHECK(eyes.detect("me", 1, kToViewer) == Names{"ball"});
  eyes.dispatcher.forget(*session);
  CHECK(eyes.detect("me") == Names{"ball"});
}

TEST_CASE("names that do not fit into the packet are left out") {
  std::string more;
  for (int i = 0; i < 400; ++i)
    more += object(
        "Box.xml", std::string(240, 'n') + std::to_string(1000 + i),
        "dynamics=false z=1000 x=" + std::to_string(60 * (i % 20) - 600) + " y=" + std::to_string(60 * (i / 20) - 600));
  EyesRequests eyes(more);
  REQUIRE(eyes.stage.at("me").set_camera_fov(1, 120));
  eyes.put("me", {0, 0, 0});
  const Names names = eyes.detect("me");
  CHECK(names.size() > 200);
  CHECK(names.size() < 300);
  CHECK(names.front() < names.back());
}
