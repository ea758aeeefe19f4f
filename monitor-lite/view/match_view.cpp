// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/match_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "monitor-lite/client/events.h"

namespace monitor {
namespace {

constexpr glm::vec4 kDark{0.03F, 0.05F, 0.07F, 0.82F};
constexpr glm::vec4 kBright{0.97F, 0.98F, 1.0F, 1};

}  // namespace

void MatchView::draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height) {
  game_ = &game;
  now_ = &snapshot;
  width_ = width;
  height_ = height;
  world_.draw(game, snapshot, camera, width, height);
  painter_.begin_overlay();
  world_.mark_ball();
  draw_labels();
  draw_score_board();
}

void MatchView::draw_labels() {
  const float size = static_cast<float>(height_) / 720.0F * 14.0F;
  glm::vec2 pixel;
  for (const Player& player : now_->players)
    if (world_.above(player, size, pixel))
      painter_.outlined_text(player.number > 0 ? std::to_string(player.number) : "?", pixel.x, pixel.y, size, kBright,
                             0.5F);
  for (const Player& player : now_->players) {
    if (player.said.empty() || !world_.above(player, size, pixel)) continue;
    const std::string words = player.said.size() > 40 ? player.said.substr(0, 39) + "~" : player.said;
    const float width = painter_.text_width(words, size), left = pixel.x - width / 2 - size * 0.5F;
    painter_.panel(left, pixel.y - size * 2.3F, width + size, size * 1.5F, {1, 1, 1, 0.93F});
    painter_.panel(left, pixel.y - size * 0.95F, width + size, size * 0.15F, palette_.of(player.side));
    painter_.text(words, pixel.x, pixel.y - size * 1.6F, size, {0.05F, 0.05F, 0.08F, 1}, 0.5F);
  }
}

void MatchView::draw_score_board() {
  const float unit = static_cast<float>(height_) / 720.0F;
  const float size = 24 * unit, line = 44 * unit, middle = static_cast<float>(width_) / 2;
  const std::string left = team_name(*now_, Side::left).substr(0, 24);
  const std::string right = team_name(*now_, Side::right).substr(0, 24);
  const std::string score = fmt::format("{} : {}", now_->score_left, now_->score_right);
  const float half = painter_.text_width(score, size * 1.15F) / 2 + 16 * unit;
  const float top = 14 * unit, centre = top + line / 2;
  const float left_width = painter_.text_width(left, size) + 44 * unit;
  const float right_width = painter_.text_width(right, size) + 44 * unit;
  painter_.panel(middle - half - left_width, top, left_width, line, kDark);
  painter_.panel(middle - half - 7 * unit, top, 7 * unit, line, palette_.left);
  painter_.panel(middle - half, top, 2 * half, line, {0.95F, 0.96F, 0.98F, 0.95F});
  painter_.panel(middle + half, top, right_width, line, kDark);
  painter_.panel(middle + half, top, 7 * unit, line, palette_.right);
  painter_.text(left, middle - half - 22 * unit, centre, size, kBright, 1.0F);
  painter_.text(score, middle, centre, size * 1.15F, {0.05F, 0.06F, 0.08F, 1}, 0.5F);
  painter_.text(right, middle + half + 22 * unit, centre, size, kBright);

  const int seconds = static_cast<int>(std::clamp(now_->time, 0.0, 1e6));
  std::string mode = play_mode_text(*game_, now_->play_mode);
  std::replace(mode.begin(), mode.end(), '_', ' ');
  const std::string words = fmt::format("{:02}:{:02}   half {}   {}", seconds / 60, seconds % 60, now_->half, mode);
  const float small = 16 * unit, width = painter_.text_width(words, small) + 28 * unit;
  painter_.panel(middle - width / 2, top + line + 4 * unit, width, 26 * unit, kDark);
  painter_.text(words, middle, top + line + 17 * unit, small, kBright, 0.5F);
}

}  // namespace monitor
