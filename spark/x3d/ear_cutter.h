// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spark/core/vec3.h"

namespace x3d {

/// Cuts flat polygons into triangles, one polygon after the other, all within one time budget: a polygon of n corners
/// of which r are concave takes some n · r steps.
class EarCutter {
 public:
  /// The number of tests of a point against a triangle after which polygons are cut as fans: some 0.3 s.
  static constexpr std::size_t kMaxTests = 50'000'000;

  using Triangle = std::array<std::uint32_t, 3>;

  /// The n - 2 triangles of a polygon with n ≥ 3 corners, as indices into them, in the order of the corners; valid
  /// until the next call. Polygons may be concave, and may touch themselves along an edge, as those with holes do. A
  /// polygon that crosses itself, is not flat or has no area yields arbitrary triangles.
  const std::vector<Triangle>& cut(std::span<const spark::Vec3> corners);

  /// Whether the budget was used up, so that concave polygons are no longer correct.
  bool is_exhausted() const { return tests_ >= kMaxTests; }

 private:
  struct Point {
    double x = 0, y = 0;
  };

  void project(std::span<const spark::Vec3> corners);
  bool is_convex() const;
  void cut_fan();
  void cut_ears();
  double turn(std::uint32_t corner) const;
  bool is_ear(std::uint32_t corner);
  void remove(std::uint32_t corner);

  std::vector<Point> points_;                   ///< of the corners, counter-clockwise
  std::vector<std::uint32_t> before_, behind_;  ///< the remaining corners, as a ring
  std::vector<std::uint32_t> concave_;  ///< only these can be within an ear; some have been cut off, or become convex
  std::vector<bool> is_cut_;
  std::vector<Triangle> triangles_;
  std::size_t tests_ = 0;
};

}  // namespace x3d
