// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/log_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gateways/sigverse/wire/object_text.h"

namespace sigverse::window {
namespace {

using monitor::Input;

constexpr std::size_t kMaxShown = 6;
constexpr float kHeight = 20.0F, kSize = 13.0F;  // units

const char* mark_of(wire::LogLevel level) {
  switch (level) {
    case wire::LogLevel::error:
      return "error";
    case wire::LogLevel::system:
      return "system";
    case wire::LogLevel::message:
      return "";
    case wire::LogLevel::display:
      return "screen";
    default:
      return "debug";
  }
}

}  // namespace

glm::vec4 colour_of(const LogLine& line) {
  // The colours of displayed texts, by number.
  static constexpr std::array<glm::vec4, 8> kScreen{{{0.97F, 0.98F, 1.0F, 1},
                                                     {0.97F, 0.38F, 0.34F, 1},
                                                     {0.40F, 0.85F, 0.45F, 1},
                                                     {0.45F, 0.65F, 1.0F, 1},
                                                     {0.78F, 0.50F, 0.92F, 1},
                                                     {0.98F, 0.88F, 0.30F, 1},
                                                     {0.75F, 0.55F, 0.36F, 1},
                                                     {0.66F, 0.68F, 0.70F, 1}}};
  if (line.level == wire::LogLevel::display)
    return kScreen[line.colour > 0 && line.colour < 8 ? static_cast<std::size_t>(line.colour) : 0];
  if (line.level == wire::LogLevel::error) return kScreen[1];
  return line.level == wire::LogLevel::message ? monitor::colours::kBright : monitor::colours::kDim;
}

void LogPane::add(LogLine line) {
  // If the user has scrolled to older lines, these stay visible.
  if (hidden_ > 0) hidden_ = std::min(hidden_ + 1, kMaxLines);
  line.text = wire::without_controls(line.text);
  lines_.push_back(std::move(line));
  if (lines_.size() > kMaxLines) lines_.pop_front();
}

float LogPane::height(const monitor::Screen& screen) const {
  const std::size_t count = is_shown() ? std::min(lines_.size(), kMaxShown) : 0;
  return static_cast<float>(count) * kHeight * screen.unit();
}

bool LogPane::handle(const Input& input, const monitor::Area& area) {
  const bool is_mouse = input.kind == Input::Kind::wheel || input.kind == Input::Kind::button_down;
  if (!is_shown() || !is_mouse || !area.contains(input.x, input.y)) return false;
  if (input.kind != Input::Kind::wheel) return true;
  const auto wanted = static_cast<std::ptrdiff_t>(hidden_) + static_cast<std::ptrdiff_t>(input.wheel * 3);
  hidden_ =
      static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, static_cast<std::ptrdiff_t>(lines_.size()) - 1));
  return true;
}

void LogPane::draw(const monitor::Screen& screen, const monitor::Area& area) const {
  if (!is_shown()) return;
  const float unit = screen.unit(), line = kHeight * unit, margin = 10 * unit;
  screen.panel(area, {0.03F, 0.05F, 0.07F, 0.72F});
  float y = area.y + area.height - line;
  for (std::size_t i = std::min(hidden_, lines_.size() - 1); i < lines_.size() && y > area.y - line / 2;
       ++i, y -= line) {
    const LogLine& each = lines_[lines_.size() - 1 - i];
    const std::string mark = mark_of(each.level);
    const std::string words = mark.empty() ? each.text : fmt::format("{}: {}", mark, each.text);
    screen.text(screen.fitted(words, kSize, area.width - 2 * margin), area.x + margin, y + line / 2, kSize,
                colour_of(each));
  }
}

}  // namespace sigverse::window
