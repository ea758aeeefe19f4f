// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/acts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <system_error>

namespace rcss3d::agent {

namespace {

constexpr std::size_t kLongestMessage = 512;

bool all_finite(std::initializer_list<double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

/// Appends `(name number number …)`.
void append(std::string& text, std::string_view name, std::initializer_list<double> numbers) {
  text += '(';
  text += name;
  for (const double number : numbers) {
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 2);
    if (error != std::errc()) continue;
    text += ' ';
    text.append(digits, end);
  }
  text += ')';
}

}  // namespace

void Acts::clear() {
  for (Step& step : steps_) {
    step.text.clear();
    step.drive.reset();
    step.kick.reset();
    step.pan = 0;
  }
  after_ = 0;
}

Acts& Acts::after(int steps) {
  after_ = std::clamp(steps, 0, kSteps - 1);
  return *this;
}

Acts& Acts::drive(Vector command) {
  if (!all_finite({command.x, command.y})) return *this;
  const Vector limited = command.at_most(1);
  append(now().text, "drive", {limited.x * 100, limited.y * 100, 0});
  now().drive = limited;
  return *this;
}

Acts& Acts::kick(double elevation, double power) {
  if (!all_finite({elevation, power})) return *this;
  append(now().text, "kick", {std::clamp(elevation, 0.0, 50.0), std::clamp(power, 1.0, 100.0)});
  now().kick = KickCommand{std::clamp(elevation, 0.0, 50.0), std::clamp(power, 1.0, 100.0)};
  return *this;
}

Acts& Acts::catch_ball() {
  now().text += "(catch)";
  return *this;
}

Acts& Acts::beam(Vector place) {
  if (all_finite({place.x, place.y}))
    append(now().text, "beam", {std::clamp(place.x, -1e4, 1e4), std::clamp(place.y, -1e4, 1e4), 0});
  return *this;
}

Acts& Acts::say(std::string_view text) {
  const auto sayable = [](char c) {
    return c > ' ' && c < 0x7f && c != '(' && c != ')' && c != '"' && c != '\'' && c != '\\' && c != ';';
  };
  if (text.empty() || text.size() > kLongestMessage || !std::all_of(text.begin(), text.end(), sayable)) return *this;
  std::string& act = now().text;
  act += "(say ";
  act += text;
  act += ')';
  return *this;
}

Acts& Acts::turn_camera(double pan, double tilt) {
  if (!all_finite({pan, tilt})) return *this;
  append(now().text, "pantilt", {std::clamp(pan, -90.0, 90.0), std::clamp(tilt, -10.0, 10.0)});
  now().pan += std::clamp(pan, -90.0, 90.0);
  return *this;
}

}  // namespace rcss3d::agent
