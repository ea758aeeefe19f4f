// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/shoot_out_board.h"

#include <fmt/format.h>

#include <algorithm>

namespace monitor {
namespace {

constexpr glm::vec4 kBack{0.04F, 0.06F, 0.09F, 0.93F};
constexpr glm::vec4 kGoal{0.36F, 0.80F, 0.40F, 1};
constexpr int kMaxBoxes = 8;  // of a team; earlier attempts are not shown

/// Draws the team's attempts from the middle outwards, beginning with the first one.
void draw_attempts(const Screen& screen, const Snapshot& now, Side side, const Area& area) {
  const float unit = screen.unit(), size = 13 * unit, step = 18 * unit, rim = 2 * unit;
  std::vector<bool> goals;
  for (const ShootOutAttempt& attempt : now.attempts)
    if (attempt.side == side) goals.push_back(attempt.scored);
  if (goals.size() > kMaxBoxes) goals.erase(goals.begin(), goals.end() - kMaxBoxes);
  float x = side == Side::left ? area.x + area.width - step : area.x + step - size;
  const float y = area.middle() - size / 2;
  for (const bool goal : goals) {
    screen.panel({x, y, size, size}, goal ? kGoal : colours::kDim);
    if (!goal) screen.panel({x + rim, y + rim, size - 2 * rim, size - 2 * rim}, kBack);
    x += side == Side::left ? -step : step;
  }
}

}  // namespace

void draw_shoot_out(const Screen& screen, const Palette& palette, const Snapshot& now, float top) {
  const float unit = screen.unit(), middle = screen.width / 2, height = 28 * unit, half = 42 * unit, bar = 5 * unit;
  const float wing = std::min((18.0F * kMaxBoxes + 10) * unit, middle - half - bar);
  screen.panel({middle - half, top, 2 * half, height}, colours::kPaper);
  screen.text(fmt::format("{} : {}", now.shoot_out_left, now.shoot_out_right), middle, top + height / 2, 18,
              colours::kInk, 0.5F);
  for (const Side side : {Side::left, Side::right}) {
    const bool left = side == Side::left;
    const Area area{left ? middle - half - wing : middle + half, top, wing, height};
    screen.panel(area, kBack);
    screen.chip({left ? area.x - bar : area.x + wing, top, bar, height}, palette.of(side));
    draw_attempts(screen, now, side, area);
  }
}

void draw_shooter_card(const Screen& screen, const Palette& palette, const Snapshot& now, Side side,
                       const Event* attempt, float bottom, float shown) {
  const float unit = screen.unit(), height = 84 * unit, left = std::max(24 * unit, screen.width * 0.05F);
  const glm::vec4& colour = palette.of(side);
  const auto seen = [&](glm::vec4 paint) { return paint.a *= shown, paint; };
  const int number = attempt ? attempt->shooter : now.shooter;
  const auto taken = std::ranges::count(now.attempts, side, &ShootOutAttempt::side);
  const auto which = attempt ? taken : taken + 1;
  const std::string head = !attempt ? "PENALTY" : attempt->scored ? "GOAL" : "NO GOAL";
  const std::string second =
      number > 0 ? fmt::format("no. {}    attempt {}", number, which) : fmt::format("no shooter    attempt {}", which);
  const std::string score = attempt ? fmt::format("{} : {}", attempt->shoot_out_left, attempt->shoot_out_right)
                                    : fmt::format("{} : {}", now.shoot_out_left, now.shoot_out_right);
  const float tag = screen.text_width(head, 28) + 40 * unit, board = screen.text_width(score, 30) + 44 * unit;
  const float room = screen.width - 2 * left - tag - board - 40 * unit;
  const std::string name = screen.fitted(team_label(now, side), 28, std::min(room, 520 * unit));
  const std::string line = screen.fitted(second, 19, std::min(room, 520 * unit));
  const float text = std::max(screen.text_width(name, 28), screen.text_width(line, 19)) + 44 * unit;
  const float y = screen.height - bottom - height, x = left - (1 - shown) * 40 * unit;
  screen.chip({x, y, tag, height}, seen(colour));
  screen.text(head, x + tag / 2, y + height / 2, 28, seen(ink_on(colour)), 0.5F);
  screen.panel({x + tag, y, text, height}, seen(kBack));
  screen.text(name, x + tag + 22 * unit, y + 30 * unit, 28, seen(colours::kBright));
  screen.text(line, x + tag + 22 * unit, y + 62 * unit, 19, seen({0.80F, 0.84F, 0.88F, 1}));
  screen.panel({x + tag + text, y, board, height}, seen(colours::kPaper));
  screen.text(score, x + tag + text + board / 2, y + height / 2, 30, seen(colours::kInk), 0.5F);
}

}  // namespace monitor
