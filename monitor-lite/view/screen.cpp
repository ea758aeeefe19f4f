// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/screen.h"

#include <cmath>

namespace monitor {

std::string Screen::fitted(std::string_view words, float size, float room) const {
  if (text_width(words, size) <= room) return std::string(words);
  constexpr std::string_view kDots = "...";
  const float left = room - text_width(kDots, size);
  float used = 0.0F;
  std::string_view rest = words;
  while (!rest.empty()) {
    const std::string_view letter = Font::first_letters(rest, 1);
    used += text_width(letter, size);
    if (used > left) break;
    rest.remove_prefix(letter.size());
  }
  std::string fits(words.substr(0, words.size() - rest.size()));
  fits.erase(fits.find_last_not_of(' ') + 1);
  return left > 0 ? fits.append(kDots) : std::string();
}

float Screen::fitting_size(std::string_view words, float largest, float smallest, float room) const {
  const float needed = text_width(words, largest);
  return needed <= room ? largest : std::max(smallest, largest * room / needed);
}

void Screen::chip(const Area& area, const glm::vec4& colour) const {
  constexpr float kDarkest = 0.05F;
  if (luminance(colour) > kDarkest) return panel(area, colour);
  const float rim = std::max(1.0F, 1.5F * unit());
  panel(area, colours::kDim);
  panel({area.x + rim, area.y + rim, area.width - 2 * rim, area.height - 2 * rim}, colour);
}

float luminance(const glm::vec4& colour) {
  const auto light = [](float part) {
    return part <= 0.04045F ? part / 12.92F : std::pow((part + 0.055F) / 1.055F, 2.4F);
  };
  return 0.2126F * light(colour.r) + 0.7152F * light(colour.g) + 0.0722F * light(colour.b);
}

const glm::vec4& ink_on(const glm::vec4& colour) {
  // The luminance at which black and white letters have the same contrast (WCAG 2).
  constexpr float kMiddle = 0.179F;
  return luminance(colour) > kMiddle ? colours::kInk : colours::kBright;
}

}  // namespace monitor
