// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/heatmap.h"

#include <algorithm>
#include <cmath>

#include "monitor-lite/client/events.h"

namespace monitor {
namespace {

constexpr double kSpread = 0.8;        // m, standard deviation of the blur
constexpr double kMaxFrameSize = 1.0;  // s that a frame may count for

}  // namespace

Heatmap::Heatmap(const Game& game) : game_(game) {
  const auto cells = [](double metres) {
    return static_cast<int>(std::ceil((std::clamp(metres, 1.0, 300.0) + 2 * kBorder) * kCellsPerMetre));
  };
  columns_ = cells(game.field_length);
  rows_ = cells(game.field_width);
  for (Layer* layer : {&left_, &right_, &ball_}) layer->resize(cell(0, rows_));
}

std::size_t Heatmap::cell(int column, int row) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
}

void Heatmap::add(const Snapshot& snapshot) {
  team_left_ = team_name(snapshot, Side::left);
  team_right_ = team_name(snapshot, Side::right);
  const double seconds = last_time_ < 0 ? 0.0 : std::clamp(snapshot.time - last_time_, 0.0, kMaxFrameSize);
  last_time_ = snapshot.time;
  // Before kick-off everybody waits at his place; that would outshine the match.
  if (play_mode_text(game_, snapshot.play_mode) == "BeforeKickOff") return;
  for (const Player& player : snapshot.players)
    if (player.side != Side::none) add_to(player.side == Side::left ? left_ : right_, player.position, seconds);
  add_to(ball_, snapshot.ball, seconds);
}

void Heatmap::add_to(Layer& layer, const Point& position, double seconds) const {
  const double column = std::floor((position.x + game_.field_length / 2 + kBorder) * kCellsPerMetre);
  const double row = std::floor((position.y + game_.field_width / 2 + kBorder) * kCellsPerMetre);
  if (column >= 0 && column < columns_ && row >= 0 && row < rows_)
    layer[cell(static_cast<int>(column), static_cast<int>(row))] += static_cast<float>(seconds);
}

/// Seconds per m².
Heatmap::Layer Heatmap::blurred(const Layer& layer) const {
  const double sigma = kSpread * kCellsPerMetre;
  const int reach = static_cast<int>(4 * sigma);
  std::vector<float> weight;
  double sum = 0.0;
  for (int i = -reach; i <= reach; ++i) sum += std::exp(-0.5 * i * i / (sigma * sigma));
  for (int i = -reach; i <= reach; ++i)
    weight.push_back(static_cast<float>(std::exp(-0.5 * i * i / (sigma * sigma)) / sum * kCellsPerMetre));
  const float* const middle = weight.data() + reach;
  const auto pass = [&](const Layer& from, int step_x, int step_y) {
    Layer to(from.size());
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column)
        for (int i = -reach; i <= reach; ++i) {
          const int x = column + i * step_x, y = row + i * step_y;
          if (x < 0 || x >= columns_ || y < 0 || y >= rows_) continue;
          to[cell(column, row)] += middle[i] * from[cell(x, y)];
        }
    return to;
  };
  return pass(pass(layer, 1, 0), 0, 1);
}

}  // namespace monitor
