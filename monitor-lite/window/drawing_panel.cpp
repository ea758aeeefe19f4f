// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/drawing_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spark/core/log.h"

namespace monitor {
namespace {

constexpr float kRow = 22, kWidth = 150, kTop = 120, kEdge = 12;  // units
constexpr std::size_t kMaxName = 18;

}  // namespace

std::string DrawingPanel::toggle() {
  choice_.on = !choice_.on;
  return choice_.on ? fmt::format("drawings of {}: u, U choose a player", who()) : "no drawings";
}

std::string DrawingPanel::next_player(int direction) {
  // 0: all players; 1 and 2: a team; then each player.
  const auto& players = drawings_.players();
  const auto count = static_cast<int>(players.size()) + 3;
  int now = static_cast<int>(choice_.side);
  if (choice_.player) now = 3 + static_cast<int>(std::ranges::lower_bound(players, *choice_.player) - players.begin());
  now = (now + direction + count) % count;
  choice_.on = true;
  choice_.player.reset();
  choice_.side = now < 3 ? static_cast<Side>(now) : Side::none;
  if (now >= 3) choice_.player = players[static_cast<std::size_t>(now - 3)];
  return fmt::format("drawings of {}", who());
}

std::string DrawingPanel::who() const {
  if (choice_.player && choice_.player->first == Side::none) return "trainers";
  if (choice_.player)
    return fmt::format("{} {}", choice_.player->first == Side::left ? "left" : "right", choice_.player->second);
  return choice_.side == Side::none ? "all players" : choice_.side == Side::left ? "the left team" : "the right team";
}

/// The area of a row; 0 is the heading, the layers follow. The list is at the right edge, because a trainer's buttons
/// are at the left one.
Area DrawingPanel::row(const Screen& screen, std::size_t index) const {
  const float unit = screen.unit();
  return {screen.width - (kWidth + kEdge) * unit, (kTop + kRow * static_cast<float>(index)) * unit, kWidth * unit,
          kRow * unit};
}

Area DrawingPanel::whole(const Screen& screen) const {
  Area whole = row(screen, 0);
  whole.height *= static_cast<float>(drawings_.layers().size() + 1);
  return whole;
}

bool DrawingPanel::handle(const Input& input, const Screen& screen) {
  if (!choice_.on || input.kind != Input::Kind::button_down || input.button != 1) return false;
  for (std::size_t i = 0; i <= drawings_.layers().size(); ++i) {
    if (!row(screen, i).contains(input.x, input.y)) continue;
    if (i == 0) return next_player(input.shift ? -1 : 1), true;
    const std::string& layer = drawings_.layers()[i - 1];
    if (choice_.hidden.erase(layer) == 0) choice_.hidden.insert(layer);
    return true;
  }
  return false;
}

void DrawingPanel::draw(const Screen& screen) const {
  if (!choice_.on) return;
  const float unit = screen.unit();
  const Area all = whole(screen);
  screen.panel(all, colours::kDark);
  screen.text(who(), all.x + 8 * unit, row(screen, 0).middle(), 14, colours::kBright);
  for (std::size_t i = 0; i < drawings_.layers().size(); ++i) {
    const std::string& layer = drawings_.layers()[i];
    const Area area = row(screen, i + 1);
    const bool hidden = choice_.hidden.contains(layer);
    glm::vec4 colour = layer_colour(i);
    if (hidden) colour.a = 0.25F;
    screen.panel({area.x + 8 * unit, area.middle() - 5 * unit, 10 * unit, 10 * unit}, colour);
    screen.text(spark::printable(layer, kMaxName), area.x + 26 * unit, area.middle(), 13,
                hidden                       ? colours::kDim
                : screen.is_pointed_at(area) ? colours::kAmber
                                             : colours::kBright);
  }
}

ShownDrawings DrawingPanel::shown_at(double place) const {
  return shown(drawings_, choice_, place);
}

}  // namespace monitor
