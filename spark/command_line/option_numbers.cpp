// SPDX-License-Identifier: Apache-2.0
// Options whose values are numbers.
#include <fmt/format.h>

#include "spark/command_line/option_values.h"
#include "spark/core/number_text.h"

namespace spark {
namespace {

using Kind = OptionValue::Kind;

OptionValue number_in(Place<std::optional<double>> place, std::string expected,
                      std::function<bool(double)> is_in_range) {
  OptionValue value{.kind = Kind::number, .placeholder = "X", .expected = std::move(expected)};
  value.read = last_of([place, is_in_range, words = value.expected](std::string_view option, const std::string& text) {
    double number = 0.0;
    if (!whole_number(text, number) || !is_in_range(number)) refuse_value(option, text, words);
    place.set(number);
  });
  value.written = [place] {
    const std::optional<double> number = place.get();
    return number ? GivenValues{fmt::format("{}", *number)} : GivenValues();
  };
  return value;
}

}  // namespace

OptionValue whole_number(Place<std::int64_t> place, std::int64_t min, std::int64_t max) {
  OptionValue value{
      .kind = Kind::number, .placeholder = "N", .expected = fmt::format("a whole number from {} to {}", min, max)};
  value.read = last_of([place, min, max, words = value.expected](std::string_view option, const std::string& text) {
    std::int64_t number = 0;
    if (!whole_integer(text, number) || number < min || number > max) refuse_value(option, text, words);
    place.set(number);
  });
  value.written = [place] { return GivenValues{std::to_string(place.get())}; };
  return value;
}

OptionValue number(std::optional<double>& kept, double min, double max) {
  return number_in({[&kept] { return kept; }, [&kept](std::optional<double> number) { kept = number; }},
                   fmt::format("a number from {} to {}", min, max),
                   [min, max](double number) { return number >= min && number <= max; });
}

OptionValue number(double& kept, double min, double max) {
  return number_in({[&kept] { return kept; }, [&kept](std::optional<double> number) { kept = *number; }},
                   fmt::format("a number from {} to {}", min, max),
                   [min, max](double number) { return number >= min && number <= max; });
}

OptionValue positive_number(Place<double> place, double max) {
  return number_in({place.get, [place](std::optional<double> number) { place.set(*number); }},
                   fmt::format("a number above 0, at most {}", max),
                   [max](double number) { return number > 0 && number <= max; });
}

OptionValue positive_number(double& kept, double max) {
  return positive_number({[&kept] { return kept; }, [&kept](double number) { kept = number; }}, max);
}

OptionValue port(std::uint16_t& kept, std::int64_t min) {
  return whole_number(kept, min, 65535);
}

OptionValue port_or_off(std::optional<std::uint16_t>& kept) {
  const Place<std::int64_t> number{[&kept] { return static_cast<std::int64_t>(kept.value_or(0)); },
                                   [&kept](std::int64_t port) { kept = static_cast<std::uint16_t>(port); }};
  return or_word(whole_number(number, 0, 65535), "off", " or 'off'",
                 {[&kept] { return !kept; },
                  [&kept](bool off) {
                    if (off) kept.reset();
                  }});
}

}  // namespace spark
