// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/planar_arm.h"

#include <catch2/catch.hpp>
#include <numbers>

#include "spark/physics/body.h"
#include "tests/gateways/rctp/driven_yard.h"
#include "tests/support/folders.h"
#include "tests/support/properties.h"

using namespace rctp;
using rctp_test::DrivenYard;
using Point = PlanarArmGeometry::Point;

namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
const std::vector<std::string> kArmArguments{"-SHOULDER", "-ELBOW", "0.3", "0.25"};

double distance(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.z - b.z);
}

/// Any arm: with an elbow that bends up or down, stops or none.
PlanarArmGeometry any_geometry() {
  const double upper = *rc::gen::inRange(10, 100) / 100.0, lower = *rc::gen::inRange(10, 100) / 100.0;
  const auto angle = [](int min, int max) { return *rc::gen::inRange(min, max) * kDegree; };
  const double shoulder = angle(-180, 90);
  const bool bends_up = *rc::gen::arbitrary<bool>(), has_stops = *rc::gen::arbitrary<bool>();
  if (!has_stops) return {upper, lower, {-kInfinite, kInfinite}, {-kInfinite, kInfinite}};
  const PlanarArmGeometry::Interval elbow = bends_up ? PlanarArmGeometry::Interval{angle(-179, -60), angle(-59, 20)}
                                                     : PlanarArmGeometry::Interval{angle(0, 60), angle(61, 179)};
  return {upper, lower, {shoulder, shoulder + angle(10, 270)}, elbow};
}

PlanarArmGeometry::Angles any_angles(const PlanarArmGeometry& arm) {
  const auto within = [](const PlanarArmGeometry::Interval& interval) {
    return interval.min + (interval.max - interval.min) * *rc::gen::inRange(0, 1001) / 1000.0;
  };
  return {within(arm.shoulder()), within(arm.elbow())};
}

struct Arm : DrivenYard {
  explicit Arm(spark::Step action_latency = 10)
      : DrivenYard(source_folder() + "/tests/support/scenes", "planar_arm.rsg", 0.05, action_latency),
        translator(make_translator("PlanarArm", "arm", kArmArguments, action_latency)) {}
  /// Where the body of the lower link has its end, from the shoulder.
  Point tip() {
    const auto& lower = dynamic_cast<const spark::Body&>(*core.root().find("/scene/agent/lower/body"));
    const spark::Vec3 end = lower.position() + lower.rotation() * spark::Vec3{0.125, 0, 0};
    return {end.x, end.z - 0.4};
  }
  Point current() const {
    std::array<double, 2> values{};
    REQUIRE(translator->current(*agent, values));
    return {values[0], values[1]};
  }
  std::unique_ptr<Translator> translator;
};

}  // namespace

TEST_CASE("a place of the fingertip is converted to joint angles and back") {
  hold([] {
    const PlanarArmGeometry arm = any_geometry();
    const Point point = arm.tip(any_angles(arm));
    const auto found = arm.nearest(point);
    RC_ASSERT(distance(arm.tip(found), point) < 1e-6);
    RC_ASSERT(found.shoulder >= arm.shoulder().min && found.shoulder <= arm.shoulder().max);
    RC_ASSERT(found.elbow >= arm.elbow().min && found.elbow <= arm.elbow().max);
  });
}

TEST_CASE("no joint angles come nearer to a place than those that are found") {
  int unreachable = 0;
  hold(
      [&] {
        const PlanarArmGeometry arm = any_geometry();
        const auto coordinate = [&] { return *rc::gen::inRange(-1500, 1500) / 1000.0 * arm.reach(); };
        const Point point{coordinate(), coordinate()};
        const auto found = arm.nearest(point);
        RC_ASSERT(found.shoulder >= arm.shoulder().min && found.shoulder <= arm.shoulder().max);
        RC_ASSERT(found.elbow >= arm.elbow().min && found.elbow <= arm.elbow().max);
        const double nearest = distance(arm.tip(found), point);
        unreachable += nearest > 1e-6;
        for (int i = 0; i <= 60; ++i)
          for (int j = 0; j <= 60; ++j) {
            const auto& shoulder = arm.shoulder();
            const auto& elbow = arm.elbow();
            const PlanarArmGeometry::Angles angles{shoulder.min + (shoulder.max - shoulder.min) * i / 60,
                                                   elbow.min + (elbow.max - elbow.min) * j / 60};
            RC_ASSERT(distance(arm.tip(angles), point) > nearest - 1e-9);
          }
      },
      400);
  CHECK(unreachable > 100);
}

TEST_CASE("two joints are offered as the fingertip's place") {
  Arm arm;
  const auto object = arm.translator->object(*arm.agent);
  REQUIRE(object);
  CHECK(object->standard == "place");
  REQUIRE(object->parameters.size() == 2);
  CHECK((object->parameters[0].name == "x" && object->parameters[1].name == "z"));
  for (const auto& parameter : object->parameters) {
    CHECK(parameter.unit == "m");
    CHECK(parameter.min == Approx(-0.55));
    CHECK(parameter.max == Approx(0.55));
  }
  CHECK(object->parameters[0].neutral == Approx(0.55));
  CHECK(object->parameters[1].neutral == Approx(0).margin(1e-9));
}

TEST_CASE("a fingertip moves to its target") {
  const spark::Step latency = GENERATE(0, 10, 20);
  CAPTURE(latency);
  Arm arm(latency);
  arm.run(0.2);
  for (const Point& place : {Point{0.3, 0.3}, Point{0.4, 0.0}, Point{0.0, 0.45}, Point{0.05, 0.4}, Point{0.45, 0.2}}) {
    CAPTURE(place.x, place.z);
    arm.translator->command(std::array{place.x, place.z});
    arm.drive(*arm.translator, 4.0);
    CHECK(distance(arm.tip(), place) < 0.004);
    CHECK(distance(arm.current(), arm.tip()) < 0.001);
    // It has arrived, and no further acts follow.
    const int acts = arm.acts;
    arm.drive(*arm.translator, 2.0);
    CHECK(arm.acts == acts);
    CHECK(distance(arm.tip(), place) < 0.004);
  }
  CHECK(arm.log.empty());
}

TEST_CASE("a fingertip comes as near as possible to a place out of reach") {
  Arm arm;
  arm.translator->command(std::array{0.5, 0.5});
  arm.drive(*arm.translator, 4.0);
  const double part = 0.55 / std::hypot(0.5, 0.5);
  CHECK(distance(arm.tip(), {0.5 * part, 0.5 * part}) < 0.004);
  arm.translator->command(std::array{0.02, 0.02});  // the elbow bends by 150 degrees at most
  arm.drive(*arm.translator, 5.0);
  CHECK(std::hypot(arm.tip().x, arm.tip().z) ==
        Approx(std::sqrt(0.3 * 0.3 + 0.25 * 0.25 - 2 * 0.3 * 0.25 * std::cos(30 * kDegree))).margin(0.004));
}

TEST_CASE("an arm stands still after an emergency stop") {
  Arm arm;
  arm.run(0.2);
  arm.translator->command(std::array{0.0, 0.5});
  arm.drive(*arm.translator, 0.5);
  arm.halt(*arm.translator);
  arm.run(0.1);
  const Point stopped = arm.tip();
  CHECK(distance(stopped, {0.0, 0.5}) > 0.05);
  arm.drive(*arm.translator, 1.0);
  CHECK(distance(arm.tip(), stopped) < 0.001);
}

TEST_CASE("the angles of the links at joint angles of 0 are taken into account") {
  Arm arm;
  const auto bent = make_translator("PlanarArm", "arm",
                                    std::vector<std::string>{"-SHOULDER", "-ELBOW", "0.3", "0.25", "90", "-90"}, 10);
  std::array<double, 2> values{};
  REQUIRE(bent->current(*arm.agent, values));
  CHECK(values[0] == Approx(0.25));
  CHECK(values[1] == Approx(0.3));
}
