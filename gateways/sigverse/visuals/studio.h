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

/// Takes pictures for the cameras of agents, without a screen. Used on one thread.
class Studio {
 public:
  /// Throws `std::runtime_error` with a one-line message if this machine cannot draw. The log outlives it.
  Studio(DataFiles files, spark::Log& log);

  /// Sets the world to draw.
  void update(const client::World& world, const client::ShapeBase& shapes) { world_.update(world, shapes); }

  /// What the camera of the object `own` sees from 1 cm to 30 m ahead: blue, green and red octets, row by row from top
  /// to bottom, each row padded to a multiple of 4 octets. An invalid view shows only the background. Throws
  /// `std::invalid_argument` unless width and height are from 1 to `Offscreen::kMaxPixels`.
  std::string shoot(const sight::View& view, std::string_view own, int width = 320, int height = 240);
  /// The same picture as distances from the eye to the drawn surface, along the ray through the middle of each pixel:
  /// one octet each, rows from top to bottom, 0 and 255 as in `sight::distances`. Transparent surfaces and the object
  /// `own` do not count. Empty if the range is invalid.
  std::string depth(const sight::View& view, std::string_view own, const sight::DistanceRange& range, int width = 320,
                    int height = 240);

  VisWorld& world() { return world_; }

 private:
  /// Throws `std::invalid_argument` for an impossible size.
  Shot shot_of(const sight::View& view, std::string_view own, int width, int height);

  monitor::Offscreen offscreen_;
  monitor::Font font_;
  monitor::Painter painter_;
  ShapeLibrary library_;
  VisWorld world_;
};

}  // namespace sigverse::visuals
