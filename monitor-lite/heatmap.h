// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Where the players of both teams and the ball have been, as a picture of the field from above: the left team in blue,
/// the right one in orange, the ball in white. The colours are apart for colour-blind people, too.
class Heatmap {
 public:
  explicit Heatmap(const Game& game);

  void add(const Snapshot& snapshot);
  /// Throws `std::runtime_error` with one line if the file cannot be written.
  void write_png(const std::filesystem::path& file) const;

 private:
  /// A grid of cells over the field and its border: how often somebody was there.
  using Layer = std::vector<float>;
  void add_to(Layer& layer, const Point& position) const;
  Layer blurred(const Layer& layer) const;
  std::vector<unsigned char> draw() const;

  Game game_;
  int columns_;
  int rows_;
  Layer left_;
  Layer right_;
  Layer ball_;
};

}  // namespace monitor
