// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/score_board.h"

#include <fmt/format.h>

#include "monitor-lite/client/words.h"
#include "monitor-lite/view/score_sheet.h"
#include "monitor-lite/view/shoot_out_board.h"

namespace monitor {
namespace {

constexpr float kTop = 14, kLine = 44, kSecondLine = 28, kGap = 4;       // units
constexpr float kName = 23, kMinNameSize = 15, kScore = 27, kMode = 17;  // sizes of letters
constexpr float kMaxNameLength = 330, kMaxModeLength = 330;              // units

/// Draws one team beside the score; `outwards` is -1 for the left one.
void draw_team(const Screen& screen, const glm::vec4& colour, const std::string& name, float score_edge,
               float outwards) {
  const float unit = screen.unit(), top = kTop * unit, height = kLine * unit, chip = 9 * unit, gap = 15 * unit;
  const float room =
      std::min(kMaxNameLength * unit, screen.width / 2 - std::abs(score_edge - screen.width / 2) - 60 * unit);
  const float size = screen.fitting_size(name, kName, kMinNameSize, room);
  const std::string shown = screen.fitted(name, size, room);
  const float width = std::max(screen.text_width(shown, size) + 2 * gap, 90 * unit) + chip;
  const float far = score_edge + outwards * width;
  screen.panel({std::min(score_edge, far), top, width, height}, colours::kDark);
  screen.chip({outwards < 0 ? score_edge - chip : score_edge, top, chip, height}, colour);
  const float middle = (score_edge + outwards * chip + far) / 2;
  screen.text(shown, middle, top + height / 2, size, colours::kBright, 0.5F);
}

/// Draws clock, half and, if it concerns both teams, the play mode, in the middle of the picture. Returns the covered
/// area.
Area draw_clock(const Screen& screen, const Snapshot& now, const PlayModeWords& mode) {
  const float unit = screen.unit(), gap = 12 * unit;
  const bool is_break = mode.team == Side::none && mode.kind != Event::Kind::play_on;
  const std::string clock = clock_words(now.time), half = is_break ? std::string() : half_words(now.half);
  const std::string words =
      mode.team == Side::none ? screen.fitted(mode.words, kMode, kMaxModeLength * unit) : std::string();
  const float first = screen.text_width(clock, 19) + gap;
  const float second = half.empty() ? 0 : screen.text_width(half, 15) + gap;
  const float third = words.empty() ? 0 : screen.text_width(words, kMode) + gap;
  const float width = std::max(first + second + third + gap, 152 * unit);
  const Area area{(screen.width - width) / 2, (kTop + kLine + kGap) * unit, width, kSecondLine * unit};
  const float x = (screen.width - (first + second + third - gap)) / 2;
  screen.panel(area, colours::kDark);
  screen.text(clock, x, area.middle(), 19, colours::kBright);
  screen.text(half, x + first, area.middle() + unit, 15, colours::kDim);
  screen.text(words, x + first + second, area.middle(), kMode, colours::kBright);
  return area;
}

}  // namespace

void draw_time(const Screen& screen, const Snapshot& now) {
  const float unit = screen.unit(), width = 152 * unit;
  const Area area{(screen.width - width) / 2, kTop * unit, width, kSecondLine * unit};
  screen.panel(area, colours::kDark);
  screen.text(fmt::format("{:.2f} s", now.time), screen.width / 2, area.middle(), 19, colours::kBright, 0.5F);
}

void draw_score_board(const Screen& screen, const Palette& palette, const Game& game, const Snapshot& now) {
  const float unit = screen.unit(), middle = screen.width / 2;
  const std::string score = fmt::format("{} : {}", now.score_left, now.score_right);
  const float half = std::max(screen.text_width(score, kScore) / 2 + 18 * unit, 62 * unit);
  draw_team(screen, palette.left, team_label(now, Side::left), middle - half, -1);
  draw_team(screen, palette.right, team_label(now, Side::right), middle + half, 1);
  screen.panel({middle - half, kTop * unit, 2 * half, kLine * unit}, colours::kPaper);
  screen.text(score, middle, (kTop + kLine / 2) * unit, kScore, colours::kInk, 0.5F);

  const PlayModeWords mode = play_mode_words(game, now);
  const Area clock = draw_clock(screen, now, mode);
  if (mode.kind == Event::Kind::penalty || !now.attempts.empty())
    draw_shoot_out(screen, palette, now, clock.y + clock.height + kGap * unit);
  if (mode.team == Side::none) return;
  const float gap = kGap * unit;
  const float room = std::min(kMaxModeLength * unit, clock.x - gap - 24 * unit);
  const std::string words = screen.fitted(play_mode_sentence(game, now), kMode, room);
  const float width = screen.text_width(words, kMode) + 24 * unit;
  const float x = mode.team == Side::left ? clock.x - gap - width : clock.x + clock.width + gap;
  const glm::vec4& colour = palette.of(mode.team);
  screen.chip({x, clock.y, width, clock.height}, colour);
  screen.text(words, x + width / 2, clock.middle(), kMode, ink_on(colour), 0.5F);
}

}  // namespace monitor
