// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/absolute_pan_tilt.h"

#include <catch2/catch.hpp>

#include "tests/gateways/rctp/driven_yard.h"
#include "tests/support/folders.h"
#include "tests/support/properties.h"

using namespace rctp;
using rctp_test::DrivenYard;

namespace {

constexpr spark::Parameter kParameters[] = {{"dpan", spark::Parameter::Kind::real, false, "degrees", "to the left"},
                                            {"dtilt", spark::Parameter::Kind::real, false, "degrees", "up"}};

/// Turns a camera by up to 90 and 10 degrees at once, with three times the usual error.
class Neck final : public spark::Effector {
 public:
  std::string_view predicate() const override { return "turn"; }
  std::span<const spark::Parameter> parameters() const override { return kParameters; }
  std::string_view help() const override { return "Turns the camera."; }
  spark::Range range(std::size_t parameter) const override { return {-kMax[parameter], kMax[parameter], 0.0}; }
  std::optional<spark::Travel> travel(std::size_t parameter) const override {
    if (!has_camera) return std::nullopt;
    return spark::Travel{at[parameter], -stops[parameter], stops[parameter]};
  }
  void realise(const spark::Arguments& arguments) override {
    ++turns;
    for (std::size_t i = 0; i < 2; ++i) {
      REQUIRE(std::abs(arguments.real(i)) <= kMax[i]);
      const double moved = at[i] + arguments.real(i) + error;
      at[i] = stops[i] >= 180 ? std::remainder(moved, 360) : std::clamp(moved, -stops[i], stops[i]);
    }
    error = -error;
  }

  static constexpr double kMax[2] = {90, 10};
  double at[2] = {0, 0};
  double stops[2] = {180, 10};
  double error = 0.75;
  bool has_camera = true;
  int turns = 0;
};

struct Watcher : DrivenYard {
  explicit Watcher(spark::Step action_latency = 10)
      : DrivenYard(source_folder() + "/scenes", "rover.rsg", 0.09, action_latency) {
    core.classes.add<Neck>("Neck", "oxygen/Effector", "For tests.");
    neck = &dynamic_cast<Neck&>(core.create("Neck", "/scene/agent/neck"));
    translator = make_translator("AbsolutePanTilt", "head", std::vector<std::string>{"turn"}, action_latency);
  }
  void look(double pan, double tilt) { translator->command(std::array{pan, tilt}); }

  Neck* neck = nullptr;
  std::unique_ptr<Translator> translator;
};

}  // namespace

TEST_CASE("a camera that is turned by degrees is offered as angles") {
  Watcher watcher;
  const auto object = watcher.translator->object(*watcher.agent);
  REQUIRE(object);
  CHECK(object->standard == "pan-tilt");
  REQUIRE(object->parameters.size() == 2);
  const auto& pan = object->parameters[0];
  const auto& tilt = object->parameters[1];
  CHECK((pan.name == "pan" && pan.unit == "degrees" && pan.min == -180 && pan.max == 180 && pan.neutral == 0));
  CHECK((tilt.name == "tilt" && tilt.unit == "degrees" && tilt.min == -10 && tilt.max == 10));
  watcher.neck->at[0] = 33;
  watcher.neck->at[1] = -4;
  std::array<double, 2> values{};
  REQUIRE(watcher.translator->current(*watcher.agent, values));
  CHECK(values == std::array{33.0, -4.0});
  watcher.neck->has_camera = false;
  CHECK_FALSE(watcher.translator->object(*watcher.agent));
  CHECK_FALSE(watcher.translator->current(*watcher.agent, values));
}

TEST_CASE("a camera turns in several moves, each after the effect of the previous one") {
  Watcher watcher;
  watcher.look(150, -10);
  watcher.drive(*watcher.translator, 0.11);
  CHECK(watcher.acts == 1);
  CHECK(watcher.neck->turns == 1);
  CHECK(watcher.neck->at[0] == Approx(90.75));
  CHECK(watcher.neck->at[1] == Approx(-9.25));
  watcher.drive(*watcher.translator, 0.15);
  CHECK(watcher.acts == 2);
  CHECK(watcher.neck->at[0] == Approx(149.25));
  watcher.drive(*watcher.translator, 5.0);
  CHECK(watcher.acts == 2);  // both are within a degree

  SECTION("the camera turns back the shorter way around") {
    watcher.look(-170, 0);
    watcher.drive(*watcher.translator, 0.12);
    CHECK(watcher.neck->at[0] == Approx(-170).margin(1));
    CHECK(watcher.acts == 3);
  }
  SECTION("a new target replaces one that the camera is turning to") {
    watcher.look(0, 0);
    watcher.drive(*watcher.translator, 0.05);
    watcher.look(149, 5);
    watcher.drive(*watcher.translator, 2.0);
    CHECK(watcher.neck->at[0] == Approx(149).margin(1));
    CHECK(watcher.neck->at[1] == Approx(5).margin(1));
  }
}

TEST_CASE("a camera reaches any angles to within a degree") {
  hold(
      [] {
        Watcher watcher(*rc::gen::element<spark::Step>(0, 1, 10, 25));
        watcher.neck->error = *rc::gen::inRange(-750, 750) / 1000.0;
        watcher.neck->stops[0] = *rc::gen::element(180.0, 100.0);
        const double pan = *rc::gen::inRange(-1000, 1000) / 1000.0 * watcher.neck->stops[0];
        const double tilt = *rc::gen::inRange(-1000, 1000) / 100.0;
        watcher.look(pan, tilt);
        watcher.drive(*watcher.translator, 4.0);
        RC_ASSERT(std::abs(std::remainder(watcher.neck->at[0] - pan, 360)) <= 1.0);
        RC_ASSERT(std::abs(watcher.neck->at[1] - tilt) <= 1.0);
        RC_ASSERT(watcher.acts <= 8);
        RC_ASSERT(watcher.acts == watcher.neck->turns);
      },
      40);
}

TEST_CASE("a camera without errors reaches its angles in one turn") {
  Watcher watcher(0);
  watcher.neck->error = 0.0;
  hold([&] {
    watcher.neck->at[0] = watcher.neck->at[1] = 0.0;
    watcher.translator->rest();
    const double pan = *rc::gen::inRange(-90000, 90000) / 1000.0, tilt = *rc::gen::inRange(-10000, 10000) / 1000.0;
    RC_PRE(std::abs(pan) > 1.0 || std::abs(tilt) > 1.0);
    watcher.look(pan, tilt);
    watcher.carry_out(*watcher.translator);
    std::array<double, 2> values{};
    RC_ASSERT(watcher.translator->current(*watcher.agent, values));
    RC_ASSERT(std::abs(values[0] - pan) < 1e-6);
    RC_ASSERT(std::abs(values[1] - tilt) < 1e-6);
  });
}

TEST_CASE("a camera stands still after an emergency stop, and turns again on a command") {
  Watcher watcher;
  watcher.look(180, 10);
  watcher.drive(*watcher.translator, 0.05);
  watcher.halt(*watcher.translator);
  watcher.drive(*watcher.translator, 1.0);
  CHECK(watcher.neck->turns == 0);
  watcher.look(20, 0);
  watcher.drive(*watcher.translator, 0.5);
  CHECK(watcher.neck->at[0] == Approx(20).margin(1));
}
