// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "monitor-lite/canvas.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// A picture of the field from above that shows where the players of both teams and the ball have been: the left team
/// in blue, the right one in orange, the ball in white. Colour-blind people can also distinguish the colours. The teams
/// are named above the field; below it are a legend and a scale bar.
class Heatmap {
 public:
  explicit Heatmap(const Game& game);

  /// Adds frames in order; each counts for the game time since the previous one.
  void add(const Snapshot& snapshot);
  /// Throws `std::runtime_error` with one line if the file cannot be written.
  void write_png(const std::filesystem::path& file) const;

  /// The pixel, from the top left, of a place on the field, m.
  double x_of(double x) const;
  double y_of(double y) const;
  /// The ramp of each colour, from never to most; `index` 0, 1 and 2: left, right, ball.
  struct Ramp {
    int x, y, width, height;
  };
  Ramp ramp(int index) const;
  /// The length of the bar below the field: a round number of metres, to scale.
  double bar_length() const;

 private:
  /// A grid of cells over the field and its border: seconds of presence.
  using Layer = std::vector<float>;
  static constexpr double kCellsPerMetre = 4.0;
  static constexpr double kBorder = 3.0;  ///< m around the field
  static constexpr int kPixelsPerCell = 3;
  static constexpr double kPixelsPerMetre = kCellsPerMetre * kPixelsPerCell;
  std::size_t cell(int column, int row) const;
  void add_to(Layer& layer, const Point& position, double seconds) const;
  Layer blurred(const Layer& layer) const;
  void draw_field(Canvas& canvas, const Layer& left, const Layer& right, const Layer& ball) const;
  void draw_head(Canvas& canvas, Font& font) const;
  void draw_legend(Canvas& canvas, Font& font, double players, double ball) const;
  Canvas draw() const;
  int width() const;
  int height() const;
  /// Pixels to the left of the field and its border, if the head needs a wider picture.
  int left_edge() const;

  Game game_;
  int columns_ = 0;
  int rows_ = 0;
  std::string team_left_, team_right_;
  double last_time_ = -1.0;
  Layer left_;
  Layer right_;
  Layer ball_;
};

}  // namespace monitor
