// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spark/core/number_text.h"

namespace spark {
namespace {

constexpr double kMaxNumber = 1e6;

}  // namespace

void refuse_value(std::string_view option, std::string_view value, std::string_view expected) {
  throw WrongUsage(fmt::format("{} {}: expected {}", option, value.empty() ? "''" : value, expected));
}

std::int64_t read_whole_number(std::string_view option, std::string_view text, std::int64_t least, std::int64_t most,
                               std::string_view more) {
  std::int64_t number = 0;
  if (!whole_integer(text, number) || number < least || number > most)
    refuse_value(option, text, fmt::format("a whole number from {} to {}{}", least, most, more));
  return number;
}

double read_number(std::string_view option, std::string_view text, double least, double most) {
  double number = 0.0;
  if (!whole_number(text, number) || !(number >= least && number <= most))
    refuse_value(option, text, fmt::format("a number from {} to {}", least, most));
  return number;
}

double read_positive_number(std::string_view option, std::string_view text, std::string_view more) {
  double number = 0.0;
  if (!whole_number(text, number) || !(number > 0 && number <= kMaxNumber))
    refuse_value(option, text, fmt::format("a number above 0, at most {}{}", kMaxNumber, more));
  return number;
}

std::uint16_t read_port(std::string_view option, std::string_view text, std::int64_t least, std::string_view more) {
  return static_cast<std::uint16_t>(read_whole_number(option, text, least, 65535, more));
}

std::size_t read_choice(std::string_view option, std::string_view text,
                        std::initializer_list<std::string_view> choices) {
  const auto* choice = std::find(choices.begin(), choices.end(), text);
  if (choice != choices.end()) return static_cast<std::size_t>(choice - choices.begin());
  std::string expected;
  for (const auto& name : choices) {
    const bool is_last = &name + 1 == choices.end();
    expected += fmt::format("{}{}", expected.empty() ? "" : is_last ? " or " : ", ", name);
  }
  refuse_value(option, text, expected);
}

}  // namespace spark
