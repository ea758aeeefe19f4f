// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/match_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "monitor-lite/view/score_board.h"

namespace monitor {
namespace {

constexpr glm::vec4 kNumberInk{0.97F, 0.98F, 1.0F, 1};

}  // namespace

void MatchView::draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height) {
  game_ = &game;
  now_ = &snapshot;
  width_ = width;
  height_ = height;
  palette_ = begun_with_.of_sides(snapshot.sides_changed);
  world_.use(palette_);
  const Player* followed = followed_ ? snapshot.player(followed_->first, followed_->second) : nullptr;
  world_.draw(game, snapshot, camera, width, height, followed);
  painter_.begin_overlay();
  if (game.has_bodies) {
    world_.mark_bodies();
    if (score_board_) draw_time({painter_, static_cast<float>(width), static_cast<float>(height)}, snapshot);
    return;
  }
  DrawingView(painter_, palette_, static_cast<float>(width), unit_of(width, height)).draw(drawings_, snapshot);
  world_.mark_ball();
  draw_labels(followed);
  if (score_board_)
    draw_score_board({painter_, static_cast<float>(width), static_cast<float>(height)}, palette_, game, snapshot);
}

void MatchView::draw_labels(const Player* followed) {
  const float size = unit_of(width_, height_) * 14.0F;
  glm::vec2 pixel;
  for (const Player& player : now_->players) {
    if (!world_.above(player, size, pixel)) continue;
    std::string words = player.number > 0 ? std::to_string(player.number) : "?";
    if (&player == followed) words = fmt::format("{} {}", team_label(*now_, player.side), words);
    painter_.outlined_text(words, pixel.x, pixel.y, size, kNumberInk, 0.5F);
  }
  for (const Player& player : now_->players) {
    if (player.said.empty() || !world_.above(player, size, pixel)) continue;
    std::string words = player.said;
    if (words.size() > 40) words.replace(39, std::string::npos, 1, '~');
    const float width = painter_.text_width(words, size), left = pixel.x - width / 2 - size * 0.5F;
    painter_.panel(left, pixel.y - size * 2.3F, width + size, size * 1.5F, {1, 1, 1, 0.93F});
    painter_.panel(left, pixel.y - size * 0.95F, width + size, size * 0.15F, palette_.of(player.side));
    painter_.text(words, pixel.x, pixel.y - size * 1.6F, size, {0.05F, 0.05F, 0.08F, 1}, 0.5F);
  }
}

}  // namespace monitor
