// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/rctp/driven_yard.h"
#include "tests/support/folders.h"

using namespace rctp;

namespace {

std::string error_of(const std::string& kind, const std::vector<std::string>& arguments,
                     const std::string& object = "it") {
  try {
    make_translator(kind, object, arguments, 10);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("translators are made by name, with clear errors") {
  CHECK(error_of("AbsolutePanTilt", {"turn"}) == "none");
  CHECK(error_of("DifferentialDrive", {"L", "R", "0.1", "0.5"}) == "none");
  CHECK(error_of("DifferentialDrive", {"L", "R", "0.1", "0.5", "2"}) == "none");
  CHECK(error_of("PlanarArm", {"S", "-E", "0.3", "0.2"}) == "none");
  CHECK(error_of("PlanarArm", {"S", "-E", "0.3", "0.2", "-90", "1e1"}) == "none");
  CHECK(error_of("Raw", {}) == "none");

  CHECK(error_of("Rawr", {}) ==
        "there is no translator 'Rawr'; there are Raw, AbsolutePanTilt, DifferentialDrive and PlanarArm");
  CHECK(error_of("Raw", {"turn"}) == "translator Raw of 'it': 'turn' is one argument too many");
  CHECK(error_of("Raw", {}, "") == "translator Raw of '': the object has no name");
  CHECK(error_of("AbsolutePanTilt", {}) == "translator AbsolutePanTilt of 'it': the effector is missing");
  CHECK(error_of("AbsolutePanTilt", {""}) == "translator AbsolutePanTilt of 'it': the effector has no name");
  CHECK(error_of("AbsolutePanTilt", {"a", "b"}) == "translator AbsolutePanTilt of 'it': 'b' is one argument too many");
  CHECK(error_of("DifferentialDrive", {"L"}) == "translator DifferentialDrive of 'it': the right effector is missing");
  CHECK(error_of("DifferentialDrive", {"L", "L", "1", "1"}) ==
        "translator DifferentialDrive of 'it': both effectors are the same");
  CHECK(error_of("PlanarArm", {"L", "-L", "1", "1"}) == "translator PlanarArm of 'it': both effectors are the same");
  for (const char* number : {"", "x", "0", "-1", "nan", "inf", "1m"})
    CHECK(
        error_of("DifferentialDrive", {"L", "R", number, "1"}) ==
        fmt::format(
            "translator DifferentialDrive of 'it': the radius of a wheel in metres is '{}': expected a number above 0",
            number));
  CHECK(error_of("DifferentialDrive", {"L", "R", "1", "1", "0"}) ==
        "translator DifferentialDrive of 'it': the greatest turn is not above 0");
  CHECK(error_of("DifferentialDrive", {"L", "R", "1", "1", "fast"}) ==
        "translator DifferentialDrive of 'it': the greatest turn in rad/s is 'fast': expected a number");
  CHECK(error_of("PlanarArm", {"S", "E", "1", "1", "up"}) ==
        "translator PlanarArm of 'it': the angle in degrees is 'up': expected a number");
}

TEST_CASE("the translator Raw offers nothing and never acts") {
  rctp_test::DrivenYard yard(source_folder() + "/scenes", "rover.rsg", 0.09, 10);
  const auto raw = make_translator("Raw", "LEFT_WHEEL", {}, 10);
  CHECK_FALSE(raw->object(*yard.agent));
  CHECK(raw->effectors().empty());
  std::array<double, 1> values{5};
  CHECK_FALSE(raw->current(*yard.agent, values));
  raw->command(values);
  yard.drive(*raw, 0.1);
  CHECK(yard.acts == 0);
}
