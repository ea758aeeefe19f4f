// SPDX-License-Identifier: Apache-2.0
#include "tests/soccer-plugin/referee/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace soccer::test {
namespace {

constexpr double kMaxDistance = 1000.0;  ///< m, m/s or s; no scenario needs more

std::optional<double> parse_number(std::string_view word) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

void Words::skip_blanks() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size()));
}

std::string_view Words::take() {
  if (at_end()) fail("the line ends too early");
  const std::string_view word = peek();
  rest_.remove_prefix(word.size());
  skip_blanks();
  return word;
}

bool Words::take_if(std::string_view word) {
  if (peek() != word) return false;
  take();
  return true;
}

void Words::demand(std::string_view word) {
  if (!take_if(word))
    fail(at_end() ? fmt::format("\"{}\" is missing", word)
                  : fmt::format("\"{}\" where \"{}\" should be", peek(), word));
}

std::string Words::take_rest() {
  if (at_end()) fail("the line ends too early");
  std::string rest(rest_);
  rest_ = {};
  return rest;
}

void Words::demand_end() {
  if (!at_end()) fail(fmt::format("\"{}\" is too much", rest_));
}

bool Words::number_follows() const {
  return parse_number(peek()).has_value();
}

double Words::number() {
  return number_from(-kMaxDistance, kMaxDistance);
}

double Words::number_from(double min, double max) {
  if (at_end()) fail("a number is missing");
  const auto value = parse_number(peek());
  if (!value) fail(fmt::format("\"{}\" is not a number", peek()));
  if (*value < min || *value > max) fail(fmt::format("{} is not between {} and {}", *value, min, max));
  take();
  return *value;
}

int Words::whole_number(int min, int max) {
  const double value = number_from(min, max);
  if (value != std::floor(value)) fail(fmt::format("{} is not a whole number", value));
  return static_cast<int>(value);
}

int Words::steps() {
  const double seconds = number_from(0.0, kMaxDistance);
  const double steps = std::round(seconds / kStepSeconds);
  if (std::abs(steps * kStepSeconds - seconds) > 1e-9) fail("times are whole hundredths of a second");
  return static_cast<int>(steps);
}

PlayMode Words::mode() {
  const std::string_view word = take();
  const auto mode = parse_play_mode(word);
  if (!mode) fail(fmt::format("there is no play mode \"{}\"", word));
  return *mode;
}

Who Words::who() {
  if (take_if("ball")) return {true, Side::none, 0};
  const std::string_view word = take();
  if (word == "left") return {false, Side::left, whole_number(1, 11)};
  if (word == "right") return {false, Side::right, whole_number(1, 11)};
  if (word == "none") return {false, Side::none, whole_number(1, 11)};
  fail(fmt::format("\"{}\" where \"ball\", or \"left\", \"right\" or \"none\" and a number should be", word));
}

Place Words::position() {
  Place place;
  place.x = number();
  place.y = number();
  if (number_follows()) place.z = number();
  return place;
}

double Words::number_behind(std::string_view word, double otherwise) {
  return take_if(word) ? number_from(0.0, kMaxDistance) : otherwise;
}

void Words::fail(std::string_view what) const {
  throw ScenarioError(fmt::format("{}: {}", place_, what));
}

}  // namespace soccer::test
