// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "gateways/sigverse/world/expression.h"

using namespace sigverse;

namespace {

const Parameters kExampleParameters{{"ARM", 25.0}, {"a_1", 0.5}, {"NONE", 0.0}};

std::string expression_error(const std::string& text) {
  try {
    evaluate(text, kExampleParameters);
  } catch (const ExpressionError& error) {
    return error.what();
  }
  return {};
}

std::string expression_list_error(const std::string& text, std::size_t count) {
  try {
    evaluate_list(text, count, kExampleParameters);
  } catch (const ExpressionError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("expressions consist of numbers, parameters, four operators, signs and brackets") {
  const std::pair<const char*, double> rows[] = {
      {"7", 7.0},       {" 2.5 ", 2.5},    {".5", 0.5},         {"1.5e2", 150.0},      {"1E-1", 0.1},
      {"1+2*3", 7.0},   {"(1+2)*3", 9.0},  {"8-4-2", 2.0},      {"8/4/2", 1.0},        {"-ARM", -25.0},
      {"--2", 2.0},     {"+-+2", -2.0},    {"-(2+3)*2", -10.0}, {"2*-3", -6.0},        {"ARM / 2 - 2.5", 10.0},
      {"ARM -2", 23.0}, {"ARM*a_1", 12.5}, {"((((1))))", 1.0},  {"1-(2-(3-4))", -2.0},
  };
  for (const auto& [text, expected] : rows) {
    CAPTURE(text);
    CHECK(evaluate(text, kExampleParameters) == expected);
  }
}

TEST_CASE("an invalid expression is reported with the reason") {
  const std::pair<std::string, std::string> rows[] = {
      {"", "it ends too early"},
      {"1+", "it ends too early"},
      {"(1", "a bracket is not closed"},
      {"1)", "')' cannot stand there"},
      {"1 2", "'2' cannot stand there"},
      {"*2", "'*' cannot stand there"},
      {"2**3", "'*' cannot stand there"},
      {"2^3", "'^' cannot stand there"},
      {"1/0", "a division by zero"},
      {"1/(ARM-25)", "a division by zero"},
      {"1/NONE", "a division by zero"},
      {"LEG", "there is no parameter 'LEG'"},
      {"nan", "there is no parameter 'nan'"},
      {"inf", "there is no parameter 'inf'"},
      {"30cm", "'30cm' is not a number"},
      {"52.5.0", "'52.5.0' is not a number"},
      {".", "'.' is not a number"},
      {"1e999", "the result is beyond all numbers"},
      {"1e300*1e300", "the result is beyond all numbers"},
      {"1e999*0", "the result is beyond all numbers"},
      {std::string(257, '1'), "it is longer than 256 octets"},
      {std::string(65, '(') + "1" + std::string(65, ')'), "its brackets nest more than 64 deep"},
      {std::string(200, '('), "its brackets nest more than 64 deep"},
  };
  for (const auto& [text, expected] : rows) {
    CAPTURE(text);
    CHECK(expression_error(text) == expected);
  }
  CHECK(expression_error(std::string(64, '(') + "1" + std::string(64, ')')).empty());
  CHECK(expression_error(std::string(255, '-') + "1").empty());
}

TEST_CASE("a list has the requested number of expressions, separated by blanks or commas") {
  using List = std::vector<double>;
  CHECK(evaluate_list("1 2 3", 3, {}) == List{1, 2, 3});
  CHECK(evaluate_list(" 1,2 ,\t3\n", 3, {}) == List{1, 2, 3});
  CHECK(evaluate_list("0 -5 0", 3, {}) == List{0, -5, 0});
  CHECK(evaluate_list("1 - 5 0", 2, {}) == List{-4, 0});
  CHECK(evaluate_list("1-5 +2", 2, {}) == List{-4, 2});
  CHECK(evaluate_list("-ARM ARM/2 (ARM + 5) * 2", 3, kExampleParameters) == List{-25, 12.5, 60});
  CHECK(evaluate_list("(1 -2) 3", 2, {}) == List{-1, 3});
  CHECK(expression_list_error("1 2", 3) == "there are 2 numbers and not 3");
  CHECK(expression_list_error("1 2 3 4", 3) == "there are more than 3 numbers");
  CHECK(expression_list_error("", 1) == "there are 0 numbers and not 1");
  CHECK(expression_list_error("1,,2", 2) == "',' cannot stand there");
  CHECK(expression_list_error(std::string(769, ' ') + "1 2 3" + std::string(764, '0'), 3) ==
        "it is longer than 768 octets");
}

TEST_CASE("a parameter's name has letters, digits and _, and does not begin with a digit") {
  for (const char* name : {"a", "ARM_1", "_x"}) CHECK(is_parameter_name(name));
  for (const char* name : {"", "1a", "a b", "a-b", "\xe3\x81\x82"}) CHECK_FALSE(is_parameter_name(name));
}
