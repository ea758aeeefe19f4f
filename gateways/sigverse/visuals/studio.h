// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/sight/sight.h"
#include "gateways/sigverse/visuals/vis_world.h"
#include "monitor-lite/view/font.h"
#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/view/painter.h"

namespace sigverse::visuals {

/// Pictures for the cameras of agents, without a screen. Lives on one thread.
class Studio {
 public:
  /// Throws `std::runtime_error`, whose text is a line, if this machine cannot draw. The log outlives it.
  Studio(DataFiles files, spark::Log& log);

  /// What is there from now on.
  void update(const client::World& world, const client::ShapeBase& shapes) { world_.update(world, shapes); }

  /// What the camera of the object `own` sees, from 1 cm to 30 m ahead: blue, green and red octets, row by row from the
  /// top, each row filled up to a multiple of 4 octets. Of a view that is not valid it is the background. Throws
  /// `std::invalid_argument` unless width and height are 1 to `Offscreen::kMaxPixels`.
  std::string shoot(const sight::View& view, std::string_view own, int width = 320, int height = 240);
  /// The same picture as distances from the eye to what is drawn, along the ray through the middle of each pixel: an
  /// octet each, rows from the top, 0 and 255 as `sight::distances` has them. What can be seen through does not count,
  /// nor does the object `own`. Empty if the range is not valid.
  std::string depth(const sight::View& view, std::string_view own, const sight::DistanceRange& range, int width = 320,
                    int height = 240);

  VisWorld& world() { return world_; }

 private:
  /// Throws `std::invalid_argument` for a size that no picture has.
  Shot shot_of(const sight::View& view, std::string_view own, int width, int height);

  monitor::Offscreen offscreen_;
  monitor::Font font_;
  monitor::Painter painter_;
  ShapeLibrary library_;
  VisWorld world_;
};

}  // namespace sigverse::visuals
