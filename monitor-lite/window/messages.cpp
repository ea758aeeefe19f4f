// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/messages.h"

#include <algorithm>

namespace monitor {
namespace {

constexpr double kShown = 5.0;      // s
constexpr double kGoalShown = 3.5;  // s
constexpr std::size_t kMaxLines = 5;
constexpr std::size_t kMaxLetters = 100;  // letters of a line

const glm::vec4& colour_of(const Palette& palette, Side side) {
  return side == Side::none ? colours::kDim : palette.of(side);
}

}  // namespace

void Messages::add(const Event& event, double now) {
  const std::string text(Font::first_letters(event.text, kMaxLetters));
  lines_.push_back({text, began_on(named_team(event), event.sides_changed), now + kShown});
  if (lines_.size() > kMaxLines) lines_.erase(lines_.begin());
  if (event.kind == Event::Kind::goal) goal_ = {text, began_on(event), now + kGoalShown};
  // That goal belonged to the finished match.
  if (event.kind == Event::Kind::game_over) goal_.text.clear();
}

void Messages::add(std::string text, double now) {
  add(Event{Event::Kind::other, 0.0, Side::none, std::move(text)}, now);
}

bool Messages::expire(double now) {
  const std::size_t gone = std::erase_if(lines_, [&](const Line& line) { return line.until <= now; });
  const bool goal_gone = !goal_.text.empty() && goal_.until <= now;
  if (goal_gone) goal_.text.clear();
  return gone > 0 || goal_gone;
}

void Messages::draw(const Screen& screen, const Palette& palette, const Status& status, float bottom) const {
  const float unit = screen.unit(), height = 26 * unit;
  float y = screen.height - bottom - 10 * unit;
  for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
    y -= height + 3 * unit;
    const std::string text = screen.fitted(line->text, 15, screen.width - 60 * unit);
    const Area area{12 * unit, y, screen.text_width(text, 15) + 30 * unit, height};
    screen.panel(area, colours::kDark);
    screen.chip({area.x, area.y, 7 * unit, height}, colour_of(palette, line->side));
    screen.text(text, area.x + 18 * unit, area.middle(), 15, colours::kBright);
  }
  const float below = draw_status(screen, status);
  draw_goal(screen, palette, below + 8 * unit);
}

void Messages::draw_goal(const Screen& screen, const Palette& palette, float top) const {
  if (goal_.text.empty()) return;
  const float unit = screen.unit(), middle = screen.width / 2;
  const Area area{0, top, screen.width, 74 * unit};
  screen.panel(area, {colours::kDark.r, colours::kDark.g, colours::kDark.b, 0.75F});
  screen.panel({0, area.y, screen.width, 4 * unit}, colour_of(palette, goal_.side));
  screen.panel({0, area.y + area.height - 4 * unit, screen.width, 4 * unit}, colour_of(palette, goal_.side));
  screen.text("GOAL", middle, area.y + 28 * unit, 36, colours::kBright, 0.5F);
  screen.text(screen.fitted(goal_.text, 18, screen.width - 40 * unit), middle, area.y + 56 * unit, 18, colours::kBright,
              0.5F);
}

float Messages::draw_status(const Screen& screen, const Status& status) {
  const float unit = screen.unit(), top = 94 * unit;
  const char* heading = nullptr;
  glm::vec4 colour = colours::kAmber, ink = colours::kInk;
  switch (status.kind) {
    case Status::Kind::running:
      return top;
    case Status::Kind::paused:
      heading = "PAUSED";
      break;
    case Status::Kind::over:
      heading = status.is_of_game ? "FULL TIME" : "THE END", colour = colours::kPaper;
      break;
    case Status::Kind::waiting:
      heading = "NO MATCH", colour = colours::kRed, ink = colours::kBright;
      break;
  }
  const float middle = screen.width / 2, gap = 14 * unit;
  const std::string_view text = Font::first_letters(status.text, kMaxLetters);
  const float first = screen.text_width(heading, 18), second = text.empty() ? 0 : screen.text_width(text, 14) + gap;
  // If both do not fit into one line, there are two lines.
  const bool tall = first + second + 40 * unit > screen.width;
  const float width = tall ? std::max(first, second) + 40 * unit : first + second + 40 * unit;
  const Area area{middle - width / 2, top, width, (tall ? 56.0F : 34.0F) * unit};
  screen.panel(area, colour);
  if (tall) {
    screen.text(heading, middle, area.y + 17 * unit, 18, ink, 0.5F);
    screen.text(text, middle, area.y + 41 * unit, 14, ink, 0.5F);
    return area.y + area.height;
  }
  const float x = middle - (first + second) / 2;
  screen.text(heading, x, area.middle(), 18, ink);
  if (!text.empty()) screen.text(text, x + first + gap, area.middle() + unit, 14, ink);
  return area.y + area.height;
}

}  // namespace monitor
