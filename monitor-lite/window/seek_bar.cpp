// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/seek_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace monitor {
namespace {

std::string minutes(double time) {
  const auto tenths = static_cast<int>(std::clamp(time, 0.0, 5.9e5) * 10);
  return fmt::format("{:02}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

}  // namespace

Area SeekBar::whole(const Screen& screen) {
  const float height = SeekBar::height(screen);
  return {0, screen.height - height, screen.width, height};
}

Area SeekBar::bar(const Screen& screen) {
  const Area area = whole(screen);
  const float unit = screen.unit(), left = 182 * unit, right = 116 * unit;
  return {left, area.y + 14 * unit, std::max(40.0F, area.width - left - right), 22 * unit};
}

double SeekBar::place_at(float x, const Area& bar) const {
  return playback_.last_place() * static_cast<double>(std::clamp((x - bar.x) / bar.width, 0.0F, 1.0F));
}

float SeekBar::x_of(double place, const Area& bar) const {
  return bar.x + bar.width * static_cast<float>(place / std::max(1.0, playback_.last_place()));
}

bool SeekBar::handle(const Input& input, const Screen& screen) {
  const Area area = bar(screen);
  if (input.kind == Input::Kind::button_up || input.kind == Input::Kind::unfocused) {
    const bool was_dragged = dragged_;
    dragged_ = false;
    return was_dragged;
  }
  if (input.kind == Input::Kind::button_down && whole(screen).contains(input.x, input.y)) {
    dragged_ = input.button == 1 && input.x >= area.x && input.x <= area.x + area.width;
    if (dragged_) playback_.seek(place_at(input.x, area));
    if (!dragged_ && input.button == 1 && input.x < area.x) playback_.play(!playback_.is_playing());
    return true;
  }
  if (input.kind != Input::Kind::motion || !dragged_) return false;
  playback_.seek(place_at(input.x, area));
  return true;
}

void SeekBar::draw(const Screen& screen, const Palette& palette) const {
  const float unit = screen.unit();
  const Area area = whole(screen), strip = bar(screen);
  screen.panel(area, colours::kDark);

  // Two bars while it plays, because a click then pauses; otherwise an arrow.
  const float x = 16 * unit, y = area.middle();
  if (playback_.is_playing()) {
    screen.panel({x, y - 8 * unit, 5 * unit, 16 * unit}, colours::kBright);
    screen.panel({x + 9 * unit, y - 8 * unit, 5 * unit, 16 * unit}, colours::kBright);
  } else {
    for (int i = 0; i < 14; ++i) {
      const float half = static_cast<float>(14 - i) * 0.6F * unit;
      screen.panel({x + static_cast<float>(i) * unit, y - half, unit * 1.2F, 2 * half}, colours::kBright);
    }
  }
  screen.text(minutes(playback_.time()), 42 * unit, y - 8 * unit, 16, colours::kBright);
  screen.text(fmt::format("of {}", minutes(playback_.time_of(playback_.frames() - 1))), 42 * unit, y + 10 * unit, 12,
              colours::kDim);
  screen.text(fmt::format("x {}", playback_.speed()), strip.x - 12 * unit, y, 16, colours::kBright, 1.0F);
  screen.text("frame", screen.width - 14 * unit, y - 9 * unit, 12, colours::kDim, 1.0F);
  screen.text(fmt::format("{} of {}", playback_.frame() + 1, playback_.frames()), screen.width - 14 * unit,
              y + 8 * unit, 12, colours::kBright, 1.0F);

  screen.panel({strip.x, strip.middle() - 4 * unit, strip.width, 8 * unit}, {1, 1, 1, 0.16F});
  const float here = x_of(playback_.place(), strip);
  screen.panel({strip.x, strip.middle() - 4 * unit, here - strip.x, 8 * unit}, {1, 1, 1, 0.30F});
  if (playback_.section_begin() || playback_.section_end()) {
    const float begin = x_of(playback_.section_begin().value_or(0.0), strip);
    const float end = x_of(playback_.section_end().value_or(playback_.last_place()), strip);
    screen.panel({begin, strip.middle() - 8 * unit, end - begin, 16 * unit}, {1.0F, 0.8F, 0.25F, 0.35F});
    for (const float edge : {begin, end})
      screen.panel({edge - unit, strip.middle() - 10 * unit, 2 * unit, 20 * unit}, colours::kAmber);
  }
  draw_marks(screen, palette, strip);
  screen.panel({here - 2 * unit, strip.y - 2 * unit, 4 * unit, strip.height + 4 * unit}, colours::kBright);
  if (screen.is_pointed_at(strip)) {
    const auto index = static_cast<std::size_t>(place_at(screen.mouse_x, strip));
    const std::string time = minutes(playback_.time_of(index));
    const float width = screen.text_width(time, 13) + 14 * unit;
    const Area tip{screen.mouse_x - width / 2, area.y - 26 * unit, width, 22 * unit};
    screen.panel(tip, colours::kDark);
    screen.text(time, screen.mouse_x, tip.middle(), 13, colours::kBright, 0.5F);
  }
}

void SeekBar::draw_marks(const Screen& screen, const Palette& palette, const Area& bar) const {
  const float unit = screen.unit();
  float drawn = -1.0F;  // marks at the same position are drawn once
  for (const Playback::Mark& mark : playback_.marks()) {
    const float x = x_of(static_cast<double>(mark.frame), bar);
    switch (mark.kind) {
      case Playback::Mark::Kind::left:
      case Playback::Mark::Kind::right:
        screen.panel({x - 2 * unit, bar.y, 4 * unit, bar.height},
                     mark.kind == Playback::Mark::Kind::left ? palette.left : palette.right);
        break;
      case Playback::Mark::Kind::part:
        screen.panel({x - unit, bar.y, 2 * unit, bar.height}, colours::kDim);
        break;
      case Playback::Mark::Kind::minor:
        if (x - drawn < 1.0F) continue;
        screen.panel({x - unit, bar.middle() - 4 * unit, 2 * unit, 8 * unit}, colours::kDim);
        drawn = x;
        break;
    }
  }
}

}  // namespace monitor
