// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>

#include "spark/core/number_text.h"
#include "spark/core/value.h"
#include "spark/core/variables.h"

using namespace spark;

namespace {
std::string printed(double value) {
  std::string out;
  append_real(out, value);
  return out;
}
}  // namespace

TEST_CASE("numbers are read like atof (behaviour 3.0)") {
  CHECK(leading_number("1.5") == 1.5);
  CHECK(leading_number("  -2e3xyz") == -2000);
  CHECK(leading_number("+7.9") == 7.9);
  CHECK(leading_number("abc") == 0);
  CHECK(leading_number("") == 0);
  CHECK(leading_number("-") == 0);
  CHECK(leading_number("0x10") == 16);
  CHECK(leading_number("-0x1p4") == -16);
  CHECK(leading_number("0xg") == 0);
  CHECK(leading_number("+-3") == 0);
  CHECK(std::isnan(leading_number("nan")));
  CHECK(std::isinf(leading_number("-inf")));
  CHECK(leading_number("1e999") == std::numeric_limits<double>::infinity());
  CHECK(leading_number("1e-999") == 0);
}

TEST_CASE("reals are printed as 32-bit floats with six digits (behaviour 4.0)") {
  CHECK(printed(0) == "0");
  CHECK(printed(-0.0) == "-0");
  CHECK(printed(9.15) == "9.15");
  CHECK(printed(0.425878123) == "0.425878");
  CHECK(printed(1e-5) == "1e-05");
  CHECK(printed(1234567) == "1.23457e+06");
  CHECK(printed(104.0) == "104");
  CHECK(printed(std::nan("")) == "nan");
}

TEST_CASE("every float is printed as printf prints it with %g") {
  char expected[32];
  std::mt19937 random(1);
  const auto check = [&](float value) {
    std::snprintf(expected, sizeof expected, "%g", static_cast<double>(value));
    if (printed(value) != expected) FAIL(printed(value) << " is not " << expected);
  };
  for (int i = 0; i < 1'000'000; ++i) {
    check(std::bit_cast<float>(static_cast<std::uint32_t>(random())));                            // any bits
    check(std::ldexp(static_cast<float>(random()), -static_cast<int>(random() % 60)));            // everyday sizes
    check(static_cast<float>(static_cast<double>(random() % 2000000) / 1000.0 - 1000.0));         // few digits
    check(static_cast<float>(static_cast<double>(random() % 20000001 - 10000000) / 2e6 + 5e-7));  // near the edges
  }
  for (int exponent = -6; exponent <= 7; ++exponent)
    for (const double digits : {1.0, 9.99999, 9.999994, 9.999995, 9.999996, 1.000005, 5.5, 2.5})
      for (const double sign : {1.0, -1.0}) check(static_cast<float>(sign * digits * std::pow(10.0, exponent)));
}

TEST_CASE("values convert as method parameters do (behaviour 11.3)") {
  CHECK(as_real(Value("2.5")) == 2.5);
  CHECK(as_real(Value(std::int64_t{3})) == 3.0);
  CHECK_FALSE(as_real(Value(true)));
  CHECK_FALSE(as_integer(Value(3.0)));
  CHECK(as_integer(Value("7.9")) == 7);
  CHECK(as_bool(Value("true")) == true);
  CHECK(as_bool(Value(std::int64_t{0})) == false);
  CHECK_FALSE(as_bool(Value("yes")));
  CHECK(as_text(Value(0.5)) == "0.5");
  CHECK_FALSE(as_text(Value(true)));
}

TEST_CASE("an override replaces the value where the script creates the variable") {
  Variables variables;
  variables.override_value("Soccer.GoalWidth", "4");
  variables.override_value("Soccer.UseOffside", "false");
  variables.override_value("Soccer.Typo", "1");
  CHECK(as_real(variables.create("Soccer.GoalWidth", 7.32)) == 4.0);
  CHECK(as_bool(variables.create("Soccer.UseOffside", true)) == false);
  CHECK(as_real(variables.create("Soccer.GoalDepth", 2.0)) == 2.0);
  CHECK(variables.unused_overrides() == std::vector<std::string>{"Soccer.Typo"});
}

TEST_CASE("variables that the command line has changed are listed with the script's last value") {
  Variables variables;
  variables.override_value("Soccer.GoalWidth", "4");
  variables.override_value("Soccer.GoalDepth", "2");
  variables.override_value("Soccer.HalfTime", "3");
  variables.override_value("Soccer.Typo", "1");
  variables.create("Soccer.GoalWidth", 7.32);
  variables.create("Soccer.GoalDepth", 2.0);
  variables.create("Soccer.HalfTime", std::int64_t{1});
  variables.create("Soccer.FieldWidth", 64.0);
  variables.set("Soccer.HalfTime", std::int64_t{2});
  const std::vector<Variables::Changed> changed = variables.changed();
  REQUIRE(changed.size() == 2);
  CHECK(changed[0].name == "Soccer.GoalWidth");
  CHECK(changed[0].usual == Value(7.32));
  CHECK(changed[0].in_force == Value(4.0));
  CHECK(changed[1].name == "Soccer.HalfTime");
  CHECK(changed[1].usual == Value(std::int64_t{2}));
  CHECK(changed[1].in_force == Value(std::int64_t{3}));
}

TEST_CASE("overrides that do not fit are refused with a clear line") {
  Variables variables;
  CHECK_THROWS_WITH(variables.override_value("soccer.x", "1"), Catch::Contains("Namespace.Name"));
  variables.override_value("Soccer.GoalWidth", "nan");
  CHECK_THROWS_WITH(variables.create("Soccer.GoalWidth", 7.32), Catch::Contains("finite number"));
  variables.override_value("Soccer.UseOffside", "maybe");
  CHECK_THROWS_WITH(variables.create("Soccer.UseOffside", true), Catch::Contains("true or false"));
}

TEST_CASE("a number is taken from the beginning of a text") {
  double real = 7.0;
  for (const std::string_view bad : {"", " 1", "cm30", "-", "+-1", "."}) {
    CAPTURE(bad);
    std::string_view text = bad;
    CHECK_FALSE(take_number(text, real));
    CHECK(text == bad);
  }
  CHECK(real == 7.0);
  std::string_view text = "-52.5.0 0x1ffg";
  CHECK((take_number(text, real) && real == -52.5));
  CHECK((take_number(text, real) && real == 0.0));
  CHECK(text == " 0x1ffg");
  text.remove_prefix(1);
  CHECK((take_number(text, real) && real == 511.0));
  CHECK(text == "g");
}

TEST_CASE("a number is read only if it is the whole text") {
  double real = 7.0;
  for (const char* bad : {"", "1x", "1 ", " 1", "x", "1.5.2", "-"}) {
    CAPTURE(bad);
    CHECK_FALSE(whole_number(bad, real));
  }
  CHECK(real == 7.0);
  CHECK((whole_number("-1.5e2", real) && real == -150.0));
  std::int64_t integer = 7;
  for (const char* bad : {"", "+", "-", "1.0", "1x", "9223372036854775808"}) {
    CAPTURE(bad);
    CHECK_FALSE(whole_integer(bad, integer));
  }
  CHECK(integer == 7);
  CHECK((whole_integer("+12", integer) && integer == 12));
  CHECK((whole_integer("-9223372036854775808", integer) && integer == std::numeric_limits<std::int64_t>::min()));
}

TEST_CASE("variables: the ends of a range belong to it") {
  Variables variables;
  const Variable table[] = {{"Ns.Share", 0.5, "a share", "m", Variable::Range{0.0, 1.0}}};
  variables.describe(table);
  CHECK(variables.find("Ns.Share") == nullptr);
  REQUIRE(variables.described("Ns.Share"));
  CHECK(variables.described("Ns.Share")->description() == "a share, 0 to 1 m");
  CHECK(variables.described("Ns.Other") == nullptr);
  variables.create("Ns.Share", 0.5);
  for (const double end : {0.0, 1.0}) {
    variables.set("Ns.Share", end);
    CHECK(variables.real("Ns.Share") == end);
  }
  for (const double beyond : {-0.001, 1.001, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_WITH(variables.set("Ns.Share", beyond), Catch::Contains("a number from 0 to 1 m"));
  CHECK(variables.real("Ns.Share") == 1.0);
}

TEST_CASE("variables: values of the command line hold only while the script sets up") {
  Variables variables;
  variables.override_value("Ns.Size", "9");
  variables.create("Ns.Size", 1.0);
  variables.set("Ns.Size", 2.0);
  CHECK(variables.real("Ns.Size") == 9.0);
  variables.end_set_up();
  variables.set("Ns.Size", 3.0);
  CHECK(variables.real("Ns.Size") == 3.0);
}
