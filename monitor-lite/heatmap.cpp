// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/heatmap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "monitor-lite/png_file.h"

namespace monitor {
namespace {

constexpr double kCellsPerMetre = 4.0;
constexpr int kPixelsPerCell = 3;
constexpr double kBorder = 3.0;  ///< m around the field
constexpr double kSpread = 0.8;  ///< m, standard deviation of the blur

using Colour = std::array<double, 3>;
constexpr Colour kGrass{26, 60, 40};
constexpr Colour kLines{200, 215, 205};
constexpr Colour kLeft{70, 160, 255};
constexpr Colour kRight{255, 165, 20};
constexpr Colour kBall{255, 255, 255};

int cells(double metres) {
  return static_cast<int>(std::ceil((std::clamp(metres, 1.0, 300.0) + 2 * kBorder) * kCellsPerMetre));
}

void mix(Colour& pixel, const Colour& colour, double share) {
  for (std::size_t i = 0; i < 3; ++i) pixel[i] += (colour[i] - pixel[i]) * share;
}

/// How bright each cell is, 0 to 1. What the brightest hundredth has is as bright as it gets: a goalkeeper who waits on
/// one spot would else leave the others in the dark. The square root lifts what is rare.
std::vector<float> brightness(std::vector<float> layer) {
  std::vector<float> used;
  std::copy_if(layer.begin(), layer.end(), std::back_inserter(used), [](float value) { return value > 1e-3F; });
  if (used.empty()) return layer;
  const auto bright = used.begin() + static_cast<std::ptrdiff_t>(used.size() * 98 / 100);
  std::nth_element(used.begin(), bright, used.end());
  for (float& value : layer) value = std::sqrt(std::min(1.0F, value / *bright));
  return layer;
}

/// Whether a place (m) is on a line of the field.
bool on_line(const Game& game, double x, double y) {
  constexpr double kHalfWidth = 0.12;
  const double l = game.field_length / 2, w = game.field_width / 2;
  const auto near = [](double a, double b) { return std::abs(a - b) <= kHalfWidth; };
  const bool inside = std::abs(x) <= l + kHalfWidth && std::abs(y) <= w + kHalfWidth;
  const bool goal = std::abs(x) >= l && std::abs(x) <= l + game.goal_depth + kHalfWidth &&
                    std::abs(y) <= game.goal_width / 2 + kHalfWidth;
  if (goal && (near(std::abs(y), game.goal_width / 2) || near(std::abs(x), l + game.goal_depth))) return true;
  const auto circle = game.values.find("FreeKickDistance");
  const double radius = circle == game.values.end() ? 9.15 : circle->second;
  return inside && (near(std::abs(x), l) || near(std::abs(y), w) || near(x, 0) || near(std::hypot(x, y), radius));
}

}  // namespace

Heatmap::Heatmap(const Game& game) : game_(game), columns_(cells(game.field_length)), rows_(cells(game.field_width)) {
  for (Layer* layer : {&left_, &right_, &ball_}) layer->resize(static_cast<std::size_t>(columns_ * rows_));
}

void Heatmap::add(const Snapshot& snapshot) {
  // Before kick-off everybody waits at his place; that would outshine the match.
  if (play_mode_text(game_, snapshot.play_mode) == "BeforeKickOff") return;
  for (const Player& player : snapshot.players)
    if (player.side != Side::none) add_to(player.side == Side::left ? left_ : right_, player.position);
  add_to(ball_, snapshot.ball);
}

void Heatmap::add_to(Layer& layer, const Point& position) const {
  const int column = static_cast<int>(std::floor((position.x + game_.field_length / 2 + kBorder) * kCellsPerMetre));
  const int row = static_cast<int>(std::floor((position.y + game_.field_width / 2 + kBorder) * kCellsPerMetre));
  if (column >= 0 && column < columns_ && row >= 0 && row < rows_)
    layer[static_cast<std::size_t>(row * columns_ + column)] += 1.0F;
}

Heatmap::Layer Heatmap::blurred(const Layer& layer) const {
  const double sigma = kSpread * kCellsPerMetre;
  const int reach = static_cast<int>(3 * sigma);
  std::vector<float> weight;
  for (int i = -reach; i <= reach; ++i) weight.push_back(static_cast<float>(std::exp(-0.5 * i * i / (sigma * sigma))));
  const auto pass = [&](const Layer& from, int step_x, int step_y) {
    Layer to(from.size());
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column)
        for (int i = -reach; i <= reach; ++i) {
          const int x = column + i * step_x, y = row + i * step_y;
          if (x < 0 || x >= columns_ || y < 0 || y >= rows_) continue;
          to[static_cast<std::size_t>(row * columns_ + column)] +=
              weight[static_cast<std::size_t>(i + reach)] * from[static_cast<std::size_t>(y * columns_ + x)];
        }
    return to;
  };
  return pass(pass(layer, 1, 0), 0, 1);
}

std::vector<unsigned char> Heatmap::draw() const {
  const Layer left = brightness(blurred(left_));
  const Layer right = brightness(blurred(right_));
  const Layer ball = brightness(blurred(ball_));
  std::vector<unsigned char> pixels;
  pixels.reserve(static_cast<std::size_t>(columns_ * rows_) * kPixelsPerCell * kPixelsPerCell * 3);
  for (int y = rows_ * kPixelsPerCell - 1; y >= 0; --y) {  // pictures begin at the top
    for (int x = 0; x < columns_ * kPixelsPerCell; ++x) {
      const auto cell = static_cast<std::size_t>(y / kPixelsPerCell * columns_ + x / kPixelsPerCell);
      const double scale = kCellsPerMetre * kPixelsPerCell;
      Colour pixel = kGrass;
      mix(pixel, kLeft, 0.9 * left[cell]);
      mix(pixel, kRight, 0.9 * right[cell] * (1 - 0.5 * left[cell]));
      mix(pixel, kBall, 0.5 * ball[cell] * ball[cell]);
      if (on_line(game_, (x + 0.5) / scale - kBorder - game_.field_length / 2,
                  (y + 0.5) / scale - kBorder - game_.field_width / 2))
        mix(pixel, kLines, 0.8);
      for (const double part : pixel) pixels.push_back(static_cast<unsigned char>(std::clamp(part, 0.0, 255.0)));
    }
  }
  return pixels;
}

void Heatmap::write_png(const std::filesystem::path& file) const {
  const std::vector<unsigned char> pixels = draw();
  monitor::write_png(file, columns_ * kPixelsPerCell, rows_ * kPixelsPerCell, pixels.data());
}

}  // namespace monitor
